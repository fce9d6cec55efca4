import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { defineConfig, type Project } from '@playwright/test';
import ofRoot from '../../playwright.config.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { anyRule, type Lanes } from '../../helpers/client/lanes.ts';
import { configFromRoot } from '../../harness/triage/again/config-from-root.ts';

// Runs the unchanged specs against faulty sandboxes. `npm run faults` writes the plan and uses this configuration.

const root = join(import.meta.dirname, '../..');
const base = configFromRoot(ofRoot, root);
const lanes = JSON.parse(readFileSync(new URL('../../reports/faults-plan.json', import.meta.url), 'utf8')) as Lanes;
// Short timeouts, because faults that omit an answer or a redirect are found by a timeout, and the sandbox is local.
const patience: Partial<Settings> = { requestTimeoutMs: 3_000, redirectTimeoutMs: 900 };
const { settings, ...use } = base.use as { settings: Settings };

// For spec files that set their own trace mode.
process.env.TRACES = 'off';

const projects = lanes.flatMap((lane, index) =>
  (base.projects ?? []).map((project): Project<object, object> => ({
    ...project,
    name: `${project.name} ${index}`,
    // A worker is not reused for another project, and starting one takes longer than running most of these tests.
    workers: 1,
    ...(lane[anyRule] && { grep: /@must/ }),
    use: { ...project.use, trace: 'off', screenshot: 'off', lane, ownTarget: true } as object,
  })),
);

export default defineConfig({
  ...base,
  projects,
  use: { ...use, settings: { ...settings, ...patience } } as object,
  // More workers than cores, since many of these tests wait for a timeout.
  workers: 4,
  timeout: 15_000,
  expect: { timeout: 1_500 },
  outputDir: join(root, 'reports/faults-results'),
  preserveOutput: 'never',
  globalSetup: undefined,
  globalTeardown: undefined,
  webServer: undefined,
  reporter: [['./reporter.ts']],
});
