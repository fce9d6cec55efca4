import { answer, as, body, refusal, anyAnswer, refusedAs } from '../../../faults/changes.ts';
import type { Json, Where } from '../../../faults/exchange.ts';
import { all, given, lacks, readBalance } from '../../../faults/places.ts';
import { answered, jsonText } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

const plural: Where = all(readBalance, ({ route }) => route === '/v1/wallets/balance');
const singular: Where = all(readBalance, ({ route }) => route === '/v1/wallet/balance');
const absent = refusedAs(404, 'There is nothing at this address.');
const authorised: Where = ({ answer: { status } }) => status !== 401;
const listed = (json: Json): Json[] => (json['wallets'] as Json[] | undefined) ?? [];

/** Balances: the interface shows two paths and no body (`4.4`). */
export const balances = {
  'balance paths': question('balances', '', {
    'balance-on-the-plural-path-only': [
      'has no singular balance path',
      answers('balance.singular-path'),
      anyAnswer(singular, absent),
    ],
    'balance-on-the-singular-path-only': [
      'has no plural balance path',
      answers('balance.plural-path'),
      anyAnswer(plural, absent),
    ],
    'balance-of-one-on-the-singular-path': [
      'serves all balances on the plural path and those of one currency on the singular path',
      answers('balance.plural-path balance.singular-path'),
      anyAnswer(all(plural, authorised, given('currency')), refusedAs(400, 'Use the singular path for one currency.')),
      anyAnswer(all(singular, authorised, lacks('currency')), refusedAs(400, 'The currency is required here.')),
    ],
  }),
  'balance answers': question('balances', 'balance.body', {
    'balances-as-a-list': [
      'returns only a list of balances',
      answer(
        readBalance,
        jsonText((json) => JSON.stringify(listed(json))),
      ),
    ],
    'balances-by-currency': [
      'returns balances by currency',
      answer(
        readBalance,
        body((json) => Object.fromEntries(listed(json).map(({ currency, balance }) => [String(currency), balance]))),
      ),
    ],
    'balances-within-data': [
      'wraps balances into data',
      answer(
        readBalance,
        body((json) => ({ result: 'success', data: { balances: listed(json) } })),
      ),
    ],
    'balances-as-numbers': [
      'returns balances as numbers of subunits',
      answer(
        readBalance,
        body((json) => ({
          result: 'success',
          balances: listed(json).map(({ currency }) => ({ currency, available: 2_500_000, pending: 0 })),
        })),
      ),
    ],
    'balance-of-one-as-text': [
      'returns only the balance of one currency, as a JSON string',
      answer(
        all(readBalance, given('currency')),
        jsonText((json) => JSON.stringify(json['balance'])),
      ),
    ],
  }),
  'balance of an unknown currency': question('balances', 'balance.unknown-currency', {
    'unknown-currency-has-zero': [
      'returns a balance of zero for a currency without a wallet',
      refusal(readBalance, (change) => {
        change.status = 200;
        change.json = { result: 'success', currency: 'QQQ', balance: '0.00', wallets: [] };
      }),
    ],
    'unknown-currency-is-404': [
      'answers 404 for a currency without a wallet',
      anyAnswer(all(readBalance, answered(400)), as('message', 'No such wallet.'), absent),
    ],
  }),
};
