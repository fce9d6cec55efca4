import * as fc from 'fast-check';
import { checkoutFields } from '../../../interface/model/checkout.ts';
import { initiationFields } from '../../../interface/model/initiation.ts';
import { strayFields } from '../../settings/safety/payment-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Body, Operator } from '../../../interface/messages/requests.ts';
import { Bodies } from '../../client/bodies.ts';
import { freshReference, newReference } from '../../client/references.ts';
import { addressPath, changed, changeOf, kinds, type Change } from './values.ts';

/** Unsuitable values by field. Amounts are within bounds. */
const oddValues = ({ amount, mobileMoneyNumber: number }: Settings): Readonly<Record<string, readonly unknown[]>> => ({
  amount: ['one thousand', String(amount), `${amount}.50`, 0, -100, 10.5],
  email: ['customer', 'customer@@example.com'],
  currency: ['QQQ', 'xts', 'No Currency'],
  transaction_reference: [freshReference, 'a reference & more'],
  success_url: ['not a url', '/paid', 'merchant-app://paid', 'https://'],
  failure_url: ['not a url', 'unpaid', '//merchant.example', 'data:,unpaid'],
  payment_method_type: ['card', 'mobile_money', 'Mobile_Money'],
  payment_method_code: ['no-such-operator'],
  mobile_money_number: [number, `9${number.slice(1)}`, `9${number}`, `+${number}`, 'no number'],
  requested_response: ['success', 'failed', 'maybe', 'SUCCESSFUL', 'Failed'],
  publishable_key: ['no-such-key-0000', 'pk'],
  any_other: ['value'],
});

/** Bodies with one field replaced by each of its unsuitable values. */
const oneFieldAtATime = (body: Body, fields: readonly string[], settings: Settings): Body[] =>
  fields.flatMap((field) =>
    [...kinds, ...(oddValues(settings)[field] ?? [])].map((value) => changed(body, [{ field, value }])),
  );

/** A change of one of the fields. */
const changeOfAny = (fields: readonly string[], settings: Settings): fc.Arbitrary<Change> => {
  const more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    amount: fc.integer({ min: 1, max: settings.maxAmount }),
    transaction_reference: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
    success_url: addressPath.map((path) => `${settings.merchantExample}${path}`),
  };
  return fc.oneof(
    ...fields.map((field) =>
      changeOf(field, fc.constantFrom(...(oddValues(settings)[field] ?? [])), ...(more[field] ? [more[field]] : [])),
    ),
  );
};

/** Any subset of the reference and addresses that every kind of payment may have. */
const optionalFields = (bodies: Bodies): fc.Arbitrary<Body> => {
  const all = Object.entries(bodies.optional());
  return fc.subarray(all).map((some) => Object.fromEntries(some));
};

/** Bodies of an initiation: valid, or with one or two changes. */
export const initiationBodies = (flow: 'hosted page' | Operator, settings: Settings): fc.Arbitrary<Body> => {
  const bodies = new Bodies(settings);
  const base =
    flow === 'hosted page'
      ? fc.constant(bodies.hostedPage())
      : fc
          .constantFrom(...(flow === 'A' ? ['success', 'failed'] : [undefined, 'success', 'failed']))
          .map((requested_response) => bodies.mobileMoney(flow, { requested_response }));
  const change = changeOfAny([...initiationFields, 'any_other'], settings);
  const changes = fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
  );
  const ordinary = fc
    .tuple(base, optionalFields(bodies), changes)
    .map(([body, optional, some]) => changed({ ...body, ...optional }, some));
  return fc
    .oneof({ weight: 12, arbitrary: ordinary }, { weight: 1, arbitrary: hugeAmounts(base) })
    .map((body) => affordable(body, settings));
};

/** Huge negative amounts, so that nothing can be paid, in bodies without email and currency. */
const hugeAmounts = (base: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
  fc
    .tuple(base, fc.constantFrom(-(2 ** 31), -(2 ** 53), -1e21, -Number.MAX_VALUE, `-${'9'.repeat(40)}`))
    .map(([body, amount]) =>
      changed({ ...body, amount }, [
        { field: 'email', value: undefined },
        { field: 'currency', value: undefined },
      ]),
    );

/** The same body, with too large amounts and other phone numbers replaced by those of the settings. */
const affordable = (body: Body, settings: Settings): Body => {
  const ordinary: Body = { amount: settings.amount, mobile_money_number: settings.mobileMoneyNumber };
  const stray = strayFields(body, settings);
  return stray.length === 0 ? body : { ...body, ...Object.fromEntries(stray.map((name) => [name, ordinary[name]])) };
};

/** Bodies of a JSON checkout: valid, or with one or two changes; most have the right key. */
export const checkoutBodies = (settings: Settings): fc.Arbitrary<Body> => {
  const bodies = new Bodies(settings);
  const change = changeOfAny([...checkoutFields, 'any_other'], settings);
  return fc
    .tuple(optionalFields(bodies), fc.constantFrom({}, { amount: settings.amount }), fc.array(change, { maxLength: 2 }))
    .map(([optional, amount, changes]) => {
      const body = bodies.checkout({ publishable_key: settings.publishableKey, ...amount, ...optional });
      return affordable(changed(body, changes), settings);
    });
};

/** Bodies of an initiation with one of the fields changed. */
export const initiationsOneByOne = (
  flow: 'hosted page' | Operator,
  fields: readonly string[],
  settings: Settings,
): Body[] => {
  const bodies = new Bodies(settings);
  const base = flow === 'hosted page' ? bodies.hostedPage() : bodies.mobileMoney(flow);
  return oneFieldAtATime(base, fields, settings).map((body) => affordable(body, settings));
};

/**
 * Bodies of an initiation in which one field is omitted, of another type, or invalid; both the smallest body and one
 * with every optional field.
 */
export const brokenInitiations = (flow: 'hosted page' | Operator, settings: Settings): Body[] => {
  const bodies = new Bodies(settings);
  const base = flow === 'hosted page' ? bodies.hostedPage() : bodies.mobileMoney(flow);
  return [base, { ...base, ...bodies.optional() }].flatMap((body) => [
    ...brokenFields(body),
    ...('mobile_money_number' in body
      ? [
          { ...body, mobile_money_number: `9${settings.mobileMoneyNumber.slice(1)}` },
          { ...body, requested_response: 'maybe' },
        ]
      : [{}, { ...body, mobile_money_number: settings.mobileMoneyNumber }]),
  ]);
};

/** Bodies of a JSON checkout broken in the same ways, without an amount and with one. */
export const brokenCheckouts = (settings: Settings): Body[] => {
  const bodies = new Bodies(settings);
  const base = bodies.checkout({ publishable_key: settings.publishableKey });
  const optional = bodies.optional();
  return [base, { ...base, amount: settings.amount }, { ...base, ...optional, amount: settings.amount }].flatMap(
    brokenFields,
  );
};

const brokenFields = (body: Body): Body[] =>
  Object.keys(body).flatMap((field) => [
    changed(body, [{ field, value: undefined }]),
    changed(body, [{ field, value: { no: 'type' } }]),
    ...(field.endsWith('_url') ? [changed(body, [{ field, value: 'not a url' }])] : []),
  ]);

/** Bodies of a JSON checkout with one of the fields changed. */
export const checkoutsOneByOne = (fields: readonly string[], settings: Settings): Body[] => {
  const base = new Bodies(settings).checkout({ publishable_key: settings.publishableKey, amount: settings.amount });
  return oneFieldAtATime(base, fields, settings).map((body) => affordable(body, settings));
};

/** The body with a new reference for its placeholder. */
export const freshened = (body: Body): Body =>
  body.transaction_reference === freshReference ? { ...body, transaction_reference: newReference() } : body;
