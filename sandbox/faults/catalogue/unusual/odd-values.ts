import { answer, as, crash, refusal, without } from '../../changes.ts';
import type { Change, Subject, Where } from '../../exchange.ts';
import { all, given, initiate, listWallets, mobileMoney, startCheckout, typed } from '../../places.ts';

const beyondLatin = (value: unknown): boolean =>
  [...String(value)].some((letter) => (letter.codePointAt(0) ?? 0) > 255);
const numeric = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value);
const unknownParameter: Where = ({ query }) =>
  Object.keys(query).some((name) => !['start_date', 'end_date', 'limit'].includes(name));

const showsKey: Change = ({ json }, { settings }) => {
  json['debug'] = { authorization: `Bearer ${settings.secretKey}` };
};

/** Values that the interface says nothing about, and that a service must survive all the same. */
export const oddValues = {
  'generated.initiation-bodies': {
    'odd-reference-is-500': [
      'breaks on a transaction_reference with letters beyond Latin',
      answer(all(initiate, given('transaction_reference', beyondLatin)), crash),
    ],
    'odd-currency-object-is-500': [
      'breaks on an object for the currency',
      refusal(all(initiate, typed('currency', 'object')), crash),
    ],
    'odd-operator-shows-trace': [
      'shows a stack trace when it refuses an unknown operator',
      refusal(
        all(
          mobileMoney,
          given('payment_method_code', (code) => code === 'no-such-operator'),
        ),
        as('trace', 'Error: unknown operator\n    at chargeOperator (/srv/app/operators.js:41:9)'),
      ),
    ],
    'odd-amount-without-result': [
      'leaves result out when it refuses an amount written as text',
      refusal(all(initiate, given('amount', numeric)), without('result')),
    ],
  },
  'generated.checkout-bodies': {
    'odd-checkout-currency-object-is-500': [
      'breaks on an object for the currency of a checkout',
      refusal(all(startCheckout, typed('currency', 'object')), crash),
    ],
    'odd-checkout-amount-is-500': [
      'breaks on the amount of a checkout written as text',
      refusal(all(startCheckout, given('amount', numeric)), crash),
    ],
    'odd-checkout-shows-key': [
      'shows its secret key when it refuses the transaction_reference of a checkout',
      refusal(
        all(
          startCheckout,
          given('transaction_reference', (value) => typeof value !== 'object'),
        ),
        showsKey,
      ),
    ],
  },
  'generated.wallet-queries': {
    'odd-limit-is-500': ['breaks on a limit that is no number', refusal(all(listWallets, given('limit')), crash)],
    'odd-parameter-is-500': [
      'breaks on a parameter of the wallet list that it does not know',
      answer(all(listWallets, unknownParameter), crash),
    ],
  },
} satisfies Subject;
