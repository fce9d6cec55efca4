import type { Planned, Question } from '../again/plan.ts';
import type { Results, TestResult } from '../results/results-schema.ts';
import { isGenerated, type About, type Failure, type Group } from './groups.ts';

/** Rules that are looked into, by all shards of a run together; what the others of their groups have in common with them is told. */
const mostRules = 16;
/** Rules that are looked into before everything else where answers take long: time may end. */
const mostAtFirst = 8;
/** Where an answer takes less, in milliseconds, a second start of the runner costs more than all rules at once. */
const quickMs = 250;
/** Rules whose smallest request is looked for. */
const mostSmallest = 6;

/** Rules that are looked into first, by how long an answer of the target takes, in milliseconds. */
export const atFirst = (answerMs: number): number => (answerMs < quickMs ? mostRules : mostAtFirst);

/** How often a test is run as it was and with other data: of the first rules, and once more where that is not enough. */
const times = { again: 2, fresh: 1, further: { again: 3, fresh: 2 } } as const;

/** Fields that a request may do without (2.1, 2.5, 4.6), whatever else it has. */
const optionalFields = [
  'transaction_reference',
  'success_url',
  'failure_url',
  'url',
  'description',
  'events',
  'is_active',
] as const;

/** What stands for which question in the plan. */
export const names = {
  again: 'again',
  fresh: 'fresh data',
  sandbox: 'sandbox',
  without: (fields: readonly string[]) => `without ${fields.join(', ')}`,
  control: (fields: readonly string[]) => `sandbox without ${fields.join(', ')}`,
} as const;

/**
 * The failures that are looked into: one of each group, then a second one of each, and so on.
 *
 * @param shards of the run, each of which has its share of them
 */
export const chosenOf = (groups: readonly Group[], shards = 1): Failure[] => {
  const rounds = Math.max(0, ...groups.map(({ failures }) => failures.length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap(({ failures }) => failures[round] ?? []))
    .flat()
    .slice(0, Math.ceil(mostRules / shards));
};

/**
 * Whether a test may be run again at a target: not when it makes a payment in a browser, deletes a callback or makes
 * dozens of requests.
 */
export const isRepeatable = (failure: { rule: About; test: { project: string } }): boolean =>
  failure.test.project === 'api' && failure.rule.sections[0] !== '4.7' && !isGenerated(failure);

/** How often the tests of rules are run at the target at most, one of each: of the first rule, the second, and so on. */
export const mostAttempts = (): number[] =>
  Array.from({ length: mostRules }, (_, nth) => {
    const first = times.again + times.fresh;
    const without = nth < mostSmallest ? 1 + 2 * optionalFields.length : 0;
    const canary = nth === 0 ? times.again : 0;
    return first + times.further.again + times.further.fresh + without + canary;
  });

const plannedOf = ({ project, file, title }: TestResult): Planned => ({ project, file, title });

/** The fields of the bodies of a test that it might do without. */
const spareFields = ({ exchanges = [] }: TestResult): string[] =>
  optionalFields.filter((name) =>
    exchanges.some(({ sent }) => ['{', ', '].some((before) => sent?.includes(`${before}${name}: `))),
  );

/** All fields that a test might do without; nothing to leave out when it has none. */
export const bareOf = (test: TestResult): string[][] => [spareFields(test)].filter((set) => set.length > 0);

/** Some of them together: all but one, and each alone. */
export const partsOf = (test: TestResult): string[][] => {
  const fields = spareFields(test);
  if (fields.length < 2) return [];
  const sets = [...fields.map((one) => fields.filter((other) => other !== one)), ...fields.map((one) => [one])];
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
};

/** A healthy test to be run beside the failed ones: of a rule that is kept, and quick. */
export const canaryOf = ({ rules }: Results): TestResult | undefined =>
  rules
    .filter(({ level, verdict }) => level === 'must' && verdict === 'pass')
    .flatMap((rule) => rule.tests.filter((test) => test.verdict === 'pass' && isRepeatable({ rule, test })))
    .sort((one, other) => one.durationMs - other.durationMs)[0];

/**
 * What an engineer would ask about these failures. What decides comes first: time may end.
 *
 * @param sandbox where a sandbox listens; undefined when the target is one
 */
export const firstQuestions = (
  failures: readonly Failure[],
  canary: TestResult | undefined,
  sandbox: string | undefined,
): Question[] => {
  const tests = failures.filter(isRepeatable).map(({ test }) => test);
  const planned = tests.map(plannedOf);
  const all = failures.map(({ test }) => plannedOf(test));
  return asked([
    {
      name: names.again,
      tests: [...planned, ...(canary && planned.length > 0 ? [plannedOf(canary)] : [])],
      times: times.again,
    },
    { name: names.fresh, tests: planned, times: times.fresh, isFresh: true },
    ...(sandbox ? [{ name: names.sandbox, tests: all, times: 1, sandbox }] : []),
    ...withoutFields(tests.slice(0, mostSmallest), bareOf, sandbox),
  ]);
};

/**
 * What is asked once it is known what came of that: also about other failures, and with more attempts at once.
 *
 * @param mixed tests that failed in one way and passed in another
 * @param blamed tests that failed at the sandbox
 * @param needy tests that do not fail without what they might do without
 */
export const furtherQuestions = (
  others: readonly Failure[],
  mixed: readonly TestResult[],
  blamed: readonly TestResult[],
  needy: readonly TestResult[],
  sandbox: string | undefined,
): Question[] => {
  const tests = [...mixed, ...others.filter(isRepeatable).map(({ test }) => test)].map(plannedOf);
  const atSandbox = [...blamed, ...others.map(({ test }) => test)].map(plannedOf);
  return asked([
    { name: names.again, tests, times: times.further.again },
    { name: names.fresh, tests, times: times.further.fresh, isFresh: true },
    ...(sandbox ? [{ name: names.sandbox, tests: atSandbox, times: 1, sandbox }] : []),
    ...withoutFields(needy.slice(0, mostSmallest), partsOf, sandbox),
  ]);
};

const asked = (questions: readonly Question[]): Question[] => questions.filter(({ tests }) => tests.length > 0);

const withoutFields = (
  tests: readonly TestResult[],
  setsOf: (test: TestResult) => string[][],
  sandbox: string | undefined,
): Question[] => {
  const sets = new Map<string, { fields: string[]; tests: Planned[] }>();
  for (const test of tests) {
    for (const fields of setsOf(test)) {
      const known = sets.get(fields.join())?.tests ?? [];
      sets.set(fields.join(), { fields, tests: [...known, plannedOf(test)] });
    }
  }
  return [...sets.values()].flatMap(({ fields, tests }) => [
    { name: names.without(fields), tests, times: 1, leaveOut: fields },
    // Some tests are about a field: without it they fail at any service.
    ...(sandbox ? [{ name: names.control(fields), tests, times: 1, leaveOut: fields, sandbox }] : []),
  ]);
};
