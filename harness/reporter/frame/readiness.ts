import type { Reporter, Suite } from '@playwright/test/reporter';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import { blocking, checkLines, type Check } from '../../preflight/check.ts';
import { planInWords } from '../../shards/plan.ts';
import { preflight } from '../../preflight/preflight.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { pace } from '../../preflight/pace.ts';

type Start = Parameters<NonNullable<Reporter['preprocess']>>[0];

/** The result of the preflight. */
export interface Readiness {
  /** Undefined without preflight. */
  checks: Check[] | undefined;
  /** Why no test runs; undefined when the target is ready. */
  notReady: string | undefined;
}

/** Checks whether a staging target is ready for the selected tests; skips all of them if it is not. */
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
  // Send nothing more: an infinite response time disables prefetching.
  pace.answerMs = Infinity;
  return { checks, notReady };
};

/** The console lines about failed checks, and about the traffic that a run on a real target will send. */
export const readinessLines = (
  { checks = [], notReady }: Readiness,
  settings: Settings | undefined,
  suite: Suite,
): string[] => [
  ...checks.filter(({ verdict }) => verdict !== 'ok').flatMap(checkLines),
  ...(settings?.target === 'staging' && !notReady ? [`  ${planInWords(suite.allTests(), settings)}`] : []),
  ...(notReady ? [`  No test is run. ${toRun('doctor')} checks everything a run needs.`] : []),
];
