import { readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';
import { planFile, titlesOf, type Planned } from './plan.ts';

// Some failed tests of an earlier run, as they are and with the settings at hand. `npm run replay` writes the plan and
// starts this. Nothing here writes where a conformance run does.

const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Planned[];
const used = new Set(plan.map(({ project }) => project));

export default defineConfig({
  ...base,
  projects: (base.projects ?? []).filter(({ name }) => used.has(name ?? '')),
  testMatch: plan.map(({ file }) => `**/${file}`),
  grep: titlesOf(plan),
  // One after the other: they are few, and what happens is easier to follow at the target.
  workers: 1,
  // Pictures and traces are searched for keys only by a conformance run.
  use: { ...base.use, trace: 'off', screenshot: 'off', keepsSteps: true } as object,
  outputDir: 'reports/replay/test-results',
  reporter: [['./reporter.ts']],
});
