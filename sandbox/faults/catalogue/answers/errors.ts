import { refusal, unauthorised, without, as, body } from '../../changes.ts';
import type { Subject, Where } from '../../exchange.ts';
import {
  all,
  not,
  initiate,
  startCheckout,
  listWallets,
  anyWallets,
  anyCallback,
  anyEndpoint,
  given,
  lacks,
  mistyped,
  mobileMoney,
  operator,
} from '../../places.ts';

const codeMissing = all(mobileMoney, lacks('payment_method_code'));
const numberMissing = all(mobileMoney, lacks('mobile_money_number'));
const noZero = all(
  mobileMoney,
  given('mobile_money_number', (number) => typeof number === 'string' && !number.startsWith('0')),
);
const otherMethod = all(initiate, given('payment_method_type'), not(mobileMoney), given('mobile_money_number'));
/** One of the four rules whose refusal has to be at field level. */
const fieldRule: Where = (exchange) => [codeMissing, numberMissing, noZero, otherMethod].some((rule) => rule(exchange));
const generalFault: Where = (exchange) =>
  ['amount', 'email', 'currency'].some((name) => lacks(name)(exchange)) && initiate(exchange);
const bare = body(() => ({ result: 'error' }));

/** What every error has, and the general shape (`7`). */
export const errors = {
  'error.result': {
    'refusal-result-left-out': ['leaves result out of refusals', refusal(anyEndpoint, without('result'))],
    'refusal-result-failed': ['answers result failed in refusals', refusal(anyEndpoint, as('result', 'failed'))],
    'refusal-result-success': ['answers result success in refusals', refusal(anyEndpoint, as('result', 'success'))],
    'refusal-result-false': ['answers result false in refusals', refusal(anyEndpoint, as('result', false))],
    'refusal-result-missing-field-level': [
      'leaves result out of field-level refusals of an initiation',
      refusal(fieldRule, without('result')),
    ],
    'refusal-result-missing-checkout': [
      'leaves result out of refusals of a checkout',
      refusal(startCheckout, without('result')),
    ],
    'refusal-result-missing-wallets': [
      'leaves result out of refusals of the wallet list',
      refusal(anyWallets, without('result')),
    ],
  },
  'error.unauthorised-message': {
    'unauthorised-without-message-transactions': [
      'answers no message with a 401 of initiations',
      unauthorised(initiate, without('message')),
    ],
    'unauthorised-without-message-wallets': [
      'answers no message with a 401 of wallets',
      unauthorised(anyWallets, without('message')),
    ],
    'unauthorised-without-message-callbacks': [
      'answers no message with a 401 of callbacks',
      unauthorised(anyCallback, without('message')),
    ],
    'unauthorised-without-message-checkout': [
      'answers no message with a 401 of a checkout',
      unauthorised(startCheckout, without('message')),
    ],
    'unauthorised-without-result-transactions': [
      'leaves result out of a 401 of initiations',
      unauthorised(initiate, without('result')),
    ],
    'unauthorised-without-result-wallets': [
      'leaves result out of a 401 of wallets',
      unauthorised(anyWallets, without('result')),
    ],
    'unauthorised-without-result-callbacks': [
      'leaves result out of a 401 of callbacks',
      unauthorised(anyCallback, without('result')),
    ],
    'unauthorised-without-result-checkout': [
      'leaves result out of a 401 of a checkout',
      unauthorised(startCheckout, without('result')),
    ],
    'unauthorised-result-unauthorised': [
      'answers result unauthorised with a 401',
      unauthorised(anyEndpoint, as('result', 'unauthorised')),
    ],
    'unauthorised-result-success': [
      'answers result success with a 401',
      unauthorised(anyEndpoint, as('result', 'success')),
    ],
    'unauthorised-message-empty': ['answers an empty message with a 401', unauthorised(anyEndpoint, as('message', ''))],
    'unauthorised-message-object': [
      'answers an object as the message of a 401',
      unauthorised(anyEndpoint, as('message', { text: 'Wrong key.' })),
    ],
  },
  'error.general-shape': {
    'general-refusal-result-only': ['answers nothing but result to a missing field', refusal(generalFault, bare)],
    'ill-typed-email-refusal-result-only': [
      'answers nothing but result to an ill-typed email',
      refusal(all(initiate, mistyped('email', 'string')), bare),
    ],
    'unasked-operator-a-refusal-result-only': [
      'answers nothing but result to operator A without requested_response',
      refusal(all(operator('a'), lacks('requested_response')), bare),
    ],
    'general-refusal-errors': [
      'answers a list of errors to a missing field',
      refusal(
        generalFault,
        body(() => ({ result: 'error', errors: ['invalid'] })),
      ),
    ],
    'general-refusal-detail': [
      'answers detail in place of message to a missing field',
      refusal(
        generalFault,
        body(() => ({ result: 'error', detail: 'invalid' })),
      ),
    ],
    'general-refusal-message-empty': [
      'answers an empty message to a missing field',
      refusal(
        generalFault,
        body(() => ({ result: 'error', message: '' })),
      ),
    ],
    'general-refusal-error-text': [
      'answers error as text to a missing field',
      refusal(
        generalFault,
        body(() => ({ result: 'error', error: 'invalid' })),
      ),
    ],
    'general-refusal-error-empty': [
      'answers an empty error object to a missing field',
      refusal(
        generalFault,
        body(() => ({ result: 'error', error: {} })),
      ),
    ],
    'general-refusal-bare-mistyped': [
      'answers nothing but result to an ill-typed amount',
      refusal(all(initiate, mistyped('amount', 'number')), bare),
    ],
    'general-refusal-bare-empty': [
      'answers nothing but result to an empty body',
      refusal(
        all(initiate, ({ asked }) => Object.keys(asked).length === 0),
        bare,
      ),
    ],
    'general-refusal-bare-checkout': ['answers nothing but result to a faulty checkout', refusal(startCheckout, bare)],
    'general-refusal-bare-wallets': [
      'answers nothing but result to a faulty query of the wallet list',
      refusal(listWallets, bare),
    ],
  },
} satisfies Subject;
