import { mergeTests } from '@playwright/test';
import { test as checkouts } from '../../fixtures/checkout.ts';
import { alsoWithout, covers } from '../../fixtures/index.ts';
import { test as wallets } from '../../fixtures/wallets.ts';
import type { Money } from '../../helpers/wallets/movement.ts';
import { endOf } from '../../helpers/payments/payment-record.ts';
import type { Intention } from '../../helpers/payments/payment-tools.ts';
import { channels, inChannel, type Channel } from '../../interface/rules/channels.ts';

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
      const paid = async (money: Money, one: Channel, end: Intention = 'success or failure') => {
        const options = { ...money, end, turn: 2, isJudged: false, isUnusual: isOwn(money) };
        const payment = await (one === channel
          ? checkout.start(one, options)
          : checkout.startUnlessRefused(one, options));
        await payment.finish();
        return payment;
      };
      const isPaidElsewhere = async (money: Money): Promise<boolean> => {
        const isAbsent = (one: Channel) => settings.notApplicable.has(one === 'redirect' ? 'hosted-page' : one);
        for (const one of channels.filter((other) => other !== channel && !isAbsent(other)))
          if (endOf((await paid(money, one)).record) === 'success') return true;
        return false;
      };
      const paySuccessfully = async (money: Money) => {
        // The number of the settings may not belong to the country of that currency, so that the payment may also fail.
        let payment = await paid(money, channel);
        // Where another channel takes the number, this one has to lead back as well.
        if (endOf(payment.record) === undefined && (await isPaidElsewhere(money)))
          payment = await paid(money, channel, 'success');
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
