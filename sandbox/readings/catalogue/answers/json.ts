import { answer, body, anyAnswer, within } from '../../../faults/changes.ts';
import type { Change, Json } from '../../../faults/exchange.ts';
import {
  all,
  anyEndpoint,
  fetchCallback,
  initiate,
  listWallets,
  not,
  operator,
  startCheckout,
} from '../../../faults/places.ts';
import { jsonText, adding } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

const optional = ['status', 'checkout_id', 'hosted_url', 'text_message', 'qr_code', 'code'];
const nulls = Object.fromEntries(optional.map((name) => [name, null]));

/** Fields that many services add to every answer. */
const extraFields: Change = adding(() => ({
  request_id: '01J9Z',
  timestamp: '2030-01-01T00:00:00Z',
  meta: null,
  links: [],
}));
const inEachWallet: Change = ({ json }) => {
  for (const wallet of json['wallets'] as Json[]) Object.assign(wallet, { name: 'Main', is_default: true, limits: {} });
};

/** How JSON is written, and which fields answers have in addition to those that the interface lists. */
export const json = {
  'further fields': question('answers initiations operators checkouts wallets callback-fields callback-requests', '', {
    'further-fields-everywhere': [
      'adds fields of its own to every answer',
      answers(
        'txn.unknown-fields operator-a.answer-beyond checkout.unknown-fields wallets.unknown-fields callback-fetch.unknown-fields answers.further-fields',
      ),
      anyAnswer(anyEndpoint, extraFields),
      answer(listWallets, inEachWallet),
      answer(
        fetchCallback,
        within(
          'callback',
          adding(() => ({ version: 3, owner: { id: 7 }, secret: 'whsec' })),
        ),
      ),
    ],
    'absent-fields-are-null': [
      'writes null for the fields of an initiation that have no value',
      answers('txn.unknown-fields operator-a.answer-beyond answers.further-fields'),
      answer(
        initiate,
        adding(() => nulls),
      ),
    ],
    'every-field-in-every-flow': [
      'returns status, checkout_id and text_message in every flow',
      answers('txn.unknown-fields operator-a.answer-beyond answers.further-fields'),
      answer(
        all(initiate, not(operator('a'))),
        adding(
          ({
            answer: {
              json: { result, message },
            },
          }) => ({
            status: result === 'success' ? 'pending' : 'failed',
            checkout_id: 'chk-0-1',
            text_message: message,
          }),
        ),
      ),
      answer(
        operator('a'),
        adding(() => ({ checkout_id: 'chk-0-1' })),
      ),
    ],
  }),
  'amount and currency in the answer': question('initiations operators', 'txn.listed-amount-currency', {
    'amount-and-currency-answered': [
      'returns amount and currency as they were sent',
      answer(
        initiate,
        adding(({ input: { amount, currency } }) => ({ amount, currency })),
      ),
    ],
    'amount-answered-with-a-point': [
      'returns the amount as a number with decimals',
      answers(''),
      answer(
        initiate,
        adding(({ input: { amount } }) => ({ amount })),
        jsonText((fields) => JSON.stringify(fields).replace(/("amount":\d+)(?=[,}])/, '$1.00')),
      ),
    ],
  }),
  'checkout answers': question('checkouts', 'checkout.unknown-fields', {
    'checkout-answers-like-an-initiation': [
      'answers a checkout with message, reference and checkout_id as well',
      answer(
        startCheckout,
        adding(({ transaction }) => ({
          message: 'The checkout is ready.',
          checkout_id: transaction?.checkoutId,
          transaction_reference: transaction?.transactionReference,
        })),
      ),
    ],
  }),
  'order of fields': question('answers', '', {
    'fields-from-z-to-a': [
      'sorts fields in reverse alphabetical order',
      anyAnswer(
        anyEndpoint,
        body((fields) => sorted(fields) as Json),
      ),
    ],
  }),
  'JSON text': question('answers', '', {
    'json-in-lines': [
      'formats JSON on several lines',
      anyAnswer(
        anyEndpoint,
        jsonText((fields) => `${JSON.stringify(fields, null, 2)}\n`),
      ),
    ],
    'json-escaped': [
      'escapes slashes and all non-ASCII characters',
      anyAnswer(
        anyEndpoint,
        jsonText((fields) => escaped(JSON.stringify(fields))),
      ),
    ],
    'json-between-blanks': [
      'pads JSON with blanks and empty lines',
      anyAnswer(
        anyEndpoint,
        jsonText((fields) => `\r\n  ${JSON.stringify(fields)} \r\n\r\n`),
      ),
    ],
  }),
};

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? 1 : -1));
  return Object.fromEntries(fields.map(([name, one]) => [name, sorted(one)]));
}

function escaped(text: string): string {
  const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll('/', String.raw`\/`).replace(/[\u0080-\uffff]/g, escape);
}
