import { z } from 'zod';
import { catalogue } from '../../interface/rules/catalogue.ts';
import type { CheckResult, Difference } from '../evidence/check-result.ts';
import { readList } from '../settings/read-list.ts';

const maxEntries = 50;
const words = z.string().trim().min(1, 'write something').max(300, 'write at most 300 characters');

/** What a story shows is no difference of one field. */
const mayBeEmpty = z.string().trim().max(300, 'write at most 300 characters');

const entry = z.strictObject({
  rule: z.string().refine((id) => catalogue[id as keyof typeof catalogue]?.level === 'must', {
    error: 'there is no such must rule; npm run rules lists them',
  }),
  /** The cases that fail; all cases of the rule without it. */
  cases: z.array(words).min(1, 'name at least one case, or leave it out').optional(),
  target: words,
  differences: z
    .array(z.strictObject({ field: mayBeEmpty, expected: mayBeEmpty, received: words }))
    .min(1, 'copy the differences from reports/results.json'),
  owner: words,
  ticket: words,
  expires: z.iso.date('write a date, for example 2027-01-31'),
  reason: words,
});

const list = z.array(entry).max(maxEntries, `list at most ${maxEntries}`);

/**
 * A broken rule that is accepted for a limited time on one target: its listed cases fail with exactly these differences.
 * `target` is `sandbox` or the host of a staging, with its port if it has one; `expires` is the last day (UTC).
 */
export type KnownDeviation = z.output<typeof entry>;

/** Reads the list of known deviations, which is empty without a file. @throws as `readList` */
export const readKnownDeviations = (file: string | undefined): KnownDeviation[] =>
  file === undefined ? [] : (readList(file, list, 'Correct it; see docs/known-deviations.md.') ?? []);

/** The entries for one target. @param target `sandbox`, or host and port */
export const deviationsFor = (all: readonly KnownDeviation[], target: string): KnownDeviation[] =>
  all.filter((one) => one.target.toLowerCase() === target.toLowerCase());

/**
 * The entry that covers a failure: same rule and case, exactly the listed differences, not expired.
 *
 * @param today YYYY-MM-DD
 */
export const knownDeviationOf = (
  entries: readonly KnownDeviation[],
  failure: Pick<CheckResult, 'rule' | 'case' | 'differences'>,
  today: string,
): KnownDeviation | undefined =>
  entries.find(
    (one) =>
      one.rule === failure.rule &&
      (one.cases?.includes(failure.case) ?? true) &&
      one.expires >= today &&
      keysOf(one.differences) === keysOf(failure.differences),
  );

const keysOf = (differences: readonly Difference[]): string =>
  [...new Set(differences.map(({ field, expected, received }) => JSON.stringify([field, expected, received])))]
    .sort()
    .join();
