import { askWith } from '../../preflight/probes.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { skewMs } from '../seal.ts';

/** How this machine's clock compares with the target's. */
interface Clock {
  /** Answers that said their time. */
  answers: number;
  /** Seconds that the target is ahead of this machine, the median of the answers; null when none said its time. */
  aheadSeconds: number | null;
}

const asked = 3;

/**
 * Asks the target for the time: the Date headers of a few answers to a request that costs nothing, whatever their status.
 * The sandbox is on this machine and has its clock.
 *
 * @throws when the clocks disagree: nothing that is dated by either of them is to be relied on
 */
export const compareClocks = async (settings: Settings): Promise<Clock> => {
  if (settings.target === 'sandbox') return { answers: 0, aheadSeconds: null };
  const ask = askWith(settings);
  const aheads: number[] = [];
  for (let count = 0; count < asked; count += 1) {
    const { exchange } = await ask('GET /v1/wallets/list', (api) => api.wallets());
    const theirs = Date.parse(exchange?.responseHeaders.date ?? '');
    if (exchange && !Number.isNaN(theirs)) aheads.push(theirs - (exchange.startedAt + exchange.durationMs / 2));
  }
  const ahead = median(aheads);
  if (ahead !== undefined && Math.abs(ahead) > skewMs) {
    const minutes = Math.round(Math.abs(ahead) / 60_000);
    throw new Error(
      `The clock of this machine (${new Date().toISOString()}) is ${minutes} minutes ${ahead > 0 ? 'behind' : 'ahead of'} ` +
        "the target's, so a sign-off could not be dated: set the one that is wrong, then sign off.",
    );
  }
  return { answers: aheads.length, aheadSeconds: ahead === undefined ? null : Math.round(ahead / 1000) };
};

const median = (values: readonly number[]): number | undefined =>
  [...values].sort((one, other) => one - other)[values.length >> 1];

/** How the clocks compare, for people. */
export const clockInWords = ({ answers, aheadSeconds }: Clock): string =>
  aheadSeconds === null
    ? "not compared with the target's: no answer of it said its time"
    : `${Math.abs(aheadSeconds)} s ${aheadSeconds < 0 ? 'ahead of' : 'behind'} the target's, by ${answers} answers`;
