import { defineConfig } from '@playwright/test';

/** The same checks as plain Playwright tests, with the reporters of a new project. */
export default defineConfig({
  testDir: 'work/plain',
  outputDir: 'work/plain-results',
  reporter: [['list'], ['html', { outputFolder: 'work/plain-report', open: 'never' }]],
  use: { baseURL: process.env.BASE_URL ?? '' },
});
