import type { TestedRuleId } from '../../../interface/rules/catalogue.ts';
import type { Body, Operator } from '../../../interface/messages/requests.ts';
import type { Bodies } from '../../../helpers/client/bodies.ts';

// A test plan that is too large for one machine: 20 currencies, 12 operators and 42 scenarios are 10,080 checks. It
// only serves the simulation of shards; the specs of the suite check the service.

export const currencies: readonly string[] =
  'CHF DKK EUR GBP GHS INR JPY KES KWD MWK NGN NOK PLN RWF SEK TZS UGX USD ZAR ZMW'.split(' ');

/** Each operator has its own name and behaves like one of the three kinds. */
export const operators: readonly { name: string; kind: Operator }[] = Array.from({ length: 12 }, (_, index) => ({
  name: `operator ${index + 1}`,
  kind: (['A', 'B', 'C'] as const)[index % 3] ?? 'B',
}));

/** One change of a valid initiation, and its expected result. */
interface Scenario {
  rule: TestedRuleId;
  name: string;
  change: (bodies: Bodies) => Body;
  expected: 'refused' | 'accepted' | 'observed';
}

const object = { value: 'text' };
const list = ['text', 'more'];

const refused = (rule: TestedRuleId, field: string, values: Readonly<Record<string, unknown>>): Scenario[] =>
  Object.entries(values).map(([name, value]) => ({
    rule,
    name,
    change: () => ({ [field]: value }),
    expected: 'refused',
  }));

const neverAString = { object, list, number: 12345, boolean: true, null: null };

export const scenarios: readonly Scenario[] = [
  ...refused('txn.amount-required', 'amount', { absent: undefined }),
  ...refused('txn.email-required', 'email', { absent: undefined }),
  ...refused('txn.currency-required', 'currency', { absent: undefined }),
  ...refused('txn.amount-type', 'amount', { object, list, words: 'one thousand', boolean: true, null: null }),
  ...refused('txn.email-type', 'email', neverAString),
  ...refused('txn.currency-type', 'currency', neverAString),
  ...refused('txn.reference-type', 'transaction_reference', { object, list }),
  ...refused('txn.success-url-type', 'success_url', { object, list }),
  ...refused('txn.failure-url-type', 'failure_url', { object, list }),
  ...refused('txn.method-type-type', 'payment_method_type', { object, list }),
  ...refused('txn.method-code-type', 'payment_method_code', { object, list }),
  ...refused('txn.number-type', 'mobile_money_number', { object, list }),
  ...refused('txn.requested-response-type', 'requested_response', { object, list }),
  ...refused('txn.requested-response-enum', 'requested_response', {
    'another word': 'maybe',
    'upper case': 'SUCCESSFUL',
  }),
  ...refused('txn.success-url-format', 'success_url', { 'not a url': 'not a url' }),
  ...refused('txn.failure-url-format', 'failure_url', { 'not a url': 'not a url' }),
  ...refused('txn.code-missing', 'payment_method_code', { absent: undefined }),
  ...refused('txn.number-missing', 'mobile_money_number', { absent: undefined }),
  ...refused('txn.number-leading-zero', 'mobile_money_number', { empty: '' }),
  { rule: 'txn.number-zero-first', name: 'valid', change: () => ({}), expected: 'accepted' },
  { rule: 'txn.reference-kept', name: 'all optional', change: (bodies) => bodies.optional(), expected: 'accepted' },
  { rule: 'error.wording', name: 'no amount', change: () => ({ amount: undefined }), expected: 'observed' },
];

/** The body of a check. One check of every third currency is made to fail, so that the simulation covers failures. */
export const changeOf = (scenario: Scenario, currency: string, operator: string, bodies: Bodies): Body => {
  const isPlanted =
    currencies.indexOf(currency) % 3 === 0 && operator === 'operator 5' && scenario.rule === 'txn.number-missing';
  return isPlanted ? {} : scenario.change(bodies);
};
