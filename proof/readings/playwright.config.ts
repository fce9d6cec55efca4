import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { defineConfig, type Project } from '@playwright/test';
import ofRoot from '../../playwright.config.ts';
import { anyRule, tagsOf } from '../../helpers/client/lanes.ts';
import type { Lane } from './plan.ts';
import { settingsWith } from './settings-with.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { configFromRoot } from '../../harness/triage/again/config-from-root.ts';

// Runs the unchanged specs against conforming sandboxes. `npm run readings` writes the plan and uses this
// configuration.

const root = join(import.meta.dirname, '../..');
const base = configFromRoot(ofRoot, root);
const lanes = JSON.parse(readFileSync(new URL('../../reports/readings-plan.json', import.meta.url), 'utf8')) as Lane[];
const { settings, ...use } = base.use as { settings: Settings };
// Short timeouts: on the local machine notifications arrive at once, and redirects within a second or two.
const patience: Record<string, Partial<Settings>> = {
  api: { redirectTimeoutMs: 700, generatedRuns: 8 },
  browser: { redirectTimeoutMs: 6_000 },
};

const plain = new Map(Object.entries(patience).map(([name, waits]) => [name, { ...settings, ...waits }]));

const projects = lanes.flatMap((lane, index) =>
  (base.projects ?? [])
    .filter(({ name }) => lane.browser || name !== 'browser')
    .map((project): Project<object, object> => ({
      ...project,
      name: `${project.name} ${index}`,
      // Tests share a deletion by a file in this folder, which must be separate for each service.
      outputDir: join(root, `reports/readings-results/${project.name}-${index}`),
      // A worker is not reused for another project, and starting one takes longer than running most of these tests.
      workers: 1,
      ...(lane.rules[anyRule] ? {} : { grep: tagsOf(Object.keys(lane.rules)) }),
      use: {
        ...project.use,
        trace: 'off',
        screenshot: 'off',
        lane: lane.rules,
        ownTarget: true,
        settings:
          Object.keys(lane.settings).length === 0
            ? plain.get(project.name ?? '')
            : settingsWith(settings, lane.settings, patience[project.name ?? ''] ?? {}),
      } as object,
    })),
);

export default defineConfig({
  ...base,
  projects,
  // More workers than cores, since much of a run is waiting: for payments, for redirects, for the next second.
  workers: 4,
  use: { ...use } as object,
  timeout: 60_000,
  globalSetup: undefined,
  globalTeardown: undefined,
  webServer: undefined,
  reporter: [['./reporter.ts']],
});
