import { join } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import base from '../playwright.config.ts';
import { rootFolder, workFolder } from './written.ts';

// The suite as on a staging, but with the specs that the benchmark has written, and with separate reports.

const reports = join(rootFolder, 'reports');
const placed = ([name, options]: ReporterDescription): ReporterDescription => [
  name.startsWith('./') ? join(import.meta.dirname, '..', name) : name,
  {
    ...(options as object),
    ...(name === 'html' && { outputFolder: join(reports, 'playwright') }),
    ...(name === 'junit' && { outputFile: join(reports, 'junit.xml') }),
    ...(name.endsWith('allure/reporter.ts') && { resultsDir: join(reports, 'allure-results') }),
  },
];
const all = (base.reporter as ReporterDescription[]).map(placed);
const chosen: Record<string, ReporterDescription[]> = { all, own: all.slice(0, 1), none: [['null']] };

export default defineConfig({
  ...base,
  ...(base.globalTeardown && { globalTeardown: join(import.meta.dirname, '..', base.globalTeardown as string) }),
  outputDir: join(reports, 'test-results'),
  reporter: chosen[process.env.BENCH_REPORTERS ?? 'all'] ?? all,
  projects: (base.projects ?? []).map((project) => ({
    ...project,
    testDir: join(workFolder, project.name === 'api' ? 'ours' : 'journeys'),
  })),
});
