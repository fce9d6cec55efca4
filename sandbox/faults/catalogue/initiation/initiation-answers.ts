import { answer, refusal, as, turned } from '../../changes.ts';
import type { Change, Subject } from '../../exchange.ts';
import { all, not, initiate, hosted, operator, askedToFail } from '../../places.ts';

/** Adds a field of the request to the answer, as it is or turned into something else. */
const echo = (name: string, turn: (value: unknown) => unknown): Change => {
  return ({ json }, { asked }) => {
    json[name] = turn(asked[name]);
  };
};

/** Words, amounts and currencies in the answer to an initiation (`2.2`). */
export const initiationAnswers = {
  'txn.result-word': {
    'result-word-accepted': ['answers result accepted to every initiation', answer(initiate, as('result', 'accepted'))],
    'result-word-number': ['answers result 0 to every initiation', answer(initiate, as('result', 0))],
    'result-word-padded': [
      'writes a blank behind the word of result',
      answer(
        initiate,
        turned('result', (word) => `${word} `),
      ),
    ],
    'result-word-capitals': [
      'writes result of every initiation in capitals',
      answer(
        initiate,
        turned('result', (word) => word.toUpperCase()),
      ),
    ],
    'result-word-status': ['answers the transaction status as result', answer(initiate, as('result', 'pending'))],
    'result-word-rejected': [
      'answers result rejected to a refused initiation',
      refusal(initiate, as('result', 'rejected')),
    ],
    'result-word-invalid': [
      'answers result invalid to a refused initiation',
      refusal(initiate, as('result', 'invalid')),
    ],
    'result-word-refused-null': ['answers result null to a refused initiation', refusal(initiate, as('result', null))],
  },
  'txn.listed-types': {
    'listed-checkout-id-number': [
      'answers checkout_id as a number for the hosted page',
      answer(hosted, as('checkout_id', 42)),
    ],
    'listed-text-message-list': [
      'answers text_message as a list for operator B',
      answer(operator('b'), as('text_message', ['text'])),
    ],
    'listed-texts-are-numbers': [
      'answers every listed text as a number, whatever the flow',
      answer(
        initiate,
        ...['message', 'text_message', 'hosted_url', 'checkout_id', 'qr_code', 'code'].map((name) => as(name, 42)),
      ),
    ],
    'listed-code-number': ['answers code as a number for operator C', answer(operator('c'), as('code', 42))],
  },
  'txn.status-word': {
    'status-word-done': ['answers status done whatever the flow', answer(initiate, as('status', 'done'))],
    'status-word-created': ['answers status created for the hosted page', answer(hosted, as('status', 'created'))],
    'status-word-number': ['answers status as a number for the hosted page', answer(hosted, as('status', 200))],
    'status-word-empty': ['answers an empty status for the hosted page', answer(hosted, as('status', ''))],
    'status-word-true': ['answers status true for the hosted page', answer(hosted, as('status', true))],
    'status-word-processing': [
      'answers status processing for operator B',
      answer(all(operator('b'), not(askedToFail)), as('status', 'processing')),
    ],
    'status-word-capitals': [
      'answers status in capitals for operator B',
      answer(all(operator('b'), not(askedToFail)), as('status', 'PENDING')),
    ],
    'status-word-declined': [
      'answers status declined in a simulated failure of operator A',
      answer(all(operator('a'), askedToFail), as('status', 'declined')),
    ],
    'status-word-error': [
      'answers status error in a simulated failure of operator A',
      answer(all(operator('a'), askedToFail), as('status', 'error')),
    ],
  },
  'txn.amount-echo': {
    'amount-echo-main-unit': [
      'answers the amount in the main unit',
      answer(
        initiate,
        echo('amount', (amount) => Number(amount) / 100),
      ),
    ],
    'amount-echo-text': [
      'answers the amount as text',
      answer(
        initiate,
        echo('amount', (amount) => String(amount)),
      ),
    ],
    'amount-echo-zero': ['answers the amount 0', answer(initiate, as('amount', 0))],
    'amount-echo-formatted': [
      'answers the amount with its currency',
      answer(
        initiate,
        echo('amount', (amount) => `XTS ${String(amount)}`),
      ),
    ],
    'amount-echo-negative': [
      'answers the amount below zero',
      answer(
        initiate,
        echo('amount', (amount) => -Number(amount)),
      ),
    ],
    'amount-echo-with-fee-hosted': [
      'adds a fee to the amount in the answer for the hosted page',
      answer(
        hosted,
        echo('amount', (amount) => Number(amount) + 10),
      ),
    ],
    'amount-echo-with-fee-operator-a': [
      'adds a fee to the amount in the answer of operator A',
      answer(
        operator('a'),
        echo('amount', (amount) => Number(amount) + 10),
      ),
    ],
    'amount-echo-with-fee-operator-b': [
      'adds a fee to the amount in the answer of operator B',
      answer(
        operator('b'),
        echo('amount', (amount) => Number(amount) + 10),
      ),
    ],
    'amount-echo-with-fee-operator-c': [
      'adds a fee to the amount in the answer of operator C',
      answer(
        operator('c'),
        echo('amount', (amount) => Number(amount) + 10),
      ),
    ],
  },
  'txn.currency-echo': {
    'currency-echo-lower-case': [
      'answers the currency in lower case',
      answer(
        initiate,
        echo('currency', (code) => String(code).toLowerCase()),
      ),
    ],
    'currency-echo-name': ['answers the name of the currency', answer(initiate, as('currency', 'Testing currency'))],
    'currency-echo-number': ['answers the currency as a number', answer(initiate, as('currency', 963))],
    'currency-echo-empty': ['answers an empty currency', answer(initiate, as('currency', ''))],
    'currency-echo-other-hosted': [
      'answers another currency for the hosted page',
      answer(hosted, as('currency', 'XXX')),
    ],
    'currency-echo-other-operator-a': [
      'answers another currency of operator A',
      answer(operator('a'), as('currency', 'XXX')),
    ],
    'currency-echo-other-operator-b': [
      'answers another currency of operator B',
      answer(operator('b'), as('currency', 'XXX')),
    ],
    'currency-echo-other-operator-c': [
      'answers another currency of operator C',
      answer(operator('c'), as('currency', 'XXX')),
    ],
  },
} satisfies Subject;
