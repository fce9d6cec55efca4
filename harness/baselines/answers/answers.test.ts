import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { answersIn, keepAnswers } from '../../../helpers/evidence/answers.ts';
import type { Exchange } from '../../../interface/messages/exchange.ts';
import { exampleRun, hostile } from '../../digest/tests/example-run.ts';
import type { Results } from '../../results/results-schema.ts';
import { keepLastAnswers, keyOfTest, lastAnswers, type Answers } from './answers.ts';

const place = { target: 'staging', host: 'staging.example.com' } as const;
const keyOf = (title: string): string => keyOfTest({ file: 'tests/api/4.1-transactions.spec.ts', title });

const fresh = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'answers-'));
  t.after(() => rmSync(root, { recursive: true }));
  return { root, file: join(root, 'reports/history/staging.example.com/answers/conforming.json') };
};

/** A conforming run with these tests, all passed. */
const conforming = (titles: readonly string[], more: Partial<Results['run']> = {}): Results => {
  const { run, rules } = exampleRun();
  const [rule] = rules.filter(({ verdict }) => verdict === 'pass');
  const [one] = rule?.tests ?? [];
  assert.ok(rule && one);
  return {
    version: 1,
    run: { ...run, ...place, verdict: 'conforming', ...more },
    rules: [{ ...rule, tests: titles.map((title) => ({ ...one, title })) }],
  };
};

const answers = (status: number, ...titles: string[]): Answers =>
  new Map(
    titles.map((title) => [keyOf(title), [{ request: 'GET /v1/wallets/list', status, kinds: { '': 'an object' } }]]),
  );

test('answers of tests that passed in the last conforming run are kept; a partial run adds to them', (t) => {
  const { root } = fresh(t);
  const keep = (results: Results, all: Answers): void =>
    keepLastAnswers(root, results, all, (text) => text, assert.fail);
  const statuses = () =>
    [...lastAnswers(root, place, assert.fail)].map(([key, [first]]) => [key.split(' ')[1], first?.status]);
  keep(conforming(['a', 'b']), answers(200, 'a', 'b', 'failed'));
  assert.deepEqual(statuses(), [
    ['a', 200],
    ['b', 200],
  ]);
  keep(conforming(['b', 'c'], { partial: true }), answers(201, 'b', 'c'));
  assert.deepEqual(statuses(), [
    ['a', 200],
    ['b', 201],
    ['c', 201],
  ]);
  keep(conforming(['a'], { verdict: 'non-conforming' }), answers(500, 'a'));
  keep(conforming(['a'], { profile: 'stability' }), answers(500, 'a'));
  assert.equal(statuses().length, 3);
  keep(conforming(['c']), answers(204, 'c'));
  assert.deepEqual(statuses(), [['c', 204]]);
});

test('a damaged file is reported once and ignored, and the next conforming run replaces it', (t) => {
  const { root, file } = fresh(t);
  assert.equal(lastAnswers(root, place, assert.fail).size, 0);
  mkdirSync(dirname(file), { recursive: true });
  for (const text of [
    '{"version":1',
    '{"version":2}',
    '{"version":1,"startedAt":"2026-11-21T07:00:00.000Z","answers":[1],"tests":{}}',
  ]) {
    writeFileSync(file, text);
    const told: string[] = [];
    assert.equal(lastAnswers(root, place, (line) => told.push(line)).size, 0);
    assert.equal(told.length, 1, text);
    assert.match(told[0] ?? '', /answers\/conforming\.json is damaged or of another version, and is ignored/);
  }
  keepLastAnswers(root, conforming(['a']), answers(200, 'a'), (text) => text, assert.fail);
  assert.equal(lastAnswers(root, place, assert.fail).size, 1);
});

test('answers of two thousand tests stay small and contain no key', (t) => {
  const { root, file } = fresh(t);
  const titles = Array.from({ length: 2000 }, (_, index) => `${index} ${'a sentence of a rule '.repeat(4)}`);
  const mask = (text: string): string => text.replaceAll('a sentence', '<KEY>');
  keepLastAnswers(root, conforming(titles), answers(200, ...titles), mask, assert.fail);
  assert.ok(statSync(file).size < 300_000, `${statSync(file).size}`);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /a sentence/);
  const more = Array.from({ length: 9000 }, (_, index) => `${index} ${'x'.repeat(40)}`);
  let told = '';
  keepLastAnswers(root, conforming(more), answers(200, ...more), mask, (line) => (told = line));
  assert.match(told, /^answers could not be kept .* more than 400000 characters$/);
  assert.equal(lastAnswers(root, place, assert.fail).size, 2000);
});

test('an answer is kept without its data, even when it is large', (t) => {
  const { root } = fresh(t);
  const exchange = (responseBody: string, more: Partial<Exchange> = {}): Exchange => ({
    method: 'POST',
    url: 'https://staging.example.com/v1/transactions?note=1',
    requestHeaders: {},
    requestBody: undefined,
    startedAt: 0,
    durationMs: 1,
    status: 200,
    responseHeaders: {},
    responseBody,
    ...more,
  });
  const body = {
    result: 'success',
    status: hostile,
    transaction_id: 'TX-4711',
    [hostile]: 1,
    wallets: [
      { status: 'active', balance: null },
      { status: 'closed', balance: '1.00' },
    ],
    XTS: { amount: 5 },
  };
  const nothing = { kind: 'reset', said: '', waitMs: 1 } as const;
  keepAnswers(root, 'one', [
    exchange('', { status: undefined, trouble: nothing }),
    exchange(JSON.stringify(body)),
    exchange('<h1>'),
  ]);
  keepAnswers(
    root,
    'two',
    Array.from({ length: 50 }, () => exchange(`[${'[1],'.repeat(50_000)}0]`)),
  );
  const all = answersIn(root);
  assert.deepEqual(all.get('one'), [
    {
      request: 'POST /v1/transactions?note=1',
      status: 200,
      kinds: {
        '': 'an object',
        result: '"success"',
        status: 'a string',
        transaction_id: 'a string',
        '<key>': 'a number',
        wallets: 'a list',
        'wallets[]': 'an object',
        'wallets[].status': 'a string',
        'wallets[].balance': 'a string or null',
        '<currency>': 'an object',
        '<currency>.amount': 'a number',
      },
    },
    { request: 'POST /v1/transactions?note=1', status: 200, kinds: null },
  ]);
  assert.equal(all.get('two')?.length, 10);
});
