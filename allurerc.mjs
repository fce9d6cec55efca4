import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'allure';
import { maxFailuresRule } from 'allure/rules';

// What follows from the run: where its results and its history are, how its metrics are called, which deviations are
// known. `npm run report` writes it; without it Allure shows the bare results.
const run = 'reports/allure-input/config.json';
const { verdict, ...ofRun } = existsSync(run)
  ? JSON.parse(readFileSync(run, 'utf8'))
  : { resultsDir: ['reports/allure-results'] };

/** A category for each verdict that needs attention or was recorded, by the label that `npm run report` adds. */
const category = (name, verdict, more = {}) => ({
  name,
  matchers: { labels: { verdict: `^${verdict}$`, ...more } },
  groupBy: [{ label: 'epic' }, { label: 'story' }],
  groupByMessage: false,
});

const having =
  (...verdicts) =>
  ({ labels }) =>
    labels.some(({ name, value }) => name === 'verdict' && verdicts.includes(value));

/** What is in no test: an interruption, a missing shard, what was left behind at the target. */
const verdictRule = {
  rule: 'verdict',
  message: ({ actual, expected }) => `The run is ${actual}, and has to be ${expected}`,
  validate: async ({ expected }) => ({ success: verdict === expected, actual: verdict, testResults: [] }),
};

export default defineConfig({
  name: 'Payment collection conformance',
  output: 'reports/allure',
  hideLabels: ['titlePath', 'host', 'thread', 'package', 'language', 'framework', /^_/],
  categories: [
    { ...category('Broken rules', 'fail'), expand: true },
    category('Known deviations', 'known'),
    category('Not tested: a prerequisite is missing', 'not-tested'),
    category('Environment: no answer that could be judged', 'environment'),
    category('Harness: the suite itself is at fault', 'harness'),
    category('Observed otherwise than pinned', 'observed', { drift: 'changed' }),
    category('Observed: the interface leaves it open', 'observed'),
    category('Not applicable: declared absent', 'not-applicable'),
  ],
  // Passed exactly where the run ends with exit code 0; `npm run report -- --gate` asks.
  qualityGate: {
    rules: [
      { id: 'broken rules', maxFailures: 0, filter: having('fail') },
      { id: 'not judged', maxFailures: 0, filter: having('not-tested', 'environment', 'harness') },
      { id: 'run', verdict: 'conforming' },
    ],
    use: [maxFailuresRule, verdictRule],
  },
  historyLimit: 30,
  plugins: {
    awesome: {
      options: {
        // One file: it opens without a server, and can be handed on.
        singleFile: true,
        groupBy: ['epic', 'feature', 'story'],
        defaultSortBy: 'name,asc',
        reportLanguage: 'en',
      },
    },
  },
  ...ofRun,
});
