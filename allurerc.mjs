import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'allure';
import { maxFailuresRule } from 'allure/rules';

// The configuration that depends on the run: places of results and history, names of metrics, known deviations.
// `npm run report` writes it; without it Allure shows the plain results.
const run = 'reports/allure-input/config.json';
const { verdict, ...ofRun } = existsSync(run)
  ? JSON.parse(readFileSync(run, 'utf8'))
  : { resultsDir: ['reports/allure-results'] };

/** A category for a verdict, by the label that `npm run report` adds. */
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

/** Covers what no test shows: interruptions, missing shards and leftovers at the target. */
const verdictRule = {
  rule: 'verdict',
  message: ({ actual, expected }) => `The run is ${actual}, but must be ${expected}`,
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
    category('Observed differently', 'observed', { drift: 'changed' }),
    category('Observed: the interface leaves it open', 'observed'),
    category('Not applicable: declared absent', 'not-applicable'),
  ],
  // Passes exactly the runs that end with exit code 0; `npm run report -- --gate` evaluates it.
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
        // A single file opens without a server, and can be passed on.
        singleFile: true,
        groupBy: ['epic', 'feature', 'story'],
        defaultSortBy: 'name,asc',
        reportLanguage: 'en',
      },
    },
  },
  ...ofRun,
});
