import { test } from '../../fixtures/checkout.ts';
import { covers } from '../../fixtures/index.ts';
import { channels, inChannel } from '../../interface/rules/channels.ts';

// Payments that are open in tabs of one browser, and a further one in the window of one that failed: each keeps to its own
// request (see 2.3-return-to-merchant.spec.ts). `amount-later` asks for a field for the amount, `stays` for the frame.
// The one that fails was opened first (redirect) or second (form, iframe): a session of the browser may keep how either ended.

for (const channel of channels) {
  test(
    `${channel}: three payments are open in one browser`,
    covers(
      ...inChannel(channel, 'two-tabs', 'success', 'own-ids', 'own-query', 'reference-generated'),
      ...inChannel(channel, 'failure', 'opens', 'amount-right', 'amount-later', 'stays', 'no-crossing'),
    ),
    async ({ checkout, judge }) => {
      const isRedirect = channel === 'redirect';
      const addressAlone = { success_url: 'host alone', failure_url: 'none' } as const;
      const { payment: first, paid: amountCase } = await checkout.startWithAmount(channel, 'units and five cents', {
        transaction_reference: 'generated',
        ...(isRedirect ? { end: 'failure', turn: 1 } : addressAlone),
      });
      await first.offersPayment();
      // The customer of a checkout without an amount sets it on the page (2.5), and the payment fails.
      const own = isRedirect ? addressAlone : ({ amount: 'by customer', end: 'failure' } as const);
      // A checkout tells its reference only on return (2.5, 4.2): two generated ones have to differ.
      const reference = isRedirect ? 'new' : 'generated';
      const second = await checkout.start(channel, {
        beside: first,
        transaction_reference: reference,
        turn: 1,
        ...own,
      });
      await second.offersPayment();
      const without = { success_url: 'none', failure_url: 'bare', beside: first } as const;
      const thousand = 'a thousand main units';
      const { payment: third, paid: thirdCase } = await checkout.startWithAmount(channel, thousand, without);
      await third.offersPayment();
      // First the one that was opened neither first nor last, since a session of the browser may keep either.
      await second.setAmount();
      await second.finish();
      await first.finish();
      await third.finish();
      await judge(third, `a success without success_url, ${thirdCase}`);
      await judge(second, 'the second of two tabs');
      await judge(first, `the first of two tabs, a generated reference, ${amountCase}`);
      // A customer whose payment failed tries another one: the page may keep what it knew in this window.
      const next = await checkout.start(channel, { after: isRedirect ? first : second, turn: 2 });
      await next.finish();
      await judge(next, 'a further payment, in the window of one that failed');
    },
  );
}
