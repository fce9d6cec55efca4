import { answer, anyAnswer, as, body, kept, overrideRequest, refusedAs } from '../../faults/changes.ts';
import {
  all,
  any,
  failureRequested,
  fetchCallback,
  given,
  guarded,
  hosted,
  initiate,
  is,
  lacks,
  matching,
  mobileMoney,
  not,
  operator,
  otherMethod,
  postForm,
  startCheckout,
  withExponent,
  withPoint,
  withReference,
} from '../../faults/conditions.ts';
import type { Alteration, Condition, Exchange, Field, Json } from '../../faults/exchange.ts';
import { answers, needs, options, question } from '../variant.ts';
import { refused, refusedTogether, refusedWithStatus } from '../variant-effects.ts';

const anyStart = any(initiate, startCheckout);

/** Accepts a text that matches, as if other fields were sent. */
const takes = (
  where: Condition,
  field: Field,
  form: RegExp,
  fields: Json | ((exchange: Exchange) => Json),
): Alteration => overrideRequest(all(where, matching(field, form)), fields);
/** Refuses a text that matches, naming its field. */
const forbids = (where: Condition, field: Field, form: RegExp): Alteration =>
  refused(all(where, matching(field, form)), field);
/** The text of a field, changed. */
const changed =
  (field: string, turn: (value: string) => unknown) =>
  ({ input }: Exchange): Json => ({ [field]: turn(String(input[field])) });

const withoutNulls = ({ input }: Exchange): Json =>
  Object.fromEntries(Object.entries(input).flatMap(([name, value]) => (value === null ? [[name, undefined]] : [])));

/** The references of accepted initiations, in small letters. */
const references = kept(() => new Set<string>());

const aboveOne = given('amount', (amount) => typeof amount === 'number' && amount > 1);

/** Initiations that some services accept and others refuse, as the interface states no rule. */
export const lenient = {
  'amount as text': question('checkouts', 'checkout.amount-as-text', {
    'amounts-as-text-taken-by-checkouts': takes(startCheckout, 'amount', /^\d+$/, changed('amount', Number)),
  }),
  'notation of amounts': question('initiations operators checkouts', 'txn.amount-notation checkout.amount-notation', {
    'amounts-in-digits-only': refused(all(anyStart, any(withPoint, withExponent)), 'amount'),
  }),
  'odd amounts': question('initiations operators', 'txn.amount-bounds', {
    'fractions-rounded': overrideRequest(all(initiate, aboveOne), ({ input }) => ({
      amount: Math.round(Number(input['amount'])),
    })),
    'zero-is-an-amount': overrideRequest(all(initiate, is('amount', 0)), { amount: 1 }),
  }),
  'null in a request': question('initiations operators', 'txn.null-field', {
    'null-is-absent': overrideRequest(anyStart, withoutNulls),
  }),
  'form of e-mail addresses': question('initiations operators', 'txn.email-form', {
    'any-email-text': takes(initiate, 'email', /^(?!.+@.)/, { email: 'unread@customer.example' }),
    'emails-without-apostrophes': forbids(initiate, 'email', /'/),
    'emails-without-plus': [answers('txn.email-form txn.email-tagged'), forbids(initiate, 'email', /\+/)],
    'empty-emails-taken': takes(initiate, 'email', /^$/, { email: 'unread@customer.example' }),
  }),
  'case of words': question('initiations operators', '', {
    'words-in-either-case': [
      takes(initiate, 'payment_method_type', /^MOBILE_MONEY$/, { payment_method_type: 'mobile_money' }),
      takes(
        initiate,
        'payment_method_code',
        /^operator_[abc]$/,
        changed('payment_method_code', (code) => code.toUpperCase()),
      ),
    ],
  }),
  'unknown operators': question('initiations operators', 'txn.code-unknown', {
    'unknown-operators-prompt-too': takes(mobileMoney, 'payment_method_code', /^(?!OPERATOR_|$)/, ({ settings }) => ({
      payment_method_code: settings.operators.b,
    })),
  }),
  'other schemes': question('initiations operators', 'txn.url-scheme', {
    'app-addresses-taken': takes(
      initiate,
      'success_url',
      /^[a-z-]+:\/\//,
      changed('success_url', (url) => url.replace(/^(?!https?:)[a-z-]+:/, 'https:')),
    ),
    'paths-taken': takes(
      initiate,
      'success_url',
      /^\/\w/,
      changed('success_url', (path) => `https://merchant.example${path}`),
    ),
  }),
};

const methodFields = ['payment_method_code', 'mobile_money_number'];
const initiationFields = [
  'amount',
  'email',
  'currency',
  'transaction_reference',
  'success_url',
  'failure_url',
  'payment_method_type',
  'requested_response',
  ...methodFields,
];
const checkoutFields = ['publishable_key', 'amount', 'transaction_reference', 'currency', 'success_url', 'failure_url'];
const unknownAmong =
  (names: readonly string[]): Condition =>
  ({ input }) =>
    Object.keys(input).some((name) => !names.includes(name));

const outside = (field: Field): Condition => all(any(hosted, otherMethod), given(field));

/** Refuses either address when it matches. */
const addressesRefused = (form: RegExp): Alteration[] => [
  forbids(anyStart, 'success_url', form),
  forbids(anyStart, 'failure_url', form),
];
const referencesRefused = (form: RegExp, where = anyStart): Alteration => forbids(where, 'transaction_reference', form);
function amountsRefused(test: (amount: number) => boolean): Alteration {
  const refusedAmount = given('amount', (amount) => typeof amount === 'number' && test(amount));
  return refused(all(anyStart, refusedAmount), 'amount');
}

/** Further reasons to refuse an initiation, as "invalid request parameters in general" of the interface allows. */
export const stricter = {
  'unknown fields of a request': question('initiations operators checkouts keys', 'hosted.extra-fields', {
    'unknown-fields-refused': [
      refusedWithStatus(all(initiate, unknownAmong(initiationFields)), 400),
      refusedWithStatus(all(startCheckout, unknownAmong(checkoutFields)), 400),
    ],
  }),
  currencies: question('initiations operators checkouts', 'txn.currency-list', {
    'own-currencies-only': forbids(anyStart, 'currency', /^(?!(XTS|USD|EUR)$)/i),
    'currencies-in-capitals-only': forbids(anyStart, 'currency', /[a-z]/),
    'any-currency-text': [answers(''), takes(anyStart, 'currency', /^(?![a-z]{3}$).*\S/i, { currency: 'XTS' })],
  }),
  'currencies of operators': question('initiations operators', '', {
    'operators-of-one-currency': forbids(mobileMoney, 'currency', /^(?!XTS$)/i),
  }),
  'other payment methods': question('initiations operators refusals', 'txn.method-other', {
    'mobile-money-only': forbids(
      all(initiate, lacks('mobile_money_number')),
      'payment_method_type',
      /^(?!mobile_money$)/,
    ),
    'other-method-named-for-number': forbids(initiate, 'payment_method_type', /^(?!mobile_money$)/),
  }),
  'operator code without a method': question('initiations operators', 'txn.code-without-method', {
    'code-without-method-refused': refused(
      all(hosted, lacks('mobile_money_number'), given('payment_method_code')),
      'payment_method_code',
    ),
  }),
  'outcome without mobile money': question('initiations operators', 'txn.requested-response-hosted', {
    'outcome-refused-outside-mobile-money': refused(
      all(hosted, lacks('mobile_money_number'), given('requested_response')),
      'requested_response',
    ),
    'outcome-ignored-outside-mobile-money': takes(hosted, 'requested_response', /^/, { requested_response: undefined }),
  }),
  'form of numbers': question('initiations operators', 'txn.number-form', {
    'numbers-have-ten-digits': [answers(''), forbids(mobileMoney, 'mobile_money_number', /^0(?!\d{9}$)/)],
    'numbers-with-blanks': takes(
      mobileMoney,
      'mobile_money_number',
      /^0[\d\s-]+$/,
      changed('mobile_money_number', (text) => text.replace(/[\s-]/g, '')),
    ),
    'plus-before-numbers-dropped': takes(
      mobileMoney,
      'mobile_money_number',
      /^\+/,
      changed('mobile_money_number', (text) => text.slice(1)),
    ),
    'any-number-after-zero': takes(mobileMoney, 'mobile_money_number', /^0/, { mobile_money_number: '0970000001' }),
  }),
  'addresses to return to': question('initiations operators checkouts ways-back', '', {
    'addresses-https-only': [needs({ MERCHANT_ORIGIN: 'https://merchant.example' }), ...addressesRefused(/^http:/)],
    'addresses-beside-prompts-unread': [
      answers('txn.address-beside-prompt'),
      overrideRequest(mobileMoney, { success_url: undefined, failure_url: undefined }),
    ],
    'addresses-up-to-300-letters': addressesRefused(/^.{301}/),
  }),
  'references used before': question('initiations operators checkouts', 'txn.reference-reused', {
    ...options('references-only-once references-only-once-409'),
    'references-only-once-in-any-case': answer(all(initiate, withReference), (given, exchange, state) => {
      const reference = String(exchange.input['transaction_reference']).toLowerCase();
      if (references(exchange).has(reference)) refusedAs(400)(given, exchange, state);
      references(exchange).add(reference);
    }),
  }),
  'odd references': question('initiations operators ways-back forms frames', 'txn.reference-odd', {
    'references-up-to-64-letters': referencesRefused(/^[^]{65}/),
    'references-up-to-30-letters': referencesRefused(/^[^]{31}/),
    'references-of-plain-letters': referencesRefused(/[^\w-]|^.{101}/),
    'checkout-references-of-plain-letters': [answers(''), referencesRefused(/[^\w-]/, any(startCheckout, postForm))],
    'empty-reference-is-none': takes(anyStart, 'transaction_reference', /^$/, { transaction_reference: undefined }),
  }),
  'order of checks': question('refusals', 'txn.check-order', {
    'number-checked-first': [
      refused(all(mobileMoney, lacks('mobile_money_number')), 'mobile_money_number'),
      forbids(mobileMoney, 'mobile_money_number', /^[^0]/),
    ],
    'broken-fields-named-together': refusedTogether(initiate, ({ input }) =>
      ['amount', 'email', 'currency', ...(input['payment_method_type'] === 'mobile_money' ? methodFields : [])].filter(
        (name) => input[name] === undefined,
      ),
    ),
  }),
  // Whether a code or an outcome may stand outside mobile money is not shown, and neither is the order of checks: where one
  // stands beside a number, it may be what the refusal is about, and then that is none of the four field-level ones.
  'order of checks outside mobile money': question('initiations operators refusals', '', {
    'code-looked-at-before-number': refused(outside('payment_method_code'), 'payment_method_code'),
    'outcome-looked-at-before-number': refused(outside('requested_response'), 'requested_response'),
    'code-refused-in-general-before-number': refusedWithStatus(outside('payment_method_code'), 400),
    'outcome-refused-in-general-before-number': refusedWithStatus(outside('requested_response'), 400),
  }),
  'number without a method': question('refusals', '', {
    'number-without-method-names-number': forbids(hosted, 'mobile_money_number', /^/),
  }),
  'e-mail addresses of unknown customers': question('initiations operators', '', {
    'emails-of-known-customers-only': forbids(initiate, 'email', /^(?!customer(?:\+first\.last)?@example\.com$)/),
    'emails-without-signs-only': forbids(initiate, 'email', /['_=]|^.{60}|[A-Z]/),
    'prompts-for-known-customers-only': forbids(mobileMoney, 'email', /^(?!customer(?:\+first\.last)?@example\.com$)/),
  }),
  'least amount': question('initiations operators', '', {
    'amounts-from-five-hundred': amountsRefused((amount) => amount < 500 || amount > 1_000_000),
    'amounts-up-to-nine-thousand': amountsRefused((amount) => amount > 9_000),
  }),
};

const failureOfC = all(operator('c'), failureRequested);
const successOfC = all(operator('c'), is('requested_response', 'success'));

/** How operators B and C answer `requested_response: failed` (`2.4`). */
export const operators = {
  'a code in other answers': question('answers initiations operators refusals', '', {
    'codes-of-status-everywhere': anyAnswer(
      all(any(guarded, startCheckout), not(operator('c')), not(fetchCallback)),
      ({ json, status }) => (json['code'] ??= status),
    ),
  }),
  'success of operator C': question('operators', '', {
    'operator-c-succeeds-at-once': answer(successOfC, as('status', 'success')),
  }),
  'failure of operator B': question('operators', 'operator-b.failure-answer', { 'operator-b-fails-later': [] }),
  'failure of operator C': question('operators', 'operator-c.failure-answer', {
    'operator-c-fails-at-once': answer(
      failureOfC,
      body(({ transaction_id, transaction_reference }) => ({
        result: 'error',
        transaction_id,
        transaction_reference,
        message: 'The payment failed, as requested.',
        checkout_id: 'chk-0-1',
      })),
    ),
    'operator-c-answers-failed': answer(failureOfC, as('status', 'failed')),
  }),
};
