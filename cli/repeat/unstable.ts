import type { Results, TestResult } from '../../harness/results/results-schema.ts';
import type { Verdict } from '../../harness/results/judgement/verdict.ts';
import { standingOf, type StartedTest, type Standing } from './order.ts';

/** One completed repetition of the suite. */
export interface Repetition {
  /** The value of --shuffle. */
  seed: number;
  results: Results;
  order: readonly StartedTest[];
}

/** The outcome of a test in one repetition. */
interface Outcome extends Standing {
  seed: number;
  /** `absent` where the test was not part of the repetition. */
  verdict: Verdict | 'absent';
  error: string | null;
}

/** A test whose verdict varies. */
export interface Unstable {
  rule: string;
  project: string;
  file: string;
  line: number;
  title: string;
  outcomes: Outcome[];
}

/** The tests whose verdict differs between repetitions, with their position in each. */
export const unstableIn = (repetitions: readonly Repetition[]): Unstable[] => {
  const found = repetitions.map(({ results }) => new Map(testsOf(results).map((one) => [keyOf(one.test), one])));
  const known = new Map(found.flatMap((tests) => [...tests]));
  return [...known].flatMap(([key, { rule, test }]) => {
    const verdicts = found.map((tests) => tests.get(key)?.test);
    if (new Set(verdicts.map((one) => one?.verdict)).size < 2) return [];
    const outcomes = repetitions.map(({ seed, order }, index): Outcome => {
      const { verdict = 'absent' as const, error = null } = verdicts[index] ?? {};
      return { seed, verdict, error, ...standingOf(order, (one) => keyOf(one) === key) };
    });
    const { project, file, line, title } = test;
    return [{ rule, project, file, line, title, outcomes }];
  });
};

const testsOf = ({ rules }: Results): { rule: string; test: TestResult }[] =>
  rules.flatMap(({ id, tests }) => tests.map((test) => ({ rule: id, test })));

const keyOf = ({ project, file, title }: Pick<TestResult, 'project' | 'file' | 'title'>): string =>
  `${project} ${file} ${title}`;

/**
 * For the console: each verdict with its seeds, and order and error of the first repetition with the rarest verdict.
 */
export const inWords = ({ rule, project, file, line, title, outcomes }: Unstable): string[] => {
  const groups = new Map<Outcome['verdict'], Outcome[]>();
  for (const one of outcomes) groups.set(one.verdict, [...(groups.get(one.verdict) ?? []), one]);
  const rarest = [...groups.values()].sort((one, other) => one.length - other.length)[0]?.[0];
  return [
    `${rule}  [${project}] ${file}:${line}`,
    `  ${title}`,
    ...[...groups].map(([verdict, of]) => `  ${verdict.padEnd(14)}  seed ${of.map(({ seed }) => seed).join(', ')}`),
    ...(rarest && rarest.position > 0
      ? [
          `  with seed ${rarest.seed} it started at position ${rarest.position}, after`,
          ...rarest.after.map((before) => `    ${before}`),
          ...(rarest.beside.length > 0 ? ['  and beside', ...rarest.beside.map((one) => `    ${one}`)] : []),
          ...(rarest.error?.split('\n').slice(0, 6) ?? []).map((text) => `    ${text}`),
        ]
      : []),
  ];
};
