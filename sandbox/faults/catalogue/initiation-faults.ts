import {
  answer,
  as,
  crash,
  fromSecondRequest,
  naming,
  ofFirst,
  overrideRequest,
  refusal,
  refusedAs,
  status,
} from '../changes.ts';
import {
  all,
  any,
  codeMissing,
  emptyBody,
  failureRequested,
  flows,
  given,
  hosted,
  initiate,
  is,
  lacks,
  largeAmount,
  matching,
  mistyped,
  mobileMoney,
  namesCharset,
  noAddress,
  noLeadingZero,
  not,
  numberMissing,
  operator,
  otherCurrency,
  otherMethod,
  typed,
} from '../conditions.ts';
import type { Alteration, Change, Condition, Entries, Subject } from '../exchange.ts';
import { acceptedAs, answered, answersTo, invalid, overrides, table, typeFaults } from '../fault-tables.ts';

// Valid values, and fields that are removed.
const amount = { amount: 1050 };
const email = { email: 'customer@example.com' };
const currency = { currency: 'XTS' };
const reference = { transaction_reference: undefined };
const successUrl = { success_url: undefined };
const failureUrl = { failure_url: undefined };
const code = { payment_method_code: 'OPERATOR_B' };
const number = { mobile_money_number: '0970000001' };
const success = { requested_response: 'success' };
const failed = { requested_response: 'failed' };
const noNumber = { mobile_money_number: undefined };
const noMethod = { payment_method_type: undefined, payment_method_code: undefined, ...noNumber };
const prompt = { payment_method_type: 'mobile_money', ...code };

const everyOperator = ['operator-a', 'operator-b', 'operator-c'] as const;
const everyFlow = ['hosted', ...everyOperator] as const;
const { hosted: _hosted, ...operators } = flows;
const refused = refusedAs(400);

const empty = all(initiate, emptyBody);
const noAmount = all(initiate, lacks('amount'), not(empty));
const noEmail = all(initiate, lacks('email'), not(empty));
const noCurrency = all(initiate, lacks('currency'), not(empty));
const anyAmount = all(initiate, mistyped('amount', 'number'));
const anyReference = all(initiate, mistyped('transaction_reference', 'string'));
const anyNumber = all(initiate, mistyped('mobile_money_number', 'string'));
const badSuccessUrl = all(initiate, noAddress('success_url'));
const badFailureUrl = all(initiate, noAddress('failure_url'));
const otherWord = all(mobileMoney, matching('requested_response', /^(?!(success|failed)$)/));

const response = (form: RegExp): Condition => matching('requested_response', form);

/** Required fields, types and forms of an initiation (`2.1`). */
export const initiationFields: Subject = {
  'txn.amount-required': {
    ...invalid(
      'amount-absent',
      noAmount,
      amount,
      'anywhere',
      ...everyFlow,
      'asked-to-fail',
      'second-time',
      'is-422',
      'is-500',
    ),
  },
  'txn.email-required': {
    ...invalid('email-absent', noEmail, email, 'anywhere', ...everyFlow, 'asked-to-fail', 'with-reference', 'is-500'),
  },
  'txn.currency-required': {
    ...invalid(
      'currency-absent',
      noCurrency,
      currency,
      'anywhere',
      ...everyFlow,
      'asked-to-fail',
      'is-200',
      'is-422',
      'is-500',
    ),
    ...invalid('currency-empty', all(initiate, is('currency', '')), currency, 'accepted', ...everyFlow, 'is-500'),
  },
  'txn.body-empty': {
    ...invalid('body-empty', empty, { ...amount, ...email, ...currency }, 'accepted', 'is-422', 'is-500'),
    'body-empty-is-401': refusal(empty, refusedAs(401)),
    'body-empty-is-404': refusal(empty, refusedAs(404)),
  },
  'txn.amount-type': {
    ...typeFaults('amount', amount, initiate, 'boolean', 'array', 'null', 'any-type'),
    'amount-word-accepted': overrideRequest(all(anyAmount, typed('amount', 'string')), amount),
    ...invalid('amount-any-type', anyAmount, amount, 'hosted', 'second-time'),
  },
  'txn.amount-as-text': {
    ...invalid(
      'amount-in-quotes',
      all(initiate, matching('amount', /^\d+$/)),
      ({ input }) => ({ amount: Number(input['amount']) }),
      'accepted',
      ...everyFlow,
      'is-500',
    ),
    'amount-unread-with-a-charset': overrideRequest(all(hosted, typed('amount', 'string'), namesCharset), amount),
  },
  'txn.email-type': typeFaults('email', email, initiate, 'number', 'array', 'null', 'any-type'),
  'txn.currency-type': {
    ...typeFaults('currency', currency, initiate, 'number', 'array', 'null', 'any-type'),
    'currency-of-prompt-number': overrideRequest(all(mobileMoney, typed('currency', 'number')), currency),
  },
  'txn.reference-type': {
    ...typeFaults('reference', reference, initiate, 'array', 'any-type'),
    ...invalid('reference-any-type', anyReference, reference, 'mobile'),
  },
  'txn.success-url-type': typeFaults('success-url', successUrl, initiate, 'number', 'boolean', 'array', 'any-type'),
  'txn.failure-url-type': typeFaults('failure-url', failureUrl, initiate, 'number', 'boolean', 'array', 'any-type'),
  'txn.method-type-type': {
    ...typeFaults('method-type', noMethod, initiate, 'null', 'any-type'),
    'method-type-list-accepted': overrideRequest(all(initiate, typed('payment_method_type', 'array')), noMethod),
  },
  'txn.method-code-type': typeFaults('method-code', code, initiate, 'array', 'null', 'any-type'),
  'txn.number-type': {
    ...typeFaults('number', number, initiate, 'number', 'boolean', 'array', 'null', 'any-type'),
    ...invalid('number-any-type', anyNumber, number, ...everyOperator),
  },
  'txn.requested-response-type': typeFaults('requested-response', success, mobileMoney, 'array', 'null', 'any-type'),
  'txn.success-url-format': {
    ...invalid('success-url-word', badSuccessUrl, successUrl, 'accepted', 'with-failure-url', 'without-failure-url'),
    ...invalid('success-url-word', badSuccessUrl, successUrl, 'second-time', 'is-500'),
  },
  'txn.failure-url-format': {
    ...invalid('failure-url-word', badFailureUrl, failureUrl, 'accepted', 'with-success-url', 'without-success-url'),
    ...invalid('failure-url-word', badFailureUrl, failureUrl, 'hosted', 'is-500'),
  },
  'txn.requested-response-enum': {
    ...invalid('response-word', otherWord, success, 'accepted', ...everyOperator, 'with-success-url', 'second-time'),
    ...invalid('response-word', otherWord, success, 'is-200', 'is-500'),
    'response-word-means-failed': overrideRequest(otherWord, failed),
    ...overrides('response', mobileMoney, {
      'succeeded-accepted': [response(/^succeeded$/), success],
      'failure-accepted': [response(/^failure$/), failed],
      'pending-accepted': [response(/^pending$/), success],
      'late-state-accepted': [response(/^(reversed|refunded|cancelled)$/), success],
      'true-accepted': [is('requested_response', true), success],
    }),
  },
};

const numberAlone = all(hosted, given('mobile_money_number'));
const fieldRefused = refusedAs(400, 'The number is not valid. Parameter: mobile_money_number');
const numberLike = (form: RegExp): Condition => matching('mobile_money_number', form);
const names = {
  number: 'mobile_money_number',
  type: 'payment_method_type',
  code: 'payment_method_code',
  amount: 'amount',
  email: 'email',
  phone: 'phone',
} as const;
type OtherWord = keyof typeof names;
/** Names fields that are not wrong in a refusal. */
const namesOther = (prefix: string, where: Condition, ...words: OtherWord[]): Entries =>
  Object.fromEntries(words.map((word) => [`${prefix}-names-${word}`, refusal(where, naming(names[word]))]));
const onlyOnce = (where: Condition): Alteration => fromSecondRequest(overrideRequest(where, number));

/** Fields that mobile money requires and other methods forbid, and the leading zero of a number (`4.1`). */
export const methodRules: Subject = {
  'txn.code-missing': {
    ...invalid(
      'code-missing',
      codeMissing,
      code,
      'accepted-anyhow',
      'with-response',
      'without-response',
      'second-time',
    ),
    ...invalid('code-missing', codeMissing, code, 'is-200', 'is-500'),
    ...invalid(
      'code-empty',
      all(mobileMoney, is('payment_method_code', '')),
      code,
      'accepted',
      'with-response',
      'is-500',
    ),
    'code-missing-opens-page': overrideRequest(codeMissing, { payment_method_type: undefined, ...noNumber }),
    ...namesOther('code-missing', codeMissing, 'number', 'type', 'amount'),
  },
  'txn.number-missing': {
    ...invalid('number-missing', numberMissing, number, 'accepted-anyhow', ...everyOperator, 'asked-to-fail'),
    ...invalid('number-missing', numberMissing, number, 'second-time', 'is-500'),
    'number-missing-only-once-operator-a': onlyOnce(all(numberMissing, operator('a'))),
    'number-missing-only-once-operator-c': onlyOnce(all(numberMissing, operator('c'))),
    ...namesOther('number-missing', numberMissing, 'code', 'email', 'phone'),
  },
  'txn.number-other-method': {
    ...invalid(
      'number-other-method',
      otherMethod,
      noNumber,
      'accepted-anyhow',
      'with-code',
      'without-code',
      'second-time',
    ),
    ...overrides('number-other-method', otherMethod, {
      'not-card': [not(is('payment_method_type', 'card')), { payment_method_type: undefined, ...noNumber }],
      'unknown-word': [matching('payment_method_type', /_|cash/), { payment_method_type: undefined, ...noNumber }],
      empty: [is('payment_method_type', ''), noMethod],
      'in-capitals': [is('payment_method_type', 'MOBILE_MONEY'), noMethod],
    }),
    'number-other-method-is-500': refusal(otherMethod, crash),
    'number-other-method-prompts': overrideRequest(otherMethod, prompt),
    ...namesOther('number-other-method', otherMethod, 'email', 'code', 'type'),
  },
  'txn.number-no-method': {
    ...invalid(
      'number-no-method',
      numberAlone,
      noNumber,
      'accepted-anyhow',
      'with-code',
      'without-code',
      'second-time',
      'is-500',
    ),
    'number-no-method-prompts': overrideRequest(numberAlone, prompt),
    ...namesOther('number-no-method', numberAlone, 'email', 'amount'),
  },
  'txn.number-leading-zero': {
    ...invalid(
      'number-zero',
      noLeadingZero,
      number,
      ...everyOperator,
      'second-time',
      'with-reference',
      'is-200',
      'is-422',
    ),
    'number-zero-is-500': refusal(noLeadingZero, crash),
    ...overrides('number-zero', mobileMoney, {
      'not-checked': [numberLike(/^/), number],
      anywhere: [numberLike(/^[1-9]*0\d*$/), number],
      letter: [numberLike(/^[a-z]/i), number],
      country: [numberLike(/^254/), number],
      'own-country': [numberLike(/^233/), number],
      local: [numberLike(/^(?!254|9\d{9})[1-9]/), number],
      blank: [numberLike(/^ +$/), number],
      digits: [numberLike(/^[1-9]/), number],
    }),
    ...table('number-zero-only-once', operators, (where) => onlyOnce(all(noLeadingZero, where))),
    ...namesOther('number-zero', noLeadingZero, 'code'),
    'number-zero-names-phone': refusal(noLeadingZero, naming('phone_number')),
  },
  'txn.number-zero-first': {
    'zero-first-refused-always': answer(mobileMoney, fieldRefused),
    ...table('zero-first-refused', operators, (where) => answer(where, fieldRefused)),
    'zero-first-is-500': answer(mobileMoney, crash),
  },
};

const tagged = all(initiate, matching('email', /^[^@]*\+/));
const larger = answersTo(all(hosted, largeAmount));
const inOtherCurrency = all(initiate, otherCurrency);
const inSecondCurrency = answersTo(inOtherCurrency);

const fiveDigits = given('amount', (amount) => Number(amount) > 9_999 && Number(amount) <= 32_767);
/** Operators by the requested response, which operator A requires. */
const prompts: Record<string, Condition> = Object.fromEntries(
  ['a-success', 'a-failed', 'b-success', 'b-failed', 'b-unasked', 'c-success', 'c-failed', 'c-unasked'].map((word) => {
    const [letter, response] = word.split('-') as ['a' | 'b' | 'c', string];
    const asked = response === 'unasked' ? lacks('requested_response') : is('requested_response', response);
    return [`operator-${word}`, all(operator(letter), asked)];
  }),
);

/** Reduces the amount modulo 32768, to the non-negative range of a signed 16-bit number. */
const cut: Change = ({ json }, { input }) => (json['amount'] = Number(input['amount']) % 32_768);

/** Other notations of an initiation, and less common valid values (`2.1`). */
export const initiationNotations: Subject = {
  'txn.content-type-charset': {
    ...answered('charset-refused', namesCharset, flows, refused),
    'charset-is-415': answer(all(initiate, namesCharset), refusedAs(415)),
  },
  'txn.amount-larger': {
    ...acceptedAs('larger-amount', larger, 413, 422, 500),
    'amount-of-five-digits-breaks': answer(all(hosted, fiveDigits), crash),
    'larger-amount-cut': larger(cut),
    'larger-amount-never-fails': overrideRequest(all(operator('a'), failureRequested, largeAmount), () => success),
  },
  'txn.second-currency': {
    ...acceptedAs('second-currency', inSecondCurrency, 201, 400, 500),
    ...overrides('second-currency', inOtherCurrency, {
      'without-amount': [lacks('amount'), amount],
      'any-amount': [mistyped('amount', 'number'), amount],
      'without-email': [lacks('email'), email],
      'any-email': [mistyped('email', 'string'), email],
      'any-address': [noAddress('success_url'), successUrl],
      'any-failure-address': [any(noAddress('failure_url'), mistyped('failure_url', 'string')), failureUrl],
      'any-number': [noLeadingZero, number],
      'unasked-a': [all(operator('a'), lacks('requested_response')), success],
      'page-with-number': [numberAlone, noNumber],
    }),
    'second-currency-answered-as-first': inSecondCurrency(as('currency', 'XTS')),
    'second-currency-id-shared': inSecondCurrency(ofFirst('transaction_id')),
    'second-currency-message-without-html': answer(all(inOtherCurrency, operator('a')), as('message', 'Paid.')),
    'second-currency-failure-of-a-accepted': answer(
      all(inOtherCurrency, operator('a'), failureRequested),
      as('result', 'success'),
    ),
    'second-currency-failure-status': answer(all(inOtherCurrency, hosted), as('status', 'converted')),
  },
  'generated.initiation-combinations': {
    ...table('combined-anything-missing', prompts, (where) =>
      overrideRequest(all(where, any(lacks('amount'), lacks('email'), lacks('currency'))), {
        ...amount,
        ...email,
        ...currency,
      }),
    ),
    ...overrides('combined', initiate, {
      'lower-case-currency-any-number': [all(noLeadingZero, matching('currency', /[a-z]/)), number],
      'charset-without-email': [all(namesCharset, lacks('email')), email],
      'large-amount-without-code': [all(codeMissing, largeAmount), code],
    }),
    'combined-failure-url-and-charset-is-201': answer(all(initiate, given('failure_url'), namesCharset), status(201)),
    'combined-three-fields-break': answer(all(tagged, given('transaction_reference'), given('success_url')), crash),
  },
};
