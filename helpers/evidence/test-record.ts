import type { Reply } from '../../interface/messages/exchange.ts';
import type { Settings } from '../settings/settings.ts';
import { combinationsIn } from '../values/combinations.ts';
import type { CheckResult, TestRecord } from './check-result.ts';

/** What a test leaves for the reports: its results, what it sent, and how long the answers took. */
export const recordOf = (
  checks: readonly CheckResult[],
  replies: readonly Reply[],
  settings: Settings,
  endedBy?: TestRecord['endedBy'],
): TestRecord => ({ checks: [...checks], sent: sentIn(replies, settings), times: timesOf(replies), endedBy });

const sentIn = (replies: readonly Reply[], settings: Settings): TestRecord['sent'] => ({
  requests: replies.length,
  payments: replies.filter(({ asked }) => /^POST .*\/v1\/(transactions|checkout)$/.test(asked)).length,
  combinations: replies.map(combinationsIn(settings)).filter((one) => one !== undefined),
});

const timesOf = (replies: readonly Reply[]): TestRecord['times'] => {
  const times: Record<string, number[]> = {};
  for (const { asked, status, exchange } of replies) {
    const [method = '', path = ''] = asked.split(' ');
    // Without the prefix of the base address and ids; a path outside the interface is of no endpoint.
    const [endpoint] = /\/v1\/(?:transactions|checkout|wallets?\/\w+|callback\/\w+)/.exec(path) ?? [];
    if (endpoint) (times[`${method} ${endpoint} ${status}`] ??= []).push(exchange.durationMs);
  }
  return times;
};
