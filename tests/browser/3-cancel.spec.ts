import { mergeTests } from '@playwright/test';
import { alsoWithout, covers, needs } from '../../fixtures/index.ts';
import { test as checkouts } from '../../fixtures/checkout.ts';
import { test as wallets } from '../../fixtures/wallets.ts';
import { afterCancelling } from '../../helpers/payments/observations.ts';
import type { Payment } from '../../helpers/payments/payment.ts';
import type { Money } from '../../helpers/wallets/movement.ts';
import { channels } from '../../interface/rules/channels.ts';

// A customer cancels the payment. Where that leads is open, but it must not be a success, and a redirect carries what each
// redirect carries. Whether it moves the wallets is observed, as after other payments (2.6-wallets-moved-by-channel). Its
// page may ask for the payment again: a customer who pays after all returns as from any other.

const test = mergeTests(checkouts, wallets);

test.describe.configure({ mode: 'parallel' });

const cancelled = [
  'redirect.cancelled-not-success',
  'redirect.cancelled-parameters',
  'redirect.cancelled-where',
  'redirect.begun-again',
] as const;

for (const [index, channel] of channels.entries()) {
  const details = alsoWithout('wallets', covers(...cancelled, 'wallets.moved'));
  test(
    `${channel}: a payment is cancelled`,
    { ...(channel === 'redirect' ? details : needs(channel, details)), lock: 'wallets' },
    async ({ checkout, judge, observe, observeMovement, settings }) => {
      const cancelledOnes: Payment[] = [];
      const payAndCancel = async (money: Money, attempt: number) => {
        // A service may refuse an amount of its own, such as cents in the second currency; then the usual one is paid.
        const isUnusual = money.amount !== settings.amount;
        const payment = await checkout.start(channel, { ...money, end: 'cancel', turn: 4, isJudged: false, isUnusual });
        const arrival = await payment.finish();
        if (attempt > 0) return;
        await judge(payment, `${channel}, with both addresses`);
        await observe('redirect.cancelled-where', `${channel}, with both addresses`, afterCancelling(payment, arrival));
        cancelledOnes.push(payment);
      };
      await observeMovement(`${channel}, cancelled`, payAndCancel, { succeeds: false, less: 21 + index });
      for (const payment of cancelledOnes) await judge(await payment.beginAgain(), `${channel}, paid after all`);
    },
  );
}

test('a payment without failure_url is cancelled', covers(...cancelled), async ({ checkout, judge, observe }) => {
  const fields = { success_url: 'bare', failure_url: 'none' } as const;
  // After what was entered, where the page still offers it.
  const payment = await checkout.start('redirect', { end: 'cancel', cancelsLate: true, ...fields });
  const arrival = await payment.finish();
  await judge(payment, 'without failure_url');
  await observe('redirect.cancelled-where', 'without failure_url', afterCancelling(payment, arrival));
  await judge(await payment.beginAgain(), 'without failure_url, paid after all');
});
