import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { reportsOfWholeRun } from '../../../harness/reporter/frame/playwright-reports.ts';
import { targetFolder } from '../../../helpers/settings/command-line/target-folder.mjs';
import { titleVariable } from './gather-reports.ts';
import { reportersFromRoot } from '../../../harness/triage/again/config-from-root.ts';

// `npm run merge` uses this to make Playwright's reports of a run that was divided among several machines.

const root = join(import.meta.dirname, '../../..');

export default defineConfig({
  // Clones are in different places on each machine; the reports show the paths of this one.
  testDir: root,
  reporter: reportersFromRoot(
    reportsOfWholeRun('', `Payment collection conformance (shards: ${process.env[titleVariable]})`),
    targetFolder(),
  ),
});
