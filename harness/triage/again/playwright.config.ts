import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type PlaywrightTestConfig, type Project } from '@playwright/test';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';
import { parseSettings, type Settings } from '../../../helpers/settings/settings.ts';
import { configFromRoot } from './config-from-root.ts';
import { escaped, folderOfPlan, readPlan, titlesOf, type Question } from './plan.ts';

// Runs the tests of a plan with the current settings, without writing to the reports of a conformance run.

const { config, questions, mostMs } = readPlan();
const root = dirname(config);
const { default: ofRun } = (await import(pathToFileURL(config).href)) as { default: PlaywrightTestConfig };
const base = configFromRoot(ofRun, root);
const { settings } = base.use as { settings: Settings };

const projects = questions.flatMap((question) =>
  (base.projects ?? []).flatMap((project): Project[] => {
    const tests = question.tests.filter((one) => one.project === project.name);
    if (tests.length === 0) return [];
    return [
      {
        ...project,
        name: `${project.name} ${question.name}`,
        metadata: { question: question.name, project: project.name, sandbox: question.sandbox },
        // Starting a second worker costs more time than it saves for a few tests.
        workers: 1,
        testMatch: tests.map(({ file }) => exactly(join(root, file))),
        grep: titlesOf(tests),
        repeatEach: question.times,
        // Only a conformance run searches screenshots and traces for keys.
        use: {
          ...project.use,
          trace: 'off',
          screenshot: 'off',
          keepsSteps: true,
          asksItself: true,
          ...changesOf(question),
        } as object,
      },
    ];
  }),
);

export default defineConfig({
  ...base,
  projects,
  // A single question runs serially, so that its requests can be followed at the target.
  workers: questions.length > 1 ? 2 : 1,
  ...(mostMs && { globalTimeout: mostMs }),
  outputDir: join(folderOfPlan(), 'test-results'),
  preserveOutput: 'never',
  reporter: [['./reporter.ts']],
});

/** Matches exactly this path, because Playwright would read a string as a glob. */
function exactly(path: string): RegExp {
  return new RegExp(`^${escaped(path)}$`);
}

/** The options that a question changes. */
function changesOf({ sandbox, isFresh, leaveOut = [] }: Question): object {
  if (sandbox) return { settings: ofSandbox(sandbox), ownTarget: true, leaveOut };
  return { leaveOut, ...(isFresh && { settings: withFreshData(settings) }) };
}

/** Settings for the account of the sandbox; the seed of the run is kept, so that generated values are the same. */
function ofSandbox(address: string): Settings {
  const { seed, generatedRuns } = settings;
  return { ...parseSettings({ ...noSettings, TARGET: 'sandbox' }, address), seed, generatedRuns };
}

/** Lowers the amount slightly and differently in each worker, because some services refuse repeated payments. */
function withFreshData(given: Settings): Settings {
  const less = 1 + Math.floor(Math.random() * Math.max(1, given.amount / 20));
  return { ...given, amount: Math.max(1, given.amount - less) };
}
