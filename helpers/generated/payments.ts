import fc from 'fast-check';
import { checkoutOutcomes } from '../model/checkout.ts';
import { initiationOutcomes, type Facts } from '../model/initiation.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Settings } from '../settings/settings.ts';
import type { Body } from '../target/api.ts';
import { Bodies, newReference, type Operator } from '../target/bodies.ts';
import { changed, changeOf, type Change } from './values.ts';

/** Stands in generated bodies for a reference that nobody has used: a seed would repeat one from night to night. */
const freshReference = 'a-new-reference';

const words = fc.constantFrom('one thousand', 'much');
const notAnAddress = fc.constantFrom('not a url', 'somewhere else entirely');

const oddAddress = fc.webPath().map((path) => `https://merchant.example${path}`);

/** Changes that a body of the hosted page or of the checkout can have. */
export const sharedChanges = ({ amount, maxAmount }: Settings): readonly fc.Arbitrary<Change>[] => [
  changeOf(
    'amount',
    words,
    fc.integer({ min: 1, max: maxAmount }),
    fc.constantFrom(0, -100, 10.5, String(amount), `${amount}.50`, `+${amount}`),
  ),
  changeOf('currency', fc.constantFrom('QQQ', 'xts', 'No Currency')),
  changeOf('transaction_reference', fc.constant(freshReference), fc.string({ unit: 'grapheme-ascii', maxLength: 40 })),
  changeOf('success_url', notAnAddress, fc.constantFrom('/paid', 'merchant-app://paid', 'https://'), oddAddress),
  changeOf('failure_url', notAnAddress, fc.constantFrom('unpaid', '//merchant.example', 'data:,unpaid'), oddAddress),
  fc.record({ field: fc.constantFrom('no_such_field', 'constructor', 'Amount'), value: fc.constantFrom(1, 'x', null) }),
];

/** The reference and addresses that every kind of payment may carry, some or none of them. */
export const optionalFields = (bodies: Bodies): fc.Arbitrary<Body> =>
  fc.record(
    {
      ...Object.fromEntries(
        Object.entries(bodies.optional()).map(([name, value]) => [
          name,
          fc.constant(name === 'transaction_reference' ? freshReference : value),
        ]),
      ),
    },
    { requiredKeys: [] },
  );

/** Bodies of an initiation: valid, or with one or two changes. */
export const initiationBodies = (flow: 'hosted page' | Operator, settings: Settings): fc.Arbitrary<Body> => {
  const bodies = new Bodies(settings);
  const { mobileMoneyNumber: number } = settings;
  const base =
    flow === 'hosted page'
      ? fc.constant(bodies.hostedPage())
      : fc
          .constantFrom(...(flow === 'A' ? ['success', 'failed'] : [undefined, 'success', 'failed']))
          .map((requested_response) => bodies.mobileMoney(flow, { requested_response }));
  const numbers = fc.constantFrom(`9${number.slice(1)}`, `9${number}`, `+${number}`, 'no number', '');
  const change = fc.oneof(
    ...sharedChanges(settings),
    changeOf('email', fc.constantFrom('customer', 'a@b', 'customer@@example.com')),
    changeOf('payment_method_type', fc.constantFrom('card', 'mobile_money', 'Mobile_Money', '')),
    changeOf('payment_method_code', fc.constantFrom('no-such-operator', '')),
    changeOf('mobile_money_number', numbers, fc.constant(number)),
    changeOf('requested_response', fc.constantFrom('maybe', 'SUCCESSFUL', 'Failed', 'success', 'failed')),
  );
  const changes = fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
  );
  const ordinary = fc
    .tuple(base, optionalFields(bodies), changes)
    .map(([body, optional, some]) => changed({ ...body, ...optional }, some));
  return fc
    .oneof({ weight: 12, arbitrary: ordinary }, { weight: 1, arbitrary: hugeAmounts(base) })
    .map((body) => affordable(body, settings, initiationOutcomes));
};

/** Amounts that no payment may have, in bodies that are refused because they lack email and currency. */
const hugeAmounts = (base: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
  fc.tuple(base, fc.constantFrom(2 ** 31, 2 ** 53, 1e21, Number.MAX_VALUE, '9'.repeat(40))).map(([body, amount]) =>
    changed({ ...body, amount }, [
      { field: 'email', value: undefined },
      { field: 'currency', value: undefined },
    ]),
  );

/** The same body, with the ordinary amount unless its own is within bounds or the body is refused whatever it asks for. */
export const affordable = (
  body: Body,
  settings: Facts & Pick<Settings, 'maxAmount'>,
  outcomes: (body: Body, facts: Facts) => readonly Outcome[],
): Body => {
  const { amount } = body;
  const asked = typeof amount === 'string' ? Number.parseFloat(amount) : amount;
  if (typeof asked !== 'number' || Number.isNaN(asked) || Math.abs(asked) <= settings.maxAmount) return body;
  const ordinary = { ...body, amount: settings.amount };
  const isRefused = outcomes(ordinary, settings).every(({ kind }) => kind === 'refusal' || kind === 'field refusal');
  return isRefused ? body : ordinary;
};

/** Bodies of a JSON checkout: valid, or with one or two changes; the right key in most. */
export const checkoutBodies = (settings: Settings): fc.Arbitrary<Body> => {
  const bodies = new Bodies(settings);
  const change = fc.oneof(
    ...sharedChanges(settings),
    changeOf('publishable_key', fc.constantFrom('no-such-key-0000', 'pk')),
  );
  return fc
    .tuple(optionalFields(bodies), fc.constantFrom({}, { amount: settings.amount }), fc.array(change, { maxLength: 2 }))
    .map(([optional, amount, changes]) => {
      const body = bodies.checkout({ publishable_key: settings.publishableKey, ...amount, ...optional });
      return affordable(changed(body, changes), settings, checkoutOutcomes);
    });
};

/** The body as it is sent, once: with references of its own. */
export const freshened = (body: Body): Body =>
  body.transaction_reference === freshReference ? { ...body, transaction_reference: newReference() } : body;
