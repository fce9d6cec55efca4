import type { ReporterDescription } from '@playwright/test';

/**
 * Playwright's own reports of a whole run, be it of one machine or merged from shards.
 *
 * @param place what stands in front of their paths: nothing, or a folder with a slash at its end
 */
export const reportsOfWholeRun = (place: string, title = 'Payment collection conformance'): ReporterDescription[] => [
  ['html', { outputFolder: `${place}reports/playwright`, open: 'never', title }],
  [
    'junit',
    { outputFile: `${place}reports/junit.xml`, stripANSIControlSequences: true, includeProjectInTestName: true },
  ],
];
