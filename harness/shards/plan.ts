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

/** The traffic recorded in a complete run on the sandbox. */
const file = fileURLToPath(new URL('../../durations/requests.json', import.meta.url));

const schema = z.object({
  generatedRuns: z.number().positive().describe('the number of cases of each generated test'),
  tests: z.number().describe('the number of tests of the complete run'),
  rules: z.record(
    z.string(),
    z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .describe(
        'the average of a test: requests and payments, then the same without sharing requests with other tests',
      ),
  ),
});
type Recorded = z.infer<typeof schema>;

/** The estimated traffic of a run; the exact numbers depend on the responses. */
interface Plan extends Pick<Traffic, 'requests' | 'payments'> {
  tests: number;
  /** The number of tests that the settings make not applicable. */
  notApplicable: number;
}

type Test = { tags: readonly string[] };

const readRecorded = (path: string): Recorded => schema.parse(JSON.parse(readFileSync(path, 'utf8')));

/** Records the traffic of a complete run. @param path only for tests */
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

/** The tolerance: tests that poll vary, and the first test that needs a shared object creates it. */
const [factor, extra] = [1.25, 6];

/** Compares a complete run with the recorded traffic. @returns a line for each excess @param path only for tests */
export const beyondRecorded = ({ rules }: Pick<Results, 'rules'>, path = file): string[] => {
  const recorded = readRecorded(path);
  let [sum, allowed] = [0, 0];
  const lines = rules.flatMap(({ id, sent, tests }) => {
    const [own, , asked] = recorded.rules[id] ?? [0, 0, 0];
    const now = sent ? sent.requests + (sent.sharedRequests ?? 0) : 0;
    sum += sent?.requests ?? 0;
    allowed += own * tests.length;
    const most = Math.ceil(factor * asked * tests.length + extra);
    return now <= most ? [] : [`${id}: its tests need ${counted(now, 'request')}, at most ${most} are expected`];
  });
  const most = Math.ceil(1.03 * allowed);
  return sum <= most ? lines : [...lines, `all rules: ${counted(sum, 'request')} sent, at most ${most} are expected`];
};

/** Estimates the traffic of tests. @param path only for tests */
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
    // In a partial run, tests share few requests with others.
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
 * The maximum traffic of the triage: when the rules whose tests send the most are broken.
 *
 * @param path only for tests
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
  // A repeated test shares no requests with others.
  const most = (which: 2 | 3): number => {
    const heaviest = sent.map((one) => Math.ceil(one[which])).sort((one, other) => other - one);
    return mostAttempts().reduce((sum, attempts, nth) => sum + attempts * (heaviest[nth] ?? 0), 0);
  };
  return { requests: most(2), payments: most(3) };
};

/** The estimated traffic in one line. */
export const planInWords = (tests: readonly Test[], settings: Settings): string => {
  const plan = planOf(tests, settings);
  const { maxRequestsPerSecond: perSecond } = settings;
  return [
    counted(plan.tests, 'test') + (plan.notApplicable > 0 ? ` (${plan.notApplicable} more are not applicable)` : ''),
    `about ${counted(plan.requests, 'request')}, ${plan.payments} of which start a payment`,
    ...(perSecond ? [`at least ${duration((plan.requests / perSecond) * 1000)} at ${perSecond} per second`] : []),
  ].join(', ');
};
