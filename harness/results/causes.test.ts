import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../helpers/evidence/check-result.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { check, ended, run } from '../tests/sample-results.ts';
import { buildResults } from './build-results.ts';
import { causesOf } from './causes.ts';

const accepted = { field: 'HTTP status', expected: 'HTTP 400', received: 'HTTP 200' };
const announced = { field: '', expected: 'none', received: 'some' };
const broken = (rule: RuleId, name: string, difference: CheckResult['differences'][number], sent = ''): CheckResult => {
  const status = difference.field === 'HTTP status' ? difference.received : 'HTTP 200';
  return check(rule, name, {
    verdict: 'fail',
    message: 'Expected: HTTP 400',
    differences: [difference],
    ...(sent && { evidence: { sent, came: `${status}, application/json`, curl: `curl ${sent}` } }),
  });
};

const causesIn = (...tests: readonly (readonly CheckResult[])[]) =>
  causesOf(
    buildResults(
      run,
      tests.map((checks, index) => ended(`test ${index}`, checks)),
      undefined,
    ),
  ).map(({ rule, further, where, how, what, extent, evidence }) => ({
    rule: rule.id,
    further: further.map(({ id }) => id),
    where,
    how,
    what,
    extent,
    sent: evidence?.sent,
  }));

test('rules that break after an accepted request stand under it, with the shortest exchange', () => {
  const first = broken(
    'txn.number-leading-zero',
    'operator A, seven digits',
    accepted,
    'POST /v1/transactions\n{"amount":100}',
  );
  assert.deepEqual(
    causesIn(
      [first, broken('txn.number-leading-zero', 'operator B, seven digits', accepted, 'POST /v1/transactions')],
      [broken('txn.number-leading-zero', 'operator C', accepted), broken('webhook.refused-silent', 'all', announced)],
      [broken('generated.initiation-bodies', 'all', announced), broken('txn.number-leading-zero', 'rest', accepted)],
    ),
    [
      {
        rule: 'txn.number-leading-zero',
        further: ['webhook.refused-silent', 'generated.initiation-bodies'],
        where: 'POST /v1/transactions (4.1)',
        how: 'HTTP 200, expected HTTP 400',
        what: 'a mobile_money_number that does not start with zero is accepted',
        extent: '3 rules, 6 cases, all operators',
        sent: 'POST /v1/transactions',
      },
    ],
  );
});

test('two requests that are accepted by mistake are two causes, though some test sends both', () => {
  const number = broken('txn.number-leading-zero', 'one', accepted);
  const amount = broken('txn.amount-required', 'one', accepted);
  const name = { field: 'error.message', expected: 'Parameter: amount', received: 'not named' };
  const elsewhere = broken('txn.amount-required', 'each exchange', name);
  const label = broken('error.field-label', 'one', name);
  const causes = causesIn([number], [amount], [number, amount], [number], [number], [elsewhere], [label]);
  assert.deepEqual(
    causes.map(({ rule, further }) => [rule, further]),
    [
      ['txn.number-leading-zero', []],
      ['txn.amount-required', []],
      ['error.field-label', []],
    ],
  );
});

test('where some valid requests are refused, the cause is told by the smallest of them', () => {
  const refused = { field: 'HTTP status', expected: 'HTTP 200', received: 'HTTP 400' };
  const passed = { rule: 'callback-update.accepted', verdict: 'pass' } as const;
  const put = (body: string) => `PUT /v1/callback/update/cb_1\n${body}`;
  const list = broken('callback-update.accepted', 'a list', refused, put('{"events":"payout.created,payout.updated"}'));
  const one = broken('events.names', 'payout.updated', refused, put('{"events":"payout.updated"}'));
  const fine = ['description', 'url'].map((name) => ({ ...list, ...passed, case: name }));
  const others = ['payout.created', 'payment.created'].map((name) => ({
    ...one,
    verdict: 'pass' as const,
    case: name,
  }));
  const causes = causesIn([list, ...fine], [one, ...others], [list]);
  assert.deepEqual(
    causes.map(({ rule, sent }) => [rule, sent]),
    [['events.names', put('{"events":"payout.updated"}')]],
  );
});

test('what each way to start a payment breaks is one cause', () => {
  const lost = { field: 'own query', expected: 'as sent', received: 'changed' };
  const causes = causesIn(
    ...(['redirect', 'form', 'iframe'] as const).map((channel) => [broken(`${channel}.own-query`, 'success', lost)]),
  );
  assert.deepEqual(
    causes.map(({ extent }) => extent),
    ['3 rules, 3 cases, hosted page, form, iframe'],
  );
});

test('another value of a field is one cause, whatever compares it, and generated requests that name the field meet it', () => {
  const another = { field: 'description', expected: 'a value of its own', received: 'another' };
  const changed = { field: 'description', expected: 'fields', received: 'fields' };
  const whole = { field: '', expected: 'some', received: 'some' };
  const generated = broken('generated.callback-updates', 'random', {
    ...whole,
    field: 'after [{}]',
    expected: 'absent',
  });
  const shown = broken('callback-fetch.only-its-own', 'each exchange', another);
  const causes = causesIn(
    [shown, broken('callback-update.leaves-rest', 'events', changed)],
    [shown, broken('callback-update.concurrent', 'all', whole)],
    [{ ...generated, message: 'Expected: nothing\nReceived: description is "", not "orders"' }],
  );
  assert.deepEqual(
    causes.map(({ rule, how, further }) => [rule, how, further.length]),
    [['callback-update.leaves-rest', 'description is not as expected', 3]],
  );
});

test('a field that is missing names the cause, whichever of its rules expects what of it', () => {
  const missing = { field: 'hosted_url', expected: 'an address', received: 'absent' };
  const causes = causesIn(
    [broken('hosted.url', 'operator A', missing), broken('hosted.url', 'two', missing)],
    [broken('hosted.own-page', 'two', { ...missing, expected: 'an identifier' })],
  );
  assert.deepEqual(
    causes.map(({ how, what, further }) => [how, what, further]),
    [
      [
        'hosted_url is absent, expected an address',
        'broken: the hosted-page answer carries the address of the payment page',
        ['hosted.own-page'],
      ],
    ],
  );
});

test('a crash is told once, by the rule of its request, with the cases that show it', () => {
  const crash = { field: 'HTTP status', expected: 'HTTP 401', received: 'HTTP 500' };
  const anywhere = { ...crash, expected: 'HTTP 200 or HTTP 400 or HTTP 401' };
  const causes = causesIn([
    broken('error.no-server-fault', 'each exchange', anywhere, 'POST /v1/checkout'),
    broken('auth.checkout-invalid', 'the last letter', crash, 'POST /v1/checkout\n{"currency":"XTS"}'),
    check('auth.checkout-invalid', 'another key'),
  ]);
  assert.deepEqual(
    causes.map(({ rule, where, how, further, extent }) => [rule, where, how, further, extent]),
    [
      [
        'auth.checkout-invalid',
        'POST /v1/checkout (4.2)',
        'HTTP 500, expected HTTP 401',
        ['error.no-server-fault'],
        '2 rules, 2 cases (1 of the 2 of auth.checkout-invalid: "the last letter")',
      ],
    ],
  );
});

test('a status that the interface does not name is one cause, whatever was due, told by what is accepted', () => {
  const missing = { field: 'HTTP status', expected: 'HTTP 401', received: 'HTTP 404' };
  const sent = 'DELETE /v1/callback/delete/cb_1';
  const result = broken(
    'callback-delete.result',
    'one',
    { field: 'result', expected: '"success"', received: '"error"' },
    sent,
  );
  const causes = causesIn(
    [broken('auth.missing', 'one', missing, sent), broken('auth.missing', 'two', missing, sent)],
    [
      broken('callback-delete.accepted', 'one', { ...missing, expected: 'HTTP 200' }, sent),
      { ...result, evidence: { ...(result.evidence ?? { sent, curl: '' }), came: 'HTTP 404, application/json' } },
    ],
    [broken('auth.missing', 'elsewhere', { ...missing, received: 'HTTP 403' }, 'GET /v1/wallets/list')],
  );
  assert.deepEqual(
    causes.map(({ rule, where, further }) => [rule, where, further]),
    [
      [
        'callback-delete.accepted',
        'DELETE /v1/callback/delete/{callback_id} (4.7)',
        ['auth.missing', 'callback-delete.result'],
      ],
    ],
  );
  const moved = { ...missing, expected: 'HTTP 200', received: 'HTTP 301' };
  const everywhere = causesIn(
    [broken('callback-delete.accepted', 'one', moved, sent)],
    [broken('wallets.list', 'one', moved, 'GET /v1/wallets/list')],
  );
  assert.deepEqual(
    everywhere.map(({ extent }) => extent),
    ['2 rules, 2 cases'],
  );
  const deletedFirst = causesIn(
    [broken('auth.secret', 'one', { ...moved, received: 'HTTP 404' }, sent)],
    [broken('callback-delete.accepted', 'one', { ...moved, received: 'HTTP 204' }, sent)],
  );
  assert.equal(deletedFirst.map(({ rule }) => rule).join(), 'callback-delete.accepted');
});

test('the same wrong words in a field are one cause, and a story is told by its last request', () => {
  const fetched = 'PUT /v1/callback/update/cb_1 → HTTP 200\nGET /v1/callback/fetch/cb_1 → HTTP 200, 2 times';
  const wrong = (rule: RuleId, expected: string, received: string, field: string, message: string) => ({
    ...broken(rule, 'one', { field, expected, received }, fetched),
    message,
  });
  const bullet = '  - events is ["paymentCreated"], not';
  const causes = causesIn(
    [wrong('callback-update.leaves-rest', 'fields', 'fields', 'events', `${bullet} payment.created`)],
    [wrong('events.pattern', 'event names', 'list of string', 'events', `${bullet} event names`)],
    [wrong('callback-update.repeated', 'some', 'some', '', 'Expected: payment.created\nReceived: paymentCreated')],
  );
  assert.deepEqual(
    causes.map(({ where, how, further }) => [where, how, further.length]),
    [
      [
        'GET /v1/callback/fetch/{callback_id} (4.5) after PUT /v1/callback/update/{callback_id} (4.6)',
        'events is ["paymentCreated"], not payment.created',
        2,
      ],
    ],
  );
});

test('an update that is ignored is one cause, whatever shows it', () => {
  const put = 'PUT /v1/callback/update/cb_1 {"url":"x"} → HTTP 200\nGET /v1/callback/fetch/cb_1 → HTTP 200';
  const other = (field: string) => ({ field, expected: 'fields', received: 'fields' });
  const all = broken('callback-update.all-fields', 'all', other('url, description, events'), put);
  const url = broken('callback-update.url', 'one', { field: 'url', expected: '"x"', received: 'string' }, put);
  const told = broken('webhook.new-address', 'told', { field: 'a notice', expected: 'true', received: 'false' }, put);
  assert.deepEqual(causesIn([all], [all], [url], [told])[0]?.further, ['callback-update.url', 'webhook.new-address']);
});

test('what a fetch shows otherwise in a field is one cause, whatever it breaks, and no field of another endpoint', () => {
  const fetched = 'PUT /v1/callback/update/cb_1 → HTTP 200\nGET /v1/callback/fetch/cb_1 → HTTP 200';
  const text = { field: 'callback.is_active', expected: 'true or false', received: '"true"' };
  const after = broken('callback-fetch.is-active', 'after', { ...text, field: 'is_active' }, fetched);
  const other = { field: 'is_active', expected: 'fields', received: 'fields' };
  const again = { field: 'a second fetch', expected: 'fields', received: 'fields' };
  const second = {
    ...broken('callback-fetch.repeatable', 'one', again, fetched),
    message: '  - is_active is "true", not true',
  };
  const causes = causesIn(
    [broken('callback-fetch.is-active', 'each exchange', text, 'GET /v1/callback/fetch/cb_1'), after],
    [broken('callback-update.leaves-rest', 'url', other, fetched)],
    [second],
    [broken('callback-update.answered-id', 'url', other, 'PUT /v1/callback/update/cb_1')],
  );
  assert.deepEqual(
    causes.map(({ rule, further }) => [rule, further]),
    [
      ['callback-fetch.is-active', ['callback-fetch.repeatable', 'callback-update.leaves-rest']],
      ['callback-update.answered-id', []],
    ],
  );
});

test('a notification that is missing follows from the events that a fetch shows otherwise, and no other one does', () => {
  const events = { field: 'events', expected: 'fields', received: 'fields' };
  const [silent, counted] = (['webhook.every-subscriber', 'webhook.success-count'] as const).map((id) => [
    broken(id, 'one', announced),
  ]);
  const causes = causesIn(
    [broken('callback-update.events', 'one', events, 'GET /v1/callback/fetch/cb_1')],
    silent ?? [],
    silent ?? [],
    counted ?? [],
  );
  assert.deepEqual(
    causes.map(({ rule, further }) => [rule, ...further]),
    [['callback-update.events', 'webhook.every-subscriber'], ['webhook.success-count']],
  );
});

test('what is wrong in a field is told by the rule about it, not by one about a request or about a repetition', () => {
  const repeated = { field: 'value', expected: 'unique', received: 'repeated' };
  const placeholder = { field: 'transaction_id', expected: 'an identifier', received: '"null"' };
  const empty = { field: 'message', expected: 'a text', received: 'empty' };
  const [paid, refused] = ['POST /v1/transactions {"amount":1}', 'POST /v1/transactions {}'];
  const causes = causesIn(
    [broken('txn.id-unique', 'one', repeated, paid), broken('operator-c.transaction-id', 'one', placeholder, paid)],
    [broken('txn.id-unique', 'two', placeholder, paid), broken('operator-c.accepted', 'one', placeholder, paid)],
    [
      broken('txn.amount-required', 'one', empty, refused),
      broken('error.general-shape', 'each exchange', empty, refused),
    ],
  );
  assert.deepEqual(
    causes.map(({ rule }) => rule),
    ['operator-c.transaction-id', 'error.general-shape'],
  );
});

test('a rule that differs in status and in fields shows two causes, and tells none of them', () => {
  const moved = { field: 'HTTP status', expected: 'HTTP 200', received: 'HTTP 302' };
  const absent = { field: 'result', expected: '"success"', received: 'absent' };
  const later = { field: 'date_updated', expected: 'a timestamp', received: 'string' };
  const both = [broken('txn.amount-larger', 'hosted', moved), broken('txn.amount-larger', 'A', absent)];
  const dates = ['date_created', 'date_updated'].map((field) =>
    broken('callback-fetch.true-dates', field, { ...later, field }),
  );
  const causes = causesIn(
    [both[0]!, broken('hosted.accepted', 'one', moved)],
    [both[1]!, broken('operator-a-success.result', 'one', absent)],
    dates,
  );
  assert.deepEqual(
    causes.map(({ rule, how }) => [rule, how?.replace(/^.*;/, '')]),
    [
      ['callback-fetch.true-dates', ' also date_updated'],
      ['hosted.accepted', 'HTTP 302, expected HTTP 200'],
      ['operator-a-success.result', 'result is absent, expected "success"'],
    ],
  );
});

test('one mistake is one cause, though several rules tell it', () => {
  const [tx, put] = ['POST /v1/transactions {}', 'PUT /v1/callback/update/cb_1 {}'];
  const refused = (rule: RuleId, difference: CheckResult['differences'][number], sent = tx, came = 'HTTP 400') => ({
    ...broken(rule, 'one', difference),
    evidence: { sent, curl: '', came },
  });
  const status = (received: string, expected: string) => ({ field: 'HTTP status', expected, received });
  const absent = (field: string) => ({ field, expected: 'a text', received: 'absent' });
  const date = (field: string, more = '') => ({ field, expected: `a timestamp string${more}`, received: 'number' });
  const fetched = 'GET /v1/callback/fetch/cb_1';
  const table: [told: RuleId, CheckResult[]][] = [
    [
      'error.field-object',
      [refused('error.field-object', absent('error')), refused('txn.email-type', absent('message'))],
    ],
    [
      'callback-update.accepted',
      [
        refused('auth.invalid', status('HTTP 400', 'HTTP 401'), put),
        refused('callback-update.accepted', status('HTTP 400', 'HTTP 200'), put),
      ],
    ],
    [
      'callback-fetch.date-created',
      [
        broken('callback-fetch.date-created', 'one', date('callback.date_created'), fetched),
        broken('callback-fetch.date-updated', 'one', date('callback.date_updated', ', or nothing'), fetched),
      ],
    ],
    [
      'auth.missing',
      [
        refused('auth.missing', status('HTTP 403', 'HTTP 401'), fetched, 'HTTP 403'),
        refused('checkout.key-type', status('HTTP 403', 'HTTP 400 or HTTP 401'), 'POST /v1/checkout', 'HTTP 403'),
      ],
    ],
    [
      'hosted.accepted',
      [
        refused('txn.reference-generated', absent('transaction_reference')),
        refused('hosted.accepted', status('HTTP 400', 'HTTP 200'), 'POST /v1/transactions {"amount":1}'),
      ],
    ],
    [
      'form.success',
      [broken('form.address-format', 'one', absent('a page')), broken('form.success', 'one', announced)],
    ],
  ];
  for (const [told, checks] of table)
    assert.deepEqual(
      causesIn(...checks.map((one) => [one])).map(({ rule, further }) => [rule, further.length]),
      [[told, checks.length - 1]],
    );
});

test('two mistakes of one endpoint are two causes', () => {
  const absent = (field: string) => ({ field, expected: 'a timestamp string', received: 'absent' });
  const [first, second] = (['date-created', 'last-triggered'] as const).map((name) => [
    broken(`callback-fetch.${name}`, 'one', absent(name), 'GET /v1/callback/fetch/cb_1'),
  ]);
  assert.equal(causesIn(first ?? [], second ?? []).length, 2);
});
