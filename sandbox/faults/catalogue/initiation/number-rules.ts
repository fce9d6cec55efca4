import { answer, crash, readsAs, refusedAs, secondTime } from '../../changes.ts';
import { faultyRequest, namesOther, refusedWith } from '../../answer-faults.ts';
import { flows, perPlace, some } from '../../named-places.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Subject } from '../../exchange.ts';
import { all, matching, mobileMoney, noLeadingZero } from '../../places.ts';

const otherFirst = faultyRequest('a number that does not start with zero', noLeadingZero);
const number = { mobile_money_number: '0970000001' };
const fieldRefused = refusedAs(400, 'The number is not valid. Parameter: mobile_money_number');
const operators = some(flows, 'operator-a', 'operator-b', 'operator-c');
const numberLike = (form: RegExp) => all(mobileMoney, matching('mobile_money_number', form));

/** The leading zero of a number (`4.1`). */
export const numberRules: Subject = {
  'txn.number-leading-zero': {
    ...acceptedWhen('number-zero', otherFirst, number, 'operator-a', 'operator-b', 'operator-c'),
    'number-zero-not-checked': ['does not check the digits of a number', readsAs(numberLike(/^/), number)],
    'number-zero-anywhere': [
      'accepts a number with a zero in any position',
      readsAs(numberLike(/^[1-9]*0\d*$/), number),
    ],
    'number-zero-letter': ['accepts a number that starts with a letter', readsAs(numberLike(/^[a-z]/i), number)],
    'number-zero-country': ['accepts a number with a country code', readsAs(numberLike(/^254/), number)],
    'number-zero-own-country': [
      'accepts a number with the code of its own country',
      readsAs(numberLike(/^233/), number),
    ],
    'number-zero-local': [
      'accepts a number without its leading zero',
      readsAs(numberLike(/^(?!254|9\d{9})[1-9]/), number),
    ],
    'number-zero-blank': ['accepts blanks as a number', readsAs(numberLike(/^ +$/), number)],
    'number-zero-digits': ['accepts a number that starts with another digit', readsAs(numberLike(/^[1-9]/), number)],
    ...acceptedWhen('number-zero', otherFirst, number, 'second-time', 'with-reference'),
    ...perPlace('number-zero-only-once', operators, ({ what, where }) => [
      `checks the first digit of a number only once for ${what}`,
      secondTime(readsAs(all(noLeadingZero, where), number)),
    ]),
    ...refusedWith('number-zero', otherFirst, 200, 422, 500),
    ...namesOther('number-zero', otherFirst, { code: 'payment_method_code', phone: 'phone_number' }),
  },
  'txn.number-zero-first': {
    'zero-first-refused-always': ['requires a country code before the number', answer(mobileMoney, fieldRefused)],
    ...perPlace('zero-first-refused', operators, ({ what, where }) => [
      `requires a country code for ${what}`,
      answer(where, fieldRefused),
    ]),
    'zero-first-is-500': ['breaks on a number that starts with zero', answer(mobileMoney, crash)],
  },
};
