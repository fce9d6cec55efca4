import type { Reporter, Suite } from '@playwright/test/reporter';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import { blocking, checkLines, type Check } from '../../preflight/check.ts';
import { planInWords } from '../../shards/plan.ts';
import { preflight } from '../../preflight/preflight.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { pace } from '../../preflight/pace.ts';

type Start = Parameters<NonNullable<Reporter['preprocess']>>[0];

/** What was looked at before the first test. */
export interface Readiness {
  /** Undefined when nothing was looked at. */
  checks: Check[] | undefined;
  /** Why no test is run; undefined when tests are. */
  notReady: string | undefined;
}

/** Whether a staging is ready for the selected tests; if not, none of them is run. */
export const examine = async ({ config, suite, testRun }: Start, settings: Settings): Promise<Readiness> => {
  const selected = suite.suites.filter((project) => project.allTests().length > 0).map(({ title }) => title);
  const browser = config.projects.find(({ name }) => name === 'browser' && selected.includes(name))?.use;
  const checks = await preflight(settings, {
    browser: browser && { ...browser.launchOptions, headless: browser.headless ?? true },
    thorough: false,
    took: pace.note,
    tell: (line) => process.stdout.write(`${line}\n`),
  });
  const failed = blocking(checks);
  if (failed.length === 0) return { checks, notReady: undefined };
  const notReady = failed.map(({ name, found }) => `the target is not ready: ${name}: ${found}`).join('; ');
  for (const project of suite.suites) testRun.skip(project, notReady);
  // Nothing more is asked of it.
  pace.answerMs = Infinity;
  return { checks, notReady };
};

/** What somebody has to look at, and what a run on a real target is about to send, for the console. */
export const readinessLines = (
  { checks = [], notReady }: Readiness,
  settings: Settings | undefined,
  suite: Suite,
): string[] => [
  ...checks.filter(({ verdict }) => verdict !== 'ok').flatMap(checkLines),
  ...(settings?.target === 'staging' && !notReady ? [`  ${planInWords(suite.allTests(), settings)}`] : []),
  ...(notReady ? [`  No test is run. ${toRun('doctor')} looks at everything a run needs.`] : []),
];
