import { answer, crash, mended, refusal, whatever } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, given, initiate, lacks, mobileMoney, not, typed } from '../../places.ts';

const otherMethod = all(initiate, given('payment_method_type'), not(mobileMoney), given('mobile_money_number'));

/** Combinations of fields about a payment method that nobody tries by hand (`2.1`, `4.1`). */
export const combinations = {
  'generated.initiation-matrix': {
    'combination-number-card-response': [
      'accepts a number with another payment method when there is a requested_response',
      mended(all(otherMethod, given('requested_response')), { mobile_money_number: undefined }),
    ],
    'combination-any-type-is-500': [
      'breaks on every payment_method_type',
      whatever(all(initiate, given('payment_method_type')), crash),
    ],
    'combination-code-and-number-is-500': [
      'breaks on an ill-typed code when the number is missing as well',
      refusal(all(mobileMoney, typed('payment_method_code', 'object'), lacks('mobile_money_number')), crash),
    ],
    'combination-empty-type-is-500': [
      'breaks on an empty payment_method_type',
      answer(
        all(
          initiate,
          given('payment_method_type', (type) => type === ''),
        ),
        crash,
      ),
    ],
    'combination-response-alone-is-500': [
      'breaks on an ill-typed requested_response when there is no payment_method_type',
      refusal(all(initiate, lacks('payment_method_type'), typed('requested_response', 'object')), crash),
    ],
  },
} satisfies Subject;
