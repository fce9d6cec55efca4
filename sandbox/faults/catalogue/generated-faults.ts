import { answer, anyAnswer, crash, overrideRequest, refusal, without } from '../changes.ts';
import {
  all,
  given,
  initiate,
  is,
  lacks,
  listWallets,
  matching,
  mobileMoney,
  otherMethod,
  startCheckout,
  typed,
  updateCallback,
} from '../conditions.ts';
import type { Alteration, Change, Condition, Field, Subject } from '../exchange.ts';
import { overrides } from '../fault-tables.ts';

const beyondLatin = (name: Field): Condition =>
  given(name, (value) => [...String(value)].some((letter) => (letter.codePointAt(0) ?? 0) > 255));
const anyOf = (sent: object, names: readonly string[]): boolean =>
  Object.keys(sent).some((name) => !names.includes(name));
const unknownParameter: Condition = ({ query }) => anyOf(query, ['start_date', 'end_date', 'limit']);
const unknownField: Condition = ({ input }) => anyOf(input, ['url', 'description', 'events', 'is_active']);
const textReference = given('transaction_reference', (sent) => typeof sent !== 'object');
const digits = matching('amount', /^\d+$/);
const codeAsObject = all(mobileMoney, typed('payment_method_code', 'object'), lacks('mobile_money_number'));
const responseAsObject = all(initiate, lacks('payment_method_type'), typed('requested_response', 'object'));
const unknownOperator = all(mobileMoney, is('payment_method_code', 'no-such-operator'));

const trace: Change = ({ json }) =>
  (json['trace'] = 'Error: unknown operator\n    at chargeOperator (/srv/app/operators.js:41:9)');
const showsKey: Change = ({ json }, { settings }) =>
  (json['debug'] = { authorization: `Bearer ${settings.secretKey}` });
const fromFourthOn = (alteration: Alteration): Alteration => ({ ...alteration, from: 4 });

/** Rare combinations and values that generated tests find (`2.1`, `2.5`, `4.1`, `4.3`, `4.6`). */
export const generated: Subject = {
  'generated.initiation-matrix': {
    'combination-number-card-response': overrideRequest(all(otherMethod, given('requested_response')), {
      mobile_money_number: undefined,
    }),
    'combination-any-type-is-500': anyAnswer(all(initiate, given('payment_method_type')), crash),
    'combination-code-and-number-is-500': refusal(codeAsObject, crash),
    'combination-empty-type-is-500': answer(all(initiate, is('payment_method_type', '')), crash),
    'combination-response-alone-is-500': refusal(responseAsObject, crash),
  },
  'generated.initiation-bodies': {
    'odd-reference-is-500': answer(all(initiate, beyondLatin('transaction_reference')), crash),
    'odd-currency-object-is-500': refusal(all(initiate, typed('currency', 'object')), crash),
    'odd-operator-shows-trace': refusal(unknownOperator, trace),
    'odd-amount-without-result': refusal(all(initiate, digits), without('result')),
  },
  'generated.checkout-bodies': {
    'odd-checkout-currency-object-is-500': refusal(all(startCheckout, typed('currency', 'object')), crash),
    'odd-checkout-amount-is-500': refusal(all(startCheckout, digits), crash),
    'odd-checkout-shows-key': refusal(all(startCheckout, textReference), showsKey),
  },
  'generated.wallet-queries': {
    'odd-limit-is-500': refusal(all(listWallets, given('limit')), crash),
    'odd-parameter-is-500': answer(all(listWallets, unknownParameter), crash),
  },
  'generated.callback-updates': {
    'odd-description-is-500': answer(all(updateCallback, beyondLatin('description')), crash),
    'odd-update-late-is-500': fromFourthOn(answer(updateCallback, crash)),
    'odd-field-clears-description': overrideRequest(all(updateCallback, unknownField, lacks('description')), {
      description: '',
    }),
  },
  'generated.callback-sequences': {
    'sequence-url-forgotten-late': fromFourthOn(overrideRequest(all(updateCallback, given('url')), { url: undefined })),
  },
  'callback-update.leaves-rest': {
    ...overrides('sequence', updateCallback, {
      'events-lost-with-description': [
        all(given('description'), is('is_active', false), lacks('events')),
        { events: 'payout.updated' },
      ],
    }),
  },
};
