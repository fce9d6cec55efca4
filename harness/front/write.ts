import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Digest } from '../digest/digest.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Results } from '../results/results-schema.ts';
import { frontPage, type Link } from './page.ts';

const links: readonly Link[] = [
  { href: 'playwright/index.html', text: 'Tests, with traces' },
  { href: 'allure/index.html', text: 'Allure' },
  { href: 'digest.md', text: 'Digest' },
  { href: 'results.json', text: 'Results for programs' },
];

/**
 * Writes index.html.
 *
 * @param folder with the reports of the run
 * @param mask for whole files
 */
export const writeFrontPage = (
  results: Results,
  digest: Digest,
  folder: string,
  mask: (text: string) => string,
): void => {
  const shown = JSON.parse(mask(JSON.stringify(results))) as Results;
  const there = links.filter(({ href }) => existsSync(join(folder, href)));
  writeAtomically(join(folder, 'index.html'), mask(frontPage(shown, digest, there)));
};
