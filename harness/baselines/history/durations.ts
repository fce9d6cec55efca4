import type { RuleResult } from '../../results/results-schema.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import { endpointOf } from '../../../interface/rules/subjects/endpoints.ts';

/** An endpoint whose tests take longer than before. A ratio is the later duration of a test divided by the earlier. */
export interface SlowerEndpoint {
  endpoint: string;
  /** Tests that both runs have. */
  tests: number;
  /** The median ratio. */
  ratio: number;
  /** The quartiles of the ratios. */
  spread: readonly [number, number];
  /** Medians in milliseconds. */
  beforeMs: number;
  afterMs: number;
}

/** The minimum number of tests for a comparison. */
const minTests = 5;
/** The minimum difference above noise: median 50 % longer, three of four tests 25 % longer, and 20 ms. */
const threshold = { ratio: 1.5, lowerQuartile: 1.25, ms: 20 };

/** Finds the endpoints that answer more slowly, from the passed tests of both runs; largest ratio first. */
export const slowerEndpoints = (pairs: readonly (readonly [RuleResult, RuleResult])[]): SlowerEndpoint[] => {
  const byEndpoint = new Map<string, { before: number; after: number }[]>();
  for (const [earlier, rule] of pairs) {
    const endpoint = endpointOf(rule.id as RuleId);
    byEndpoint.set(endpoint, [...(byEndpoint.get(endpoint) ?? []), ...durationsOf(earlier, rule)]);
  }
  return [...byEndpoint]
    .flatMap(([endpoint, tests]) => {
      const ratios = tests.map(({ before, after }) => after / Math.max(before, 1));
      const found = {
        endpoint,
        tests: tests.length,
        ratio: quantile(ratios, 0.5),
        spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)] as const,
        beforeMs: quantile(
          tests.map(({ before }) => before),
          0.5,
        ),
        afterMs: quantile(
          tests.map(({ after }) => after),
          0.5,
        ),
      };
      return tests.length >= minTests && isSlower(found) ? [found] : [];
    })
    .sort((one, other) => other.ratio - one.ratio);
};

const isSlower = ({ ratio, spread, beforeMs, afterMs }: SlowerEndpoint): boolean =>
  ratio >= threshold.ratio && spread[0] >= threshold.lowerQuartile && afterMs - beforeMs >= threshold.ms;

const durationsOf = (earlier: RuleResult, rule: RuleResult): { before: number; after: number }[] => {
  const isDone = ({ verdict }: { verdict: string }) => verdict === 'pass' || verdict === 'observed';
  const old = new Map(earlier.tests.filter(isDone).map((test) => [test.title, test.durationMs]));
  return rule.tests.filter(isDone).flatMap(({ title, durationMs }) => {
    const before = old.get(title);
    return before === undefined ? [] : [{ before, after: durationMs }];
  });
};

/** @param share 0.5 for the median */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position - Math.floor(position));
};
