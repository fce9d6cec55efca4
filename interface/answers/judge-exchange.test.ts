import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { factsOf } from '../../helpers/settings/facts.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { shapes } from '../messages/shapes.ts';
import { replyOf, type Reply } from '../messages/exchange.ts';
import { taggedEmailOf, type Body } from '../messages/requests.ts';
import { catalogue } from '../rules/catalogue.ts';
import type { Outcome } from './allowed-answer.ts';
import { judgeExchange } from './judge-exchange.ts';
import { outcomesOf } from './outcomes.ts';
import { uniqueValues } from './unique-values.ts';

// Would this run have noticed? Recorded exchanges, and the same with one alteration.

const settings = parseSettings({});
const facts = factsOf(settings);
const bodies = new Bodies(settings);
const number = bodies.number;

const requestOf = (endpoint: string, body?: Body, credential = 'secret') => {
  const [method = '', path = ''] = endpoint.split(' ');
  return { method, path, body: body && JSON.stringify(body), credential, contentType: 'application/json' };
};

const answered = (endpoint: string, sent: Body | undefined, json: unknown, status = 200, as = 'secret'): Reply => {
  const request = requestOf(endpoint, sent, as);
  const exchange = {
    method: request.method,
    url: `http://127.0.0.1${request.path}`,
    requestHeaders: {},
    requestBody: request.body,
    startedAt: 0,
    durationMs: 1,
    status,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: typeof json === 'string' ? json : JSON.stringify(json),
  };
  return replyOf(exchange, undefined, undefined, request);
};

const broken = (reply: Reply, others: readonly Reply[] = [fetched, reply]): string[] =>
  judgeExchange(reply, facts, others)
    .filter(({ mismatches }) => mismatches.length > 0)
    .map(({ rule }) => rule);

const initiate = 'POST /v1/transactions';
const ids = { transaction_id: 'txn_1', transaction_reference: 'ref_1' };
const success = { result: 'success', ...ids, message: 'Open the page' };
const html = { message: '<b>Paid</b><br>10.00', text_message: 'Paid 10.00' };
const failing = { requested_response: 'failed' };
const wallet = { wallet_id: 'w1', balance: '1.00', currency: 'XTS', message: '', details: {} };
const times = { last_triggered: null, date_created: '2026-01-01T00:00:00Z', date_updated: '2026-01-01 00:00' };
const settable = { url: 'https://merchant.example/hooks', description: '', events: 'payment.created', is_active: true };
const callback = { id: 'cb1', ...settable, failure_count: 0, ...times };

const fetched = answered('GET /v1/callback/fetch/cb1', undefined, { result: 'success', callback });

const shown: readonly (readonly [family: string, endpoint: string, sent: Body | undefined, json: Body])[] = [
  ['hosted', initiate, bodies.hostedPage(), { ...success, hosted_url: 'https://pay.example/1' }],
  ['operator-a-success', initiate, bodies.mobileMoney('A'), { ...success, status: 'success', ...html }],
  [
    'operator-a-failure',
    initiate,
    bodies.mobileMoney('A', failing),
    { ...success, result: 'error', checkout_id: 'c1' },
  ],
  ['operator-b', initiate, bodies.mobileMoney('B'), { ...success, checkout_id: 'c1' }],
  [
    'operator-c',
    initiate,
    bodies.mobileMoney('C'),
    { ...success, status: 'pending', text_message: 'Open the page', qr_code: 'q1', code: '1234' },
  ],
  [
    'checkout',
    'POST /v1/checkout',
    bodies.checkout({ publishable_key: settings.publishableKey }),
    { result: 'success', transaction_id: 'txn_1', checkout_url: 'https://pay.example/1' },
  ],
  ['wallets', 'GET /v1/wallets/list', undefined, { result: 'success', wallets: [wallet] }],
  ['callback-fetch', 'GET /v1/callback/fetch/cb1', undefined, { result: 'success', callback }],
  [
    'callback-update',
    'PUT /v1/callback/update/cb1',
    { description: 'new' },
    { result: 'success', id: 'cb1', message: 'Updated' },
  ],
  [
    'callback-delete',
    'DELETE /v1/callback/delete/cb1',
    undefined,
    { result: 'success', id: 'cb1', message: 'Deleted' },
  ],
];

for (const [family, endpoint, sent, json] of shown) {
  test(`${family}: the shown answer is right, and each alteration breaks a rule`, () => {
    assert.deepEqual(broken(answered(endpoint, sent, { ...json, further: 1 })), []);
    for (const field of Object.keys(json)) {
      for (const value of [undefined, 42]) {
        const rules = broken(answered(endpoint, sent, { ...json, [field]: value }));
        const isOwn = (rule: string) => rule.startsWith(`${family}.`) || /^(txn|error)\./.test(rule);
        assert.ok(rules.some(isOwn), `${field} ${value}: ${rules.join()}`);
      }
    }
    assert.ok(broken(answered(endpoint, sent, '<html>')).includes('json.answers'));
    assert.ok(broken(answered(endpoint, sent, { result: 'error', message: 'Later' }, 500)).length > 0);
    assert.ok(broken(answered(endpoint, sent, { ...json, note: settings.secretKey })).includes('auth.key-not-shown'));
  });
}

test('values of the request come back as they were sent', () => {
  const sent = bodies.hostedPage({ transaction_reference: newReference() });
  const right = { ...success, hosted_url: 'https://pay.example/1', transaction_reference: sent.transaction_reference };
  assert.deepEqual(broken(answered(initiate, sent, { ...right, amount: sent.amount, currency: sent.currency })), []);
  assert.deepEqual(broken(answered(initiate, sent, { ...right, ...ids, amount: 1, currency: 'QQQ', status: 'done' })), [
    'hosted.status',
    'txn.reference-kept',
    'txn.amount-echo',
    'txn.currency-echo',
    'txn.status-word',
  ]);
});

test('a refusal has a status and a body of section 7, and names a field that is wrong', () => {
  const field = (message: string) => ({ result: 'error', error: { type: 'InvalidRequestParameters', message } });
  const withoutNumber = bodies.mobileMoney('B', { mobile_money_number: undefined });
  const refusal = (json: unknown, sent = withoutNumber, status = 400, as = 'secret') =>
    broken(answered(initiate, sent, json, status, as));
  assert.deepEqual(refusal(field('Wrong. Parameter: mobile_money_number')), []);
  assert.deepEqual(refusal(field('Wrong. Parameter: email')), ['txn.number-missing', 'error.field-label']);
  assert.deepEqual(refusal({ result: 'error', message: 'Wrong' }).slice(0, 2), [
    'txn.number-missing',
    'error.field-object',
  ]);
  assert.deepEqual(refusal(success, withoutNumber, 200), ['txn.number-missing']);
  const withoutAmount = bodies.hostedPage({ amount: undefined });
  assert.deepEqual(refusal({ result: 'error', message: 'Wrong' }, withoutAmount), []);
  assert.deepEqual(refusal(field('Parameter: amount'), withoutAmount), []);
  assert.deepEqual(refusal(field('Parameter: email'), withoutAmount), ['txn.amount-required', 'error.field-label']);
  assert.deepEqual(refusal({ result: 'error', message: 'No' }, bodies.hostedPage(), 401, 'none'), []);
  assert.deepEqual(refusal({ result: 'error', message: 'No' }, bodies.hostedPage(), 403, 'none'), ['auth.missing']);
  assert.deepEqual(refusal({ message: 'No' }, bodies.hostedPage(), 401, 'invalid'), ['error.unauthorised-message']);
});

const inShort = (outcome: Outcome): string => {
  if (outcome.kind === 'answer') return outcome.answer.name;
  return outcome.kind === 'field refusal' ? `names ${outcome.fields.join('/')}` : outcome.kind;
};

const hosted = (change: Body): Body => bodies.hostedPage(change);
const prompt = (change: Body): Body => bodies.mobileMoney('B', change);

const requests: Readonly<Record<string, readonly Body[]>> = {
  'hosted page': [hosted(bodies.optional({ transaction_reference: newReference() })), hosted(bodies.withQueries())],
  refusal: [
    {},
    ...[
      { email: null },
      { amount: true },
      { amount: '1000' },
      { currency: '' },
      { success_url: 'not a url' },
      { failure_url: true },
    ].map(hosted),
    ...[{ requested_response: 'maybe' }, { mobile_money_number: 12345 }, { payment_method_type: undefined }].map(
      prompt,
    ),
    // Two things are wrong, and one of them may be refused in either form.
    prompt({ mobile_money_number: undefined, amount: undefined }),
    prompt({ payment_method_code: '' }),
    // However MOBILE_MONEY is read, and whatever an empty method is, these are refused.
    prompt({ payment_method_type: 'MOBILE_MONEY', payment_method_code: undefined }),
    hosted({ payment_method_type: '', mobile_money_number: number }),
    bodies.mobileMoney('A', { requested_response: '' }),
  ],
  'names payment_method_code': [prompt({ payment_method_code: undefined })],
  'names mobile_money_number': ['', `O${number}`, undefined].map((one) => prompt({ mobile_money_number: one })),
  'names payment_method_type/mobile_money_number': [
    hosted({ mobile_money_number: number }),
    ...['card', 'no_such_method'].map((one) => hosted({ payment_method_type: one, mobile_money_number: number })),
  ],
  open: [
    ...[
      { amount: 10.5 },
      { email: taggedEmailOf(settings.customerEmail) },
      { email: '' },
      { currency: 'QQQ' },
      { any_other: 1 },
    ].map(hosted),
    ...[{ transaction_reference: null }, { success_url: '/paid' }, { payment_method_type: 'card' }].map(hosted),
    ...[{ success_url: 'not a url' }, { payment_method_type: 'MOBILE_MONEY' }, { mobile_money_number: '0ABC' }].map(
      prompt,
    ),
    prompt({ mobile_money_number: `+${number}` }),
    // A request that a firewall may block is open, even when it is invalid.
    hosted({ email: undefined, transaction_reference: 'a\u0000b' }),
  ],
};

for (const [expected, sent] of Object.entries(requests)) {
  test(`what the interface allows: ${expected}`, () => {
    for (const body of sent) {
      const outcomes = outcomesOf(requestOf(initiate, body), facts);
      assert.deepEqual(outcomes.map(inShort), [expected], JSON.stringify(body));
    }
  });
}

/** The rules that an exchange is judged by, whatever the answer. */
const judgedBy = (sent: Body, json: unknown): string[] =>
  judgeExchange(answered(initiate, sent, json), facts, []).map(({ rule }) => rule);

const family = (prefix: string, rules: readonly string[]): string[] =>
  rules.filter((rule) => rule.startsWith(`${prefix}.`)).sort();

// One value that is read as open silences every rule of the accepted answer, so what specs send must leave nothing open.
for (const [prefix, , smallest, json] of shown.filter(([, endpoint]) => endpoint === initiate)) {
  const body = smallest ?? {};
  test(`${prefix}: what a body leaves open`, () => {
    const whole = judgedBy(body, json);
    const stated = family(prefix, Object.keys(catalogue)).filter((rule) => whole.includes(rule));
    assert.ok(stated.length >= 6, stated.join());
    const { success_url, failure_url } = bodies.optional();
    const table: readonly (readonly [what: string, change: Body, judged: readonly string[]])[] = [
      ['a new reference', { transaction_reference: newReference() }, stated],
      ['both addresses', { success_url, failure_url }, stated],
      ['every optional field', bodies.optional(), stated],
      ['addresses with a query', bodies.withQueries(), stated],
      ['an unknown field', { any_other: 1 }, []],
      ['a tagged email', { email: taggedEmailOf(settings.customerEmail) }, []],
      ['a currency that the settings do not name', { currency: 'QQQ' }, []],
      ['another text for a method', { payment_method_type: 'MOBILE_MONEY' }, []],
    ];
    const common = [
      'txn.result-word',
      'txn.status-word',
      'txn.listed-types',
      'error.never-success',
      'auth.key-not-shown',
    ];
    for (const [what, change, judged] of table) {
      const rules = judgedBy({ ...body, ...change }, json);
      const own = family(prefix, rules).filter((rule) => rule !== 'hosted.message' || judged.length > 0);
      assert.deepEqual(own, judged.toSorted(), what);
      assert.deepEqual(
        common.filter((rule) => !rules.includes(rule)),
        [],
        what,
      );
    }
  });
}

test('a careful service is never wrong where the interface is silent', () => {
  const refused = { result: 'error', message: 'No such path' };
  for (const path of ['wallets', 'wallet']) {
    assert.deepEqual(broken(answered(`GET /v1/${path}/balance`, undefined, refused, 404)), []);
    assert.deepEqual(broken(answered(`GET /v1/${path}/balance`, undefined, refused, 404, 'invalid')), []);
  }
  assert.deepEqual(broken(answered('GET /v1/callback/fetch/gone', undefined, refused, 410)), []);
  const cFails = bodies.mobileMoney('C', failing);
  const pending = { ...success, status: 'pending', text_message: 'Open the page!', qr_code: 'q', code: '1' };
  for (const json of [pending, { ...success, status: 'failed' }, { ...success, result: 'error' }]) {
    assert.deepEqual(broken(answered(initiate, cFails, json)), []);
  }
  const cSucceeds = bodies.mobileMoney('C', { requested_response: 'success' });
  assert.deepEqual(broken(answered(initiate, cSucceeds, { ...pending, status: 'success' })), []);
  const hostedUrl = { ...success, hosted_url: 'https://pay.example/1' };
  const spelled = { ...requestOf(initiate), body: JSON.stringify(hosted({})).replace(/("amount":\d+)/, '$1.0') };
  assert.deepEqual(outcomesOf(spelled, facts).map(inShort), ['open']);
  assert.deepEqual(broken(answered(initiate, hosted({}), { ...hostedUrl, status: null })), []);
  const opens = bodies.checkout({ publishable_key: settings.secretKey });
  assert.deepEqual(outcomesOf(requestOf('POST /v1/checkout', opens, 'in-body'), facts).map(inShort), ['open']);
});

test('a status fits what just happened', () => {
  const claims = (sent: Body, json: Body) => broken(answered(initiate, sent, { ...success, ...json }));
  const page = { hosted_url: 'https://pay.example/1' };
  for (const status of ['success', 'refunded', 'failed']) {
    assert.deepEqual(claims(hosted({}), { ...page, status }), ['hosted.status']);
  }
  for (const status of ['failed', 'cancelled', 'reversed', 'refunded']) {
    assert.deepEqual(claims(prompt({}), { checkout_id: 'c1', status }), ['operator-b.status']);
  }
  const failed = { result: 'error', message: 'The payment was successful' };
  assert.deepEqual(claims(prompt(failing), failed), ['operator-b.simulated-failure']);
  assert.deepEqual(claims(bodies.mobileMoney('C', failing), { ...failed, message: 'No', status: 'refunded' }), [
    'operator-c.simulated-failure',
  ]);
});

test('text_message has each word and number of its message', () => {
  const same = (message: string, text_message: string) =>
    shapes.plainVersionOf(message).safeParse(text_message).success;
  for (const [message, text] of [
    ['<b>Paid</b><br>XTS&nbsp;10.00, ref. R-7', 'Paid\nXTS 10.00 (ref. R-7)'],
    ['<p><b>P</b>ay<i>ment</i></p><p>done</p>', 'Payment done'],
    ['<b>&#1054;&#1087;&#1083;&#x430;&#x442;&#x430;</b><br>', 'Оплата'],
    ['R&eacute;f&eacute;rence&nbsp;: re&ccedil;ue &mdash; c&oelig;ur', 'Référence : reçue – cœur'],
    ['<b>支付请求</b>已处理', '支付请求已处理'],
    ['<b>भुगतान</b> सफल', 'भुगतान सफल'],
    ['pay&unknown;ment <b>done</b>', 'pay/ment done'],
  ] as const)
    assert.ok(same(message, text), text);
  for (const [message, text] of [
    ['<b>Code 1234</b><br>Show it', 'Code 1235 Show it'],
    ['<b>Paid</b><br>XTS 10.00', 'Paid XTS 50.00'],
    ['<b>Paid</b><br>Reference R-7', 'Paid'],
    ['<b>Оплата</b><br>успешна', 'Оплата отклонена'],
    ['支付已处理', '支付失败'],
  ] as const)
    assert.ok(!same(message, text), text);
});

test('a reference that is sent again may get the same transaction again', () => {
  const [ownId] = uniqueValues(answered(initiate, hosted({ transaction_reference: 'mine' }), success), facts);
  assert.deepEqual(ownId, { rule: 'txn.id-unique', kind: 'transaction_id', value: 'txn_1', reference: 'mine' });
});

test('other exchanges of the test show what is certain', () => {
  const body = bodies.hostedPage({ transaction_reference: newReference() });
  const refused = answered(initiate, body, { result: 'error', message: 'used before' }, 409);
  assert.ok(broken(refused, [refused]).includes('hosted.accepted'));
  assert.deepEqual(broken(refused, [answered(initiate, body, success), refused]), []);

  const gone = { result: 'success', message: 'gone' };
  const deleted = answered('DELETE /v1/callback/delete/cb1', undefined, gone);
  assert.deepEqual(broken(deleted, [deleted]), []);
  assert.deepEqual(broken(deleted, [fetched, deleted]), ['callback-delete.answered-id']);
  const again = answered('DELETE /v1/callback/delete/cb1', undefined, gone);
  assert.deepEqual(broken(again, [fetched, deleted, again]), []);

  const shows = (fields: Body) =>
    answered('GET /v1/callback/fetch/cb1', undefined, { result: 'success', callback: { ...callback, ...fields } });
  const partly = shows({ url: undefined });
  const odd = answered('PUT /v1/callback/update/cb1', { url: '' }, { result: 'success' });
  assert.deepEqual(broken(partly, [partly]), ['callback-fetch.url']);
  assert.deepEqual(broken(partly, [odd, partly]), []);
  // It may be refused; where it is not, it is answered like any other.
  assert.deepEqual(broken(odd, [fetched, odd]), ['callback-update.message', 'callback-update.answered-id']);

  const update = (description: string) =>
    answered('PUT /v1/callback/update/cb1', { description }, { result: 'success' });
  const other = shows({ description: 'other' });
  const made = answered('POST /v1/callback/create', {}, { id: 'cb1' });
  assert.deepEqual(broken(other, [made, fetched, other]), ['callback-fetch.only-its-own']);
  assert.deepEqual(broken(other, [fetched, other]), [], 'a copy may still show what earlier tests have written');
  assert.deepEqual(broken(other, [made, fetched, other, update('other')]), []);
  assert.deepEqual(broken(other, [made, fetched, update(' <other> '), other]), []);
});
