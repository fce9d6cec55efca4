import { covers, expect, inParallel, needs, smoke, test } from '../../fixtures/index.ts';
import { isBalance } from '../../helpers/wallets/balances.ts';
import { notEmpty } from '../../helpers/wallets/wallets.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';

// Balances (4.4). The interface shows two paths and no body, so one of the two has to answer.

test(
  'the balances of all wallets, twice',
  smoke(covers('balance.all', 'balance.body')),
  async ({ balances, wallets, check, observe }) => {
    const first = await balances.onBothPaths();
    await check('balance.all', 'first', () => expect(first).toAnswerBalances());
    const second = await balances.onBothPaths();
    await check('balance.all', 'second', () => expect(second).toAnswerBalances());
    const listed = await wallets.list();
    await check('balance.all', 'with a figure where a wallet is listed', () => {
      notEmpty(listed);
      expect(first.some(showsFigure), 'a balance has a digit').toBe(true);
    });
    await check('balance.all', 'of every currency that wallets have', async () =>
      expect(await balances.leftOut(listed), 'the currencies that are left out').toEqual([]),
    );
    await check('balance.all', 'each as in the list', async () =>
      expect(await balances.mixedUp(() => wallets.list()), 'the currencies with the amount of another').toEqual([]),
    );
    await observe('balance.body', 'all wallets', first.map(({ json }) => describeShape(json)).join('; '));
  },
);

test(
  'the balance of one currency',
  covers('balance.one-currency', 'balance.body'),
  async ({ balances, wallets, settings, check, observe }) => {
    const { currency } = settings;
    const replies = await balances.onBothPaths(currency);
    await check('balance.one-currency', 'the first currency', () => expect(replies).toAnswerBalances());
    const listed = await wallets.list();
    await check('balance.one-currency', 'with a figure where a wallet is listed', () => {
      const isListed = notEmpty(listed).some((wallet) => wallet.currency === currency);
      expect(!isListed || replies.some(showsFigure), 'a balance has a digit').toBe(true);
    });
    await check('balance.one-currency', 'and not that of another one', async () =>
      expect(await balances.mistaken(listed), 'the currencies with the balance of another').toEqual([]),
    );
    await check('balance.one-currency', 'as in the list', async () =>
      expect(await balances.mixedUp(() => wallets.list(), currency), 'the amount of another one').toEqual([]),
    );
    await observe('balance.body', 'one currency', replies.map(({ json }) => describeShape(json)).join('; '));
  },
);

test(
  'the balance of the second currency',
  needs('second-currency', covers('balance.one-currency')),
  async ({ balances, wallets, settings, check }) => {
    const isListed = notEmpty(await wallets.list()).some(({ currency }) => currency === settings.secondCurrency);
    const replies = await balances.onBothPaths(settings.secondCurrency);
    // Without a wallet in the second currency, any answer is allowed.
    await check('balance.one-currency', 'the second one, where a wallet has it', () =>
      expect(!isListed || replies.some(isBalance), 'a path answers the balance').toBe(true),
    );
    await check('balance.one-currency', 'the second one, as in the list', async () =>
      expect(
        await balances.mixedUp(() => wallets.list(), settings.secondCurrency),
        'the amount of another one',
      ).toEqual([]),
    );
  },
);

test(
  'the balance of one currency of several is not that of all',
  needs('second-currency', covers('balance.narrowed')),
  async ({ balances, wallets, check }) => {
    const listed = await wallets.inSeveralCurrencies();
    const isIgnored = await balances.ignoreCurrency(listed);
    await check('balance.narrowed', 'one of the currencies of wallets', () =>
      expect(isIgnored, 'the currency is ignored').toBe(false),
    );
  },
);

test(
  'the two paths',
  covers(
    'balance.plural-path',
    'balance.singular-path',
    'balance.unknown-currency',
    'json.answers',
    'error.no-server-fault',
    'error.never-success',
  ),
  async ({ api, settings, judge, observe }) => {
    await inParallel(['plural', 'singular'] as const, async (path) => {
      const ofAll = await api.balance(path);
      await judge(ofAll, `${path} path, all wallets`);
      await observe(`balance.${path}-path`, 'all wallets', summarizeReply(ofAll));
      const ofOne = await api.balance(path, settings.currency);
      await judge(ofOne, `${path} path, one currency`);
      await observe(`balance.${path}-path`, 'one currency', summarizeReply(ofOne));
    });
    const unknown = await api.balance('plural', 'QQQ');
    await judge(unknown, 'an unknown currency of the balance');
    await observe('balance.unknown-currency', 'QQQ', summarizeReply(unknown));
  },
);

/** A balance contains digits in any notation. */
const showsFigure = (reply: Reply): boolean => isBalance(reply) && /\d/.test(reply.text);
