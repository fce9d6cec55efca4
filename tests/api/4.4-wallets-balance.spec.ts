import { expect, test } from '../../fixtures/index.ts';
import { Balances, isBalance } from '../../helpers/wallets/balances.ts';
import { Wallets } from '../../helpers/wallets/wallets.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { rule } from '../../interface/rules/rule.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';

// Balances. The interface shows two paths and no body, so one of the two has to answer.

test(...rule('balance.all'), async ({ balances }) => {
  expect(await balances.onBothPaths()).toAnswerBalances();
});

test(...rule('balance.one-currency'), async ({ balances, settings }) => {
  expect(await balances.onBothPaths(settings.currency)).toAnswerBalances();
});

// Without a wallet in the second currency, any answer is allowed.
test(
  ...rule('balance.one-currency', 'the second one, when a wallet has it', 'second-currency'),
  async ({ balances, wallets, settings: { secondCurrency } }) => {
    const isDue = (await wallets.list()).some(({ currency }) => currency === secondCurrency);
    expect([!isDue, ...(await balances.onBothPaths(secondCurrency)).map(isBalance)]).toContain(true);
  },
);

test(...rule('balance.all', 'again'), async ({ fresh, settings }) => {
  const balances = new Balances(fresh, settings.currency);
  await balances.onBothPaths();
  expect(await balances.onBothPaths()).toAnswerBalances();
});

test(...rule('balance.all', 'with a figure for a wallet that is listed'), async ({ balances, wallets }) => {
  const isDue = (await wallets.list()).length > 0;
  expect([!isDue, ...(await balances.onBothPaths()).map(showsFigure)]).toContain(true);
});

test(
  ...rule('balance.one-currency', 'with a figure for a wallet that is listed'),
  async ({ balances, wallets, settings: { currency } }) => {
    const isDue = (await wallets.list()).some((wallet) => wallet.currency === currency);
    expect([!isDue, ...(await balances.onBothPaths(currency)).map(showsFigure)]).toContain(true);
  },
);

test(...rule('balance.all', 'of every currency that wallets have'), async ({ fresh, settings }) => {
  const balances = new Balances(fresh, settings.currency);
  expect(await balances.leftOut(await new Wallets(fresh).list())).toEqual([]);
});

test(...rule('balance.one-currency', 'and not that of another one'), async ({ fresh, settings }) => {
  const balances = new Balances(fresh, settings.currency);
  expect(await balances.mistaken(await new Wallets(fresh).list())).toEqual([]);
});

test(...rule('balance.narrowed'), async ({ fresh, settings }) => {
  const balances = new Balances(fresh, settings.currency);
  const isIgnored = await balances.ignoreCurrency(await new Wallets(fresh).list());
  expect(isIgnored, 'expect(currency) to narrow the balances').toBe(false);
});

for (const path of ['plural', 'singular'] as const) {
  test(...rule(`balance.${path}-path`, 'all wallets'), async ({ api, observe }) => {
    observe(summarizeReply(await api.balance(path)));
  });

  test(...rule(`balance.${path}-path`, 'one currency'), async ({ api, settings, observe }) => {
    observe(summarizeReply(await api.balance(path, settings.currency)));
  });
}

test(...rule('balance.body', 'all wallets'), async ({ balances, observe }) => {
  observe((await balances.onBothPaths()).map((reply) => describeShape(reply.json)).join('; '));
});

test(...rule('balance.body', 'one currency'), async ({ balances, settings, observe }) => {
  const replies = await balances.onBothPaths(settings.currency);
  observe(replies.map((reply) => describeShape(reply.json)).join('; '));
});

test(...rule('balance.unknown-currency'), async ({ api, observe }) => {
  observe(summarizeReply(await api.balance('plural', 'QQQ')));
});

/** A balance contains digits in any notation. */
const showsFigure = (reply: Reply): boolean => isBalance(reply) && /\d/.test(reply.text);
