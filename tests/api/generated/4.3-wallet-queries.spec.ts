import { covers, expect, test } from '../../../fixtures/index.ts';
import { walletQueries } from '../../../helpers/generated/generated-requests.ts';
import { howToRepeat, sendGenerated } from '../../../helpers/generated/send-generated.ts';
import { daysAgo } from '../../../helpers/wallets/wallets.ts';
import type { WalletQuery } from '../../../interface/messages/requests.ts';

// Queries of the wallet list (4.3): days, words for days, limits, and unusual values. The invariants judge each answer
// as well, rule by rule.

test('each parameter', covers('generated.wallet-queries'), async ({ api, check, faultOf }) => {
  const [start_date, end_date] = [daysAgo(3), daysAgo(1)];
  const rows: (WalletQuery & { no_such_parameter?: string })[] = [
    {},
    { start_date },
    { end_date },
    { start_date, end_date },
    { limit: 1 },
    { limit: 10 },
    { start_date, end_date, limit: 2 },
    ...['yesterday', 'not-a-date', '2024-02-31', '01/02/2024', '0000-00-00', ''].flatMap((day) => [
      { start_date: day },
      { end_date: day },
    ]),
    ...['0', '-1', '1.5', 'many', '', '1000000'].map((limit) => ({ limit })),
    { no_such_parameter: 'x' },
  ];
  const written = ['start_date=2024-02-29&start_date=2024-03-01', 'end_date=%E0%A4%A'];
  const replies = await Promise.all([
    ...rows.map((query) => api.wallets(query)),
    ...written.map((query) => api.probe('GET', `/v1/wallets/list?${query}`)),
  ]);
  await check('generated.wallet-queries', 'each parameter', () =>
    expect(replies.flatMap((reply) => faultOf(reply) ?? [])).toEqual([]),
  );
});

test('random queries', covers('generated.wallet-queries'), async ({ api, settings, check, faultOf }) => {
  const { failure } = await sendGenerated(walletQueries(), (query) => api.wallets(query), settings, {
    judge: faultOf,
  });
  await check('generated.wallet-queries', 'random queries', () =>
    expect(failure?.reason, howToRepeat(failure)).toBe(undefined),
  );
});
