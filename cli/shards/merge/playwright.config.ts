import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { reportsOfWholeRun } from '../../../harness/reporter/frame/playwright-reports.ts';
import { targetFolder } from '../../../helpers/settings/command-line/target-folder.mjs';
import { titleVariable } from './gather-reports.ts';
import { reportersFromRoot } from '../../../harness/again/config-from-root.ts';

// Playwright's reports of a run that several machines have shared. `npm run merge` starts this.

const root = join(import.meta.dirname, '../../..');

export default defineConfig({
  // Machines keep their clones in different places; files are shown as they are here.
  testDir: root,
  reporter: reportersFromRoot(
    reportsOfWholeRun('', `Payment collection conformance (shards: ${process.env[titleVariable]})`),
    targetFolder(),
  ),
});
