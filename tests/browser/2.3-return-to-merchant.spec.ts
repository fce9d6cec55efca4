import type { Observe } from '../../fixtures/check.ts';
import { test } from '../../fixtures/checkout.ts';
import { covers, inParallel, needs, smoke } from '../../fixtures/index.ts';
import type { Checkout } from '../../helpers/payments/checkout.ts';
import type { Arrival } from '../../helpers/payments/merchant/merchant-server.ts';
import { afterGoingBack, fragmentAfter, howFar, openedAgain, wayBack } from '../../helpers/payments/observations.ts';
import type { Payment } from '../../helpers/payments/payment.ts';
import { amountShown } from '../../helpers/payments/shown-amounts.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { channels, ends, inChannel, type Channel, type End } from '../../interface/rules/channels.ts';

// Payments in each channel: an initiation's page, a form post and a JSON checkout in an iframe. Every payment is judged
// as a whole when its test ends (helpers/payments/judge-payment.ts): where the browser arrives, once and with which
// parameters, and what the page shows. By default a payment has a reference, an amount and both addresses of the merchant,
// each with a query.

/** For an address of the merchant: without path and query, or left out. */
const [bareAddress, noAddress] = ['', null];

/** Everything that is unusual in a merchant's address, but may stand there. */
const oddPath = '/Orders/7/a%2Fb%20c/';
const oddQuery =
  `order=42&note=two%20words%20%26%20more&tag=a&tag=b&list[]=1&list[]=2&a.b=1&plus=%2B&blank=a+b&flag&what=1?2` +
  `&page=%C3%A9&long=${'x'.repeat(500)}&last=z`;
const oddAddress = `${oddPath}?status=draft&${oddQuery}#receipt-7`;
/** Spaces, a plus, signs of a query, a percent sign, a slash, an escape, and letters beyond ASCII. */
const oddReference = '  a b+c  d | a&b=c?d#e | 100% a/b %41 | é ü 中 ☂';

/** Pays with everything that is unusual; a service may refuse that, and less of it is tried then. Returns what it kept. */
const finishOdd = async (checkout: Checkout, channel: Channel, end: End): Promise<Payment | undefined> => {
  const address = { success_url: oddAddress, failure_url: oddAddress };
  const usualQuery = { success_url: `${oddPath}?${oddQuery}`, failure_url: `${oddPath}?${oddQuery}` };
  const all = await checkout.startUnlessRefused(channel, { end, ...address, transaction_reference: oddReference });
  await all?.finish();
  if (all) return all;
  const withFragment = await checkout.startUnlessRefused(channel, { end, ...address });
  await (withFragment ?? (await checkout.startUnlessRefused(channel, { end, ...usualQuery })))?.finish();
  await inParallel([' a b+c  d', ' a&b=c?d#e', ' 100% a/b %41', ' é ü 中 ☂'], async (transaction_reference) =>
    (await checkout.startUnlessRefused(channel, { end, transaction_reference }))?.finish(),
  );
  return withFragment;
};

const pageRules = ['opens', 'amount-right'] as const;
const openQuestions = {
  redirect: {
    success: ['redirect.how', 'page.amount-shown', 'page.reference-shown', 'page.gone-back', 'page.used-again'],
    failure: ['redirect.how'],
  },
  form: { success: ['form.answer'], failure: [] },
  iframe: { success: ['iframe.where'], failure: ['iframe.where'] },
} as const;

/** What the interface leaves open about the return, in the channels that have a question about it. */
const observeReturn = async (payment: Payment, arrival: Arrival | undefined, end: End, observe: Observe) => {
  const { channel } = payment.record;
  if (channel === 'redirect') await observe('redirect.how', end, () => wayBack(payment, arrival));
  if (channel === 'iframe') await observe('iframe.where', end, arrival ? `the ${arrival.into}` : 'neither');
  if (channel === 'form' && end === 'success') await observe('form.answer', end, `HTTP ${payment.answered}`);
};

/** What it leaves open about the hosted page. */
const observePage = async (payment: Payment, end: End, observe: Observe, settings: Settings) => {
  const { channel, pages, sent } = payment.record;
  if (channel !== 'redirect' || end !== 'success') return;
  const text = pages[0] ?? '';
  const isShown = text.includes(String(sent.transaction_reference));
  await observe('page.amount-shown', end, amountShown(text, settings.amount, settings.currency));
  await observe('page.reference-shown', end, isShown ? 'yes' : 'no');
  await observe('page.gone-back', end, () => afterGoingBack(payment));
  await observe('page.used-again', end, () => openedAgain(payment, settings.redirectTimeoutMs));
};

test.describe.configure({ mode: 'parallel' });

for (const channel of channels) {
  for (const end of ends) {
    const details = covers(
      ...inChannel(channel, end, 'no-crossing', 'one-arrival', 'own-query', 'own-status'),
      ...inChannel(channel, 'own-ids', 'reference-encoded', ...(end === 'success' ? pageRules : [])),
      ...openQuestions[channel][end],
      `${channel}.own-fragment`,
    );
    test(
      `${channel}: a ${end} leads back to the usual address, and to an odd one with an odd reference`,
      channel === 'redirect' && end === 'success' ? smoke(details) : details,
      async ({ checkout, observe, settings }) => {
        const payUsual = async () => {
          const usual = await checkout.start(channel, { end });
          const arrival = await usual.finish();
          await observeReturn(usual, arrival, end, observe);
          await observePage(usual, end, observe, settings);
        };
        const payOdd = async () => {
          const odd = await finishOdd(checkout, channel, end);
          await observe(`${channel}.own-fragment`, end, () => fragmentAfter(odd));
        };
        await inParallel([payUsual, payOdd], (pay) => pay());
      },
    );

    const onlyTheOtherAddress =
      end === 'success'
        ? { success_url: noAddress, failure_url: bareAddress }
        : { success_url: bareAddress, failure_url: noAddress };
    test(
      `${channel}: a ${end} does not lead to the address of the other end`,
      covers(...inChannel(channel, 'no-crossing', 'amount-right')),
      async ({ checkout }) => {
        const payment =
          end === 'success'
            ? await checkout.start(channel, { end, ...onlyTheOtherAddress })
            : await checkout.startWithAmount(channel, 'thousands', { end, ...onlyTheOtherAddress });
        await payment.finish();
      },
    );
  }

  test(
    `${channel}: one address, and a generated reference`,
    covers(...inChannel(channel, 'success', 'failure', 'reference-generated', 'own-ids', 'opens', 'amount-right')),
    async ({ checkout }) => {
      const ofSuccess = { transaction_reference: null, success_url: bareAddress, failure_url: noAddress };
      const ofFailure = { transaction_reference: null, success_url: noAddress, failure_url: bareAddress };
      const started = [
        () => checkout.start(channel, ofSuccess),
        () => checkout.startWithAmount(channel, 'oneUnit', { ...ofFailure, end: 'failure' }),
      ];
      await inParallel(started, async (start) => (await start()).finish());
    },
  );

  // The interface does not mention the size of screens.
  test(`${channel}: a small screen`, covers(`${channel}.small-screen`), async ({ checkout, observe }) => {
    const payment = await checkout.start(channel, { onPhone: true, isJudged: false });
    await observe(`${channel}.small-screen`, 'a success', () => howFar(payment));
  });

  test(
    `${channel}: two payments are open in one browser`,
    covers(...inChannel(channel, 'two-tabs', 'success', 'own-ids', 'opens', 'amount-right', 'amount-later', 'stays')),
    async ({ checkout }) => {
      const first = await checkout.startWithAmount(channel, 'withFraction');
      await first.offersPayment();
      // The customer of a checkout without an amount sets it on the page (2.5).
      const second = await checkout.start(
        channel,
        channel === 'redirect' ? { beside: first } : { beside: first, amount: null },
      );
      await second.offersPayment();
      await second.setAmount();
      await second.finish();
      await first.finish();
    },
  );

  test(
    `${channel}: the second currency`,
    needs('second-currency', covers(...inChannel(channel, 'opens', 'amount-right'))),
    async ({ checkout, settings }) => {
      // Only looked at: the number of the settings may not belong to the country of that currency.
      const payment = await checkout.start(channel, { currency: settings.secondCurrency ?? '' });
      await payment.offersPayment();
    },
  );
}
