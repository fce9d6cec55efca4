import {
  anyAnswer,
  bareHost,
  contentType,
  fromSecondRequest,
  header,
  leadsTo,
  merchantRedirect,
  overrideRequest,
  page,
  parameter,
  refusedAs,
  script,
  text,
  textOf,
  toReceipt,
  withoutAmount,
  withoutPay,
} from '../changes.ts';
import {
  addressless,
  alike,
  all,
  answeredWith,
  decide,
  ended,
  framed,
  given,
  inSecondCurrency,
  is,
  lacks,
  mistyped,
  noAddress,
  outcome,
  paymentPage,
  postForm,
  referenceGenerated,
  startCheckout,
  startedBy,
} from '../conditions.ts';
import type { Alteration, Condition, Entries, Exchange, Json, Subject } from '../exchange.ts';
import { overrides, parameterFaults, redirectsOf } from '../fault-tables.ts';
import { type Channel, channelFaults, wrongAmounts } from './redirect-faults.ts';

const initiated = startedBy('initiation');
const onPage = (...changes: Parameters<typeof anyAnswer>[1][]): Alteration =>
  anyAnswer(all(paymentPage, initiated), ...changes);
const notFound = page(404, 'Not found');
const broken = page(500, 'Internal server error');

/** The hosted page (`1`, `4.1`). */
export const hostedPage: Subject = {
  'page.opens': {
    'page-is-404': onPage(notFound),
    'page-is-500': onPage(broken),
    'second-currency-page-is-404': anyAnswer(all(paymentPage, initiated, inSecondCurrency), notFound),
    'page-is-empty': onPage(textOf('<!doctype html><title>Pay</title>')),
    'page-is-json': onPage(contentType('application/json'), textOf('{"result":"success"}')),
    'page-without-pay': onPage(withoutPay),
    'page-posts-nowhere': onPage(text((html) => html.replace('action="/checkout/', 'action="/nothing/'))),
  },
  'page.amount-right': wrongAmounts({ prefix: 'hosted', start: 'initiation' }),
  'page.without-addresses': {
    'addressless-page-is-404': anyAnswer(all(paymentPage, initiated, addressless), notFound),
    'addressless-pay-breaks': anyAnswer(all(decide, initiated, addressless), broken),
    'addressless-end-breaks': anyAnswer(all(outcome, initiated, addressless), broken),
    'addressless-end-at-404': anyAnswer(all(outcome, initiated, addressless), leadsTo('/nothing')),
  },
};

/** A checkout that was started by a form post, or by a script for an iframe: the start, and the words of a receipt. */
type Checkout = Channel & { readonly request: Condition; readonly receipt: string };
const form: Checkout = { prefix: 'form', start: 'form', request: postForm, receipt: 'at-receipt' };
const iframe: Checkout = { prefix: 'iframe', start: 'json', request: startCheckout, receipt: 'shows-receipt' };

/** Faults of the redirect to the merchant after a success or a failure. */
function returnFaults({ prefix, start, request, receipt }: Checkout, end: 'success' | 'failure'): Entries {
  const redirects = redirectsOf(all(startedBy(start), ended(end === 'success' ? 'success' : 'failed')));
  const name = `${prefix}-${end}`;
  return {
    [`${name}-url-lost`]: overrideRequest(request, { [`${end}_url`]: undefined }),
    [`${name}-${receipt}`]: redirects(toReceipt),
    [`${name}-without-status`]: redirects(parameter('status', () => undefined)),
    [`${name}-transaction-id-null`]: redirects(parameter('transaction_id', () => 'null')),
    [`${name}-checkout-id-undefined`]: redirects(parameter('checkout_id', () => 'undefined')),
    [`${name}-to-host-alone-is-bare`]: redirects(bareHost),
  };
}

/** Faults of both kinds of checkout (`2.5`, `4.2`). */
function checkoutFaults(checkout: Checkout, amount: unknown): Subject {
  const { prefix, start, request } = checkout;
  const started = startedBy(start);
  const paid = redirectsOf(all(started, ended('success')));
  const generated = redirectsOf(all(started, referenceGenerated));
  const reference = `${prefix}-generated-reference`;
  const { [`${prefix}.amount-right`]: amounts, ...others } = channelFaults(checkout);
  return {
    ...others,
    [`${prefix}.amount-right`]: {
      ...amounts,
      [`${prefix}-amount-unread`]: overrideRequest(request, { amount: undefined }),
    },
    [`${prefix}.success`]: {
      ...returnFaults(checkout, 'success'),
      [`${prefix}-success-in-second-currency-without-checkout-id`]: merchantRedirect(
        all(started, inSecondCurrency),
        parameter('checkout_id', () => undefined),
      ),
      [`${prefix}-success-reference-other`]: paid(parameter('transaction_reference', () => 'REF-0123456789AB')),
    },
    [`${prefix}.failure`]: returnFaults(checkout, 'failure'),
    [`${prefix}.reference-generated`]: {
      ...parameterFaults(reference, 'transaction_reference', generated, { missing: undefined, undefined: 'undefined' }),
      [`${reference}-lost-on-failure`]: merchantRedirect(
        all(started, referenceGenerated, ended('failed')),
        parameter('transaction_reference', () => undefined),
      ),
    },
    [`${prefix}.amount-later`]: {
      [`${prefix}-amount-field-missing`]: anyAnswer(all(paymentPage, started), withoutAmount),
      [`${prefix}-amount-field-read-only`]: anyAnswer(
        all(paymentPage, started),
        text((html) => html.replace('id="amount"', 'id="amount" readonly')),
      ),
      [`${prefix}-amount-fixed`]: overrideRequest(all(request, lacks('amount')), { amount }),
    },
  };
}

const ofForm = checkoutFaults(form, '100');
const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });
const wrongKey: Condition = ({ input, settings }) =>
  ![settings.publishableKey, settings.secretKey].includes(String(input['publishable_key']));
const nearlyRight =
  (test: (sent: string, right: string) => boolean): Condition =>
  (exchange) => {
    const sent = String(exchange.input['publishable_key'] ?? '');
    return wrongKey(exchange) && sent !== '' && test(sent, exchange.settings.publishableKey);
  };
const wrongKeySent = all(wrongKey, given('publishable_key'));

/** Checkout by form post (`2.5`, `4.2`). */
export const forms: Subject = {
  ...ofForm,
  'form.reference-generated': {
    ...ofForm['form.reference-generated'],
    'form-reference-demanded': anyAnswer(
      all(postForm, lacks('transaction_reference')),
      refusedAs(400, 'Parameter: transaction_reference'),
    ),
  },
  'form.amount-later': {
    ...ofForm['form.amount-later'],
    'form-amount-demanded': anyAnswer(all(postForm, lacks('amount')), refusedAs(400, 'Parameter: amount')),
  },
  'form.leads-to-checkout': {
    'form-answers-json': anyAnswer(postForm, (answer) => {
      const json = { result: 'success', checkout_url: answer.location };
      const type = 'application/json; charset=utf-8';
      Object.assign(answer, { status: 200, json, text: undefined, location: '', type });
    }),
    'form-leads-home': anyAnswer(postForm, leadsTo('/')),
    'form-leads-nowhere': anyAnswer(postForm, leadsTo('/checkout/chk_0')),
    'form-shows-nothing': anyAnswer(postForm, page(200, '')),
    'form-is-401': anyAnswer(postForm, page(401, 'Sign in')),
    'form-is-404': anyAnswer(postForm, notFound),
    'form-is-500': anyAnswer(postForm, broken),
    'form-page-without-pay': anyAnswer(all(paymentPage, startedBy('form')), withoutPay),
  },
  'form.key-invalid': {
    ...overrides('form', postForm, {
      'any-key-accepted': [wrongKeySent, rightKey],
      'any-key-with-amount': [all(wrongKeySent, given('amount')), rightKey],
      'key-begins-alike': [nearlyRight(alike.begins), rightKey],
      'key-cut-short': [nearlyRight(alike.cutShort), rightKey],
      'key-extended': [nearlyRight(alike.extended), rightKey],
      'key-empty': [is('publishable_key', ''), rightKey],
    }),
    'form-refusal-breaks': anyAnswer(all(postForm, answeredWith(400, 401)), broken),
    'form-any-key-second-time': fromSecondRequest(overrideRequest(all(postForm, wrongKey), rightKey)),
  },
  'form.amount-type': {
    'form-amount-word-accepted': overrideRequest(all(postForm, mistyped('amount', 'number')), { amount: undefined }),
  },
  'form.address-format': overrides('form', postForm, {
    'success-url-word-accepted': [noAddress('success_url'), { success_url: undefined }],
    'failure-url-word-accepted': [noAddress('failure_url'), { failure_url: undefined }],
  }),
  'form.currency-required': overrides('form-currency', postForm, {
    default: [lacks('currency'), { currency: 'XTS' }],
    'assumed-with-amount': [all(lacks('currency'), given('amount')), { currency: 'XTS' }],
  }),
};

const ofIframe = checkoutFaults(iframe, 100);
const inFrame = all(paymentPage, startedBy('json'));
const breaksOut = (event: string): Alteration =>
  anyAnswer(
    inFrame,
    script(`document.addEventListener("${event}", () => { if (top !== self) top.location = location.href })`),
  );

/** Checkout in an iframe (`2.5`, `4.2`). */
export const iframes: Subject = {
  ...ofIframe,
  'iframe.success': {
    ...ofIframe['iframe.success'],
    'iframe-success-at-receipt-framed': merchantRedirect(all(startedBy('json'), ended('success'), framed), toReceipt),
  },
  'iframe.loads': {
    'iframe-denied': anyAnswer(inFrame, header('x-frame-options', 'DENY')),
    'iframe-same-origin': anyAnswer(inFrame, header('x-frame-options', 'SAMEORIGIN')),
    'iframe-ancestors-none': anyAnswer(inFrame, header('content-security-policy', "frame-ancestors 'none'")),
    'iframe-ancestors-self': anyAnswer(inFrame, header('content-security-policy', "frame-ancestors 'self'")),
    'iframe-page-is-403': anyAnswer(all(inFrame, framed), page(403, 'Not in a frame')),
    'iframe-page-is-404': anyAnswer(inFrame, notFound),
    'iframe-page-without-pay': anyAnswer(inFrame, withoutPay),
    'iframe-page-cleared-by-script': anyAnswer(inFrame, script('if (top !== self) document.body.replaceChildren()')),
  },
  'iframe.stays': {
    'iframe-breaks-out-on-focus': breaksOut('focusin'),
    'iframe-breaks-out-on-input': breaksOut('input'),
  },
};
