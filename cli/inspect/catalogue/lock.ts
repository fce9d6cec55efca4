import { z } from 'zod';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import type { Level } from '../../../interface/rules/levels.ts';
import { ruleOfTags } from '../../../interface/rules/rule.ts';
import { variantOf } from '../../../interface/rules/variant.ts';
import type { ListedTest } from './list-tests.ts';

// The lock lists what the suite judges: each rule with its level and sections, and below it the variants of its tests.
// An entry can disappear only when retired.json gives the reason.

const text = z.string().trim().min(1);
const retirement = z.strictObject({
  rule: text,
  /** Variants of the retired tests; without them the rule itself is retired, or its level lowered. */
  tests: z.array(z.string()).min(1).optional(),
  date: z.iso.date(),
  reason: text,
  /** What replaces it, or why nothing has to. */
  instead: text,
});

/** Something that the suite no longer judges, with the reason. */
export type Retirement = z.infer<typeof retirement>;

/** @throws when a field of an entry is missing or unknown */
export const parseRetired = (json: string): Retirement[] => {
  const parsed = z.array(retirement).safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`retired.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
};

interface LockedRule {
  level: Level;
  sections: readonly string[];
  tests: readonly string[];
}
type Lock = ReadonlyMap<string, LockedRule>;

/** The lock of the current catalogue and tests. */
export const lockOf = (tests: readonly ListedTest[]): Lock => {
  const variants = new Map<string, string[]>();
  for (const { title, tags } of tests) {
    const rule = ruleOfTags(tags);
    if (rule) variants.set(rule.id, [...(variants.get(rule.id) ?? []), variantOf(title, rule.sentence)]);
  }
  return new Map(
    (Object.keys(catalogue) as RuleId[]).map((id) => {
      const { level, sections } = catalogue[id];
      return [id, { level, sections, tests: (variants.get(id) ?? []).sort() }];
    }),
  );
};

/** One line for each rule, followed by one line for each of its tests. */
export const lockText = (lock: Lock): string =>
  [...lock]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, { level, sections, tests }]) => [
      [id, level, ...sections].join(' '),
      ...tests.map((variant) => `  ${variant || theOnlyTest}`),
    ])
    .map((line) => `${line}\n`)
    .join('');

/** Parses the output of `lockText`. */
export const parseLock = (lines: string): Lock => {
  const lock = new Map<string, LockedRule & { tests: string[] }>();
  let tests: string[] = [];
  for (const line of lines.split('\n').filter(Boolean)) {
    if (line.startsWith('  ')) {
      tests.push(line.slice(2) === theOnlyTest ? '' : line.slice(2));
      continue;
    }
    const [id = '', level, ...sections] = line.split(' ');
    tests = [];
    lock.set(id, { level: level as Level, sections, tests });
  }
  return lock;
};

/**
 * What is missing or weaker than in the lock, or retired although it still exists; one sentence each.
 *
 * @param before the committed lock
 * @param now the lock of the current tests
 */
export const lost = (before: Lock, now: Lock, retired: readonly Retirement[]): string[] => {
  const isRetired = (rule: string, test?: string) =>
    retired.some((one) => one.rule === rule && (!one.tests || (test !== undefined && one.tests.includes(test))));
  const remedy = 'bring it back, or give the reason in interface/rules/retired.json';
  const ofRule = ([id, was]: [string, LockedRule]): string[] => {
    const is = now.get(id);
    if (!is) return isRetired(id) ? [] : [`${id}: the rule is gone; ${remedy}`];
    const weaker = strength.indexOf(is.level) < strength.indexOf(was.level);
    const tests = missing(was.tests, is.tests).filter((test) => !isRetired(id, test));
    return [
      ...(weaker && !isRetired(id) ? [`${id}: was ${was.level} and is ${is.level}; ${remedy}`] : []),
      ...missing(was.sections, is.sections).map((section) => `${id}: is no longer a rule of section ${section}`),
      ...tests.map((test) => `${id}: the test "${test || theOnlyTest}" is gone; ${remedy}`),
    ];
  };
  const back = retired.flatMap(({ rule, tests = [] }) =>
    tests
      .filter((test) => now.get(rule)?.tests.includes(test))
      .map((test) => `${rule}: the test "${test}" still exists; remove it from retired.json`),
  );
  return [...[...before].flatMap(ofRule), ...back];
};

/** Stands for the variant of a test that has none. */
const theOnlyTest = '(without variant)';
const strength: readonly Level[] = ['excluded', 'review', 'observe', 'must'];

/** Items that occur in the second list less often than in the first. */
const missing = (first: readonly string[], second: readonly string[]): string[] => {
  const left = [...second];
  return first.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
};
