import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { History } from '../../baselines/history/history.ts';
import { digestOf } from '../../digest/digest.ts';
import { frontPageFile, ledgerPageFile, unstableFile } from '../../results/files/place.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import type { Results } from '../../results/results-schema.ts';
import { minute } from '../../results/text.ts';
import { signOffOf, targetName } from '../../results/target-name.ts';
import { frontPage, type Link } from './page.ts';
import { timesOf } from './times.ts';

const linksOf = ({ run }: Results): Link[] => [
  { href: `signoff/${signOffOf(run)}/index.html`, text: 'Sign-off' },
  { href: 'playwright/index.html', text: 'Tests, with traces' },
  { href: 'allure/index.html', text: 'Allure' },
  { href: ledgerPageFile, text: 'Payments' },
  { href: 'digest.md', text: 'Digest' },
  { href: 'results.json', text: 'Results for programs' },
];

/** The link to the page of unstable tests, with its date because it covers many runs. */
const unstableIn = (folder: string): Link[] => {
  const href = basename(unstableFile);
  const written = statSync(join(folder, href), { throwIfNoEntry: false })?.mtime.toISOString();
  return written ? [{ href, text: `Unstable tests, as of ${minute(written)}` }] : [];
};

/** The folders of the reports. */
interface Place {
  /** The folder that contains `reports`. */
  root: string;
  /** The reports of the run, relative to the root. */
  reports?: string;
}

/** The maximum number of screenshots on the page, and the maximum size of each. */
const limits = { screenshots: 24, bytes: 2 * 1024 * 1024 };

/**
 * Writes the front page of a run, with links to the reports that exist.
 *
 * @param mask for whole files
 */
export const writeFrontPage = (
  results: Results,
  { root, reports = 'reports' }: Place,
  mask: (text: string) => string,
): void => {
  const folder = join(root, reports);
  const shown = JSON.parse(mask(JSON.stringify(results))) as Results;
  const begun = Date.parse(results.run.startedAt);
  // Reports that are built on request may belong to an earlier run.
  const isOfRun = ({ href }: Link): boolean =>
    (statSync(join(folder, href), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= begun;
  let pictures = 0;
  const pictureOf = (screenshot: string): string | undefined => {
    const href = `test-results/${screenshot}`;
    const size = statSync(join(folder, href), { throwIfNoEntry: false })?.size ?? Infinity;
    if (size > limits.bytes || pictures >= limits.screenshots) return undefined;
    pictures += 1;
    return href.split('/').map(encodeURIComponent).join('/');
  };
  const history = new History(root, () => {}).runs(targetName(results.run));
  const page = frontPage(shown, digestOf(shown, null), {
    links: [...linksOf(shown).filter(isOfRun), ...unstableIn(folder)],
    times: timesOf(history),
    pictureOf,
  });
  writeAtomically(join(folder, frontPageFile), mask(page));
};
