import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../client/api.ts';
import type { Reply } from '../../interface/messages/exchange.ts';

/** How long a read may lag behind a write, in milliseconds. */
export const longestLagMs = 2_000;
/** The time between two reads, in milliseconds. */
export const pauseMs = 100;

/**
 * Fetches a callback (4.5) until the answer is as expected, for a service whose reads lag behind its writes.
 *
 * @param patienceMs how long to repeat the fetch; the default allows for lagging reads
 * @returns the first answer that is as expected, else the last one
 */
export const fetchUntil = async (
  api: Pick<Api, 'fetchCallback'>,
  id: string,
  isExpected: (reply: Reply) => boolean,
  patienceMs = longestLagMs,
): Promise<Reply> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    const reply = await api.fetchCallback(id);
    if (Date.now() >= until || isExpected(reply)) return reply;
    await pause(pauseMs);
  }
};
