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

/** Passes the shards for the title of Playwright's HTML report; see cli/shards/merge/playwright.config.ts. */
export const titleVariable = 'CONFORMANCE_MERGE_TITLE';

/**
 * Merges the reports of shards into Playwright's reports and Allure's results. Reports of earlier runs are deleted
 * first.
 *
 * @param root the repository
 * @param missing indexes of the missing shards
 * @returns messages about reports that could not be merged
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
        troubles.push(`${named(part)} has no ${lost.join(' and no ')}; the merged reports lack that shard`);
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
