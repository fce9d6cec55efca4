import { mended, refusal, secondTime, status, crash, naming } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, not, initiate, given, lacks, mobileMoney, hosted, operator, askedToFail } from '../../places.ts';

const codeMissing = all(mobileMoney, lacks('payment_method_code'));
const numberMissing = all(mobileMoney, lacks('mobile_money_number'));
const otherMethod = all(initiate, given('payment_method_type'), not(mobileMoney), given('mobile_money_number'));
const noMethod = all(hosted, given('mobile_money_number'));
const prompt = { payment_method_type: 'mobile_money', payment_method_code: 'OPERATOR_B' };

/** What mobile money needs, and what no other method allows (`4.1`). */
export const methodRules = {
  'txn.code-missing': {
    'code-missing-accepted-anyhow': [
      'accepts mobile money without code',
      mended(codeMissing, { payment_method_code: 'OPERATOR_B' }),
    ],
    'code-missing-with-response': [
      'accepts mobile money without code when there is a requested_response',
      mended(all(codeMissing, given('requested_response')), { payment_method_code: 'OPERATOR_B' }),
    ],
    'code-missing-without-response': [
      'accepts mobile money without code when there is no requested_response',
      mended(all(codeMissing, lacks('requested_response')), { payment_method_code: 'OPERATOR_B' }),
    ],
    'code-missing-opens-page': [
      'opens a hosted page for mobile money without code',
      mended(codeMissing, { payment_method_type: undefined, mobile_money_number: undefined }),
    ],
    'code-missing-second-time': [
      'refuses mobile money without code only once',
      secondTime(mended(codeMissing, { payment_method_code: 'OPERATOR_B' })),
    ],
    'code-missing-is-200': ['refuses mobile money without code with HTTP 200', refusal(codeMissing, status(200))],
    'code-missing-is-500': ['breaks on mobile money without code', refusal(codeMissing, crash)],
    'code-missing-names-number': [
      'names mobile_money_number when it refuses mobile money without code',
      refusal(codeMissing, naming('mobile_money_number')),
    ],
    'code-missing-names-type': [
      'names payment_method_type when it refuses mobile money without code',
      refusal(codeMissing, naming('payment_method_type')),
    ],
    'code-missing-names-amount': [
      'names amount when it refuses mobile money without code',
      refusal(codeMissing, naming('amount')),
    ],
  },
  'txn.number-missing': {
    'number-missing-accepted-anyhow': [
      'accepts mobile money without number',
      mended(numberMissing, { mobile_money_number: '0970000001' }),
    ],
    'number-missing-operator-a': [
      'accepts mobile money without number from operator A',
      mended(all(numberMissing, operator('a')), { mobile_money_number: '0970000001' }),
    ],
    'number-missing-operator-b': [
      'accepts mobile money without number from operator B',
      mended(all(numberMissing, operator('b')), { mobile_money_number: '0970000001' }),
    ],
    'number-missing-operator-c': [
      'accepts mobile money without number from operator C',
      mended(all(numberMissing, operator('c')), { mobile_money_number: '0970000001' }),
    ],
    'number-missing-asked-to-fail': [
      'accepts mobile money without number when a failure is asked for',
      mended(all(numberMissing, askedToFail), { mobile_money_number: '0970000001' }),
    ],
    'number-missing-second-time': [
      'refuses mobile money without number only once',
      secondTime(mended(numberMissing, { mobile_money_number: '0970000001' })),
    ],
    'number-missing-is-500': ['breaks on mobile money without number', refusal(numberMissing, crash)],
    'number-missing-names-code': [
      'names payment_method_code when it refuses mobile money without number',
      refusal(numberMissing, naming('payment_method_code')),
    ],
    'number-missing-names-email': [
      'names email when it refuses mobile money without number',
      refusal(numberMissing, naming('email')),
    ],
    'number-missing-names-phone': [
      'names phone when it refuses mobile money without number',
      refusal(numberMissing, naming('phone')),
    ],
  },
  'txn.number-other-method': {
    'number-other-method-accepted-anyhow': [
      'accepts a number with another payment method',
      mended(otherMethod, { mobile_money_number: undefined }),
    ],
    'number-other-method-with-code': [
      'accepts a number with another payment method when there is a code',
      mended(all(otherMethod, given('payment_method_code')), { mobile_money_number: undefined }),
    ],
    'number-other-method-without-code': [
      'accepts a number with another payment method when there is no code',
      mended(all(otherMethod, lacks('payment_method_code')), { mobile_money_number: undefined }),
    ],
    'number-other-method-prompts': ['sends a prompt whatever the payment method', mended(otherMethod, prompt)],
    'number-other-method-second-time': [
      'refuses a number with another payment method only once',
      secondTime(mended(otherMethod, { mobile_money_number: undefined })),
    ],
    'number-other-method-is-500': ['breaks on a number with another payment method', refusal(otherMethod, crash)],
    'number-other-method-names-type': [
      'names payment_method_type when it refuses a number with another payment method',
      refusal(otherMethod, naming('payment_method_type')),
    ],
    'number-other-method-names-code': [
      'names payment_method_code when it refuses a number with another payment method',
      refusal(otherMethod, naming('payment_method_code')),
    ],
  },
  'txn.number-no-method': {
    'number-no-method-accepted-anyhow': [
      'accepts a number without payment_method_type',
      mended(noMethod, { mobile_money_number: undefined }),
    ],
    'number-no-method-with-code': [
      'accepts a number without payment_method_type when there is a code',
      mended(all(noMethod, given('payment_method_code')), { mobile_money_number: undefined }),
    ],
    'number-no-method-without-code': [
      'accepts a number without payment_method_type when there is no code',
      mended(all(noMethod, lacks('payment_method_code')), { mobile_money_number: undefined }),
    ],
    'number-no-method-prompts': ['takes any number for mobile money', mended(noMethod, prompt)],
    'number-no-method-second-time': [
      'refuses a number without payment_method_type only once',
      secondTime(mended(noMethod, { mobile_money_number: undefined })),
    ],
    'number-no-method-is-500': ['breaks on a number without payment_method_type', refusal(noMethod, crash)],
    'number-no-method-names-email': [
      'names email when it refuses a number without payment_method_type',
      refusal(noMethod, naming('email')),
    ],
    'number-no-method-names-amount': [
      'names amount when it refuses a number without payment_method_type',
      refusal(noMethod, naming('amount')),
    ],
  },
} satisfies Subject;
