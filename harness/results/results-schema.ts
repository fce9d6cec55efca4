import { z } from 'zod';
import { checkVerdicts } from '../../helpers/evidence/check-result.ts';
import { verdicts } from './verdicts.ts';

/** Increase it when a field is renamed, removed or changes its meaning, but not for new fields. */
export const resultsVersion = 2;

const verdict = z.enum(verdicts);
const count = z.int().nonnegative();
const counts = z
  .object(Object.fromEntries(verdicts.map((name) => [name, count])) as Record<(typeof verdicts)[number], typeof count>)
  .describe('the number of rules with each verdict');

const testResult = z.object({
  title: z.string().describe('with the titles of its groups'),
  file: z.string().describe('relative to the suite, with slashes'),
  line: count,
  project: z.string().describe('api or browser'),
  verdict,
  durationMs: count,
  error: z.string().nullable().describe('the error that ended the test, with keys masked; null without one'),
});

const ruleCase = z.object({
  case: z.string().describe('the near miss or circumstance; "each exchange" for what holds for every answer'),
  verdict: z.enum(checkVerdicts),
  message: z.string().nullable().describe('what was expected, what came and where to look, with keys masked'),
  differences: z
    .array(z.object({ field: z.string(), expected: z.string(), received: z.string() }))
    .describe('how it fails, without ids, times and data; a known deviation lists them'),
  observed: z.string().nullable(),
  ticket: z.string().nullable().describe('of the known deviation that covers the failure'),
  evidence: z
    .object({ sent: z.string(), came: z.string(), curl: z.string() })
    .optional()
    .describe('an exchange that shows the failure, keys masked and long bodies cut; absent for other failures'),
  file: z.string().describe('of the first test with this verdict'),
  line: count,
  title: z.string(),
});

const rule = z.object({
  id: z.string(),
  level: z.enum(['must', 'observe', 'excluded']),
  sections: z.array(z.string()).describe("sections of the interface document, the rule's main section first"),
  sentence: z.string(),
  verdict: verdict.describe('the worst of its cases'),
  reason: z.string().nullable().describe('why there is no judgement; null when there is one'),
  absent: z.array(z.string()).optional().describe('why it is not-applicable: what NOT_APPLICABLE declares absent'),
  observed: z.array(z.string()).describe('the observations as "case: words", sorted, without duplicates'),
  since: z.iso.datetime().optional().describe('the start of the first run of an unbroken series that broke it'),
  cases: z.array(ruleCase),
  tests: z.array(testResult).describe('the tests that cover the rule, and others in which it was broken'),
});

const check = z.object({
  name: z.string(),
  verdict: z.enum(['ok', 'warn', 'fail']).describe('only fail ends a run before the first test'),
  message: z.string().describe('keys masked'),
  fix: z.string().nullable().describe('how to fix it; null when there is nothing to fix'),
});

const run = z.object({
  target: z.enum(['sandbox', 'staging']),
  host: z.string().describe('host and port of the target; empty when unknown'),
  mark: z.string().optional().describe('the payment references of the run start with Ref- and this'),
  startedAt: z.iso.datetime(),
  durationMs: count,
  verdict: z.enum(['conforming', 'non-conforming', 'inconclusive']),
  builds: z
    .array(z.object({ name: z.string(), at: z.iso.datetime() }))
    .optional()
    .describe('which build answered at BUILD_URL, before the first and after the last request'),
  speed: z
    .array(
      z.object({
        answer: z.string().describe('endpoint and status'),
        count,
        medianMs: count,
        p95Ms: count,
        slowestMs: count,
        medianBeforeMs: count.optional().describe('in the run before'),
      }),
    )
    .optional()
    .describe('how fast the target answered, without what our own limiter waited; never a verdict'),
  before: z.iso.datetime().optional().describe('the start of the last whole run of this target, if one is kept'),
  suiteVersion: z.string(),
  commit: z.string().nullable().describe('of the suite; null outside a git clone'),
  modified: z.boolean().describe('the clone had uncommitted changes'),
  partial: z.boolean().describe('only some tests were selected, and only their rules are listed'),
  limitedBy: z.array(z.string()).describe('the arguments that limited a partial run'),
  interrupted: z.boolean(),
  shards: z
    .object({ of: count, missing: z.array(count) })
    .optional()
    .describe('the shards that the run was merged from; absent for other runs'),
  outage: z.string().optional().describe('why the run stopped using the target; absent without an outage'),
  errors: z.array(z.string()).describe('failures of the suite itself, with keys masked'),
  endedEarly: z.array(z.string()).optional().describe('tests that broke off although each of their rules had a result'),
  leftBehind: z.array(z.string()).optional().describe('callbacks that could not be deleted or restored'),
  otherRuns: z.array(z.string()).optional().describe('marks of other runs, whose payments this run was notified of'),
  mayExist: z.array(z.string()).optional().describe('callbacks whose creation got no answer'),
  notApplicable: z.array(z.string()).describe('capabilities that the settings declare as not available'),
  screenshots: z.boolean().optional().describe('false where SCREENSHOTS=0 took no pictures'),
  undecided: z.array(z.string()).optional().describe('points that people decide, and have not, or no longer'),
  goneCases: z.array(z.string()).optional().describe('cases of known deviations that the run did not meet'),
  endingDeviations: z.array(z.string()).optional().describe('known deviations that have ended, or end within a week'),
  preflight: z.array(check).optional().describe('the checks before the first test; absent for the sandbox'),
  seed: z.string().optional().describe('the seed of generated cases'),
  generatedRuns: count.optional().describe('the number of cases of each generated test'),
  sent: z
    .object({
      requests: count,
      payments: count,
      pairs: z
        .object({ covered: count, of: count })
        .optional()
        .describe('how many pairs of the values that accepted requests carried stood together in one of them'),
    })
    .optional()
    .describe('what the tests sent to the target'),
  removed: z
    .array(z.object({ file: z.string(), what: z.array(z.string()) }))
    .optional()
    .describe('the values of settings that were removed from the reports, by name'),
  unsearched: z.array(z.string()).optional().describe('settings whose values are ordinary words'),
  rules: counts,
  tests: counts.describe('the number of tests with each verdict'),
  sections: z.array(z.object({ section: z.string(), rules: counts })),
});

/** The format of reports/results.json. */
export const resultsSchema = z
  .object({ version: z.literal(resultsVersion), run, rules: z.array(rule) })
  .meta({ title: 'Results of a conformance run', description: 'Written by every run to reports/results.json.' });

export type Results = z.output<typeof resultsSchema>;
export type RunFacts = Results['run'];
export type RuleResult = Results['rules'][number];
export type RuleCase = RuleResult['cases'][number];
export type TestResult = RuleResult['tests'][number];
export type Counts = z.output<typeof counts>;

/** The JSON Schema of the format, as committed in results.schema.json beside this file. Further fields are allowed. */
export const resultsJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(resultsSchema, { io: 'input' }), null, 2)}\n`;
