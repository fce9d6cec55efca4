import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Traffic } from '../../helpers/client/network/traffic.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { capabilitiesOfTags, ruleOfTags } from '../../interface/rules/rule.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Results } from '../results/results-schema.ts';
import { counted, duration } from '../results/text.ts';
import { isRepeatable, mostAttempts } from '../triage/questions.ts';

/** Recorded on a whole run against the sandbox. */
const file = fileURLToPath(new URL('../../durations/requests.json', import.meta.url));

const schema = z.object({
  generatedRuns: z.number().positive().describe('how many cases each generated test tried'),
  tests: z.number().describe('of the whole run'),
  rules: z.record(
    z.string(),
    z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .describe('of a test, on average: requests and payments, and the same where none are shared with other tests'),
  ),
});
type Recorded = z.infer<typeof schema>;

/** What a run will send: about so much, since answers decide what follows them. */
interface Plan extends Pick<Traffic, 'requests' | 'payments'> {
  tests: number;
  /** Tests that the settings declare not applicable. */
  notApplicable: number;
}

type Test = { tags: readonly string[] };

const readRecorded = (path: string): Recorded => schema.parse(JSON.parse(readFileSync(path, 'utf8')));

/** Records what the tests of a whole run sent. @param path elsewhere than in the suite */
export const writeRequests = ({ run, rules }: Results, path = file): void => {
  const average = (sum: number, tests: number): number => Math.round((10 * sum) / tests) / 10;
  const recorded: Recorded = {
    generatedRuns: run.generatedRuns ?? 1,
    tests: rules.reduce((sum, { tests }) => sum + tests.length, 0),
    rules: Object.fromEntries(
      rules
        .flatMap(({ id, sent, tests }): [string, Recorded['rules'][string]][] => {
          if (!sent) return [];
          const { requests, payments, sharedRequests = 0, sharedPayments = 0 } = sent;
          const all = [requests, payments, requests + sharedRequests, payments + sharedPayments] as const;
          const [one, two, three, four] = all.map((sum) => average(sum, tests.length));
          return [[id, [one ?? 0, two ?? 0, three ?? 0, four ?? 0]]];
        })
        .sort(([id], [other]) => (id < other ? -1 : 1)),
    ),
  };
  const { rules: rows, ...head } = recorded;
  const lines = Object.entries(rows).map(([id, row]) => `    ${JSON.stringify(id)}: [${row.join(', ')}]`);
  const text = JSON.stringify({ ...head, rules: {} }, null, 2).replace('{}', `{\n${lines.join(',\n')}\n  }`);
  writeAtomically(path, `${text}\n`);
};

/** How much more than recorded may be asked: some tests wait for something, and whoever comes first makes what is shared. */
const [more, atLeast] = [1.25, 6];

/** What a whole run asked beyond what is recorded, a line for each; none when it kept within. @param path likewise */
export const beyondRecorded = ({ rules }: Pick<Results, 'rules'>, path = file): string[] => {
  const recorded = readRecorded(path);
  let [sum, allowed] = [0, 0];
  const lines = rules.flatMap(({ id, sent, tests }) => {
    const [own, , asked] = recorded.rules[id] ?? [0, 0, 0];
    const now = sent ? sent.requests + (sent.sharedRequests ?? 0) : 0;
    sum += sent?.requests ?? 0;
    allowed += own * tests.length;
    const most = Math.ceil(more * asked * tests.length + atLeast);
    return now <= most ? [] : [`${id}: its tests ask ${counted(now, 'request')}, ${most} at most are expected`];
  });
  const most = Math.ceil(1.03 * allowed);
  return sum <= most ? lines : [...lines, `all rules: ${counted(sum, 'request')} sent, ${most} at most are expected`];
};

/** What tests will send. @param path of what was recorded, where that is not in the suite */
export const planOf = (
  tests: readonly Test[],
  { notApplicable, generatedRuns }: Pick<Settings, 'notApplicable' | 'generatedRuns'>,
  path = file,
): Plan => {
  const recorded = readRecorded(path);
  const absent: ReadonlySet<string> = notApplicable;
  const applicable = tests.filter(({ tags }) => !capabilitiesOfTags(tags).some((name) => absent.has(name)));
  const isWhole = tests.length >= recorded.tests;
  let [requests, payments] = [0, 0];
  for (const { tags } of applicable) {
    // Some tests alone can share little with others.
    const [ownRequests = 0, ownPayments = 0] = (recorded.rules[ruleOfTags(tags)?.id ?? ''] ?? []).slice(
      isWhole ? 0 : 2,
    );
    const isGenerated = tags.some((tag) => tag.startsWith('@generated.'));
    const times = isGenerated ? generatedRuns / recorded.generatedRuns : 1;
    requests += ownRequests * times;
    payments += ownPayments * times;
  }
  return {
    tests: applicable.length,
    notApplicable: tests.length - applicable.length,
    requests: Math.ceil(requests),
    payments: Math.ceil(payments),
  };
};

/**
 * What may be sent to find out why rules are broken: where those are broken whose tests send the most.
 *
 * @param path of what was recorded, where that is not in the suite
 */
export const mostOfTriage = (
  tests: readonly (Test & { project: string })[],
  path = file,
): Pick<Traffic, 'requests' | 'payments'> => {
  const recorded = readRecorded(path);
  const repeatable = tests.flatMap(({ tags, project }) => {
    const rule = ruleOfTags(tags);
    return rule?.level === 'must' && isRepeatable({ rule, test: { project } }) ? [rule.id] : [];
  });
  const sent = [...new Set(repeatable)].map((id) => recorded.rules[id] ?? ([0, 0, 0, 0] as const));
  // A test that is run again shares nothing with others.
  const most = (which: 2 | 3): number => {
    const heaviest = sent.map((one) => Math.ceil(one[which])).sort((one, other) => other - one);
    return mostAttempts().reduce((sum, attempts, nth) => sum + attempts * (heaviest[nth] ?? 0), 0);
  };
  return { requests: most(2), payments: most(3) };
};

/** What tests will send, in one line. */
export const planInWords = (tests: readonly Test[], settings: Settings): string => {
  const plan = planOf(tests, settings);
  const { maxRequestsPerSecond: perSecond } = settings;
  return [
    counted(plan.tests, 'test') + (plan.notApplicable > 0 ? ` (${plan.notApplicable} more are not applicable)` : ''),
    `about ${counted(plan.requests, 'request')}, ${plan.payments} of which start a payment`,
    ...(perSecond ? [`at least ${duration((plan.requests / perSecond) * 1000)} at ${perSecond} a second`] : []),
  ].join(', ');
};
