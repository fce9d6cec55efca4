import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { endWithoutVerdict, useOurExitCodes } from '../harness/results/exit-code.ts';
import { lockReports } from '../harness/reporter/run-lock.ts';
import { nameRunFolder } from '../helpers/run/run-log.ts';
import { inReports } from '../helpers/settings/settings-folder.cjs';

// For npm run merge: the reporters of a run, over the blob reports of its shards.

nameRunFolder();
useOurExitCodes();
const reports = inReports();
const shards = (process.env['SHARD_RECORDS'] ?? '')
  .split('\n')
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as object);

const config = defineConfig({
  testDir: join(__dirname, '..'),
  reporter: [
    [join(__dirname, '../harness/reporter/conformance-reporter.ts'), { reports, shards }],
    [
      join(__dirname, '../harness/allure/rule-reporter.ts'),
      { resultsDir: join(reports, 'allure-results'), detail: false },
    ],
    ['html', { outputFolder: join(reports, 'playwright'), open: 'never' }],
  ],
});

/** Playwright waits for a promise. */
export default lockReports(reports).then(() => config, endWithoutVerdict);
