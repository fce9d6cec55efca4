import { askWith } from '../../preflight/probes.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { skewMs } from '../seal.ts';

/** The comparison of the clocks of this machine and the target. */
interface Clock {
  /** The number of responses with a date. */
  answers: number;
  /** Seconds by which the target is ahead of this machine, the median of the responses; null without dates. */
  aheadSeconds: number | null;
}

const requests = 3;

/**
 * Compares the clocks by the Date headers of a few responses to a request that costs nothing, whatever their status.
 * The sandbox uses the clock of this machine.
 *
 * @throws when the clocks differ, because the dates of a sign-off would not be reliable
 */
export const compareClocks = async (settings: Settings): Promise<Clock> => {
  if (settings.target === 'sandbox') return { answers: 0, aheadSeconds: null };
  const ask = askWith(settings);
  const aheads: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const { exchange } = await ask('GET /v1/wallets/list', (api) => api.wallets());
    const theirs = Date.parse(exchange?.responseHeaders.date ?? '');
    if (exchange && !Number.isNaN(theirs)) aheads.push(theirs - (exchange.startedAt + exchange.durationMs / 2));
  }
  const ahead = median(aheads);
  if (ahead !== undefined && Math.abs(ahead) > skewMs) {
    const minutes = Math.round(Math.abs(ahead) / 60_000);
    throw new Error(
      `The clock of this machine (${new Date().toISOString()}) is ${minutes} minutes ${ahead > 0 ? 'behind' : 'ahead of'} ` +
        "the target's, so the dates of a sign-off would be wrong: correct the wrong clock, then sign off.",
    );
  }
  return { answers: aheads.length, aheadSeconds: ahead === undefined ? null : Math.round(ahead / 1000) };
};

const median = (values: readonly number[]): number | undefined =>
  [...values].sort((one, other) => one - other)[values.length >> 1];

/** The comparison of the clocks as text. */
export const clockInWords = ({ answers, aheadSeconds }: Clock): string =>
  aheadSeconds === null
    ? "not compared with the target's: its answers have no Date header"
    : `${Math.abs(aheadSeconds)} s ${aheadSeconds < 0 ? 'ahead of' : 'behind'} the target's, by ${answers} answers`;
