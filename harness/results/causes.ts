import { type Broken, brokenOf, isDiverted, isEverywhere, isKeyRefused, isMixed, isRefused } from './broken-rules.ts';
import { isGenerated, isWithin } from './cause-words.ts';
import { explains, isBeforeKey, isFollowing, isHiddenBy, isLackingWhere, meets } from './one-cause.ts';
import { type Cause, causeOf } from './told-cause.ts';
import type { Results } from './results-schema.ts';

/**
 * The causes of the broken rules of a run, the widest first. A rule stands under another one where it differs in the same
 * way, where the same exchanges show both, or where it breaks only in tests of that rule and says nothing of its own: after
 * an answer of the wrong status, with another value in the same field, or in values that are compared whole.
 */
export const causesOf = (results: Results): Cause[] => {
  const left = results.rules.flatMap(brokenOf).toSorted(byWidth);
  const refused = new Set(left.filter(isRefused).flatMap(({ exchanges }) => [...exchanges]));
  // What is absent where a request was refused by mistake says nothing of its own, whoever lacks it elsewhere.
  const isSilent = (one: Broken): boolean =>
    !isDiverted(one) && (isWithin(one.exchanges, refused) || isLackingWhere(one, left.filter(isRefused)));
  const causes: Cause[] = [];
  for (let others = [...left.filter((one) => !isSilent(one)), ...left.filter(isSilent)]; others[0];) {
    const [first] = others as [Broken];
    const leader =
      others.find((one) => one !== first && (isFollowing([one], first) || isBeforeKey(one, first))) ?? first;
    const isOfIt = (one: Broken): boolean => !isGenerated(one) && !isSilent(one) && explains(leader, one);
    const found = [leader, ...others.filter((one) => one !== leader && isOfIt(one))];
    const isUnder = (one: Broken): boolean =>
      isFollowing(found, one) || (isGenerated(one) ? meets : isHiddenBy)(found, one);
    const all = [...found, ...others.filter((one) => !found.includes(one) && isUnder(one))];
    causes.push(causeOf(results, all));
    others = others.filter((one) => !all.includes(one));
  }
  return causes;
};

/** For example `; new` or `; since 2026-11-24`; empty when no earlier run is known. */
export const sinceWhen = ({ since = '' }: Cause, startedAt: string): string =>
  since === startedAt ? '; new' : since && `; since ${since.slice(0, 10)}`;

/** What is judged on each exchange, and generated requests, say less of a cause than the rule of its own. */
const byWidth = (one: Broken, other: Broken): number =>
  Number(isGenerated(one)) - Number(isGenerated(other)) ||
  Number(isEverywhere(one)) - Number(isEverywhere(other)) ||
  Number(isMixed(one)) - Number(isMixed(other)) ||
  Number(isKeyRefused(other)) - Number(isKeyRefused(one)) ||
  other.tests.size - one.tests.size ||
  other.cases.length - one.cases.length;
