import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { defineConfig, type Project } from '@playwright/test';
import ofRoot from '../../playwright.config.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { anyRule, type Lanes } from '../../helpers/client/lanes.ts';
import { configFromRoot } from '../../harness/again/config-from-root.ts';

// The specs as they are, against one faulty sandbox after the other. `npm run faults` writes the plan and starts this.

const root = join(import.meta.dirname, '../..');
const base = configFromRoot(ofRoot, root);
const lanes = JSON.parse(readFileSync(new URL('../../reports/faults-plan.json', import.meta.url), 'utf8')) as Lanes;
// A fault that swallows an answer or a redirect is found by waiting; on this machine nothing takes seconds.
const patience: Partial<Settings> = { requestTimeoutMs: 3_000, redirectTimeoutMs: 900 };
const { settings, ...use } = base.use as { settings: Settings };

// For spec files that choose a trace of their own.
process.env.TRACES = 'off';

const projects = lanes.flatMap((lane, index) =>
  (base.projects ?? []).map((project): Project<object, object> => ({
    ...project,
    name: `${project.name} ${index}`,
    // A worker never goes on to another project, and it costs more to start than most of these tests take to run.
    workers: 1,
    ...(lane[anyRule] && { grep: /@must/ }),
    use: { ...project.use, trace: 'off', screenshot: 'off', lane, ownTarget: true } as object,
  })),
);

export default defineConfig({
  ...base,
  projects,
  use: { ...use, settings: { ...settings, ...patience } } as object,
  // Many of these tests wait for what does not come, so another worker finds work to do.
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
