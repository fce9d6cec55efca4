import type { EndedTest } from './build-results.ts';
import type { Results, RunFacts } from './results-schema.ts';

/** How fast one endpoint answered with one status, in milliseconds; what our own limiter waited does not count. */
export type Speed = NonNullable<RunFacts['speed']>[number];

/** A change of the median is told from so many answers on, and from this factor and these milliseconds on. */
const [fewest, factor, leastMs] = [5, 2, 50];

/** How fast the target answered in a run, from the times that its tests have recorded. */
export const speedIn = (tests: readonly EndedTest[]): Speed[] => {
  const times = new Map<string, number[]>();
  for (const { record } of tests)
    for (const [answer, ms] of Object.entries(record?.times ?? {}))
      times.set(answer, [...(times.get(answer) ?? []), ...ms]);
  return [...times]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([answer, unsorted]) => {
      const ms = unsorted.toSorted((one, other) => one - other);
      const at = (part: number): number => ms[Math.min(ms.length - 1, Math.floor(ms.length * part))] ?? 0;
      return { answer, count: ms.length, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: ms.at(-1) ?? 0 };
    });
};

/** The same with the medians of the run before. */
export const withSpeedBefore = (speed: readonly Speed[], before: Results): Speed[] => {
  const medians = new Map((before.run.speed ?? []).map((one) => [one.answer, one]));
  return speed.map((one) => {
    const earlier = medians.get(one.answer);
    return earlier && earlier.count >= fewest ? { ...one, medianBeforeMs: earlier.medianMs } : one;
  });
};

/** What answers plainly slower or faster than in the run before: `POST /v1/transactions 200: median 80 to 410 ms`. */
export const speedDrift = ({ speed = [] }: RunFacts): string[] =>
  speed.flatMap(({ answer, count, medianMs: now, medianBeforeMs: before }) => {
    if (before === undefined || count < fewest || Math.abs(now - before) < leastMs) return [];
    const isPlain = now >= factor * before || before >= factor * now;
    return isPlain ? [`${answer}: median ${before} to ${now} ms`] : [];
  });
