import type { Planned, Question } from './again/plan.ts';
import type { Results, TestResult } from '../results/results-schema.ts';
import { isGenerated, type About, type Failure, type Group } from './groups.ts';

/** The maximum number of rules whose tests are repeated, by all shards of a run together. */
const maxRules = 16;
/** The maximum number of rules in the first round on a slow target, because the time may run out. */
const maxFirst = 8;
/** The response time below which a second start of the runner costs more than repeating all rules at once. */
const quickMs = 250;
/** The maximum number of rules whose smallest failing request is searched for. */
const maxSmallest = 6;

/** The number of rules in the first round, by the response time of the target in milliseconds. */
export const atFirst = (answerMs: number): number => (answerMs < quickMs ? maxRules : maxFirst);

/** How often a test is repeated unchanged and with fresh data, in the first and in the further round. */
const times = { again: 2, fresh: 1, further: { again: 3, fresh: 2 } } as const;

/** Fields that are optional in every request (2.1, 2.5, 4.6). */
const optionalFields = [
  'transaction_reference',
  'success_url',
  'failure_url',
  'url',
  'description',
  'events',
  'is_active',
] as const;

/** The names of the questions in the plan. */
export const names = {
  again: 'again',
  fresh: 'fresh data',
  sandbox: 'sandbox',
  without: (fields: readonly string[]) => `without ${fields.join(', ')}`,
  control: (fields: readonly string[]) => `sandbox without ${fields.join(', ')}`,
} as const;

/**
 * Chooses the failures to repeat: one of each group, then a second one of each, and so on.
 *
 * @param shards the number of shards, each of which repeats its share
 */
export const chosenOf = (groups: readonly Group[], shards = 1): Failure[] => {
  const rounds = Math.max(0, ...groups.map(({ failures }) => failures.length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap(({ failures }) => failures[round] ?? []))
    .flat()
    .slice(0, Math.ceil(maxRules / shards));
};

/**
 * Whether a test may be repeated on the target: not if it runs in a browser, deletes a callback or sends dozens of
 * requests.
 */
export const isRepeatable = (failure: { rule: About; test: { project: string } }): boolean =>
  failure.test.project === 'api' && failure.rule.sections[0] !== '4.7' && !isGenerated(failure);

/** The maximum number of attempts on the target for the first rule, the second, and so on. */
export const mostAttempts = (): number[] =>
  Array.from({ length: maxRules }, (_, nth) => {
    const first = times.again + times.fresh;
    const without = nth < maxSmallest ? 1 + 2 * optionalFields.length : 0;
    const canary = nth === 0 ? times.again : 0;
    return first + times.further.again + times.further.fresh + without + canary;
  });

const plannedOf = ({ project, file, title }: TestResult): Planned => ({ project, file, title });

/** The optional fields in the request bodies of a test. */
const spareFields = ({ exchanges = [] }: TestResult): string[] =>
  optionalFields.filter((name) =>
    exchanges.some(({ sent }) => ['{', ', '].some((before) => sent?.includes(`${before}${name}: `))),
  );

/** A single set with all optional fields of a test; empty when it has none. */
export const bareOf = (test: TestResult): string[][] => [spareFields(test)].filter((set) => set.length > 0);

/** Subsets of the optional fields: all but one, and each alone. */
export const partsOf = (test: TestResult): string[][] => {
  const fields = spareFields(test);
  if (fields.length < 2) return [];
  const sets = [...fields.map((one) => fields.filter((other) => other !== one)), ...fields.map((one) => [one])];
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
};

/** The control test: the quickest repeatable test of a rule that passed. */
export const canaryOf = ({ rules }: Results): TestResult | undefined =>
  rules
    .filter(({ level, verdict }) => level === 'must' && verdict === 'pass')
    .flatMap((rule) => rule.tests.filter((test) => test.verdict === 'pass' && isRepeatable({ rule, test })))
    .sort((one, other) => one.durationMs - other.durationMs)[0];

/**
 * The first round of questions about failures. The decisive questions come first, because the time may run out.
 *
 * @param sandbox the address of a sandbox; undefined when the target is one
 */
export const firstQuestions = (
  failures: readonly Failure[],
  canary: TestResult | undefined,
  sandbox: string | undefined,
): Question[] => {
  const tests = failures.filter(isRepeatable).map(({ test }) => test);
  const planned = tests.map(plannedOf);
  const all = failures.map(({ test }) => plannedOf(test));
  return nonEmpty([
    {
      name: names.again,
      tests: [...planned, ...(canary && planned.length > 0 ? [plannedOf(canary)] : [])],
      times: times.again,
    },
    { name: names.fresh, tests: planned, times: times.fresh, isFresh: true },
    ...(sandbox ? [{ name: names.sandbox, tests: all, times: 1, sandbox }] : []),
    ...withoutFields(tests.slice(0, maxSmallest), bareOf, sandbox),
  ]);
};

/**
 * The further round of questions, after the outcomes of the first: also about other failures, and with more attempts.
 *
 * @param mixed tests that passed in some attempts
 * @param blamed tests that failed on the sandbox
 * @param needy tests that do not fail without all their optional fields
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
  return nonEmpty([
    { name: names.again, tests, times: times.further.again },
    { name: names.fresh, tests, times: times.further.fresh, isFresh: true },
    ...(sandbox ? [{ name: names.sandbox, tests: atSandbox, times: 1, sandbox }] : []),
    ...withoutFields(needy.slice(0, maxSmallest), partsOf, sandbox),
  ]);
};

const nonEmpty = (questions: readonly Question[]): Question[] => questions.filter(({ tests }) => tests.length > 0);

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
    // A test that is about a field fails without it on every service, which the sandbox shows.
    ...(sandbox ? [{ name: names.control(fields), tests, times: 1, leaveOut: fields, sandbox }] : []),
  ]);
};
