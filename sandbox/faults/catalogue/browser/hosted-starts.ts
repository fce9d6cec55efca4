import { readsAs, text, anyAnswer } from '../../changes.ts';
import { fieldFaults, redirectsOf } from '../../answer-faults.ts';
import { crossed, toReceipt, withoutAmount, withoutPay } from '../../page-changes.ts';
import {
  crossings,
  encodingFaults,
  fragmentFaults,
  ownQueryFaults,
  ownStatusFaults,
  secondArrivals,
  sharedSessions,
  sharedIds,
  smallScreens,
  withoutAddresses,
  type Way,
} from './every-way.ts';
import { wrongAmounts } from './wrong-amounts.ts';
import type { Entries, Subject, Where } from '../../exchange.ts';
import {
  all,
  decide,
  ended,
  lacks,
  paymentPage,
  postForm,
  referenceGenerated,
  startCheckout,
  startedBy,
} from '../../places.ts';

/** A checkout that was started by a form post, or by a script for an iframe. */
type Start = { readonly prefix: string; readonly what: string; readonly start: Where; readonly started: Where };
export const form: Start = { prefix: 'form', what: 'a form post', start: postForm, started: startedBy('form') };
export const iframe: Start = { prefix: 'iframe', what: 'a checkout', start: startCheckout, started: startedBy('json') };

const readOnly = (html: string): string => html.replace('id="amount"', 'id="amount" readonly');
const endingIn = (end: 'success' | 'failure', { what, started }: Start) =>
  redirectsOf(`after a ${end} of ${what}`, all(started, ended(end === 'success' ? 'success' : 'failed')));

/** Faults of the redirect to the merchant after a success or a failure. */
export function returnFaults(start: Start, end: 'success' | 'failure', receipt: string): Entries {
  const { what, prefix } = start;
  const [own, other] = end === 'success' ? ['success_url', 'failure_url'] : ['failure_url', 'success_url'];
  const redirects = endingIn(end, start);
  const name = `${prefix}-${end}`;
  return {
    [`${name}-url-lost`]: [`loses ${own} of ${what}`, readsAs(start.start, { [own]: undefined })],
    [`${name}-at-${other.replace('_', '-')}`]: [
      `redirects to ${other} after a ${end} of ${what}`,
      redirects.changed(crossed),
    ],
    [`${name}-${receipt}`]: [`shows a receipt after a ${end} of ${what}`, redirects.changed(toReceipt)],
    ...fieldFaults(`${name}-without`, 'status', redirects, { status: undefined }),
    ...fieldFaults(`${name}-without`, 'transaction_id', redirects, { 'transaction-id': undefined }),
    ...fieldFaults(`${name}-transaction-id`, 'transaction_id', redirects, { null: 'null' }),
    ...fieldFaults(`${name}-checkout-id`, 'checkout_id', redirects, { undefined: 'undefined' }),
  };
}

/** Faults of the parameters in the redirect after a success. */
export function successParameters(start: Start): Entries {
  const redirects = endingIn('success', start);
  return {
    ...fieldFaults(`${start.prefix}-success`, 'transaction_reference', redirects, {
      'without-transaction-reference': undefined,
      'reference-other': 'REF-0123456789AB',
    }),
    ...fieldFaults(`${start.prefix}-success`, 'status', redirects, { 'status-other': 'completed' }),
  };
}

export function generatedReference({ prefix, what, started }: Start): Entries {
  const words = `of ${what} without transaction_reference`;
  const redirects = redirectsOf(words, all(started, referenceGenerated));
  const unpaid = redirectsOf(`after a failure ${words}`, all(started, referenceGenerated, ended('failed')));
  const name = `${prefix}-generated-reference`;
  return {
    ...fieldFaults(name, 'transaction_reference', redirects, { missing: undefined, undefined: 'undefined' }),
    ...fieldFaults(name, 'transaction_reference', unpaid, { 'lost-on-failure': undefined }),
  };
}

export const amountLater = ({ prefix, what, start, started }: Start, amount: unknown): Entries => ({
  [`${prefix}-amount-field-missing`]: [
    `has no field for the amount on the page of ${what}`,
    anyAnswer(all(paymentPage, started), text(withoutAmount)),
  ],
  [`${prefix}-amount-field-read-only`]: [
    `shows the amount field of ${what} read-only`,
    anyAnswer(all(paymentPage, started), text(readOnly)),
  ],
  [`${prefix}-amount-never-right`]: [
    `refuses every amount that a customer of ${what} enters`,
    readsAs(all(decide, started), { amount: '' }),
  ],
  [`${prefix}-amount-fixed`]: [
    `sets the amount of ${what} that has none`,
    readsAs(all(start, lacks('amount')), { amount }),
  ],
});

export const noPayButton = ({ prefix, what, started }: Start): Entries => ({
  [`${prefix}-page-without-pay`]: [
    `has no Pay button on the page of ${what}`,
    anyAnswer(all(paymentPage, started), text(withoutPay)),
  ],
});

/** Faults of the rules that apply to every way to pay (`2.3`), for a payment that a checkout starts. */
export const everyWay = (way: Way): Subject => {
  const id = way.prefix;
  return {
    [`${id}.own-query`]: ownQueryFaults(way),
    [`${id}.own-fragment`]: fragmentFaults(way),
    [`${id}.own-status`]: ownStatusFaults(way),
    [`${id}.own-ids`]: sharedIds(way),
    [`${id}.reference-encoded`]: encodingFaults(way),
    [`${id}.no-crossing`]: crossings(way),
    [`${id}.one-arrival`]: secondArrivals(way),
    [`${id}.without-addresses`]: withoutAddresses(way),
    [`${id}.small-screen`]: smallScreens(way),
    [`${id}.amount-right`]: {
      ...wrongAmounts(way),
      [`${id}-amount-unread`]: [
        `leaves the amount of ${way.what} to the customer, although it has one`,
        readsAs((way.start === 'form' ? form : iframe).start, { amount: undefined }),
      ],
    },
    [`${id}.two-tabs`]: sharedSessions(way),
  };
};
