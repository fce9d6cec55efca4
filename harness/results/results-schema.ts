import { z } from 'zod';
import { step } from '../../helpers/evidence/steps.ts';
import { timelineEntry } from '../../helpers/evidence/timeline.ts';
import { verdicts } from './judgement/verdict.ts';

/** Raised whenever a field is renamed, removed or changes its meaning. New fields do not raise it. */
export const resultsVersion = 1;

const verdict = z.enum(verdicts);
const count = z.int().nonnegative();
const counts = z
  .object(Object.fromEntries(verdicts.map((name) => [name, count])) as Record<(typeof verdicts)[number], typeof count>)
  .describe('how many have each verdict');

const test = z.object({
  title: z.string(),
  file: z.string().describe('relative to the repository, with slashes'),
  line: count,
  project: z.string().describe('the Playwright project: api or browser'),
  verdict,
  durationMs: count,
  error: z.string().nullable().describe('what went wrong, keys masked; null when nothing did'),
  note: z.string().optional().describe('"second attempt after an environment fault" where the test started afresh'),
  attempts: z
    .array(z.object({ verdict, durationMs: count, error: z.string().nullable() }))
    .optional()
    .describe('every attempt, where there was more than one'),
  environment: z
    .array(timelineEntry)
    .optional()
    .describe(
      'requests of the test that got no answer of the service, in the order they were sent; left out when none',
    ),
  screenshots: z
    .array(z.string())
    .optional()
    .describe('of a failed test in a browser, below test-results, with slashes; some may have been removed since'),
  exchanges: z
    .array(step)
    .optional()
    .describe('the first 50 exchanges of a failed test without their data, for npm run replay; absent otherwise'),
});

const rule = z.object({
  id: z.string(),
  level: z.enum(['must', 'observe', 'excluded']),
  sections: z.array(z.string()).describe("sections of the interface document, the rule's home first"),
  sentence: z.string(),
  verdict: verdict.describe("the worst of the rule's tests"),
  reason: z.string().nullable().describe('why there is no judgement; null when there is one'),
  observed: z.array(z.string()).describe('what was observed, sorted, each once'),
  known: z
    .object({ owner: z.string(), ticket: z.string(), expires: z.iso.date(), reason: z.string() })
    .optional()
    .describe(
      'the known deviation that covers the rule on this target, also when it does not hold; absent when none does',
    ),
  sent: z
    .object({
      requests: count,
      payments: count.describe('requests that start one, valid or not'),
      sharedRequests: count
        .optional()
        .describe('those that were sent for another test, and whose answer was judged; absent in earlier versions'),
      sharedPayments: count.optional(),
    })
    .optional()
    .describe('what its tests sent to the target; absent when that was nothing'),
  tests: z.array(test),
});

const ids = z.array(z.string());

/** What a person can decide about a point, and what has become of it. */
export const reviewDecisions = ['accepted', 'rejected', 'not-needed'] as const;
const reviewStates = ['open', ...reviewDecisions, 'expired', 'changed'] as const;

/** Why rules are broken. What is not certain is the product's. */
const causes = ['product', 'changed', 'data', 'unstable', 'environment', 'suite'] as const;
export type Cause = (typeof causes)[number];

const triage = z.object({
  durationMs: count.describe('added to the run'),
  complete: z.boolean().describe('false when the time was over before all was asked'),
  groups: z
    .array(
      z.object({
        cause: z
          .enum(causes)
          .describe(
            'product: fails each time, or nothing else is certain; changed: the same, and the answer differs from that ' +
              'of the last conforming run; data: only with this data; unstable: only now and ' +
              'then; environment: the way to the target; suite: the sandbox fails as well',
          ),
        common: z.string().describe('what the failures have in common'),
        said: z.string().describe('what running a test of the group again has shown'),
        rules: ids,
        asked: ids.describe('those whose test was run again at the target'),
        since: z.iso
          .datetime()
          .nullable()
          .describe('the first run in which one of them is broken; null when not known'),
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
  lost: count.describe('those of which nobody knows what became of them'),
  redirects: count,
  notifications: count.describe('of webhooks'),
  strays: count.describe('what was said of no payment of this run'),
  differing: count
    .optional()
    .describe('payments of which channels name different states, which is left open; absent in earlier versions'),
  moved: count.optional().describe('wallets with another balance in the end; absent in earlier versions'),
  contradictions: z
    .array(z.object({ what: z.string(), said: z.string() }))
    .describe('what was said of payments and cannot be true together, the first 100'),
});

const review = z.object({
  id: z.string(),
  sentence: z.string(),
  sections: z.array(z.string()),
  required: z.boolean().describe('named by REQUIRED_REVIEWS: no sign-off is a GO before it is decided'),
  state: z
    .enum(reviewStates)
    .describe(
      'expired: decided for a time that is over; changed: decided on evidence that differs from that of the run',
    ),
  decision: z
    .object({
      decision: z.enum(reviewDecisions),
      by: z.string(),
      at: z.iso.datetime(),
      until: z.iso.date().describe('the last day, UTC'),
      note: z.string(),
      run: z.iso.datetime().describe('when the run began that it was made on'),
    })
    .nullable()
    .describe('the last one; null when there is none'),
  evidence: z
    .array(z.object({ of: z.string(), digest: z.string(), seen: z.array(z.string()) }))
    .describe('what the run has seen of it; the digest is the same as long as that is'),
  changed: ids.describe('evidence that differs from that of the decision'),
  pictures: z.array(z.string()).describe('files below reports, with slashes'),
});

const check = z.object({
  name: z.string(),
  verdict: z.enum(['ok', 'warn', 'fail']).describe('only fail ends a run before its first test'),
  found: z.string().describe('keys masked'),
  mend: z.string().nullable().describe('how to mend it; null when nothing is to be mended'),
});

const shard = z.object({ index: count.describe('from 1'), of: count });

const run = z.object({
  target: z.enum(['sandbox', 'staging']),
  host: z.string().describe('host and port of the target; empty when it was not known'),
  mark: z
    .string()
    .optional()
    .describe('references that the run gave its payments begin with Ref- and this; absent for joined shards'),
  startedAt: z.iso.datetime(),
  durationMs: count,
  verdict: z.enum(['conforming', 'non-conforming', 'inconclusive']),
  profile: z
    .enum(['smoke', 'nightly', 'signoff', 'stability'])
    .optional()
    .describe('which tests were to be run, and how; a smoke run is a partial one; absent in earlier versions'),
  suiteVersion: z.string(),
  commit: z.string().nullable().describe('of the suite; null outside a git clone'),
  modified: z.boolean().describe('the clone had changes that are not in the commit'),
  partial: z.boolean().describe('only some of the tests were selected, and only their rules are listed'),
  limitedBy: z.array(z.string()).describe('the arguments that limited a partial run'),
  interrupted: z.boolean(),
  shard: shard.optional().describe('which part of a run this is; absent for a run of one machine and a merged one'),
  shards: z
    .object({ of: count, missing: z.array(count).describe('those of which nothing was there to merge, from 1') })
    .optional()
    .describe('the shards that a run was merged from; absent for a run of one machine'),
  rate: z
    .number()
    .positive()
    .optional()
    .describe('requests per second that the target took, where it refused some (429); absent where it refused none'),
  outage: z.string().optional().describe('why the target was given up during the run; left out when it was not'),
  errors: z.array(z.string()).describe('what kept the suite itself from working; keys masked'),
  leftBehind: z
    .array(z.string())
    .optional()
    .describe('what could not be deleted or restored at the target; absent when there is nothing'),
  mayExist: z
    .array(z.string())
    .optional()
    .describe('callbacks whose creation was lost on the way, there or back; absent when there are none'),
  notApplicable: z.array(z.string()).describe('capabilities the settings declare the target not to have'),
  preflight: z.array(check).optional().describe('what was looked at before the first test; absent for the sandbox'),
  seed: z.string().optional().describe('where generated values began; absent in results of earlier versions'),
  generatedRuns: count.optional().describe('how many cases each generated test was to try'),
  observations: z
    .object({
      file: z.string().describe('where the observations of this target are pinned, relative to the repository'),
      pinned: z.boolean().describe('false when the file does not exist yet: then everything is new'),
      new: z.array(z.object({ rule: z.string(), after: z.array(z.string()) })),
      changed: z.array(z.object({ rule: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
      gone: z.array(z.object({ rule: z.string(), before: z.array(z.string()) })),
    })
    .optional()
    .describe('how what was observed differs from what is pinned for this target; never a failure'),
  comparison: z
    .object({
      with: z.object({
        file: z.string().describe('relative to the repository'),
        startedAt: z.iso.datetime(),
        verdict: z.enum(['conforming', 'non-conforming', 'inconclusive']),
        commit: z.string().nullable(),
      }),
      partial: z.boolean().describe('only the rules that both runs have were compared'),
      broken: ids.describe('fail now, and did not'),
      stillBroken: ids.describe('failed, and fail or are known now'),
      fixed: ids,
      newlyNotTested: ids.describe('judged before, and left open now'),
      judgedAgain: ids.describe('left open before, and judged now without a finding'),
      added: ids,
      removed: ids,
      observations: ids.describe('observed otherwise'),
      slower: z.array(z.object({ endpoint: z.string(), ratio: z.number(), beforeMs: count, afterMs: count })),
    })
    .optional()
    .describe('what has changed since the last kept run of the same target, as ids of rules; absent without one'),
  triage: triage
    .optional()
    .describe('why rules are broken; never a part of the verdict; absent when none is, or nobody asked'),
  ledger: ledger
    .optional()
    .describe('the payments of the run as all channels tell of them; never a part of the verdict'),
  reviews: z
    .array(review)
    .optional()
    .describe('what people decide about this target; never a part of the verdict; absent in earlier versions'),
  removed: z
    .array(
      z.object({
        file: z.string().describe('below reports, with slashes; for an archive also the file in it'),
        what: z.array(z.string()).describe('the settings whose values stood in it; never a value'),
      }),
    )
    .optional()
    .describe('what the search of the reports found and removed; absent when it found nothing'),
  unsearched: z
    .array(z.string())
    .optional()
    .describe('settings whose values are ordinary words, for which reports cannot be searched; absent when none is'),
  rules: counts,
  tests: counts,
  sections: z
    .array(z.object({ section: z.string(), rules: counts }))
    .describe('rules by verdict, for each home section, in the order of the interface document'),
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
 * The results in the text of a results.json.
 *
 * @throws when the text is no JSON, or not of this version of the format
 */
export const parseResults = (text: string): Results => resultsSchema.parse(JSON.parse(text));

/** The JSON Schema of the format, as committed in results.schema.json. Further fields are allowed. */
export const resultsJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(resultsSchema, { io: 'input' }), null, 2)}\n`;
