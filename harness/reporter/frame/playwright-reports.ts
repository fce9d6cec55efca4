import type { ReporterDescription } from '@playwright/test';

/**
 * Playwright's own reports of a complete run, from one machine or merged from shards.
 *
 * @param place the prefix of their paths: empty, or a folder with a trailing slash
 */
export const reportsOfWholeRun = (place: string, title = 'Payment collection conformance'): ReporterDescription[] => [
  ['html', { outputFolder: `${place}reports/playwright`, open: 'never', title }],
  [
    'junit',
    { outputFile: `${place}reports/junit.xml`, stripANSIControlSequences: true, includeProjectInTestName: true },
  ],
];
