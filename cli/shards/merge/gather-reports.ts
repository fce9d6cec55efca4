import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { playwrightCli } from '../../../helpers/processes/installed.mjs';
import { ctrfFile } from '../../../harness/results/files/ctrf.ts';
import { mergedInWords, named } from '../../../harness/shards/shard.mjs';
import { pictureFolder } from '../../../harness/baselines/reviews/seen.ts';
import type { Found } from './collect.ts';
import { withMissing } from './missing-cases.ts';

/** Playwright's HTML report is called after it; see cli/shards/merge/playwright.config.ts. */
export const titleVariable = 'CONFORMANCE_MERGE_TITLE';

/**
 * Makes Playwright's reports and the raw material of Allure's of those that shards left behind. Reports of earlier
 * runs go first.
 *
 * @param root the repository
 * @param missing shards that are absent
 * @returns lines about what could not be gathered
 */
export const gatherReports = async (
  root: string,
  found: readonly Found[],
  missing: readonly number[],
): Promise<string[]> => {
  const reports = join(root, 'reports');
  const digests = ['digest.md', 'digest.json'];
  const stale = ['results.json', 'allure-results', 'playwright', 'junit.xml', ctrfFile, ...digests, pictureFolder];
  for (const name of stale) {
    rmSync(join(reports, name), { recursive: true, force: true });
  }
  const present = found.filter(({ results }) => results);
  const troubles: string[] = [];
  const blobs = join(reports, 'blobs');
  rmSync(blobs, { recursive: true, force: true });
  mkdirSync(blobs, { recursive: true });
  mkdirSync(join(reports, 'allure-results'), { recursive: true });
  try {
    for (const { folder, part } of present) {
      const allure = join(folder, 'allure-results');
      if (existsSync(allure)) cpSync(allure, join(reports, 'allure-results'), { recursive: true });
      const pictures = join(folder, pictureFolder);
      if (existsSync(pictures)) cpSync(pictures, join(reports, pictureFolder), { recursive: true });
      const blob = join(folder, 'blob', 'report.zip');
      if (existsSync(blob)) copyFileSync(blob, join(blobs, `report-${String(part.index).padStart(4, '0')}.zip`));
      const lost = [existsSync(allure) ? [] : 'allure-results', existsSync(blob) ? [] : 'blob/report.zip'].flat();
      if (lost.length > 0)
        troubles.push(`${named(part)} has no ${lost.join(' and no ')}; the reports made of it leave that shard out`);
    }
    const { of = 0, tests = [] } = present[0]?.part ?? {};
    await mergeBlobs(root, blobs, mergedInWords({ of, missing }));
    const absent = tests.filter(({ shard }) => missing.includes(shard));
    const junit = join(reports, 'junit.xml');
    writeFileSync(junit, withMissing(readFileSync(junit, 'utf8'), absent, of));
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message?: string };
    troubles.push(`Playwright's reports could not be merged: ${(stderr || message || String(error)).trim()}`);
  } finally {
    rmSync(blobs, { recursive: true, force: true });
  }
  return troubles;
};

const mergeBlobs = async (root: string, blobs: string, shards: string): Promise<void> => {
  await promisify(execFile)(
    process.execPath,
    [playwrightCli, 'merge-reports', '--config', join(import.meta.dirname, 'playwright.config.ts'), blobs],
    { cwd: root, env: { ...process.env, [titleVariable]: shards }, maxBuffer: 64 * 1024 * 1024 },
  );
};
