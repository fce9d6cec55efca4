import { merchantRedirect, header, readsAs, refusedAs, secondTime, text, anyAnswer } from '../../changes.ts';
import { fieldFaults, redirectsOf } from '../../answer-faults.ts';
import { crossed, leadsTo, page, script, toReceipt, withoutAmount, withoutPay } from '../../page-changes.ts';
import {
  crossings,
  encodingFaults,
  fragmentFaults,
  ownQueryFaults,
  ownStatusFaults,
  secondArrivals,
  sharedIds,
  smallScreens,
  withoutAddresses,
  type Way,
} from './every-way.ts';
import type { Change, Entries, Exchange, Json, Subject, Where } from '../../exchange.ts';
import {
  all,
  decide,
  ended,
  framed,
  given,
  lacks,
  paymentPage,
  postForm,
  referenceGenerated,
  startCheckout,
  startedBy,
} from '../../places.ts';

/** A checkout that was started by a form post, or by a script for an iframe. */
type Start = { readonly prefix: string; readonly what: string; readonly start: Where; readonly started: Where };
const form: Start = { prefix: 'form', what: 'a form post', start: postForm, started: startedBy('form') };
const iframe: Start = { prefix: 'iframe', what: 'a checkout', start: startCheckout, started: startedBy('json') };

const readOnly = (html: string): string => html.replace('id="amount"', 'id="amount" readonly');
const endingIn = (end: 'success' | 'failure', { what, started }: Start) =>
  redirectsOf(`after a ${end} of ${what}`, all(started, ended(end === 'success' ? 'success' : 'failed')));

/** What goes wrong on the way back after a success or a failure. */
function wayBack(start: Start, end: 'success' | 'failure', receipt: string): Entries {
  const { what, prefix } = start;
  const [own, other] = end === 'success' ? ['success_url', 'failure_url'] : ['failure_url', 'success_url'];
  const redirects = endingIn(end, start);
  const name = `${prefix}-${end}`;
  return {
    [`${name}-url-lost`]: [`loses ${own} of ${what}`, readsAs(start.start, { [own]: undefined })],
    [`${name}-at-${other.replace('_', '-')}`]: [
      `leads to ${other} after a ${end} of ${what}`,
      redirects.changed(crossed),
    ],
    [`${name}-${receipt}`]: [`shows a receipt after a ${end} of ${what}`, redirects.changed(toReceipt)],
    ...fieldFaults(`${name}-without`, 'status', redirects, { status: undefined }),
    ...fieldFaults(`${name}-without`, 'transaction_id', redirects, { 'transaction-id': undefined }),
    ...fieldFaults(`${name}-transaction-id`, 'transaction_id', redirects, { null: 'null' }),
    ...fieldFaults(`${name}-checkout-id`, 'checkout_id', redirects, { undefined: 'undefined' }),
  };
}

/** What the redirect after a success carries. */
function successParameters(start: Start): Entries {
  const redirects = endingIn('success', start);
  return {
    ...fieldFaults(`${start.prefix}-success`, 'transaction_reference', redirects, {
      'without-transaction-reference': undefined,
      'reference-other': 'REF-0123456789AB',
    }),
    ...fieldFaults(`${start.prefix}-success`, 'status', redirects, { 'status-other': 'completed' }),
  };
}

function generatedReference({ prefix, what, started }: Start): Entries {
  const words = `of ${what} without transaction_reference`;
  const redirects = redirectsOf(words, all(started, referenceGenerated));
  const unpaid = redirectsOf(`after a failure ${words}`, all(started, referenceGenerated, ended('failed')));
  const name = `${prefix}-generated-reference`;
  return {
    ...fieldFaults(name, 'transaction_reference', redirects, { missing: undefined, undefined: 'undefined' }),
    ...fieldFaults(name, 'transaction_reference', unpaid, { 'lost-on-failure': undefined }),
  };
}

const amountLater = ({ prefix, what, start, started }: Start, amount: unknown): Entries => ({
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
    `fixes the amount of ${what} that has none`,
    readsAs(all(start, lacks('amount')), { amount }),
  ],
});

const noPayButton = ({ prefix, what, started }: Start): Entries => ({
  [`${prefix}-page-without-pay`]: [
    `has no button to pay on the page of ${what}`,
    anyAnswer(all(paymentPage, started), text(withoutPay)),
  ],
});

const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });
const secretKey: Where = ({ asked, settings }) => asked['publishable_key'] === settings.secretKey;
const wrongKey = all(postForm, ({ asked, settings }) => {
  return ![settings.publishableKey, settings.secretKey].includes(String(asked['publishable_key']));
});
const wrongKeySent = all(wrongKey, given('publishable_key'));
const asJson: Change = (answer) => {
  const json = { result: 'success', checkout_url: answer.location };
  Object.assign(answer, { status: 200, json, text: undefined, location: '', type: 'application/json; charset=utf-8' });
};

/** What all ways to pay owe (`2.3`), for one that is started by a checkout. */
const everyWay = (way: Way): Subject => {
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
  };
};

/** Checkout by form post (`2.5`, `4.2`). */
export const forms: Subject = {
  ...everyWay({ prefix: 'form', what: 'a form post', start: 'form' }),
  'form.success': { ...wayBack(form, 'success', 'at-receipt'), ...successParameters(form) },
  'form.failure': wayBack(form, 'failure', 'at-receipt'),
  'form.reference-generated': {
    ...generatedReference(form),
    'form-reference-demanded': [
      'refuses a form post without transaction_reference',
      anyAnswer(all(postForm, lacks('transaction_reference')), refusedAs(400, 'Parameter: transaction_reference')),
    ],
  },
  'form.amount-later': {
    ...amountLater(form, '100'),
    'form-amount-demanded': [
      'refuses a form post without amount',
      anyAnswer(all(postForm, lacks('amount')), refusedAs(400, 'Parameter: amount')),
    ],
  },
  'form.leads-to-checkout': {
    'form-answers-json': ['answers JSON to a form post', anyAnswer(postForm, asJson)],
    'form-leads-home': ['leads to its front page after a form post', anyAnswer(postForm, leadsTo('/'))],
    'form-leads-nowhere': [
      'leads to a payment that does not exist after a form post',
      anyAnswer(postForm, leadsTo('/checkout/chk_0')),
    ],
    'form-shows-nothing': ['shows an empty page after a form post', anyAnswer(postForm, page(200, ''))],
    'form-is-401': ['asks for the secret key after a form post', anyAnswer(postForm, page(401, 'Sign in'))],
    'form-is-404': ['has no address for form posts', anyAnswer(postForm, page(404, 'Not found'))],
    'form-is-500': ['breaks on a form post', anyAnswer(postForm, page(500, 'Internal server error'))],
    ...noPayButton(form),
  },
  'form.key-invalid': {
    'form-any-key-accepted': ['accepts any publishable_key in a form post', readsAs(wrongKeySent, rightKey)],
    'form-any-key-with-amount': [
      'accepts any publishable_key in a form post with an amount',
      readsAs(all(wrongKeySent, given('amount')), rightKey),
    ],
    'form-any-key-second-time': [
      'checks the publishable_key of form posts only once',
      secondTime(readsAs(wrongKey, rightKey)),
    ],
  },
  'form.key-secret': {
    'form-secret-key-accepted': [
      'accepts the secret key as publishable_key in a form post',
      readsAs(all(postForm, secretKey), rightKey),
    ],
    'form-secret-key-with-amount': [
      'accepts the secret key as publishable_key in a form post with an amount',
      readsAs(all(postForm, secretKey, given('amount')), rightKey),
    ],
  },
  'form.currency-required': {
    'form-currency-default': [
      'takes a form post without currency for one in XTS',
      readsAs(all(postForm, lacks('currency')), { currency: 'XTS' }),
    ],
    'form-currency-assumed-with-amount': [
      'takes a form post with an amount and without currency for one in XTS',
      readsAs(all(postForm, lacks('currency'), given('amount')), { currency: 'XTS' }),
    ],
  },
};

const inFrame = all(paymentPage, iframe.started);
const withHeader = (name: string, value: string) => anyAnswer(inFrame, header(name, value));
const breaksOut = (event: string) =>
  anyAnswer(
    inFrame,
    script(`document.addEventListener("${event}", () => { if (top !== self) top.location = location.href })`),
  );

/** Checkout in an iframe (`2.5`, `4.2`). */
export const iframes: Subject = {
  ...everyWay({ prefix: 'iframe', what: 'a checkout', start: 'json' }),
  'iframe.success': {
    ...wayBack(iframe, 'success', 'shows-receipt'),
    ...successParameters(iframe),
    'iframe-success-at-receipt-framed': [
      'shows a receipt after a success inside a frame',
      merchantRedirect(all(iframe.started, ended('success'), framed), toReceipt),
    ],
  },
  'iframe.failure': wayBack(iframe, 'failure', 'shows-receipt'),
  'iframe.reference-generated': generatedReference(iframe),
  'iframe.amount-later': amountLater(iframe, 100),
  'iframe.loads': {
    'iframe-denied': ['refuses frames with X-Frame-Options DENY', withHeader('x-frame-options', 'DENY')],
    'iframe-same-origin': [
      'refuses frames of others with X-Frame-Options SAMEORIGIN',
      withHeader('x-frame-options', 'SAMEORIGIN'),
    ],
    'iframe-ancestors-none': [
      'refuses frames with frame-ancestors none',
      withHeader('content-security-policy', "frame-ancestors 'none'"),
    ],
    'iframe-ancestors-self': [
      'refuses frames of others with frame-ancestors self',
      withHeader('content-security-policy', "frame-ancestors 'self'"),
    ],
    'iframe-page-is-403': [
      'refuses pages that a frame asks for',
      anyAnswer(all(inFrame, framed), page(403, 'Not in a frame')),
    ],
    'iframe-page-is-404': ['does not find the page of checkout_url', anyAnswer(inFrame, page(404, 'Not found'))],
    ...noPayButton(iframe),
    'iframe-page-cleared-by-script': [
      'clears its page in a frame by script',
      anyAnswer(inFrame, script('if (top !== self) document.body.replaceChildren()')),
    ],
  },
  'iframe.stays': {
    'iframe-breaks-out-on-focus': [
      'takes the place of the page around it when a field is entered',
      breaksOut('focusin'),
    ],
    'iframe-breaks-out-on-input': [
      'takes the place of the page around it when something is entered',
      breaksOut('input'),
    ],
  },
};
