import { defineConfig } from 'allure';

// Used by npm run report, which passes the places of the last run.
const { ALLURE_RESULTS, ALLURE_OUTPUT, ALLURE_HISTORY, ALLURE_APPEND, ALLURE_VARIABLES, ALLURE_BROKEN } = process.env;

const statuses = ['failed', 'broken'];

/** The tests of a broken rule have a label with its id; see harness/allure/categories.ts. */
const brokenRule = ({ id, name }) => ({
  name,
  matchers: { statuses, labels: { cause: new RegExp(`^${id.replaceAll('.', '\\.')}$`) } },
  groupByMessage: false,
});

const category = (name, verdict) => ({
  name,
  matchers: { statuses, message: new RegExp(`\\(${verdict}\\)`) },
  groupBy: [{ label: 'epic' }],
});

export default defineConfig({
  name: 'Payment collection conformance',
  output: ALLURE_OUTPUT ?? 'reports/allure',
  resultsDir: [ALLURE_RESULTS ?? 'reports/allure-results'],
  historyPath: ALLURE_HISTORY ?? 'reports/history/allure.jsonl',
  historyLimit: 30,
  appendHistory: ALLURE_APPEND === 'yes',
  variables: JSON.parse(ALLURE_VARIABLES ?? '{}'),
  hideLabels: ['titlePath', 'host', 'thread', 'package', 'language', 'framework', /^_/],
  categories: [
    ...JSON.parse(ALLURE_BROKEN ?? '[]').map(brokenRule),
    category('Not tested: a prerequisite is missing', 'not-tested'),
    category('Environment: no answer that could be judged', 'environment'),
    category('Harness: the suite itself is at fault', 'harness'),
  ],
  plugins: {
    awesome: {
      // A single file opens without a server, and can be passed on.
      options: { singleFile: true, groupBy: ['epic', 'feature', 'subSuite'], reportLanguage: 'en' },
    },
  },
});
