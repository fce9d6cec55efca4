import type { Observe } from '../../fixtures/check.ts';
import { test } from '../../fixtures/checkout.ts';
import { covers } from '../../fixtures/index.ts';
import { failureKindOf } from '../../helpers/errors/failure-kind.ts';
import { afterReloading, endingOf, howFar, whetherTaken } from '../../helpers/payments/observations.ts';
import { blockForeignCookies, sendFormsTwice } from '../../helpers/payments/open-address.ts';
import type { Payment } from '../../helpers/payments/payment.ts';
import { eventsOf } from '../../helpers/payments/payment-record.ts';
import { unusualAmount } from '../../helpers/payments/unusual-amounts.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { channels, ends, inChannel, type End } from '../../interface/rules/channels.ts';

// Payments with the required fields alone, and what the interface does not say about the payment page.

test.describe.configure({ mode: 'parallel' });

const required = { success_url: 'none', failure_url: 'none', transaction_reference: 'generated' } as const;

const observeEnding = async (observe: Observe | undefined, payment: Payment): Promise<void> =>
  observe?.('page.end-without-address', 'success', () => endingOf(payment));

const pageRules = { success: ['opens', 'amount-right'], failure: ['amount-right'] } as const;

/** The amount, or what a customer types as one; where a service or its page does not take it, the usual one follows. */
const typedFor = (end: End, { seed }: Settings) =>
  (end === 'success') === (seed.number % 2 === 0) ? 'a thousand main units' : 'with decimals';

type Typed = ReturnType<typeof typedFor> | undefined;

/** Makes a payment; where the page did not go on after it had refused the amount, another one with the usual amount. */
const payAgainIfNeeded = async (typed: Typed, start: (typed: Typed) => Promise<Payment>): Promise<Payment> => {
  const payment = await start(typed);
  try {
    await payment.offersPayment();
    await payment.setAmount();
    await payment.finish();
    return payment;
  } catch (error) {
    const isRefused = eventsOf(payment.record, 'entry refused').length > 0;
    if (!typed || !isRefused || failureKindOf(error) !== 'not-tested') throw error;
    return payAgainIfNeeded(undefined, start);
  }
};

for (const channel of channels) {
  for (const end of ends) {
    // The amount is required for an initiation (2.1), and left to the customer of a checkout (2.5).
    const isObserved = channel === 'redirect' && end === 'success';
    test(
      `${channel}: the required fields alone, ends in ${end}`,
      covers(
        ...inChannel(channel, 'without-addresses', 'amount-later', ...pageRules[end]),
        ...(isObserved ? (['page.end-without-address'] as const) : []),
        ...(channel === 'redirect' ? [] : ([`${channel}.typed-amount`] as const)),
      ),
      async ({ checkout, judge, observe, settings }) => {
        const typed = typedFor(end, settings);
        const payment = await payAgainIfNeeded(typed, async (amountToType) => {
          if (channel !== 'redirect')
            return checkout.start(channel, { ...required, amount: 'by customer', end, typed: amountToType });
          return (await checkout.startWithAmount(channel, typed, { ...required, end })).payment;
        });
        await judge(payment, `the required fields alone, a ${end}`);
        await observeEnding(isObserved ? observe : undefined, payment);
        if (channel === 'redirect') return;
        const isAllowed = unusualAmount(settings, typed) !== undefined;
        await observe(`${channel}.typed-amount`, typed, whetherTaken(checkout.payments[0] ?? payment, isAllowed));
      },
    );
  }
}

test(
  'the page is loaded once more, then each of its forms is sent twice',
  covers('page.reloaded', 'page.sent-twice'),
  async ({ checkout, observe, settings }) => {
    const payment = await checkout.start('redirect', { isJudged: false, prepare: sendFormsTwice });
    await observe('page.reloaded', 'before the payment', () => afterReloading(payment, settings.redirectTimeoutMs));
    await observe('page.sent-twice', 'a success', () => howFar(payment));
  },
);

test('an iframe without cookies of other sites', covers('iframe.cookies-blocked'), async ({ checkout, observe }) => {
  const payment = await checkout.start('iframe', { isJudged: false, prepare: blockForeignCookies });
  await observe('iframe.cookies-blocked', 'a success', () => howFar(payment));
});
