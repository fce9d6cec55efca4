import { z } from 'zod';
import { step } from '../../helpers/evidence/steps.ts';
import { timelineEntry } from '../../helpers/evidence/timeline.ts';
import { verdicts } from './judgement/verdict.ts';

/** Increase it when a field is renamed, removed or changes its meaning, but not for new fields. */
export const resultsVersion = 1;

const verdict = z.enum(verdicts);
const count = z.int().nonnegative();
const counts = z
  .object(Object.fromEntries(verdicts.map((name) => [name, count])) as Record<(typeof verdicts)[number], typeof count>)
  .describe('the number of rules or tests with each verdict');

const test = z.object({
  title: z.string(),
  file: z.string().describe('relative to the repository, with slashes'),
  line: count,
  project: z.string().describe('the Playwright project: api or browser'),
  verdict,
  durationMs: count,
  error: z.string().nullable().describe('the error, with keys masked; null when there was none'),
  note: z.string().optional().describe('"second attempt after an environment fault" when the test was repeated'),
  attempts: z
    .array(z.object({ verdict, durationMs: count, error: z.string().nullable() }))
    .optional()
    .describe('every attempt, when there was more than one'),
  environment: z
    .array(timelineEntry)
    .optional()
    .describe(
      'requests of the test without an answer of the service, in the order they were sent; absent when there are none',
    ),
  screenshots: z
    .array(z.string())
    .optional()
    .describe('of a failed browser test, relative to test-results, with slashes; some may have been removed since'),
  exchanges: z
    .array(step)
    .optional()
    .describe('the first 50 exchanges of a failed test without their data, for npm run replay; absent otherwise'),
});

const rule = z.object({
  id: z.string(),
  level: z.enum(['must', 'observe', 'excluded']),
  sections: z.array(z.string()).describe("sections of the interface document, the rule's main section first"),
  sentence: z.string(),
  verdict: verdict.describe("the worst of the rule's tests"),
  reason: z.string().nullable().describe('why there is no judgement; null when there is one'),
  observed: z.array(z.string()).describe('the observations, sorted, without duplicates'),
  known: z
    .object({ owner: z.string(), ticket: z.string(), expires: z.iso.date(), reason: z.string() })
    .optional()
    .describe(
      'the known deviation that covers the rule on this target, even when it does not apply; absent when none does',
    ),
  sent: z
    .object({
      requests: count,
      payments: count.describe('requests that start one, valid or not'),
      sharedRequests: count
        .optional()
        .describe('requests sent for another test whose answers were judged as well; absent in earlier versions'),
      sharedPayments: count.optional(),
    })
    .optional()
    .describe('the traffic of its tests to the target; absent when there was none'),
  tests: z.array(test),
});

const ids = z.array(z.string());

/** The decisions of a person about a point, and the states of a point. */
export const reviewDecisions = ['accepted', 'rejected', 'not-needed'] as const;
const reviewStates = ['open', ...reviewDecisions, 'expired', 'changed'] as const;

/** The causes of broken rules. Without certainty the cause is the product. */
const causes = ['product', 'changed', 'data', 'unstable', 'environment', 'suite'] as const;
export type Cause = (typeof causes)[number];

const triage = z.object({
  durationMs: count.describe('the time added to the run'),
  complete: z.boolean().describe('false when the time limit ended the triage early'),
  groups: z
    .array(
      z.object({
        cause: z
          .enum(causes)
          .describe(
            'product: fails each time, or nothing else is certain; changed: the same, and the answer differs from that ' +
              'of the last conforming run; data: only with this data; unstable: only now and ' +
              'then; environment: network problems; suite: the sandbox fails as well',
          ),
        common: z.string().describe('what the failures have in common'),
        said: z.string().describe('the outcome of running a test of the group again'),
        rules: ids,
        asked: ids.describe('the rules whose test was run again on the target'),
        since: z.iso
          .datetime()
          .nullable()
          .describe('the start of the first run in which one of them was broken; null when not known'),
        smallest: z
          .string()
          .nullable()
          .describe('a command with the smallest request that still fails, keys masked; null when not known'),
      }),
    )
    .describe('broken rules by cause, the largest group first'),
});

const ledger = z.object({
  intents: count.describe('requests that may have started a payment'),
  lost: count.describe('payments whose outcome is unknown'),
  redirects: count,
  notifications: count.describe('received by webhooks'),
  strays: count.describe('messages about payments that are not of this run'),
  differing: count
    .optional()
    .describe(
      'payments whose channels report different states, which the interface leaves open; absent in earlier versions',
    ),
  moved: count.optional().describe('wallets whose balance differed at the end; absent in earlier versions'),
  contradictions: z
    .array(z.object({ what: z.string(), said: z.string() }))
    .describe('messages about payments that cannot all be true, the first 100'),
});

const review = z.object({
  id: z.string(),
  sentence: z.string(),
  sections: z.array(z.string()),
  required: z.boolean().describe('listed in REQUIRED_REVIEWS: a sign-off is no GO before it is decided'),
  state: z
    .enum(reviewStates)
    .describe(
      'expired: the decision is no longer valid; changed: the evidence of the run differs from that of the decision',
    ),
  decision: z
    .object({
      decision: z.enum(reviewDecisions),
      by: z.string(),
      at: z.iso.datetime(),
      until: z.iso.date().describe('the last day, UTC'),
      note: z.string(),
      run: z.iso.datetime().describe('the start of the run that the decision is based on'),
    })
    .nullable()
    .describe('the last decision; null when there is none'),
  evidence: z
    .array(z.object({ of: z.string(), digest: z.string(), seen: z.array(z.string()) }))
    .describe('the evidence in the run; the digest changes with the evidence'),
  changed: ids.describe('evidence that differs from that of the decision'),
  pictures: z.array(z.string()).describe('files relative to reports, with slashes'),
});

const check = z.object({
  name: z.string(),
  verdict: z.enum(['ok', 'warn', 'fail']).describe('only fail ends a run before the first test'),
  found: z.string().describe('keys masked'),
  mend: z.string().nullable().describe('how to fix it; null when there is nothing to fix'),
});

const shard = z.object({ index: count.describe('from 1'), of: count });

const run = z.object({
  target: z.enum(['sandbox', 'staging']),
  host: z.string().describe('host and port of the target; empty when unknown'),
  mark: z
    .string()
    .optional()
    .describe('the payment references of the run start with Ref- and this; absent for merged shards'),
  startedAt: z.iso.datetime(),
  durationMs: count,
  verdict: z.enum(['conforming', 'non-conforming', 'inconclusive']),
  profile: z
    .enum(['smoke', 'nightly', 'signoff', 'stability'])
    .optional()
    .describe('the profile that selected the tests; a smoke run is a partial run; absent in earlier versions'),
  suiteVersion: z.string(),
  commit: z.string().nullable().describe('of the suite; null outside a git clone'),
  modified: z.boolean().describe('the clone had uncommitted changes'),
  partial: z.boolean().describe('only some tests were selected, and only their rules are listed'),
  limitedBy: z.array(z.string()).describe('the arguments that limited a partial run'),
  interrupted: z.boolean(),
  shard: shard.optional().describe('the shard of a run; absent for a complete run and for a merged one'),
  shards: z
    .object({ of: count, missing: z.array(count).describe('the shards without results, from 1') })
    .optional()
    .describe('the shards that the run was merged from; absent for other runs'),
  rate: z
    .number()
    .positive()
    .optional()
    .describe('requests per second that the target accepted; absent when it refused none (429)'),
  outage: z
    .string()
    .optional()
    .describe('why the run stopped using the target after an outage; absent when there was none'),
  errors: z.array(z.string()).describe('failures of the suite itself, with keys masked'),
  leftBehind: z
    .array(z.string())
    .optional()
    .describe('callbacks that could not be deleted or restored at the target; absent when there are none'),
  mayExist: z
    .array(z.string())
    .optional()
    .describe('callbacks that may exist, because their creation got no answer; absent when there are none'),
  notApplicable: z.array(z.string()).describe('capabilities that the settings declare as not available'),
  preflight: z.array(check).optional().describe('the checks before the first test; absent for the sandbox'),
  seed: z.string().optional().describe('the seed of generated values; absent in results of earlier versions'),
  generatedRuns: count.optional().describe('the number of cases of each generated test'),
  observations: z
    .object({
      file: z.string().describe('the file with the pinned observations of this target, relative to the repository'),
      pinned: z.boolean().describe('false when the file does not exist yet, so that everything is new'),
      new: z.array(z.object({ rule: z.string(), after: z.array(z.string()) })),
      changed: z.array(z.object({ rule: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
      gone: z.array(z.object({ rule: z.string(), before: z.array(z.string()) })),
    })
    .optional()
    .describe('the differences from the pinned observations of this target; never a failure'),
  comparison: z
    .object({
      with: z.object({
        file: z.string().describe('relative to the repository'),
        startedAt: z.iso.datetime(),
        verdict: z.enum(['conforming', 'non-conforming', 'inconclusive']),
        commit: z.string().nullable(),
      }),
      partial: z.boolean().describe('only rules in both runs were compared'),
      broken: ids.describe('fail now, but did not fail before'),
      stillBroken: ids.describe('failed before, and fail or are known deviations now'),
      fixed: ids,
      newlyNotTested: ids.describe('judged before, but not now'),
      judgedAgain: ids.describe('not judged before, and judged now without failure'),
      added: ids,
      removed: ids,
      observations: ids.describe('observed differently'),
      slower: z.array(z.object({ endpoint: z.string(), ratio: z.number(), beforeMs: count, afterMs: count })),
    })
    .optional()
    .describe('the changes since the last kept run of the same target, as ids of rules; absent without such a run'),
  triage: triage
    .optional()
    .describe('the causes of broken rules; never a part of the verdict; absent without broken rules or triage'),
  ledger: ledger
    .optional()
    .describe('the payments of the run as reported by all channels; never a part of the verdict'),
  reviews: z
    .array(review)
    .optional()
    .describe('the manual reviews of this target; never a part of the verdict; absent in earlier versions'),
  removed: z
    .array(
      z.object({
        file: z.string().describe('relative to reports, with slashes; for an archive also the file in it'),
        what: z.array(z.string()).describe('the settings whose values it contained; never a value'),
      }),
    )
    .optional()
    .describe('the findings that the key scan removed from the reports; absent when there were none'),
  unsearched: z
    .array(z.string())
    .optional()
    .describe(
      'settings that reports cannot be searched for, because their values are ordinary words; absent without any',
    ),
  rules: counts,
  tests: counts,
  sections: z
    .array(z.object({ section: z.string(), rules: counts }))
    .describe('rules by verdict for each main section, in the order of the interface document'),
});

/** The format of reports/results.json. */
const resultsSchema = z
  .object({ version: z.literal(resultsVersion), run, rules: z.array(rule) })
  .meta({ title: 'Results of a conformance run', description: 'Written by every run to reports/results.json.' });

export type Results = z.output<typeof resultsSchema>;
export type RunFacts = Results['run'];
export type RuleResult = Results['rules'][number];
export type TestResult = RuleResult['tests'][number];
export type Triage = z.output<typeof triage>;
export type TriageGroup = Triage['groups'][number];
export type Review = z.output<typeof review>;
export type Counts = z.output<typeof counts>;

/**
 * Parses the text of a results.json.
 *
 * @throws when the text is not valid JSON, or not of this version of the format
 */
export const parseResults = (text: string): Results => resultsSchema.parse(JSON.parse(text));

/** The JSON Schema of the format, as committed in results.schema.json. Further fields are allowed. */
export const resultsJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(resultsSchema, { io: 'input' }), null, 2)}\n`;
