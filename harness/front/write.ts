import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { digestOf } from '../digest/digest.ts';
import { frontPageFile, unstableFile } from '../results/files/place.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Results } from '../results/results-schema.ts';
import { minute } from '../results/text.ts';
import { signOffOf } from '../results/target-name.ts';
import { frontPage, type Link } from './page.ts';

const linksOf = ({ run }: Results): Link[] => [
  { href: `signoff/${signOffOf(run)}/index.html`, text: 'Sign-off' },
  { href: 'playwright/index.html', text: 'Tests, with traces' },
  { href: 'allure/index.html', text: 'Allure' },
  { href: 'digest.md', text: 'Digest' },
  { href: 'results.json', text: 'Results for programs' },
];

/** It is about many runs, and so is of none. */
const unstableIn = (folder: string): Link[] => {
  const href = basename(unstableFile);
  const written = statSync(join(folder, href), { throwIfNoEntry: false })?.mtime.toISOString();
  return written ? [{ href, text: `Unstable tests, as of ${minute(written)}` }] : [];
};

/**
 * Writes the front page of a run, with links to those of its reports that are there by now.
 *
 * @param folder with the reports of the run
 * @param mask for whole files
 */
export const writeFrontPage = (results: Results, folder: string, mask: (text: string) => string): void => {
  const shown = JSON.parse(mask(JSON.stringify(results))) as Results;
  const begun = Date.parse(results.run.startedAt);
  // Some reports are built when somebody asks for them, and may be those of an earlier run.
  const isOfRun = ({ href }: Link): boolean =>
    (statSync(join(folder, href), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= begun;
  const links = [...linksOf(shown).filter(isOfRun), ...unstableIn(folder)];
  const page = frontPage(shown, digestOf(shown, null), links);
  writeAtomically(join(folder, frontPageFile), mask(page));
};
