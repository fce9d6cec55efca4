import { mergeTests } from '@playwright/test';
import { test as checkouts } from '../../fixtures/checkout.ts';
import { alsoWithout, covers } from '../../fixtures/index.ts';
import { test as wallets } from '../../fixtures/wallets.ts';
import type { Money } from '../../helpers/wallets/movement.ts';
import { endOf } from '../../helpers/payments/payment-record.ts';
import { channels, inChannel } from '../../interface/rules/channels.ts';

// A payment in each channel, in the second currency where there is one, then one that fails, whose only address is that of a
// success: how both move the wallets and the balance of their currency (2.6, 4.1, 4.2, 4.4). Each has an amount of its own,
// so that those of other tests are told apart.

const test = mergeTests(checkouts, wallets);

test.describe.configure({ lock: 'wallets' });

for (const [index, channel] of channels.entries()) {
  test(
    `${channel}: a payment in the second currency, and one that fails, beside the wallets`,
    alsoWithout(
      'wallets',
      covers('wallets.moved', ...inChannel(channel, 'opens', 'amount-right', 'success', 'no-crossing')),
    ),
    async ({ checkout, judge, leaveOut, observeMovement, settings }) => {
      const name = settings.secondCurrency ? 'the second currency' : 'the usual currency';
      // A service may refuse it, such as cents in the second currency; then the usual one is paid.
      const isOwn = ({ amount }: Money) => amount !== settings.amount;
      const paySuccessfully = async (money: Money) => {
        // The number of the settings may not belong to the country of that currency, so that the payment may also fail.
        const payment = await checkout.start(channel, {
          ...money,
          end: 'success or failure',
          turn: 2,
          isJudged: false,
          isUnusual: isOwn(money),
        });
        await payment.finish();
        await judge(payment, name);
        checkout.isOver(payment);
        if (endOf(payment.record) === 'success') return true;
        leaveOut(name, 'no payment in it came to its end with the number of the settings');
        return false;
      };
      await observeMovement(channel, paySuccessfully, { succeeds: true, less: 14 + index });
      const fail = async (money: Money, attempt: number) => {
        const addresses = { success_url: 'bare', failure_url: 'none' } as const;
        const payment = await checkout.start(channel, {
          ...money,
          ...addresses,
          end: 'failure',
          turn: 5,
          isJudged: false,
          isUnusual: isOwn(money),
        });
        await payment.finish();
        if (attempt === 0) await judge(payment, 'a failure without failure_url');
      };
      await observeMovement(`${channel}, failed`, fail, { succeeds: false, less: 18 + index });
    },
  );
}
