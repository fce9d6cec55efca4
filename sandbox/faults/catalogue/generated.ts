import { answer, as, crash, readsAs, refusal, anyAnswer, without } from '../changes.ts';
import type { Alteration, Change, Subject, Where } from '../exchange.ts';
import {
  all,
  given,
  initiate,
  is,
  lacks,
  listWallets,
  matching,
  mobileMoney,
  otherMethod,
  startCheckout,
  typed,
  updateCallback,
} from '../places.ts';

const hasNonLatinLetter = (value: unknown): boolean =>
  [...String(value)].some((letter) => (letter.codePointAt(0) ?? 0) > 255);
const unknownAmong =
  (names: readonly string[], fieldsOf: (exchange: Parameters<Where>[0]) => object): Where =>
  (exchange) =>
    Object.keys(fieldsOf(exchange)).some((name) => !names.includes(name));
const unknownParameter = unknownAmong(['start_date', 'end_date', 'limit'], ({ query }) => query);
const unknownField = unknownAmong(['url', 'description', 'events', 'is_active'], ({ input }) => input);

const showsKey: Change = ({ json }, { settings }) => {
  json['debug'] = { authorization: `Bearer ${settings.secretKey}` };
};
const trace = 'Error: unknown operator\n    at chargeOperator (/srv/app/operators.js:41:9)';
const fromFourthOn = (alteration: Alteration): Alteration => ({ ...alteration, from: 4 });

/** Rare combinations and values that generated tests find (`2.1`, `2.5`, `4.1`, `4.3`, `4.6`). */
export const generated: Subject = {
  'generated.initiation-matrix': {
    'combination-number-card-response': [
      'accepts a number with another payment method when there is a requested_response',
      readsAs(all(otherMethod, given('requested_response')), { mobile_money_number: undefined }),
    ],
    'combination-any-type-is-500': [
      'breaks on every payment_method_type',
      anyAnswer(all(initiate, given('payment_method_type')), crash),
    ],
    'combination-code-and-number-is-500': [
      'breaks on an ill-typed code when the number is missing as well',
      refusal(all(mobileMoney, typed('payment_method_code', 'object'), lacks('mobile_money_number')), crash),
    ],
    'combination-empty-type-is-500': [
      'breaks on an empty payment_method_type',
      answer(all(initiate, is('payment_method_type', '')), crash),
    ],
    'combination-response-alone-is-500': [
      'breaks on an ill-typed requested_response when there is no payment_method_type',
      refusal(all(initiate, lacks('payment_method_type'), typed('requested_response', 'object')), crash),
    ],
  },
  'generated.initiation-bodies': {
    'odd-reference-is-500': [
      'breaks on a transaction_reference with non-Latin letters',
      answer(all(initiate, given('transaction_reference', hasNonLatinLetter)), crash),
    ],
    'odd-currency-object-is-500': [
      'breaks on an object for the currency',
      refusal(all(initiate, typed('currency', 'object')), crash),
    ],
    'odd-operator-shows-trace': [
      'shows a stack trace when it refuses an unknown operator',
      refusal(all(mobileMoney, is('payment_method_code', 'no-such-operator')), as('trace', trace)),
    ],
    'odd-amount-without-result': [
      'leaves result out when it refuses an amount written as text',
      refusal(all(initiate, matching('amount', /^\d+$/)), without('result')),
    ],
  },
  'generated.checkout-bodies': {
    'odd-checkout-currency-object-is-500': [
      'breaks on an object for the currency of a checkout',
      refusal(all(startCheckout, typed('currency', 'object')), crash),
    ],
    'odd-checkout-amount-is-500': [
      'breaks on the amount of a checkout written as text',
      refusal(all(startCheckout, matching('amount', /^\d+$/)), crash),
    ],
    'odd-checkout-shows-key': [
      'shows its secret key when it refuses the transaction_reference of a checkout',
      refusal(all(startCheckout, given('transaction_reference', isNotObject)), showsKey),
    ],
  },
  'generated.wallet-queries': {
    'odd-limit-is-500': ['breaks on a limit that is not a number', refusal(all(listWallets, given('limit')), crash)],
    'odd-parameter-is-500': [
      'breaks on an unknown parameter of the wallet list',
      answer(all(listWallets, unknownParameter), crash),
    ],
  },
  'generated.callback-updates': {
    'odd-description-is-500': [
      'breaks on a description with non-Latin letters',
      answer(all(updateCallback, given('description', hasNonLatinLetter)), crash),
    ],
    'odd-update-late-is-500': ['breaks from the fourth update on', fromFourthOn(answer(updateCallback, crash))],
    'odd-field-clears-description': [
      'clears the description when an update has an unknown field',
      readsAs(all(updateCallback, unknownField, lacks('description')), { description: '' }),
    ],
  },
  'generated.callback-sequences': {
    'sequence-url-forgotten-late': [
      'forgets an updated url from the fourth update on',
      fromFourthOn(readsAs(all(updateCallback, given('url')), { url: undefined })),
    ],
    'sequence-events-lost-with-description': [
      'replaces the events when a callback is deactivated along with a new description',
      readsAs(all(updateCallback, given('description'), is('is_active', false), lacks('events')), {
        events: 'payout.updated',
      }),
    ],
  },
};

function isNotObject(value: unknown): boolean {
  return typeof value !== 'object';
}
