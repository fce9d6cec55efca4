import type { Judge, Observe } from '../../fixtures/check.ts';
import { test } from '../../fixtures/checkout.ts';
import { covers, inParallel, smoke } from '../../fixtures/index.ts';
import type { Checkout } from '../../helpers/payments/checkout.ts';
import type { Arrival } from '../../helpers/payments/merchant/merchant-server.ts';
import {
  afterGoingBack,
  answerToForm,
  fragmentAfter,
  howFar,
  openedAgain,
  wayBack,
} from '../../helpers/payments/observations.ts';
import type { Payment } from '../../helpers/payments/payment.ts';
import { arrivalsOf, pagesOf } from '../../helpers/payments/payment-record.ts';
import { amountShown } from '../../helpers/payments/shown-amounts.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { whyNot } from '../../helpers/payments/histories.ts';
import { channels, ends, inChannel, type Channel, type End } from '../../interface/rules/channels.ts';

// Payments in each channel: an initiation's page, a form post and a JSON checkout in an iframe. By default a payment has a
// new reference, an amount and both addresses of the merchant, and its customer makes it succeed. It is judged by where the
// browser arrives, that it arrives only once, and with which parameters, and by what its pages show: `judge` asks each rule
// of covers(…) that the payment came to (helpers/payments/judge-payment.ts). A merchant's own parameter of a name of 2.3
// may stay beside that of the service. An address `bare` has no path or query of the merchant's own, `host alone` no path at
// all, and `none` is not sent. Of the rules, `success` and `failure` ask for the arrival at that address, `own-query` for the
// merchant's path and query, `own-status` and `own-ids` for what the service adds, and `opens` for a means of payment.

/** Everything that is unusual in a merchant's address, but may stand there. */
const oddPath = '/Orders/7+1/a%2Fb%20c/';
const oddQuery =
  `order=42&note=two%20words%20%26%20more&tag=a&tag=b&list[]=1&list[]=2&a.b=1&plus=%2B&blank=a+b&flag&empty=&item-id=4&what=1?2` +
  `&OrderId=007&zero=0&padded=%20x%20&both=a;b&hash=%231&escape=%2523&template=%7Bid%7D` +
  `&key=wc_order_7&utm_source=shop&copy=1&_s=1&next=https%3A%2F%2Fmerchant.example%2F&all=*!(a),b@c'd&at=10:30` +
  `&due=2024-02-29&yes=true&none=null&price=1.50&big=12345678901234567890&page=%C3%A9&id=5&state=open&session_id=s7&token=t7&long=${'x'.repeat(450)}&last=z`;
const oddAddress = (end: End) => ({
  with: `/a;b/${oddPath}?status=draft&checkout_id=draft&transaction_id=draft&${oddQuery}&for=${end}#end-7`,
});
/** The same without a fragment, two slashes, and parameters in the path or of the names of 2.3. */
const oddPathAndQuery = (end: End) => ({ with: `${oddPath}?${oddQuery}&for=${end}` });
/** Both addresses of a payment, which differ in their queries as well. */
const both = (of: typeof oddAddress) => ({ success_url: of('success'), failure_url: of('failure') });
const oddReference = { with: "  a b+c  d | a&b=c?d#e | 100% $$5 a/b %41 | l'été ü 中 ☂ 🛒 e\u0301" };
const oddReferences = {
  'blanks and a plus': { with: ' a b+c  d' },
  'signs of a query': { with: ' a&b=c?d#e' },
  'a percent sign, a slash, an escape': { with: ' 100% $$5 a/b %41' },
  'letters beyond ASCII': { with: " l'été ü 中 ☂" },
  'an emoji, an accent of its own': { with: ' 🛒 e\u0301' },
};

/**
 * Pays with everything that is unusual at once; a failure in the second currency as well. A service may refuse that, and
 * then less of it is tried.
 *
 * @returns the payment whose address had a fragment; undefined when it was refused
 */
const payOdd = async (checkout: Checkout, judge: Judge, channel: Channel, end: End, settings: Settings) => {
  const pay = async (name: string, options: Parameters<Checkout['start']>[1]): Promise<Payment | undefined> => {
    const payment = await checkout.startUnlessRefused(channel, { end, ...options });
    await payment.finish();
    // Of a refused payment, only what a refusal shows is judged.
    await judge(payment, `a ${end}, ${name}`);
    return payment.wasRefused ? undefined : payment;
  };
  const address = both(oddAddress);
  const odd = { ...address, transaction_reference: oddReference };
  if (end === 'failure' && settings.secondCurrency !== undefined) {
    const inSecondCurrency = { currency: settings.secondCurrency, isJudged: false, end, ...odd };
    const payment = await checkout.startUnlessRefused(channel, inSecondCurrency);
    // The number of the settings may be one that cannot pay in it.
    const reason = await whyNot(async () => void (await payment.finish()));
    if (!payment.wasRefused && reason === undefined) {
      await judge(payment, 'a failure, an odd address and an odd reference, in the second currency');
      return payment;
    }
  }
  const all = await pay('an odd address and an odd reference', odd);
  if (all) return all;
  const withFragment = await pay('an odd address', address);
  if (!withFragment) await pay('an odd path and query', both(oddPathAndQuery));
  await inParallel(Object.entries(oddReferences), ([name, transaction_reference]) =>
    pay(`a reference with ${name}`, { transaction_reference }),
  );
  return withFragment;
};

/** Rules that only the ordinary payment of an end can show. */
const successRules = ['opens', 'amount-right'] as const;
const failureRules = ['reference-generated', 'amount-right'] as const;
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
  if (channel === 'form' && end === 'success') await observe('form.answer', end, answerToForm(payment));
};

/** What it leaves open about the hosted page. */
const observePage = async (payment: Payment, end: End, observe: Observe, settings: Settings) => {
  const { channel, sent } = payment.record;
  if (channel !== 'redirect' || end !== 'success') return;
  const text = pagesOf(payment.record)[0] ?? '';
  const isShown = text.includes(String(sent.transaction_reference));
  await observe('page.amount-shown', end, amountShown(text, Number(sent.amount), settings.currency));
  await observe('page.reference-shown', end, isShown ? 'yes' : 'no');
  await observe('page.gone-back', end, () => afterGoingBack(payment));
  await observe('page.used-again', end, () => openedAgain(payment, settings.redirectTimeoutMs));
};

test.describe.configure({ mode: 'parallel' });

interface Ordinary {
  payment: Payment;
  arrival: Arrival | undefined;
  name: string;
}

/**
 * A success with both usual addresses, on a small screen. The interface does not mention the size of screens, so the same
 * is paid on a usual one where that leads elsewhere.
 */
const succeed = async (checkout: Checkout, channel: Channel, observe: Observe): Promise<Ordinary> => {
  const name = 'a success, usual addresses';
  const onPhone = await checkout.start(channel, { turn: 0, onPhone: true, isJudged: false });
  const far = await howFar(onPhone);
  await observe(`${channel}.small-screen`, 'a success', far);
  const [arrival] = arrivalsOf(onPhone.record);
  if (far === 'arrives at success_url') return { payment: onPhone, arrival, name };
  const payment = await checkout.start(channel, { turn: 0 });
  return { payment, arrival: await payment.finish(), name };
};

/** A failure with as little as may be sent: the address of a host alone and a small amount, without a reference. */
const fail = async (checkout: Checkout, channel: Channel): Promise<Ordinary> => {
  const { payment, paid } = await checkout.startWithAmount(channel, 'one main unit', {
    end: 'failure',
    transaction_reference: 'generated',
    success_url: 'none',
    failure_url: 'host alone',
  });
  const name = `a failure, the address of a host alone, a generated reference, ${paid}`;
  return { payment, arrival: await payment.finish(), name };
};

// The channels follow one another in each kind, so that what is waited for in all of them is waited for together.
for (const end of ends.toReversed()) {
  for (const channel of channels) {
    const details = covers(
      ...inChannel(channel, end, 'no-crossing', 'one-arrival', 'own-query', 'own-status'),
      ...inChannel(channel, 'own-ids', 'reference-encoded', ...(end === 'success' ? successRules : failureRules)),
      ...openQuestions[channel][end],
      ...(end === 'success' ? ([`${channel}.small-screen`] as const) : []),
      `${channel}.own-fragment`,
    );
    test(
      `${channel}: a ${end} leads back to an ordinary address, and to an odd one with an odd reference`,
      channel === 'redirect' && end === 'success' ? smoke(details) : details,
      async ({ checkout, judge, observe, settings }) => {
        const payOrdinarily = async () => {
          const { payment, arrival, name } = await (end === 'success'
            ? succeed(checkout, channel, observe)
            : fail(checkout, channel));
          await judge(payment, name);
          await observeReturn(payment, arrival, end, observe);
          await observePage(payment, end, observe, settings);
        };
        const payUnusual = async () => {
          const odd = await payOdd(checkout, judge, channel, end, settings);
          await observe(`${channel}.own-fragment`, end, () => fragmentAfter(odd));
        };
        await inParallel([payOrdinarily, payUnusual], (pay) => pay());
      },
    );
  }
}
