import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '../../harness/results/results-schema.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { stepsIn, stepsName, stepsOf } from '../../helpers/evidence/steps.ts';
import { titlesOf, type Replayed } from '../../harness/triage/again/plan.ts';
import { allFailed, chosen, sentBy } from './chosen.ts';
import { exitCodeOf, outcomeOf, pairs, reasonOf } from './comparison.ts';
import { allPrinted } from './printed.ts';

process.env.FORCE_COLOR = '0';

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  method: 'GET',
  url: 'http://127.0.0.1:5/v1/callback/fetch/abcdef',
  requestHeaders: { Authorization: 'Bearer <SECRET_KEY>' },
  requestBody: undefined,
  startedAt: 0,
  durationMs: 1,
  status: 200,
  responseHeaders: {},
  responseBody: '{"result":"success","callback":{"id":"abcdef"}}',
  ...more,
});

const error = (id: string, status: number, finding: string) =>
  `Error: expect(reply).toRefuse()\n\nExpected: HTTP 400\nReceived: HTTP ${status} to POST /v1/transactions, application/json: {"id":"${id}","more":"of it"}\n  - ${finding}`;

const failed = { verdict: 'fail', error: error('txn_12ab34', 200, 'the HTTP status is 200, not 400') };
const results = {
  run: { seed: '7' },
  rules: [
    {
      id: 'txn.amount-type',
      sentence: 'it is refused',
      tests: [
        { title: 'it is refused · a', file: 'tests/api/a.spec.ts', line: 3, project: 'api', ...failed },
        {
          title: 'it is refused · b',
          file: 'tests/api/a.spec.ts',
          line: 3,
          project: 'api',
          verdict: 'pass',
          error: null,
        },
      ],
    },
    {
      id: 'generated.matrix',
      sentence: 'all of them',
      tests: [
        {
          title: 'all of them',
          file: 'tests/api/g.spec.ts',
          line: 9,
          project: 'api',
          verdict: 'fail',
          error: 'Error: x\nRepeat: SEED=1/12:0 npm start -- --grep "x"',
        },
      ],
    },
  ],
} as unknown as Results;

const again = (more: Partial<Replayed>): Replayed => ({
  title: 'it is refused · a',
  file: 'tests/api/a.spec.ts',
  project: 'api',
  verdict: 'fail',
  error: error('txn_99zz88', 200, 'the HTTP status is 200, not 400'),
  steps: [],
  ...more,
});

test('a failed test is found by rule, place and title, with the seed that reproduces it', () => {
  for (const text of [
    'txn.amount-type',
    '@txn.amount-type',
    'tests/api/a.spec.ts:3',
    'a.spec.ts:3',
    'is refused · a',
  ]) {
    assert.deepEqual(
      chosen(results, text).map(({ test: { title }, seed }) => [title, seed]),
      [['it is refused · a', '7']],
      text,
    );
  }
  assert.deepEqual(
    chosen(results, 'generated.matrix').map(({ seed, isSmallest }) => [seed, isSmallest]),
    [['1/12:0', true]],
  );
  assert.throws(() => chosen(results, 'is refused · b'), /did not fail in that run: pass\.\nThese failed:\n {2}txn\./);
  assert.throws(() => chosen(results, 'moon'), /"moon" is neither a rule/);
});

test('all failures are selected up to a limit, with an upper bound of their requests', () => {
  const { tests, more } = allFailed(results, 10);
  assert.deepEqual(
    tests.map(({ rule, seed }) => [rule.id, seed]),
    [
      ['txn.amount-type', '7'],
      ['generated.matrix', '1/12:0'],
    ],
  );
  assert.equal(more, 0);
  assert.deepEqual([allFailed(results, 1).tests.length, allFailed(results, 1).more], [1, 1]);
  const [first] = tests;
  assert.ok(first);
  const sending = { ...first, rule: { ...first.rule, sent: { requests: 5, payments: 2 } } };
  assert.deepEqual(sentBy([sending, sending, ...tests.slice(1)]), { requests: 5, payments: 2 });
});

test('failures with the same reason are the same, even if the ids in the answers differ', () => {
  const [recorded] = chosen(results, 'txn.amount-type');
  assert.ok(recorded);
  assert.equal(outcomeOf(recorded, again({})), 'same');
  assert.equal(
    outcomeOf(recorded, again({ error: error('txn_99zz88', 500, 'the HTTP status is 500, not 400') })),
    'differently',
  );
  assert.equal(outcomeOf(recorded, again({ verdict: 'pass', error: null })), 'no more');
  assert.equal(outcomeOf(recorded, again({ verdict: 'environment' })), 'not judged');
  assert.equal(outcomeOf(recorded, undefined), 'not judged');
  assert.match(reasonOf(failed.error), /HTTP 200/);
  assert.deepEqual(
    [['no more'], ['no more', 'same'], ['differently', 'not judged'], ['no more', 'not judged'], []].map((list) =>
      exitCodeOf(list as never),
    ),
    [0, 1, 1, 2, 2],
  );
});

test('a step contains no values of its exchange, and is restored from its attachment', () => {
  const body = '{"email":"a@shop.example","amount":10}';
  const steps = stepsOf([
    exchange(),
    exchange({ method: 'POST', url: 'http://h/v1/transactions?start_date=2026-01-02', requestBody: body, status: 401 }),
    exchange({ status: undefined, trouble: { kind: 'reset', said: 'ECONNRESET', waitMs: null } }),
  ]);
  assert.deepEqual(steps[0], {
    request: 'GET /v1/callback/fetch/{callback_id}',
    sent: null,
    status: 200,
    answer: 'HTTP 200, result success',
    form: '{callback: {id: string}, result: string}',
  });
  assert.equal(steps[1]?.request, 'POST /v1/transactions?start_date=#');
  assert.equal(steps[1]?.sent, '{amount: number, email: string}');
  assert.match(steps[2]?.answer ?? '', /no answer of the service \(reset\)/);
  assert.doesNotMatch(JSON.stringify(steps), /abcdef|shop|SECRET/);
  assert.deepEqual(stepsIn([{ name: stepsName, body: Buffer.from(JSON.stringify(steps)) }]), steps);
  assert.equal(stepsIn([{ name: stepsName, body: Buffer.from('{') }]), undefined);
});

test('steps are shown side by side, and only differing ones twice', () => {
  const [one, other] = stepsOf([exchange(), exchange({ status: 404, responseBody: '{"result":"error"}' })]);
  assert.ok(one && other);
  assert.deepEqual(
    pairs([one, one], [one, other]).map(({ isSame }) => isSame),
    [true, false],
  );
  const [recorded] = chosen(results, 'txn.amount-type');
  assert.ok(recorded);
  const withSteps = { ...recorded, test: { ...recorded.test, exchanges: [one, one] } };
  const now = again({ steps: [one, other] });
  const text = allPrinted([{ recorded: withSteps, now, outcome: 'same' }]);
  assert.match(text, / {2}1\. GET .*\n {5}as recorded {2}HTTP 200, result success\n/);
  assert.match(text, / {5}recorded {5}HTTP 200, result success\n {5}now {10}HTTP 404, result error\n/);
  assert.match(text, /Still fails the same way \(fail → fail\)\.$/);
});

test('a title selects its test and no other with the same beginning', () => {
  const [pattern] = titlesOf([{ project: 'api', file: 'a', title: 'is (it) · a' }]);
  assert.ok(pattern?.test('api a.spec.ts is (it) · a @txn.x @must'));
  assert.ok(!pattern?.test('api a.spec.ts is (it) · a, later @txn.x @must'));
});
