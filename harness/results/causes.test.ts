import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../helpers/evidence/check-result.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { check, ended, run } from '../tests/sample-results.ts';
import { buildResults } from './build-results.ts';
import { causesOf } from './causes.ts';

const accepted = { field: 'HTTP status', expected: 'HTTP 400', received: 'HTTP 200' };
const announced = { field: '', expected: 'none', received: 'some' };
const broken = (rule: RuleId, name: string, difference: CheckResult['differences'][number], sent = ''): CheckResult =>
  check(rule, name, {
    verdict: 'fail',
    message: 'Expected: HTTP 400',
    differences: [difference],
    ...(sent && { evidence: { sent, came: 'HTTP 200', curl: `curl ${sent}` } }),
  });

const causesIn = (...tests: readonly (readonly CheckResult[])[]) =>
  causesOf(
    buildResults(
      run,
      tests.map((checks, index) => ended(`test ${index}`, checks)),
      undefined,
    ),
  ).map(({ rule, further, what, extent, evidence }) => ({
    rule: rule.id,
    further: further.map(({ id }) => id),
    what,
    extent,
    sent: evidence?.sent,
  }));

test('rules that break after an accepted request stand under it, with the shortest exchange', () => {
  const first = broken('txn.number-leading-zero', 'operator A, seven digits', accepted, 'POST a long request');
  assert.deepEqual(
    causesIn(
      [first, broken('txn.number-leading-zero', 'operator B, seven digits', accepted, 'POST')],
      [broken('txn.number-leading-zero', 'operator C', accepted), broken('webhook.refused-silent', 'all', announced)],
      [broken('generated.initiation-bodies', 'all', announced), broken('txn.number-leading-zero', 'rest', accepted)],
    ),
    [
      {
        rule: 'txn.number-leading-zero',
        further: ['webhook.refused-silent', 'generated.initiation-bodies'],
        what: 'a mobile_money_number that does not start with zero is accepted',
        extent: '3 rules, 6 cases, all operators',
        sent: 'POST',
      },
    ],
  );
});

test('two requests that are accepted by mistake are two causes, though some test sends both', () => {
  const number = broken('txn.number-leading-zero', 'one', accepted);
  const amount = broken('txn.amount-required', 'one', accepted);
  const causes = causesIn([number], [amount], [number, amount], [number]);
  assert.deepEqual(
    causes.map(({ rule, further }) => [rule, further]),
    [
      ['txn.number-leading-zero', []],
      ['txn.amount-required', []],
    ],
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
    causes.map(({ rule, what, further }) => [rule, what.split(';')[0], further.length]),
    [['callback-fetch.only-its-own', 'description differs', 3]],
  );
});

test('a field that is missing names the cause, whichever of its rules expects what of it', () => {
  const missing = { field: 'hosted_url', expected: 'an address', received: 'absent' };
  const causes = causesIn(
    [broken('hosted.url', 'operator A', missing), broken('hosted.url', 'two', missing)],
    [broken('hosted.own-page', 'two', { ...missing, expected: 'an identifier' })],
  );
  assert.deepEqual(
    causes.map(({ what, further }) => [what, further]),
    [
      [
        'hosted_url is absent; broken: the hosted-page answer carries the address of the payment page',
        ['hosted.own-page'],
      ],
    ],
  );
});
