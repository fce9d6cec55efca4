import { z } from 'zod';
import { readList } from '../../helpers/settings/read-list.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import type { Results } from '../results/results-schema.ts';
import { targetName } from '../results/target-name.ts';
import { writeAtomically } from '../results/write-atomically.ts';

/** Increase it when a field is renamed, removed or changes its meaning. */
const version = 2;

const schema = z.strictObject({
  version: z.literal(version),
  target: z.string(),
  rules: z.record(z.string(), z.record(z.string(), z.string())),
});

/** The pinned observations of a target: by rule and case. */
export type Pinned = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One observation that differs from the pinned one; null where there is none. */
export interface Drift {
  rule: string;
  case: string;
  before: string | null;
  after: string | null;
}

/** The file with the pinned observations of a target, relative to the folder of the settings. */
export const pinFileOf = (run: Pick<Results['run'], 'target' | 'host'>): string =>
  `observations/${targetName(run)}.json`;

/** Reads pinned observations; undefined when the file does not exist. @throws as `readList` */
export const readPins = (file: string): Pinned | undefined =>
  readList(file, schema, 'Restore it from version control, or remove it and pin anew.')?.rules;

export const writePins = (file: string, target: string, rules: Pinned): void => {
  const sorted = Object.fromEntries(Object.entries(rules).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeAtomically(file, `${JSON.stringify({ version, target, rules: sorted }, null, 2)}\n`);
};

/** The observations of a run, by rule and case. */
export const observationsOf = ({ rules }: Results): Pinned =>
  Object.fromEntries(
    rules.flatMap(({ id, cases }) => {
      const observed = cases.flatMap((one) => (one.observed === null ? [] : [[one.case, one.observed] as const]));
      return observed.length > 0 ? [[id, Object.fromEntries(observed)]] : [];
    }),
  );

/** How a run observed otherwise than pinned; cases that it could not tell count as unchanged. It never fails a run. */
export const driftOf = (results: Results, pinned: Pinned): Drift[] => {
  const now = observationsOf(results);
  const found = Object.entries(now).flatMap(([rule, cases]) =>
    Object.entries(cases).flatMap(([name, after]) => {
      const before = pinned[rule]?.[name] ?? null;
      return before === after ? [] : [{ rule, case: name, before, after }];
    }),
  );
  if (results.run.partial || results.run.interrupted) return found;
  const gone = Object.entries(pinned).flatMap(([rule, cases]) =>
    Object.entries(cases).flatMap(([name, before]) => {
      const isKnown = Object.hasOwn(catalogue, rule);
      const { cases: all = [] } = results.rules.find(({ id }) => id === rule) ?? {};
      const isGone = all.some((one) => one.observed !== null) && !all.some((one) => one.case === name);
      return !isKnown || isGone ? [{ rule, case: name, before, after: null }] : [];
    }),
  );
  return [...found, ...gone];
};

/** The pins after accepting what a run observed, of some rules or of all. */
export const accepted = (pinned: Pinned, drift: readonly Drift[], only?: readonly string[]): Pinned => {
  const result: Record<string, Record<string, string>> = structuredClone(pinned) as never;
  for (const { rule, case: name, after } of drift) {
    if (only && !only.includes(rule)) continue;
    const cases = (result[rule] ??= {});
    if (after === null) delete cases[name];
    else cases[name] = after;
    if (Object.keys(cases).length === 0) delete result[rule];
  }
  return result;
};
