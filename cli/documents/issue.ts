import { config } from 'dotenv';
import { Tracker } from '../../harness/digest/issue/tracker.ts';
import { keepIssue } from '../../harness/digest/issue/issue.ts';
import { runUrl } from '../../harness/digest/publish.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { command } from '../../helpers/processes/command.ts';
import { parseDigestSettings } from '../../helpers/settings/settings.ts';

const usage = `npm run issue: keeps one issue open at GitHub or GitLab while the target is broken.

  npm run issue

It reports the last run, in reports/results.json. The issue is opened when a rule is broken, updated after each further
run, commented on when other rules are broken than before, and closed when the target conforms. Partial, interrupted
and inconclusive runs change nothing. The issue is identified by its label, payment-conformance, and a marker in it.

It runs in a pipeline, whose variables name the tracker: GITHUB_API_URL and GITHUB_REPOSITORY, or CI_API_V4_URL and
CI_PROJECT_ID. ISSUE_TOKEN must have permission to write issues. HTTPS_PROXY is used as the proxy, if it is set.

Exit codes
  0  the issue is up to date, or there was nothing to do
  3  the issue could not be written, or there is no run`;

await command(usage, {}, async () => {
  config({ quiet: true });
  const { issueToken, wayIn } = parseDigestSettings(process.env);
  if (!issueToken) throw new Error('ISSUE_TOKEN: set it to a token that may write issues');
  const results = readResults('reports/results.json');
  console.log(await keepIssue(results, runUrl(), new Tracker(process.env, issueToken, wayIn)));
});
