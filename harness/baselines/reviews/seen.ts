import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCase } from '@playwright/test/reporter';
import { pictureFor, wordsFor } from '../../../helpers/evidence/for-review.ts';
import { reviewIds } from '../../../interface/rules/catalogue.ts';
import type { Seen } from './reviews.ts';

/** Relative to the folder of reports. */
export const pictureFolder = 'review';

type Tests = readonly Pick<TestCase, 'results'>[];

/** The masked evidence for reviews that the tests of a run attached. */
export const seenBy = (tests: Tests): Seen[] => {
  const attached = attachmentsOf(tests);
  return reviewIds.map((id) => ({
    id,
    pictures: picturesIn(attached, id).length > 0 ? [`${pictureFolder}/${id}.png`] : [],
    words: attached
      .filter(({ name }) => name === wordsFor(id))
      .map(({ body }) => body?.toString('utf8') ?? '')
      .filter((words) => words !== ''),
  }));
};

/** Writes the screenshot of each point. @param folder of the reports */
export const keepPictures = (folder: string, tests: Tests): void => {
  const attached = attachmentsOf(tests);
  for (const id of reviewIds) {
    const [picture] = picturesIn(attached, id);
    if (!picture) continue;
    mkdirSync(join(folder, pictureFolder), { recursive: true });
    writeFileSync(join(folder, pictureFolder, `${id}.png`), picture);
  }
};

type Attachments = TestCase['results'][number]['attachments'];

const attachmentsOf = (tests: Tests): Attachments =>
  tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments));

/** Excludes removed screenshots, which masking replaced by a text. */
const picturesIn = (attached: Attachments, id: string): Buffer[] =>
  attached.flatMap(({ name, contentType, body }) =>
    name === pictureFor(id) && contentType === 'image/png' && body ? [body] : [],
  );
