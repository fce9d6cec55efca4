import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import type { TestResult } from '@playwright/test/reporter';
import { Budget } from './budget.ts';
import type { Removal } from './scan.ts';
import { unzipped } from './unpack.ts';

/** What no picture may show. The customer's e-mail and number stand on payment pages, which have to be seen. */
const keys = ['SECRET_KEY', 'PUBLISHABLE_KEY'];
const picture = /\.(png|jpe?g|webp|webm)$/i;

/**
 * Takes the pictures of a test away, those of its trace too, when a key stood in what else it left behind: nobody can
 * mask the pixels of a page that shows a key.
 *
 * @param found what was removed from the attachments of the test
 * @returns what was taken away, each by its path
 */
export const withoutPicturesOfKeys = (
  result: Pick<TestResult, 'attachments'>,
  found: readonly Removal[],
): Removal[] => {
  if (!found.some(({ what }) => what.some((one) => keys.includes(one)))) return [];
  const taken = result.attachments.flatMap((attachment) => {
    const { path, contentType, name } = attachment;
    if (path?.endsWith('.zip')) return emptied(path) ? [path] : [];
    if (!/^(image|video)\//.test(contentType)) return [];
    // The attachment itself stays, since other reporters count on every one that a step has named.
    if (path) rmSync(path, { force: true });
    delete attachment.path;
    Object.assign(attachment, {
      contentType: 'text/plain',
      body: Buffer.from('It may show a key, so it was removed.'),
    });
    return [path ?? name];
  });
  return taken.map((file) => ({ file, what: ['pictures of a page that may show a key'] }));
};

/** Whether there were pictures in an archive, which are gone now. */
const emptied = (path: string): boolean => {
  const before = Object.fromEntries(contentOf(path));
  const after = Object.fromEntries(Object.entries(before).filter(([name]) => !picture.test(name)));
  if (Object.keys(after).length === Object.keys(before).length) return false;
  writeFileSync(path, zipSync(after));
  return true;
};

/** The files of an archive; none of one that was emptied because it could not be searched. */
const contentOf = (path: string): [name: string, content: Buffer][] => {
  const bytes = readFileSync(path);
  return bytes.length === 0 ? [] : unzipped(bytes, Budget.forFile(bytes.length));
};
