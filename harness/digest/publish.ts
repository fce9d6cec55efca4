import { appendFileSync } from 'node:fs';
import type { Results } from '../results/results-schema.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { deliver, isOccasion } from './deliver.ts';
import { digestOf, type Digest } from './digest.ts';
import { markdownOf } from './markdown.ts';

/** Beside the digest; where a CI shows a summary, nothing is beside it. */
const frontPage = { href: 'index.html', text: 'the front page of the run' };

/**
 * Writes digest.md and digest.json, and the summary of the job where the CI offers one.
 *
 * @param root the folder that holds `reports`
 * @param mask for whole files
 * @param folder where the reports of the run are, relative to the root
 * @returns the digest, and lines about what could not be written
 */
export const writeDigest = (
  results: Results,
  root: string,
  mask: (text: string) => string,
  folder = 'reports',
): { digest: Digest; troubles: string[] } => {
  // Masked first, so that the marks of what was masked are escaped like all the rest.
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
  // The merged run tells all at once.
  if (summary && !results.run.shard)
    attempt('the summary of the job', () => appendFileSync(summary, `${mask(markdownOf(digest))}\n`));
  return { digest, troubles };
};

/** Delivers it when the run is an occasion, and says in one line how that went; undefined when nothing was to be sent. */
export const deliverDigest = async (
  digest: Digest,
  settings: Pick<Settings, 'digestWebhookUrl' | 'digestWebhookFormat' | 'digestOn'> | undefined,
  mask: (text: string) => string,
): Promise<string | undefined> =>
  settings && isOccasion(digest, settings.digestOn) ? deliver(digest, settings, mask) : undefined;

/** Where the CI shows this run: GitHub's and GitLab's variables, which nobody sets. */
export const runUrl = (): string | null => {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL } = process.env;
  const github =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
      ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
      : undefined;
  const address = github ?? CI_JOB_URL;
  return address && /^https?:\/\/[^\s<>|"\\]+$/.test(address) && URL.canParse(address) ? address : null;
};
