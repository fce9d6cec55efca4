import type { ReporterDescription } from '@playwright/test';

/** Playwright's own reports of a whole run, be it of one machine or merged from shards. */
export const reportsOfWholeRun = (title = 'Payment collection conformance'): ReporterDescription[] => [
  ['html', { outputFolder: 'reports/playwright', open: 'never', title }],
  ['junit', { outputFile: 'reports/junit.xml', stripANSIControlSequences: true, includeProjectInTestName: true }],
];
