import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../../interface/rules/channels.ts';
import { judgePayment, judgeTogether } from './judge-payment.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { newRecord, type PaymentRecord } from './payment-record.ts';

const own = '/orders/7?order=42&status=draft&tag=a&tag=b#receipt';
const parameters: Arrival['parameters'] = [
  ['order', '42'],
  ['tag', 'a'],
  ['tag', 'b'],
  ['status', 'success'],
  ['checkout_id', 'chk_1'],
  ['transaction_id', 'txn_1'],
  ['transaction_reference', 'Ref-1 ü'],
];
const arrival: Arrival = { kind: 'success', path: '/orders/7', method: 'GET', into: 'top window', parameters };

const sent = {
  amount: 1000,
  currency: 'XTS',
  transaction_reference: 'Ref-1 ü',
  success_url: `http://merchant/token/success${own}`,
  failure_url: `http://merchant/token/failure${own}`,
};

const paid = (channel: Channel = 'redirect', change: Partial<PaymentRecord> = {}): PaymentRecord => ({
  ...newRecord(channel, sent, channel === 'form' ? {} : { transaction_id: 'txn_1' }),
  offers: true,
  isFramed: channel === 'iframe',
  pages: ['Your payment\nXTS 10.00', 'Please approve XTS 10.00'],
  steps: ['pressed button "Pay"'],
  ended: 'success',
  arrivals: [arrival],
  fragment: 'receipt',
  ...change,
});

const brokenBy = (record: PaymentRecord): string[] =>
  judgePayment(record).flatMap(({ rule, mismatches }) => (mismatches.length > 0 ? [rule] : []));

const withParameter = (name: string, value: string | undefined): Partial<PaymentRecord> => ({
  arrivals: [
    {
      ...arrival,
      parameters: parameters.flatMap(([one, old]) =>
        one !== name ? [[one, old] as const] : value === undefined ? [] : [[one, value] as const],
      ),
    },
  ],
});

test('a payment that ends as stated breaks no rule, in each channel', () => {
  for (const channel of ['redirect', 'form', 'iframe'] as const) assert.deepEqual(brokenBy(paid(channel)), []);
  const rules = judgePayment(paid('form')).map(({ rule }) => rule);
  for (const name of ['success', 'own-query', 'own-status', 'one-arrival', 'no-crossing', 'amount-right'])
    assert.ok(rules.includes(`form.${name}` as (typeof rules)[number]), name);
});

const alterations: [what: string, change: Partial<PaymentRecord>, rules: string[]][] = [
  ['no arrival', { arrivals: [] }, ['redirect.success-url', 'redirect.one-arrival', 'redirect.own-query']],
  [
    'the other address',
    { arrivals: [{ ...arrival, kind: 'failure' }] },
    ['redirect.success-url', 'redirect.no-crossing'],
  ],
  ['an earlier address', { elsewhere: [arrival] }, ['redirect.no-crossing']],
  ['two arrivals', { arrivals: [arrival, { ...arrival, into: 'frame' }] }, ['redirect.one-arrival']],
  ['a status of another state', withParameter('status', 'failed'), ['redirect.status-success', 'redirect.own-status']],
  [
    "only the merchant's own status",
    withParameter('status', 'draft'),
    ['redirect.status-success', 'redirect.own-status'],
  ],
  ['no checkout_id', withParameter('checkout_id', undefined), ['redirect.checkout-id']],
  ['the id of another payment', withParameter('transaction_id', 'txn_2'), ['redirect.transaction-id']],
  [
    'a reference without its letters',
    withParameter('transaction_reference', 'Ref-1 ?'),
    ['redirect.reference-encoded'],
  ],
  ['a parameter of the merchant lost', withParameter('order', undefined), ['redirect.own-query']],
  ['a repeated parameter changed', withParameter('tag', 'a'), ['redirect.own-query']],
  ['a slash lost', { arrivals: [{ ...arrival, path: '/orders7' }] }, ['redirect.own-query']],
  ['another amount on a later page', { pages: ['XTS 10.00', 'Please approve XTS 50.00'] }, ['page.amount-right']],
  ['no means of payment', { offers: false }, ['page.opens']],
  ['a page that broke', { broken: 'HTTP 500', arrivals: [] }, ['page.opens', 'redirect.success-url']],
  [
    'each parameter twice',
    { arrivals: [{ ...arrival, parameters: [...parameters, ...parameters.slice(3)] }] },
    ['redirect.status-success', 'redirect.checkout-id', 'redirect.transaction-id'],
  ],
];

for (const [what, change, rules] of alterations) {
  test(`noticed: ${what}`, () => {
    const broken = brokenBy(paid('redirect', change));
    assert.deepEqual(
      rules.filter((rule) => !broken.includes(rule)),
      [],
      broken.join(', '),
    );
  });
}

test('what the interface leaves open is not held against a payment', () => {
  const otherForm = {
    ...arrival,
    parameters: [['status', 'draft'] as const, ...parameters, ['signature', 'x'] as const],
  };
  assert.deepEqual(brokenBy(paid('redirect', { arrivals: [otherForm] })), []);
  const ofService = { ...arrival, into: 'unknown' } as const;
  assert.deepEqual(brokenBy(paid('redirect', { arrivals: [arrival, ofService] })), []);
  assert.deepEqual(brokenBy(paid('redirect', { pages: ['Total XTS 10.30\nFee XTS 0.30'] })), []);
  assert.deepEqual(brokenBy(paid('redirect', { fragment: '' })), []);
});

test('a refused payment has nothing to carry', () => {
  const judged = judgePayment(paid('iframe', { isRefused: true, arrivals: [] }));
  assert.deepEqual(
    judged.map(({ rule, mismatches }) => [rule, mismatches.length]),
    ['iframe.own-status', 'iframe.reference-encoded'].map((rule) => [rule, 0]),
  );
});

test('a cancelled payment may lead anywhere, but is no success and carries nothing foreign', () => {
  const cancelled = (change: Partial<PaymentRecord>) => brokenBy(paid('redirect', { ended: 'cancel', ...change }));
  assert.deepEqual(cancelled({ arrivals: [] }), []);
  assert.deepEqual(cancelled(withParameter('status', 'cancelled')), []);
  assert.deepEqual(cancelled({ arrivals: [{ ...arrival, kind: 'failure', parameters: [] }] }), []);
  assert.deepEqual(cancelled({}), ['redirect.cancelled-not-success']);
  assert.deepEqual(cancelled(withParameter('status', 'canceled')), ['redirect.cancelled-parameters']);
  assert.ok(cancelled({ arrivals: [], broken: 'HTTP 500' }).includes('redirect.cancelled-parameters'));
});

test('payments share no id', () => {
  const [one, other] = [paid('form'), paid('form', withParameter('checkout_id', 'chk_2'))];
  assert.deepEqual(
    judgeTogether([one, other]).map(({ rule, mismatches }) => [rule, mismatches.length]),
    [['form.own-ids', 2]],
  );
  const [here, there] = [one, other].map((payment) => ({ ...payment, isBesideAnother: true }));
  assert.equal(judgeTogether([one]).length, 0);
  assert.deepEqual(
    judgeTogether([here, there] as PaymentRecord[]).map(({ rule }) => rule),
    ['form.own-ids', 'form.two-tabs'],
  );
});

test('an amount that the customer typed is not shown as a multiple afterwards', () => {
  const { amount: _, ...open } = sent;
  const typed = (after: string): Partial<PaymentRecord> => ({
    sent: open,
    amount: undefined,
    amountSet: true,
    typed: { amount: 1000, pagesBefore: 1 },
    pages: ['Amount\nat most XTS 1000.00', after],
  });
  for (const fair of ['Pay XTS 10.00', 'Pay XTS 0.10', 'Choose XTS 5.00 or XTS 20.00', 'Thank you'])
    assert.deepEqual(brokenBy(paid('form', typed(fair))), [], fair);
  assert.deepEqual(brokenBy(paid('form', typed('Pay XTS 1000.00'))), ['form.amount-right']);
});
