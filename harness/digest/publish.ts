import { appendFileSync } from 'node:fs';
import type { Results } from '../results/results-schema.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { deliver, shouldDeliver, type Receiver } from './deliver.ts';
import { digestOf, type Digest } from './digest.ts';
import { markdownOf } from './markdown.ts';

/** The link from digest.md to the front page; a job summary in the CI has no such file next to it. */
const frontPage = { href: 'index.html', text: 'the front page of the run' };

/**
 * Writes digest.md, digest.json, and the job summary when the CI supports one.
 *
 * @param root the folder that contains `reports`
 * @param mask for whole files
 * @param folder the folder of reports, relative to the root
 * @returns the digest, and a line for each file that could not be written
 */
export const writeDigest = (
  results: Results,
  root: string,
  mask: (text: string) => string,
  folder = 'reports',
): { digest: Digest; troubles: string[] } => {
  // Mask first, so that the placeholders of masked keys are escaped like other text.
  const digest = digestOf(JSON.parse(mask(JSON.stringify(results))) as Results, runUrl());
  const troubles: string[] = [];
  const attempt = (what: string, write: () => void): void => {
    try {
      write();
    } catch (error) {
      troubles.push(`${what} could not be written: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  };
  attempt(`${folder}/digest.md`, () =>
    writeAtomically(`${root}/${folder}/digest.md`, mask(markdownOf(digest, frontPage))),
  );
  attempt(`${folder}/digest.json`, () =>
    writeAtomically(`${root}/${folder}/digest.json`, `${mask(JSON.stringify(digest, null, 2))}\n`),
  );
  const summary = process.env.GITHUB_STEP_SUMMARY;
  // Only the merged run of all shards writes the summary.
  if (summary && !results.run.shard)
    attempt('the job summary', () => appendFileSync(summary, `${mask(markdownOf(digest))}\n`));
  return { digest, troubles };
};

/** Delivers the digest if the settings require it. @returns the outcome in one line; undefined when nothing was sent */
export const deliverDigest = async (
  digest: Digest,
  settings: (Receiver & Pick<Settings, 'digestOn'>) | undefined,
  mask: (text: string) => string,
): Promise<string | undefined> =>
  settings && shouldDeliver(digest, settings.digestOn) ? deliver(digest, settings, mask) : undefined;

/** The page of this run in the CI, from the predefined variables of GitHub or GitLab; null elsewhere. */
export const runUrl = (): string | null => {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL } = process.env;
  const github =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
      ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
      : undefined;
  const address = github ?? CI_JOB_URL;
  return address && /^https?:\/\/[^\s<>|"\\]+$/.test(address) && URL.canParse(address) ? address : null;
};
