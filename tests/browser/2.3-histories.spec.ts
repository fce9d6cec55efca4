import { test } from '../../fixtures/checkout.ts';
import { covers, expect } from '../../fixtures/index.ts';
import { goOnIn, whyNot } from '../../helpers/payments/histories.ts';
import type { Payment } from '../../helpers/payments/payment.ts';
import { eventsOf } from '../../helpers/payments/payment-record.ts';
import { channels, inChannel } from '../../interface/rules/channels.ts';

// Payments with a history: the page and its later steps are loaded again, the page is come back to, and the customer makes a
// mistake, in another language where it keeps its words. The interface does not say that a page goes on after any of it, so
// nothing is judged where it does not. Where it does, the payment ends as the last entries say, and returns as any other.

test.describe.configure({ mode: 'parallel' });

/**
 * Why the payment says nothing after what happened on its page; undefined when the customer paid in the end.
 *
 * @param lookAgain what happens before the page is loaded once more; undefined where it is not
 */
const whyNotPaid = (payment: Payment, lookAgain: (() => Promise<void>) | undefined): Promise<string | undefined> =>
  whyNot(async () => {
    if (!(await payment.offersPayment())) return 'its page offered no payment';
    await lookAgain?.();
    if (lookAgain && !(await payment.revisit())) return 'the page offered no payment any more when it was loaded again';
    await payment.setAmount();
    await payment.finish();
    return undefined;
  });

for (const channel of channels) {
  // Where the customer types the amount, the page on which the payment ends shows which one counted.
  for (const returns of channel === 'redirect' ? [true] : [true, false]) {
    const [opens = 'page.opens' as const] = inChannel(channel, 'opens');
    const rules = returns
      ? ([
          'success',
          'no-crossing',
          'one-arrival',
          'own-query',
          ...(channel === 'form' ? [] : ['opens' as const]),
        ] as const)
      : (['without-addresses'] as const);
    test(
      `${channel}: the page is loaded again, and takes the right entry after a mistake, ${returns ? 'with' : 'without'} addresses`,
      covers(...inChannel(channel, ...rules, 'amount-right')),
      async ({ checkout, judge, check, leaveOut, settings }) => {
        const amount = channel === 'redirect' ? {} : ({ amount: 'by customer' } as const);
        // The receipt of the second currency, where there is one; whoever cannot pay in it is not judged.
        const more = returns
          ? { loadsSteps: true }
          : ({
              success_url: 'none',
              failure_url: 'none',
              currency: settings.secondCurrency ?? settings.currency,
            } as const);
        const start = (isMistaken: boolean) =>
          checkout.start(channel, { ...amount, ...more, isMistaken, isJudged: false, turn: 3 });
        let payment = await start(true);
        // It need not load once more. To load the answer to a form again would send the form again.
        const inFrench = async () => {
          const status = await goOnIn(payment, 'fr-FR,fr;q=0.9', settings.redirectTimeoutMs);
          await check(opens, 'loaded again by a French browser', () =>
            expect(status, 'the HTTP status').toBeLessThan(500),
          );
        };
        let reason = await whyNotPaid(payment, returns && channel !== 'form' ? inFrench : () => Promise.resolve());
        let name = 'loaded again, then a mistake, then the right entry';
        const usesSecondCurrency = !returns && settings.secondCurrency !== undefined;
        // No other amount is typed in the second currency.
        if (reason !== undefined && usesSecondCurrency) {
          payment = await start(false);
          reason = await whyNotPaid(payment, undefined);
          name = 'the right entry at once';
        }
        const isOpen = eventsOf(payment.record, 'watched to its end').some((one) => !one.isOver);
        if (usesSecondCurrency && isOpen) reason ??= 'the number of the settings could not pay in the second currency';
        if (reason === undefined) await judge(payment, name);
        else leaveOut('a page with a history', reason);
      },
    );
  }
}
