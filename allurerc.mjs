import { defineConfig } from 'allure';

export default defineConfig({
  name: 'Payment collection conformance',
  output: 'reports/allure',
  resultsDir: ['reports/allure-results'],
  hideLabels: ['titlePath', 'host', 'thread', 'package', 'language', 'framework'],
  categories: [
    {
      name: 'Known deviations',
      matchers: { statuses: ['skipped'], labels: { known: /./ } },
      groupBy: [{ label: 'known' }],
    },
    { name: 'Not tested: a prerequisite is missing', matchers: { message: /^(Error: )?NotTested: / } },
    {
      name: 'Environment: no answer that could be judged',
      matchers: { message: /^(Error: )?EnvironmentFault: |net::ERR_/ },
    },
    {
      name: 'Broken rules',
      matchers: { statuses: ['failed', 'broken'], message: /expect(\.\w+)?\(/ },
      groupBy: [{ label: 'story' }],
    },
    { name: 'Harness: the suite itself is at fault', matchers: { statuses: ['failed', 'broken'] } },
  ],
  plugins: {
    awesome: {
      options: {
        // One file: it opens without a server, and can be handed on.
        singleFile: true,
        groupBy: ['epic', 'feature', 'story'],
        reportLanguage: 'en',
      },
    },
  },
});
