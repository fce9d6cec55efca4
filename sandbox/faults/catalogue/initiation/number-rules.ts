import { mended, answer, refusal, secondTime, status, refusedAs, crash, naming } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, given, mobileMoney, operator } from '../../places.ts';

const noZero = all(
  mobileMoney,
  given('mobile_money_number', (number) => typeof number === 'string' && !number.startsWith('0')),
);
const fieldRefused = refusedAs(400, 'The number is not valid. Parameter: mobile_money_number');

/** The zero a number starts with (`4.1`). */
export const numberRules = {
  'txn.number-leading-zero': {
    'number-zero-operator-a': [
      'accepts a number that does not start with zero from operator A',
      mended(all(noZero, operator('a')), { mobile_money_number: '0970000001' }),
    ],
    'number-zero-operator-b': [
      'accepts a number that does not start with zero from operator B',
      mended(all(noZero, operator('b')), { mobile_money_number: '0970000001' }),
    ],
    'number-zero-operator-c': [
      'accepts a number that does not start with zero from operator C',
      mended(all(noZero, operator('c')), { mobile_money_number: '0970000001' }),
    ],
    'number-zero-not-checked': 'does not look at the first digit of a number',
    'number-zero-anywhere': 'is content with a zero anywhere in a number',
    'number-zero-plus': [
      'accepts a number that starts with a plus',
      mended(
        all(
          noZero,
          given('mobile_money_number', (number) => String(number).startsWith('+')),
        ),
        { mobile_money_number: '0970000001' },
      ),
    ],
    'number-zero-digits': [
      'accepts a number that starts with another digit',
      mended(
        all(
          noZero,
          given('mobile_money_number', (number) => /^[1-9]/.test(String(number))),
        ),
        { mobile_money_number: '0970000001' },
      ),
    ],
    'number-zero-second-time': [
      'refuses a number that does not start with zero only once',
      secondTime(mended(noZero, { mobile_money_number: '0970000001' })),
    ],
    'number-zero-with-reference': [
      'accepts a number that does not start with zero when there is a reference',
      mended(all(noZero, given('transaction_reference')), { mobile_money_number: '0970000001' }),
    ],
    'number-zero-is-200': [
      'refuses a number that does not start with zero with HTTP 200',
      refusal(noZero, status(200)),
    ],
    'number-zero-is-422': [
      'refuses a number that does not start with zero with HTTP 422',
      refusal(noZero, status(422)),
    ],
    'number-zero-is-500': ['breaks on a number that does not start with zero', refusal(noZero, crash)],
    'number-zero-names-code': [
      'names payment_method_code when it refuses a number that does not start with zero',
      refusal(noZero, naming('payment_method_code')),
    ],
    'number-zero-names-phone': [
      'names phone_number when it refuses a number that does not start with zero',
      refusal(noZero, naming('phone_number')),
    ],
  },
  'txn.number-zero-first': {
    'zero-first-refused-always': ['demands a country code before the number', answer(mobileMoney, fieldRefused)],
    'zero-first-refused-operator-a': [
      'demands a country code from customers of operator A',
      answer(operator('a'), fieldRefused),
    ],
    'zero-first-refused-operator-b': [
      'demands a country code from customers of operator B',
      answer(operator('b'), fieldRefused),
    ],
    'zero-first-refused-operator-c': [
      'demands a country code from customers of operator C',
      answer(operator('c'), fieldRefused),
    ],
    'zero-first-is-500': ['breaks on a number that starts with zero', answer(mobileMoney, crash)],
  },
} satisfies Subject;
