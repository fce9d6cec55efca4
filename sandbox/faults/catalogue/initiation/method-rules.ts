import { readsAs, secondTime } from '../../changes.ts';
import { flows, perPlace, some } from '../../named-places.ts';
import { faultyRequest, namesOther, refusedWith } from '../../answer-faults.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Subject } from '../../exchange.ts';
import { all, codeMissing, given, hosted, numberMissing, otherMethod } from '../../places.ts';

const withoutCode = faultyRequest('mobile money without code', codeMissing);
const withoutNumber = faultyRequest('mobile money without number', numberMissing);
const numberElsewhere = faultyRequest('a number with another payment method', otherMethod);
const numberAlone = faultyRequest('a number without payment_method_type', all(hosted, given('mobile_money_number')));

const prompt = { payment_method_type: 'mobile_money', payment_method_code: 'OPERATOR_B' };
const code = { payment_method_code: 'OPERATOR_B' };
const number = { mobile_money_number: '0970000001' };
const noNumber = { mobile_money_number: undefined };
const noMethod = { payment_method_type: undefined, mobile_money_number: undefined };
const everyOperator = ['operator-a', 'operator-b', 'operator-c'] as const;
const withAndWithoutCode = ['with-code', 'without-code'] as const;

/** Fields that mobile money requires, and that other methods forbid (`4.1`). */
export const methodRules: Subject = {
  'txn.code-missing': {
    ...acceptedWhen('code-missing', withoutCode, code, 'accepted-anyhow', 'with-response', 'without-response'),
    'code-missing-opens-page': ['opens a hosted page for mobile money without code', readsAs(codeMissing, noMethod)],
    ...acceptedWhen('code-missing', withoutCode, code, 'second-time'),
    ...refusedWith('code-missing', withoutCode, 200, 500),
    ...namesOther('code-missing', withoutCode, {
      number: 'mobile_money_number',
      type: 'payment_method_type',
      amount: 'amount',
    }),
  },
  'txn.number-missing': {
    ...acceptedWhen('number-missing', withoutNumber, number, 'accepted-anyhow', ...everyOperator, 'asked-to-fail'),
    ...acceptedWhen('number-missing', withoutNumber, number, 'second-time'),
    ...perPlace('number-missing-only-once', some(flows, 'operator-a', 'operator-c'), ({ what, where }) => [
      `requires a number only once for ${what}`,
      secondTime(readsAs(all(numberMissing, where), number)),
    ]),
    ...refusedWith('number-missing', withoutNumber, 500),
    ...namesOther('number-missing', withoutNumber, { code: 'payment_method_code', email: 'email', phone: 'phone' }),
  },
  'txn.number-other-method': {
    ...acceptedWhen('number-other-method', numberElsewhere, noNumber, 'accepted-anyhow', ...withAndWithoutCode),
    'number-other-method-prompts': ['sends a prompt whatever the payment method', readsAs(otherMethod, prompt)],
    ...acceptedWhen('number-other-method', numberElsewhere, noNumber, 'second-time'),
    ...refusedWith('number-other-method', numberElsewhere, 500),
    ...namesOther('number-other-method', numberElsewhere, {
      email: 'email',
      code: 'payment_method_code',
      type: 'payment_method_type',
    }),
  },
  'txn.number-no-method': {
    ...acceptedWhen('number-no-method', numberAlone, noNumber, 'accepted-anyhow', ...withAndWithoutCode),
    'number-no-method-prompts': [
      'treats every initiation with a number as mobile money',
      readsAs(numberAlone.where, prompt),
    ],
    ...acceptedWhen('number-no-method', numberAlone, noNumber, 'second-time'),
    ...refusedWith('number-no-method', numberAlone, 500),
    ...namesOther('number-no-method', numberAlone, { email: 'email', amount: 'amount' }),
  },
};
