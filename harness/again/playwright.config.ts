import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type PlaywrightTestConfig, type Project } from '@playwright/test';
import { noSettings } from '../../helpers/settings/declarations/declarations.ts';
import { parseSettings, type Settings } from '../../helpers/settings/settings.ts';
import { configFromRoot } from './config-from-root.ts';
import { escaped, folderOfPlan, readPlan, titlesOf, type Question } from './plan.ts';

// Some tests of an earlier run, with the settings at hand, as a plan says. Nothing here writes where a conformance run
// does.

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
        // To start a worker costs more than the few tests of a question, so a second one does not pay.
        workers: 1,
        testMatch: tests.map(({ file }) => exactly(join(root, file))),
        grep: titlesOf(tests),
        repeatEach: question.times,
        // Pictures and traces are searched for keys only by a conformance run.
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
  // One after the other where somebody follows what happens at the target.
  workers: questions.length > 1 ? 2 : 1,
  ...(mostMs && { globalTimeout: mostMs }),
  outputDir: join(folderOfPlan(), 'test-results'),
  preserveOutput: 'never',
  reporter: [['./reporter.ts']],
});

/** A path alone, whatever a pattern would make of its signs. */
function exactly(path: string): RegExp {
  return new RegExp(`^${escaped(path)}$`);
}

/** What a question changes about the tests. */
function changesOf({ sandbox, isFresh, leaveOut = [] }: Question): object {
  if (sandbox) return { settings: ofSandbox(sandbox), ownTarget: true, leaveOut };
  return { leaveOut, ...(isFresh && { settings: withFreshData(settings) }) };
}

/** The sandbox has its own account, and generated values begin where those of the run did. */
function ofSandbox(address: string): Settings {
  const { seed, generatedRuns } = settings;
  return { ...parseSettings({ ...noSettings, TARGET: 'sandbox' }, address), seed, generatedRuns };
}

/** An amount a little below the one of the settings, another one in each worker: some services refuse what comes twice. */
function withFreshData(given: Settings): Settings {
  const less = 1 + Math.floor(Math.random() * Math.max(1, given.amount / 20));
  return { ...given, amount: Math.max(1, given.amount - less) };
}
