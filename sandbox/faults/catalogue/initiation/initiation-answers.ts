import { answer, as, converted } from '../../changes.ts';
import { answersTo, faultyRequest, fieldFaults } from '../../answer-faults.ts';
import { flows, perPlace } from '../../named-places.ts';
import type { Change, Subject } from '../../exchange.ts';
import { all, failureRequested, initiate, not, operator } from '../../places.ts';

const answered = answersTo('every answer to an initiation', initiate);
const refused = faultyRequest('the refusal of an initiation', initiate);
const byPage = answersTo('the answer for the hosted page', flows.hosted.where);
const byOperatorB = answersTo('the answer for operator B', all(operator('b'), not(failureRequested)));
const failureOfA = answersTo('the simulated failure of operator A', all(operator('a'), failureRequested));

/** Adds a converted field of the request to the answer. */
const echo =
  (name: string, turn: (value: unknown) => unknown): Change =>
  ({ json }, { input }) => {
    json[name] = turn(input[name]);
  };
const amountAs = (turn: (amount: unknown) => unknown) => answered.changed(echo('amount', turn));
const listedTexts = ['message', 'text_message', 'hosted_url', 'checkout_id', 'qr_code', 'code'];
const withFee = echo('amount', (amount) => Number(amount) + 10);

/** Words, amounts and currencies in the answer to an initiation (`2.2`). */
export const initiationAnswers: Subject = {
  'txn.result-word': {
    ...fieldFaults('result-word', 'result', answered, { accepted: 'accepted', number: 0, status: 'pending' }),
    'result-word-padded': ['appends a blank to result', answered.changed(converted('result', padded))],
    'result-word-capitals': [
      'writes result of every initiation in capitals',
      answered.changed(converted('result', (word) => word.toUpperCase())),
    ],
    ...fieldFaults('result-word', 'result', refused, {
      rejected: 'rejected',
      invalid: 'invalid',
      'refused-null': null,
    }),
  },
  'txn.listed-types': {
    'listed-checkout-id-number': [
      'returns checkout_id as a number for the hosted page',
      byPage.changed(as('checkout_id', 42)),
    ],
    'listed-text-message-list': [
      'returns text_message as a list for operator B',
      answer(operator('b'), as('text_message', ['text'])),
    ],
    'listed-texts-are-numbers': [
      'returns every listed text as a number, whatever the flow',
      answered.changed(...listedTexts.map((name) => as(name, 42))),
    ],
    'listed-code-number': ['returns code as a number for operator C', answer(operator('c'), as('code', 42))],
  },
  'txn.status-word': {
    ...fieldFaults('status-word', 'status', answered, { done: 'done' }),
    ...fieldFaults('status-word', 'status', byPage, { created: 'created', number: 200, empty: '', true: true }),
    ...fieldFaults('status-word', 'status', byOperatorB, { processing: 'processing', capitals: 'PENDING' }),
    ...fieldFaults('status-word', 'status', failureOfA, { declined: 'declined', error: 'error' }),
  },
  'txn.amount-echo': {
    'amount-echo-main-unit': ['returns the amount in the main unit', amountAs((amount) => Number(amount) / 100)],
    'amount-echo-text': ['returns the amount as text', amountAs(String)],
    'amount-echo-zero': ['returns the amount 0', answered.changed(as('amount', 0))],
    'amount-echo-formatted': ['returns the amount with its currency', amountAs((amount) => `XTS ${String(amount)}`)],
    'amount-echo-negative': ['returns the amount with a minus sign', amountAs((amount) => -Number(amount))],
    ...perPlace('amount-echo-with-fee', flows, ({ what, where }) => [
      `adds a fee to the amount in the answer for ${what}`,
      answer(where, withFee),
    ]),
  },
  'txn.currency-echo': {
    'currency-echo-lower-case': [
      'returns the currency in lower case',
      answered.changed(echo('currency', (code) => String(code).toLowerCase())),
    ],
    ...fieldFaults('currency-echo', 'currency', answered, { name: 'Testing currency', number: 963, empty: '' }),
    ...perPlace('currency-echo-other', flows, ({ what, where }) => [
      `returns another currency for ${what}`,
      answer(where, as('currency', 'XXX')),
    ]),
  },
};

function padded(word: string): string {
  return `${word} `;
}
