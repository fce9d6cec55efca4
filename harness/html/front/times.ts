import type { RuleId } from '../../../interface/rules/catalogue.ts';
import { endpointOf } from '../../../interface/rules/subjects/endpoints.ts';
import type { KeptRun } from '../../baselines/history/history.ts';
import { quantile } from '../../baselines/history/durations.ts';
import { html, type Html } from '../html.ts';
import { duration } from '../../results/text.ts';

/** The durations of the tests of an endpoint in each run. */
export interface Times {
  endpoint: string;
  /** Medians in milliseconds, oldest run first. */
  medians: number[];
}

/** The minimum number of tests for a median. */
const minTests = 5;

/** @param runs of one target, newest first */
export const timesOf = (runs: Iterable<KeptRun>): Times[] => {
  const byEndpoint = new Map<string, number[]>();
  for (const { results } of [...runs].toReversed()) {
    const ofRun = new Map<string, number[]>();
    for (const { id, tests } of results.rules) {
      const took = tests.flatMap(({ verdict, durationMs }) => (verdict === 'pass' ? durationMs : []));
      const endpoint = endpointOf(id as RuleId);
      ofRun.set(endpoint, [...(ofRun.get(endpoint) ?? []), ...took]);
    }
    for (const [endpoint, took] of ofRun) {
      if (took.length < minTests) continue;
      byEndpoint.set(endpoint, [...(byEndpoint.get(endpoint) ?? []), quantile(took, 0.5)]);
    }
  }
  return [...byEndpoint].map(([endpoint, medians]) => ({ endpoint, medians }));
};

/** A small chart for each endpoint that has at least two runs. */
export const timeCharts = (times: readonly Times[]): Html | undefined => {
  const drawn = times.filter(({ medians }) => medians.length > 1);
  if (drawn.length === 0) return undefined;
  return html`<h2 id="times">Times by endpoint</h2>
    <p class="soft">
      The median of its passed tests, in each of the last ${Math.max(...drawn.map(({ medians }) => medians.length))}
      kept runs.
    </p>
    <ul class="charts">
      ${drawn.map(chartOf)}
    </ul>`;
};

const size = { width: 160, height: 36, margin: 3 };

const chartOf = ({ endpoint, medians }: Times): Html => {
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const x = (index: number) => size.margin + (index / (medians.length - 1)) * (size.width - 2 * size.margin);
  // Start the axis at zero, so that noise does not look like a trend.
  const y = (ms: number) => size.height - size.margin - (ms / Math.max(most, 1)) * (size.height - 2 * size.margin);
  const points = medians.map((ms, index) => `${x(index).toFixed(1)},${y(ms).toFixed(1)}`);
  const [lastX = '', lastY = ''] = (points.at(-1) ?? '').split(',');
  const words = `${duration(medians.at(-1) ?? 0)} now, ${duration(least)} to ${duration(most)} in ${medians.length} runs`;
  return html`<li>
    ${endpoint}
    <svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${endpoint}: ${words}">
      <polyline points="${points.join(' ')}" />
      <circle cx="${lastX}" cy="${lastY}" r="3" />
    </svg>
    <small>${words}</small>
  </li>`;
};
