import { answer, as, crash, ofFirst, readsAs, refusedAs, status } from '../../changes.ts';
import { answersTo, acceptedAs } from '../../answer-faults.ts';
import { flows, perPlace, some } from '../../named-places.ts';
import type { Change, Subject } from '../../exchange.ts';
import {
  all,
  any,
  failureRequested,
  given,
  hosted,
  initiate,
  is,
  lacks,
  matching,
  mistyped,
  mobileMoney,
  namesCharset,
  noAddress,
  noLeadingZero,
  operator,
  otherCurrency,
  rawBodyMatching,
} from '../../places.ts';

const withPoint = rawBodyMatching(/"amount":\s*\d+\.0/);
const withExponent = rawBodyMatching(/"amount":\s*[\d.]+e/i);
const tagged = all(initiate, matching('email', /^[^@]*\+/));
const dotted = all(initiate, matching('email', /^[^@]*\./));
const large = given('amount', (amount) => typeof amount === 'number' && amount > 32_767);
const larger = answersTo('an initiation of a larger amount', all(hosted, large));
const inOtherCurrency = all(initiate, otherCurrency);
const inSecondCurrency = answersTo('an initiation in a second currency', inOtherCurrency);

const outcomes = [
  ['success', 'with a requested success', is('requested_response', 'success')],
  ['failed', 'with a requested failure', failureRequested],
  ['unasked', 'without requested_response', lacks('requested_response')],
] as const;
/** Operators by the requested response, which operator A requires. */
const prompts = Object.fromEntries(
  Object.entries(some(flows, 'operator-a', 'operator-b', 'operator-c')).flatMap(([flow, { what, where }]) =>
    outcomes
      .filter(([word]) => flow !== 'operator-a' || word !== 'unasked')
      .map(([word, so, when]) => [`${flow}-${word}`, { what: `${what} ${so}`, where: all(where, when) }] as const),
  ),
);

/** Reduces the amount modulo 32768, to the non-negative range of a signed 16-bit number. */
const cut: Change = ({ json }, { input }) => {
  json['amount'] = Number(input['amount']) % 32_768;
};

/** Other notations of an initiation, and less common valid values (`2.1`). */
export const requestForms: Subject = {
  'txn.amount-notation': {
    ...perPlace('amount-with-point-refused', flows, ({ what, where }) => [
      `refuses an amount with a decimal point for ${what}`,
      answer(all(where, withPoint), refusedAs(400)),
    ]),
    ...perPlace('amount-with-power-breaks', flows, ({ what, where }) => [
      `breaks on an amount in exponent notation for ${what}`,
      answer(all(where, withExponent), crash),
    ]),
    'amount-with-power-misread': [
      'ignores the exponent of an amount',
      answer(all(initiate, withExponent), as('amount', 1)),
    ],
  },
  'txn.content-type-charset': {
    ...perPlace('charset-refused', flows, ({ what, where }) => [
      `refuses a content type with a charset for ${what}`,
      answer(all(where, namesCharset), refusedAs(400)),
    ]),
    'charset-is-415': [
      'answers 415 to a content type with a charset',
      answer(all(initiate, namesCharset), refusedAs(415)),
    ],
  },
  'txn.email-tagged': {
    ...perPlace('email-plus-refused', flows, ({ what, where }) => [
      `refuses an email with a plus for ${what}`,
      answer(all(where, tagged), refusedAs(400)),
    ]),
    'email-dot-refused': ['refuses an email with a dot before the at sign', answer(dotted, refusedAs(400))],
    'email-plus-breaks': ['breaks on an email with a plus', answer(tagged, crash)],
  },
  'txn.amount-larger': {
    ...acceptedAs('larger-amount', larger, 413, 422, 500),
    'amount-of-five-digits-breaks': [
      'breaks on an amount of five digits',
      answer(
        all(
          hosted,
          given('amount', (amount) => Number(amount) > 9_999 && Number(amount) <= 32_767),
        ),
        crash,
      ),
    ],
    'larger-amount-cut': ['truncates a larger amount to 15 bits', larger.changed(cut)],
  },
  'txn.second-currency': {
    ...acceptedAs('second-currency', inSecondCurrency, 201, 400, 500),
    'second-currency-answered-as-first': [
      'returns the first currency for a second one',
      inSecondCurrency.changed(as('currency', 'XTS')),
    ],
    'second-currency-without-amount': [
      'accepts an initiation without amount in a second currency',
      readsAs(all(inOtherCurrency, lacks('amount')), { amount: 1050 }),
    ],
    'second-currency-any-address': [
      'accepts any text as success_url in a second currency',
      readsAs(all(inOtherCurrency, noAddress('success_url')), { success_url: undefined }),
    ],
    'second-currency-id-shared': [
      'gives every transaction in a second currency the same id',
      inSecondCurrency.changed(ofFirst('transaction_id')),
    ],
    'second-currency-any-failure-address': [
      'accepts anything as failure_url in a second currency',
      readsAs(all(inOtherCurrency, any(noAddress('failure_url'), mistyped('failure_url', 'string'))), {
        failure_url: undefined,
      }),
    ],
    'second-currency-any-email': [
      'accepts any type as email in a second currency',
      readsAs(all(inOtherCurrency, mistyped('email', 'string')), { email: 'customer@example.com' }),
    ],
    'second-currency-any-amount': [
      'accepts any type as amount in a second currency',
      readsAs(all(inOtherCurrency, mistyped('amount', 'number')), { amount: 1050 }),
    ],
    'second-currency-without-email': [
      'accepts an initiation without email in a second currency',
      readsAs(all(inOtherCurrency, lacks('email')), { email: 'customer@example.com' }),
    ],
    'second-currency-any-number': [
      'does not check the first digit of a number in a second currency',
      readsAs(all(inOtherCurrency, noLeadingZero), { mobile_money_number: '0970000001' }),
    ],
    'second-currency-message-without-html': [
      "returns operator A's message without markup in a second currency",
      answer(all(inOtherCurrency, operator('a')), as('message', 'Paid.')),
    ],
    'second-currency-failure-of-a-accepted': [
      'returns result success for a failure of operator A in a second currency',
      answer(all(inOtherCurrency, operator('a'), failureRequested), as('result', 'success')),
    ],
    'second-currency-unasked-a': [
      'accepts operator A without requested_response in a second currency',
      readsAs(all(inOtherCurrency, operator('a'), lacks('requested_response')), { requested_response: 'success' }),
    ],
    'second-currency-page-with-number': [
      'accepts a number without payment_method_type in a second currency',
      readsAs(all(inOtherCurrency, hosted, given('mobile_money_number')), { mobile_money_number: undefined }),
    ],
    'second-currency-failure-status': [
      'returns an undocumented status in a second currency',
      answer(all(inOtherCurrency, hosted), as('status', 'converted')),
    ],
  },
  'generated.initiation-combinations': {
    ...perPlace('combined-anything-missing', prompts, ({ what, where }) => [
      `accepts an initiation without amount, email or currency for ${what}`,
      readsAs(all(where, any(lacks('amount'), lacks('email'), lacks('currency'))), {
        amount: 1050,
        email: 'customer@example.com',
        currency: 'XTS',
      }),
    ]),
    'combined-lower-case-currency-any-number': [
      'does not check the first digit of a number where the currency is in lower case',
      readsAs(all(noLeadingZero, matching('currency', /[a-z]/)), { mobile_money_number: '0970000001' }),
    ],
    'combined-charset-without-email': [
      'accepts an initiation without email where the content type names a charset',
      readsAs(all(initiate, namesCharset, lacks('email')), { email: 'customer@example.com' }),
    ],
    'combined-large-amount-without-code': [
      'accepts mobile money without code where the amount is large',
      readsAs(all(mobileMoney, large, lacks('payment_method_code')), { payment_method_code: 'OPERATOR_B' }),
    ],
    'combined-failure-url-and-power-is-201': [
      'answers 201 to an amount in exponent notation together with a failure_url',
      answer(all(initiate, given('failure_url'), withExponent), status(201)),
    ],
    'combined-three-fields-break': [
      'breaks on a reference together with a success_url and an email with a plus',
      answer(all(tagged, given('transaction_reference'), given('success_url')), crash),
    ],
  },
};
