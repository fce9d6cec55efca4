import { defineConfig } from '@playwright/test';
import { reportsOfWholeRun } from '../../../harness/reporter/playwright-reports.ts';
import { titleVariable } from './gather-reports.ts';

// Playwright's reports of a run that several machines have shared. `npm run merge` starts this.

export default defineConfig({
  // Machines keep their clones in different places; files are shown as they are here.
  testDir: import.meta.dirname,
  reporter: reportsOfWholeRun(`Payment collection conformance (shards: ${process.env[titleVariable]})`),
});
