import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptRun } from '../baselines/history/history.ts';
import type { Results, TestResult } from '../results/results-schema.ts';
import type { Answer } from '../../helpers/evidence/answers.ts';
import { keyOfTest } from '../baselines/answers/answers.ts';
import { changeOf } from './changed.ts';
import { causeOf, causeOfRest, describeAttempts, type Answers } from './cause.ts';
import { findingOf, groupsOf } from './groups.ts';
import { bareOf, chosenOf, firstQuestions, names, partsOf } from './questions.ts';
import { brokenSince } from './since.ts';
import { withCauses, type Outcome } from './told.ts';

const tally = (failed = 0, judged = 0, environment = 0) => ({ failed, judged, environment });
const failsAlways: Answers = {
  again: tally(2, 2),
  fresh: tally(1, 1),
  sandbox: tally(0, 1),
  canary: tally(0, 2),
  isSandbox: false,
  hadTrouble: false,
};

test('the cause follows from the attempts, and is the product without certainty', () => {
  const rows: [string | undefined, Partial<Answers>][] = [
    ['product', {}],
    ['product', { hadTrouble: true }],
    ['product', { fresh: tally() }],
    [undefined, { again: tally(), fresh: tally(), sandbox: tally(1, 1) }],
    ['suite', { sandbox: tally(1, 1) }],
    ['product', { fresh: tally(0, 1) }],
    ['data', { again: tally(5, 5), fresh: tally(0, 3) }],
    ['unstable', { again: tally(5, 5), fresh: tally(1, 3) }],
    ['unstable', { again: tally(3, 5) }],
    ['unstable', { again: tally(0, 5), fresh: tally(0, 3) }],
    ['environment', { again: tally(0, 5), fresh: tally(0, 3), hadTrouble: true }],
    ['suite', { sandbox: tally(2, 2) }],
    ['unstable', { again: tally(0, 5), sandbox: tally(1, 2) }],
    ['suite', { isSandbox: true, sandbox: tally() }],
    [undefined, { again: tally(0, 0, 2) }],
    [undefined, { again: tally(), fresh: tally(), sandbox: tally(0, 1) }],
  ];
  for (const [cause, change] of rows) {
    assert.equal(causeOf({ ...failsAlways, ...change }), cause, JSON.stringify(change));
  }
});

test('the cause of a rule that was not repeated is the product, unless others of its group agree', () => {
  assert.equal(causeOfRest(['environment', 'environment', 'environment']), 'environment');
  assert.equal(causeOfRest(['environment', 'environment']), 'product');
  assert.equal(causeOfRest(['suite', 'suite', 'product', 'suite']), 'product');
  assert.equal(causeOfRest([]), 'product');
});

test('the outcomes are described with numbers', () => {
  assert.equal(
    describeAttempts(failsAlways),
    'failed 3 of 3 times, with other data 1 of 1 times, on the sandbox 0 of 1 times, a control test passed',
  );
  assert.equal(
    describeAttempts({ ...failsAlways, again: tally(), fresh: tally(), sandbox: tally(), canary: tally() }),
    'not repeated',
  );
});

const error = (finding: string): string => `Error: expect(x)\n\nExpected: a\nReceived: b\n  - ${finding}\n  - more`;

test('findings of the same kind are equal, whatever value was received', () => {
  assert.equal(findingOf(error('the HTTP status is 200, not 400')), 'the HTTP status is 200, not 400');
  assert.equal(
    findingOf(error('the HTTP status is 500, not 400')),
    findingOf(error('the HTTP status is 500, not 200')),
  );
  assert.equal(findingOf(error('message is "a, not b", not a text')), findingOf(error('message is 4, not a text')));
  assert.equal(findingOf(error('message is absent, not a text')), 'message is absent');
  assert.equal(findingOf(null), 'no reason was kept');
});

const broken = (id: string, finding: string, more: object = {}) => ({
  id,
  level: 'must',
  sections: ['4.1'],
  sentence: id,
  verdict: 'fail',
  tests: [
    {
      title: id,
      file: 'a.spec.ts',
      line: 1,
      project: 'api',
      verdict: 'fail',
      durationMs: 1,
      error: error(finding),
      ...more,
    },
  ],
});
const resultsWith = (...rules: object[]) =>
  ({ run: { startedAt: '2026-11-22T02:00:00Z' }, rules }) as unknown as Results;

test('rules are grouped by endpoint and finding, over several endpoints by finding alone', () => {
  const common = (...rules: object[]) =>
    groupsOf(resultsWith(...rules)).map((one) => [one.common, one.failures.length]);
  assert.deepEqual(common(broken('txn.a', 'x'), broken('hosted.b', 'x'), broken('txn.c', 'y')), [
    ['POST /v1/transactions: x', 2],
    ['POST /v1/transactions: y', 1],
  ]);
  assert.deepEqual(common(broken('txn.a', 'x'), broken('wallets.b', 'x'), broken('balance.c', 'x')), [
    ['3 endpoints: x', 3],
  ]);
  const exchanges = [{ request: 'POST /v1/transactions', status: 500 }];
  assert.deepEqual(common(broken('txn.a', 'x', { exchanges }), broken('txn.c', 'y', { exchanges })), [
    ['POST /v1/transactions: the HTTP status is 500', 2],
  ]);
  assert.deepEqual(common(broken('txn.a', 'x'), broken('generated.initiation-bodies', 'z')), [
    ['POST /v1/transactions: x', 2],
  ]);
});

test('each group is represented before a second failure of a group, and deletions are not repeated', () => {
  const many = Array.from({ length: 100 }, (_, index) => broken(`txn.${index}`, 'x'));
  const groups = groupsOf(resultsWith(...many, broken('callback-delete.gone', 'y')));
  const chosen = chosenOf(groups);
  assert.equal(chosen.length, 16);
  assert.deepEqual(
    chosen.slice(0, 2).map(({ rule }) => rule.id),
    ['txn.0', 'callback-delete.gone'],
  );
  const deletion = groupsOf(resultsWith({ ...broken('callback-delete.gone', 'y'), sections: ['4.7'] }));
  const questions = firstQuestions(chosenOf(deletion), undefined, 'http://127.0.0.1:1');
  assert.deepEqual(
    questions.map(({ name }) => name),
    [names.sandbox],
  );
});

test('only optional fields are left out', () => {
  const [one] = groupsOf(
    resultsWith(
      broken('txn.a', 'x', { exchanges: [{ sent: '{amount: number, success_url: string, failure_url: string}' }] }),
    ),
  );
  const { test: failed } = one!.failures[0]!;
  assert.deepEqual(bareOf(failed), [['success_url', 'failure_url']]);
  assert.deepEqual(partsOf(failed), [['failure_url'], ['success_url']]);
});

test('a rule is broken since the first of the consecutive runs in which it is broken', () => {
  const past = (startedAt: string, verdict: string): KeptRun => ({
    file: '',
    results: { run: { startedAt }, rules: [{ id: 'txn.a', verdict }] } as unknown as Results,
  });
  const since = (...history: KeptRun[]) => brokenSince(resultsWith(broken('txn.a', 'x')), history).get('txn.a');
  assert.equal(
    since(past('3', 'fail'), past('2', 'environment'), past('1', 'known'), past('0', 'pass'), past('-1', 'fail')),
    '1',
  );
  assert.equal(since(past('3', 'pass')), '2026-11-22T02:00:00Z');
  assert.equal(since(past('3', 'fail')), '3');
  assert.equal(since(), undefined);
});

test('differences from the last conforming run are described', () => {
  const answer = (kinds: Answer['kinds'], status = 200, request = 'GET /v1/wallets/list'): Answer => ({
    request,
    status,
    kinds,
  });
  const told = broken('wallets.a', 'x').tests[0] as TestResult;
  const change = (before: Answer[], now: Answer[]) =>
    changeOf(new Map([[keyOfTest(told), before]]), new Map([[keyOfTest(told), now]]), told);
  const list = { '': 'an object', result: '"success"', wallets: 'a list' };
  assert.equal(change([answer(list)], [answer(list)]), undefined);
  assert.equal(change([], [answer(list)]), undefined);
  assert.equal(change([answer(list)], [answer(list, 500, 'GET /v1/wallets/balance')]), undefined);
  const rows: [Answer, string][] = [
    [answer({}, 500), 'the HTTP status was 200, is 500'],
    [answer(null), 'the body was JSON, is none'],
    [answer({ ...list, result: '"error"' }), 'result was "success", is "error"'],
    [
      answer({ '': 'an object', more: 'null', result: 'a number' }),
      'result was "success", is a number; wallets was a list, is missing; more was missing, is null',
    ],
    [
      answer({ more: 'null' }),
      'the body was an object, is missing; result was "success", is missing; wallets was a list, is missing; and 1 more',
    ],
  ];
  for (const [now, said] of rows) assert.equal(change([answer(list)], [now]), `GET /v1/wallets/list: ${said}`);
  assert.match(change([answer(list), answer(list)], [answer({}, 500), answer({}, 404)]) ?? '', /is 404$/);
});

test('only rules with the cause product become changed, and other causes of the group are separate', () => {
  const ids = ['txn.a', 'txn.b', 'txn.c', 'txn.d'];
  const groups = groupsOf(resultsWith(...ids.map((id) => broken(id, 'x'))));
  const outcome = (cause: Outcome['cause']): Outcome => ({ cause, said: cause, isAsked: true, smallest: undefined });
  const outcomes = new Map([
    ['txn.a', outcome('product')],
    ['txn.b', outcome('unstable')],
    ['txn.c', outcome('product')],
  ]);
  const changed = new Set(['txn.a', 'txn.b', 'txn.d']);
  const told = withCauses(groups, outcomes, {
    since: new Map([['txn.a', '2026-11-21T00:00:00Z']]),
    changeOf: ({ rule }) => (changed.has(rule.id) ? 'it was 1, is 2' : undefined),
  });
  assert.deepEqual(
    told.map(({ cause, rules, asked, said }) => [cause, rules, asked, said]),
    [
      ['changed', ['txn.a', 'txn.d'], ['txn.a'], 'since the last conforming run it was 1, is 2; product'],
      ['unstable', ['txn.b'], ['txn.b'], 'unstable'],
      ['product', ['txn.c'], ['txn.c'], 'product'],
    ],
  );
});
