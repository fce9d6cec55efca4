import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { afterUpdate, fetchOutcomes, mayHearOfPayments, unknownCallback, updateOutcomes } from './callback.ts';
import { checkoutOutcomes } from './checkout.ts';
import { initiationOutcomes } from './initiation.ts';
import type { Outcome } from './outcome.ts';
import { walletOutcomes } from './wallet-query.ts';

const settings = parseSettings({});
const bodies = new Bodies(settings);
const number = settings.mobileMoneyNumber;
const structure = { value: 'text' };

/** Outcomes in short: their kinds, or the fields they name. */
const inShort = (outcomes: readonly Outcome[]): string =>
  outcomes
    .map((outcome) => {
      if (outcome.kind === 'answer') return outcome.answer.name;
      if (outcome.kind === 'field refusal') return `names ${outcome.fields.join('/')}`;
      return outcome.kind === 'refusal' ? `refusal ${outcome.statuses.join('/')}` : outcome.kind;
    })
    .join(' | ');

const { hostedPage, mobileMoney } = {
  hostedPage: bodies.hostedPage.bind(bodies),
  mobileMoney: bodies.mobileMoney.bind(bodies),
};

const initiations: readonly (readonly [string, Record<string, unknown>])[] = [
  ['hosted page', hostedPage()],
  ['hosted page', hostedPage(bodies.optional())],
  ['mobile money', mobileMoney('B')],
  ['operator A, success', mobileMoney('A')],
  ['operator A, simulated failure', mobileMoney('A', { requested_response: 'failed' })],
  ['operator C', mobileMoney('C', { requested_response: 'success' })],
  [
    'operator C | operator C, failed at once | operator C, simulated failure',
    mobileMoney('C', { requested_response: 'failed' }),
  ],

  ['refusal 400', {}],
  ['refusal 400', hostedPage({ email: undefined })],
  ['refusal 400', hostedPage({ email: null })],
  ['refusal 400', hostedPage({ amount: 'one thousand' })],
  ['refusal 400', hostedPage({ amount: true })],
  ['refusal 400', hostedPage({ transaction_reference: structure })],
  ['refusal 400', hostedPage({ success_url: 'not a url' })],
  ['refusal 400', hostedPage({ success_url: 12345 })],
  ['refusal 400', hostedPage({ failure_url: true })],
  ['refusal 400', mobileMoney('A', { requested_response: '' })],
  ['refusal 400', mobileMoney('B', { requested_response: 'maybe' })],
  ['refusal 400', mobileMoney('B', { requested_response: 12345 })],
  ['refusal 400', mobileMoney('B', { mobile_money_number: 12345 })],
  ['refusal 400', mobileMoney('B', { mobile_money_number: false })],

  ['names payment_method_code', mobileMoney('B', { payment_method_code: undefined })],
  ['names mobile_money_number', mobileMoney('B', { mobile_money_number: undefined })],
  ['names mobile_money_number', mobileMoney('C', { mobile_money_number: `O${number}` })],
  ['names mobile_money_number', mobileMoney('C', { mobile_money_number: '' })],
  [
    'names payment_method_type/mobile_money_number',
    hostedPage({ payment_method_type: 'card', mobile_money_number: number }),
  ],
  ['names payment_method_type/mobile_money_number', hostedPage({ mobile_money_number: number })],
  // Other fields of mobile money may be checked first, and refused in either form.
  ['refusal 400', mobileMoney('B', { payment_method_type: undefined })],
  ['refusal 400', mobileMoney('B', { payment_method_type: 'card', requested_response: 'success' })],
  [
    'names payment_method_code/mobile_money_number',
    mobileMoney('B', { payment_method_code: undefined, mobile_money_number: '9' }),
  ],
  // Two things are wrong, and one of them may be refused in either form.
  ['refusal 400', mobileMoney('B', { mobile_money_number: undefined, amount: undefined })],
  ['refusal 400', mobileMoney('B', { mobile_money_number: undefined, payment_method_code: 'no-such-operator' })],

  ['open', hostedPage({ amount: '1000' })],
  ['open', hostedPage({ amount: 10.5 })],
  ['open', hostedPage({ email: '' })],
  ['open', hostedPage({ currency: 'QQQ' })],
  ['open', hostedPage({ transaction_reference: null })],
  ['open', hostedPage({ transaction_reference: 'used before' })],
  ['open', hostedPage({ success_url: '/paid' })],
  ['open', hostedPage({ success_url: false })],
  ['open', mobileMoney('B', { mobile_money_number: 0 })],
  ['open', hostedPage({ any_other: 1 })],
  ['open', hostedPage({ payment_method_type: 'card' })],
  ['open', mobileMoney('C', { mobile_money_number: `+${number}` })],
  ['open', mobileMoney('C', { success_url: 'not a url' })],
  ['open', hostedPage({ payment_method_code: 'no-such-operator' })],
  ['open', hostedPage({ requested_response: 'maybe' })],
  ['open', mobileMoney('B', { success_url: 'not a url' })],
  ['open', mobileMoney('B', { payment_method_type: 'MOBILE_MONEY', success_url: 'not a url' })],
  ['open', mobileMoney('B', { payment_method_code: '' })],
  ['open', mobileMoney('B', { mobile_money_number: '0ABC' })],
  // A request that a firewall may block is open, even when it is invalid.
  ['open', hostedPage({ email: undefined, transaction_reference: 'a\u0000b' })],
];

for (const [expected, body] of initiations) {
  test(`initiation ${JSON.stringify(body)}: ${expected}`, () => {
    assert.equal(inShort(initiationOutcomes(body, settings)), expected);
  });
}

test('an answer has to repeat the reference of its request', () => {
  const transaction_reference = newReference();
  const [outcome] = initiationOutcomes(hostedPage({ transaction_reference }), settings);
  assert.ok(outcome?.kind === 'answer');
  const shape = outcome.also.find(([field]) => field === 'transaction_reference')?.[1];
  assert.ok(shape?.safeParse(transaction_reference).success);
  assert.ok(!shape.safeParse('another').success);
});

test('outcomes of checkouts with a missing key, a wrong key, and other wrong fields', () => {
  const { publishableKey: publishable_key } = settings;
  const outcomes = (change: object) =>
    inShort(checkoutOutcomes(bodies.checkout({ publishable_key, ...change }), settings));
  assert.equal(outcomes({}), 'checkout');
  assert.equal(outcomes({ amount: settings.amount, ...bodies.optional() }), 'checkout');
  assert.equal(outcomes({ currency: undefined }), 'refusal 400');
  assert.equal(outcomes({ amount: null }), 'open');
  assert.equal(outcomes({ amount: false }), 'open');
  assert.equal(outcomes({ amount: true }), 'refusal 400');
  assert.equal(outcomes({ publishable_key: undefined }), 'refusal 400/401');
  assert.equal(outcomes({ publishable_key: 'unknown' }), 'unauthorised');
  assert.equal(outcomes({ publishable_key: 'unknown', currency: undefined }), 'refusal 400/401');
});

test('outcomes of queries of the wallet list', () => {
  const today = new Date('2024-03-20T12:00:00Z');
  const outcomes = (query: Record<string, string>) => inShort(walletOutcomes(query, today));
  assert.equal(outcomes({}), 'wallet list');
  assert.equal(outcomes({ start_date: '2024-03-12', end_date: '2024-03-19' }), 'wallet list');
  assert.equal(outcomes({ start_date: 'yesterday' }), 'refusal 400');
  assert.equal(outcomes({ end_date: '2024-02-31' }), 'open');
  assert.equal(outcomes({ start_date: '2024-03-19', end_date: '2024-03-12' }), 'open');
  assert.equal(outcomes({ limit: '0' }), 'open');
  assert.equal(outcomes({ limit: '5' }), 'open');
});

test('an update keeps fields that it does not send, and one with an open outcome makes its fields uncertain', () => {
  const before = afterUpdate(unknownCallback, {
    url: 'https://merchant.example/a',
    description: 'one',
    is_active: true,
  });
  const after = afterUpdate(before, { description: 'two' });
  assert.deepEqual(after.fields, { ...before.fields, description: 'two' });
  const doubtful = afterUpdate(after, { description: 'three', is_active: 'maybe' });
  assert.deepEqual(doubtful.fields, { url: 'https://merchant.example/a' });
  assert.equal(inShort(updateOutcomes('id', { description: 'two' })), 'confirmed update');
  assert.equal(inShort(updateOutcomes('id', { is_active: 'maybe' })), 'open');
  assert.equal(inShort(fetchOutcomes(after)), 'callback');
});

test('a callback that may be active and subscribed to payments may be notified of them', () => {
  const quiet = afterUpdate(unknownCallback, { events: 'payout.created', is_active: true });
  assert.equal(mayHearOfPayments(quiet), false);
  assert.equal(mayHearOfPayments(afterUpdate(quiet, { events: 'payment.created' })), true);
  assert.equal(mayHearOfPayments(afterUpdate(quiet, { events: 'payment.created', is_active: false })), false);
  // An update with an open outcome may have been accepted fully, partly or not at all.
  assert.equal(mayHearOfPayments(afterUpdate(quiet, { events: 'payment.created, nonsense', is_active: false })), true);
});
