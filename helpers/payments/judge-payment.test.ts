import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../../interface/rules/channels.ts';
import { judgePayment } from './judge-payment.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { recurring, type PaymentEvent, type PaymentRecord } from './payment-record.ts';

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

/** What differs from a payment that ends as stated. */
interface Change {
  sent?: PaymentRecord['sent'];
  mayBeRefused?: boolean;
  offers?: boolean;
  isBeside?: boolean;
  pages?: string[];
  /** What happened between the first page and the end. */
  between?: PaymentEvent[];
  ended?: 'success' | 'failure' | 'cancel';
  arrivals?: Arrival[];
  after?: PaymentEvent[];
}

const paid = (channel: Channel = 'redirect', change: Change = {}): PaymentRecord => {
  const { offers = true, isBeside = false, between = [], ended = 'success', after = [] } = change;
  const [first = '', ...pages] = change.pages ?? ['Your payment\nXTS 10.00', 'Please approve XTS 10.00'];
  const shown = (text: string): PaymentEvent => ({ event: 'page shown', text });
  const left = { event: 'left', lastPage: '', steps: ['Pay'], askedForAmount: false, byLink: false } as const;
  return {
    channel,
    sent: change.sent ?? sent,
    mayBeRefused: change.mayBeRefused ?? false,
    answer: recurring(channel, channel === 'form' ? {} : { transaction_id: 'txn_1' }),
    events: [
      ...(isBeside ? [{ event: 'beside another' } as const] : []),
      { event: 'page opened', offersPayment: offers, isFramed: channel === 'iframe' },
      shown(first),
      ...between,
      ...pages.map(shown),
      { event: 'ended', end: ended },
      ...(change.arrivals ?? [arrival]).map((one) => ({ event: 'arrived', arrival: one }) as const),
      { event: 'fragment seen', fragment: 'receipt' },
      left,
      ...after,
    ],
  };
};

/** The same payment, lost after a number of its events. */
const lostAfter = (payment: PaymentRecord, count: number): PaymentRecord => ({
  ...payment,
  events: [...payment.events.slice(0, count), { event: 'lost' }],
});

const brokenBy = (record: PaymentRecord): string[] =>
  judgePayment(record).flatMap(({ rule, mismatches }) => (mismatches.length > 0 ? [rule] : []));

const broken: PaymentEvent = { event: 'broken', received: 'HTTP 500' };

const withParameter = (name: string, value: string | undefined): Change => ({
  arrivals: [
    {
      ...arrival,
      parameters: parameters.flatMap(([one, old]) =>
        one === name && value === undefined ? [] : [[one, one === name ? String(value) : old] as const],
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

const alterations: [what: string, change: Change, rules: string[]][] = [
  ['no arrival', { arrivals: [] }, ['redirect.success-url', 'redirect.one-arrival', 'redirect.own-query']],
  [
    'the other address',
    { arrivals: [{ ...arrival, kind: 'failure' }] },
    ['redirect.success-url', 'redirect.no-crossing'],
  ],
  ['an earlier address', { after: [{ event: 'arrived elsewhere', arrival }] }, ['redirect.no-crossing']],
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
  ['a page that broke', { between: [broken], arrivals: [] }, ['page.opens', 'redirect.success-url']],
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
});

test('a refused payment has nothing to carry', () => {
  const start = paid('iframe', { mayBeRefused: true });
  const judged = judgePayment({ ...start, events: [{ event: 'refused' }] });
  assert.deepEqual(
    judged.map(({ rule, mismatches }) => [rule, mismatches.length]),
    ['iframe.own-status', 'iframe.reference-encoded'].map((rule) => [rule, 0]),
  );
});

test('a cancelled payment may lead anywhere, but is no success and carries nothing foreign', () => {
  const cancelled = (change: Change) => brokenBy(paid('redirect', { ended: 'cancel', ...change }));
  assert.deepEqual(cancelled({ arrivals: [] }), []);
  assert.deepEqual(cancelled(withParameter('status', 'cancelled')), []);
  assert.deepEqual(cancelled({ arrivals: [{ ...arrival, kind: 'failure', parameters: [] }] }), []);
  assert.deepEqual(cancelled({}), ['redirect.cancelled-not-success']);
  assert.deepEqual(cancelled(withParameter('status', 'canceled')), ['redirect.cancelled-parameters']);
  // Where it carries parameters of 2.3, it carries each of them.
  const { arrivals: [lacking = arrival] = [] } = withParameter('status', 'cancelled');
  for (const name of ['checkout_id', 'transaction_id', 'transaction_reference'])
    assert.deepEqual(
      cancelled({ arrivals: [{ ...lacking, parameters: lacking.parameters.filter(([one]) => one !== name) }] }),
      ['redirect.cancelled-parameters'],
      name,
    );
  assert.ok(cancelled({ arrivals: [], between: [broken] }).includes('redirect.cancelled-parameters'));
});

test('payments that are open in one browser share no id', () => {
  const [one, other] = [
    paid('form', { isBeside: true }),
    paid('form', { isBeside: true, ...withParameter('checkout_id', 'chk_2') }),
  ];
  const same = judgePayment(one, [other]).filter(
    ({ rule, mismatches }) => rule === 'form.two-tabs' && mismatches.length > 0,
  );
  assert.deepEqual(
    same.map(({ mismatches }) => mismatches.map(({ field }) => field)),
    [['transaction_id', 'transaction_reference']],
  );
  assert.deepEqual(brokenBy(one), []);
});

test('a payment that was lost judges nothing about what it did not come to', () => {
  const { amount: _, ...open } = sent;
  for (const channel of ['redirect', 'form', 'iframe'] as const) {
    const whole = paid(channel, { arrivals: [], isBeside: true });
    for (let count = 0; count < whole.events.findIndex(({ event }) => event === 'ended'); count += 1)
      assert.deepEqual(brokenBy(lostAfter(whole, count)), [], `${channel}, after ${count} events`);
  }
  // The field for the amount comes later than the line that was lost (a page of Material Web).
  const early = paid('form', { sent: open, between: [{ event: 'no amount field' }] });
  assert.deepEqual(brokenBy(lostAfter(early, 3)), []);
  assert.deepEqual(
    judgePayment(lostAfter(early, 3)).map(({ rule }) => rule),
    ['form.leads-to-checkout'],
  );
  assert.deepEqual(brokenBy(early), ['form.amount-later']);
  const refused = paid('form', {
    sent: open,
    between: [{ event: 'no amount field' }, { event: 'refused without an amount' }],
  });
  assert.deepEqual(brokenBy(lostAfter(refused, 4)), ['form.amount-later']);
});

test('an amount that the customer typed is not shown as a multiple afterwards', () => {
  const { amount: _, ...open } = sent;
  const typed = (...after: string[]): Change => ({
    sent: open,
    between: [{ event: 'amount set', amount: 1000, isFramed: false }],
    pages: ['Amount\nat most XTS 1000.00', ...after],
  });
  const cents = typed('Pay XTS 19.98');
  cents.between = [{ event: 'amount set', amount: 1999, isFramed: false }];
  assert.deepEqual(brokenBy(paid('form', cents)), ['form.amount-right']);
  for (const fair of [
    'Pay XTS 10.00',
    'Ada XTS 1.00, XTS 10.00',
    'Pay XTS 0.10',
    'Choose XTS 5.00 or XTS 20.00',
    'Thank you',
  ])
    assert.deepEqual(brokenBy(paid('form', typed(fair))), [], fair);
  // Ten times as much, of main units and of subunits; another amount alone.
  for (const times of ['Pay XTS 1000.00', 'Pay XTS 100.00', 'Pay XTS 1.00', 'Pay XTS 20.00'])
    assert.deepEqual(brokenBy(paid('form', typed(times))), ['form.amount-right'], times);
  // A receipt after a page that repeats what was typed.
  assert.deepEqual(brokenBy(paid('form', typed('Pay XTS 10.00', 'Paid XTS 9.00'))), ['form.amount-right']);
  assert.deepEqual(brokenBy(paid('form', typed('Pay XTS 10.00', 'Balance XTS 9.00'))), []);
  assert.deepEqual(brokenBy(paid('form', typed('Pay XTS 10.00, fee XTS 0.50', 'Paid XTS 10.50'))), []);
});

test('a page that was left after another amount does not break a rule by showing that one', () => {
  const { amount: _, ...open } = sent;
  for (const before of [100_000, 1615]) {
    const between: PaymentEvent[] = [before, 1000].flatMap((amount) => [
      { event: 'entry refused', amount: before },
      { event: 'amount set', amount, isFramed: false },
    ]);
    const payment = paid('form', { sent: open, between, pages: ['Amount', `Pay XTS ${(before / 100).toFixed(2)}`] });
    assert.deepEqual(brokenBy(payment), ['form.amount-right']);
    assert.deepEqual(brokenBy({ ...payment, events: payment.events.filter(({ event }) => event !== 'ended') }), []);
  }
});
