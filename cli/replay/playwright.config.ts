import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import ofRoot from '../../playwright.config.ts';
import { planFile, replayFolder, titlesOf, type Planned } from './plan.ts';
import { configFromRoot } from '../../harness/reporter/config-from-root.ts';

// Some failed tests of an earlier run, as they are and with the settings at hand. `npm run replay` writes the plan and
// starts this. Nothing here writes where a conformance run does.

const root = join(import.meta.dirname, '../..');
const base = configFromRoot(ofRoot, root);
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
  outputDir: `${replayFolder}/test-results`,
  reporter: [['./reporter.ts']],
});
