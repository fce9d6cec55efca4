import { body, crash, readsAs, refusal, status, without } from '../../changes.ts';
import { faultyRequest, fieldFaults, refusedKey, type Answers } from '../../answer-faults.ts';
import { areas, endpoints, perPlace, some } from '../../named-places.ts';
import type { Entry, Json, Subject } from '../../exchange.ts';
import {
  all,
  any,
  anyEndpoint,
  anyWallets,
  fieldRule,
  initiate,
  lacks,
  listWallets,
  mistyped,
  operator,
  startCheckout,
  unreadable,
  rawBodyMatching,
} from '../../places.ts';

const refused = faultyRequest('every refusal', anyEndpoint);
const fieldRefused = faultyRequest('field-level refusals of an initiation', fieldRule);
const checkoutRefused = faultyRequest('refusals of a checkout', startCheckout);
const walletsRefused = faultyRequest('refusals of the wallet list', anyWallets);
const unauthorised = refusedKey('every 401', anyEndpoint);

const missingField = faultyRequest(
  'a missing field',
  all(initiate, any(lacks('amount'), lacks('email'), lacks('currency'))),
);
const wrongEmail = faultyRequest('an ill-typed email', all(initiate, mistyped('email', 'string')));
const wrongAmount = faultyRequest('an ill-typed amount', all(initiate, mistyped('amount', 'number')));
const operatorAWithoutResponse = faultyRequest(
  'operator A without requested_response',
  all(operator('a'), lacks('requested_response')),
);
const emptyBody = faultyRequest(
  'an empty body',
  all(initiate, ({ input }) => Object.keys(input).length === 0),
);
const wrongCheckout = faultyRequest('a faulty checkout', startCheckout);
const wrongQuery = faultyRequest('a faulty query of the wallet list', listWallets);

/** Gives a general refusal another body. */
const refusedBy = ({ what, changed }: Answers, words: string, fields: Json): Entry => [
  `returns ${words} for ${what}`,
  changed(body(() => ({ result: 'error', ...fields }))),
];
const resultOnly = (answers: Answers): Entry => refusedBy(answers, 'only result', {});

/** What every error has, and the general shape (`7`). */
export const errors: Subject = {
  'error.result': {
    ...fieldFaults('refusal-result', 'result', refused, {
      'left-out': undefined,
      failed: 'failed',
      success: 'success',
      false: false,
    }),
    ...fieldFaults('refusal-result', 'result', fieldRefused, { 'missing-field-level': undefined }),
    ...fieldFaults('refusal-result', 'result', checkoutRefused, { 'missing-checkout': undefined }),
    ...fieldFaults('refusal-result', 'result', walletsRefused, { 'missing-wallets': undefined }),
  },
  'error.unauthorised-message': {
    ...perPlace('unauthorised-without-message', areas, ({ what, where }) => [
      `returns no message with a 401 of ${what}`,
      refusedKey(what, where).changed(without('message')),
    ]),
    ...perPlace('unauthorised-without-result', areas, ({ what, where }) => [
      `leaves result out of a 401 of ${what}`,
      refusedKey(what, where).changed(without('result')),
    ]),
    ...fieldFaults('unauthorised-result', 'result', unauthorised, { unauthorised: 'unauthorised', success: 'success' }),
    ...fieldFaults('unauthorised-message', 'message', unauthorised, { empty: '', object: { text: 'Wrong key.' } }),
  },
  'error.malformed-body': {
    ...perPlace('malformed-body-breaks', some(endpoints, 'transactions', 'checkout', 'update'), ({ what, where }) => [
      `breaks on a malformed body of ${what}`,
      refusal(all(where, unreadable), crash),
    ]),
    ...perPlace('malformed-body-taken', some(endpoints, 'transactions', 'checkout'), ({ what, where }) => [
      `answers a malformed body of ${what} with HTTP 200`,
      refusal(all(where, unreadable), status(200)),
    ]),
    'malformed-list-unwrapped': [
      'accepts a list with an initiation in it',
      readsAs(all(initiate, rawBodyMatching(/^\[\{/)), ({ rawBody }) => (JSON.parse(rawBody()) as [Json])[0]),
    ],
    'malformed-list-breaks': [
      'breaks on a list in place of a body',
      refusal(all(unreadable, rawBodyMatching(/^\[/)), crash),
    ],
  },
  'error.general-shape': {
    'general-refusal-result-only': resultOnly(missingField),
    'ill-typed-email-refusal-result-only': resultOnly(wrongEmail),
    'unasked-operator-a-refusal-result-only': resultOnly(operatorAWithoutResponse),
    'general-refusal-errors': refusedBy(missingField, 'a list of errors', { errors: ['invalid'] }),
    'general-refusal-detail': refusedBy(missingField, 'detail in place of message', { detail: 'invalid' }),
    'general-refusal-message-empty': refusedBy(missingField, 'an empty message', { message: '' }),
    'general-refusal-error-text': refusedBy(missingField, 'error as text', { error: 'invalid' }),
    'general-refusal-error-empty': refusedBy(missingField, 'an empty error object', { error: {} }),
    'general-refusal-bare-mistyped': resultOnly(wrongAmount),
    'general-refusal-bare-empty': resultOnly(emptyBody),
    'general-refusal-bare-checkout': resultOnly(wrongCheckout),
    'general-refusal-bare-wallets': resultOnly(wrongQuery),
  },
};
