import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import type { Verdict } from '../../results/judgement/verdict.ts';
import { buildResults } from '../../results/judgement/build-results.ts';
import { judged } from '../../results/judgement/tests/judged-test.ts';
import type { Results } from '../../results/results-schema.ts';
import { exchangesName, listOf } from '../../../helpers/evidence/exchange-list.ts';
import { makeInput } from '../input.ts';
import type { RawResult } from '../raw.ts';

const file = 'tests/api/4.1-transactions.spec.ts';
const rules: Partial<Record<Verdict, RuleId>> = {
  pass: 'txn.amount-type',
  fail: 'txn.number-leading-zero',
  known: 'operator-c.qr-code',
  'not-tested': 'callback-fetch.url',
  environment: 'wallets.details',
};

const results = (): Results => {
  const facts = { suiteVersion: '1', commit: null, modified: false, partial: true, limitedBy: ['--grep x'] };
  const run = { target: 'staging' as const, host: 'staging.example.com', startedAt: new Date(1000).toISOString() };
  const state = { durationMs: 1, interrupted: false, errors: ['a spec does not load'], notApplicable: [] };
  const built = buildResults(
    { ...run, ...facts, ...state },
    Object.entries(rules).map(([verdict, rule]) =>
      judged(rule, verdict as Verdict, { file, error: verdict === 'pass' ? null : `expect(${rule})` }),
    ),
  );
  const known = { owner: 'Ada', ticket: 'PAY-(1)', expires: '2026-12-31', reason: 'a new service comes' };
  const observed = (text: string) => ({ rule: rules.pass ?? '', before: ['one'], after: [text] });
  const observations = { file: 'x.json', pinned: true, new: [], changed: [observed(picture)], gone: [] };
  built.run.observations = observations;
  return { ...built, rules: built.rules.map((rule) => (rule.verdict === 'known' ? { ...rule, known } : rule)) };
};

/** A hostile content type, as a target may send it. */
const picture = '![`](http://elsewhere.example/seen.png) <img src=//elsewhere.example>';

/** The Allure input for these results; allure-playwright wrote all but one of them. */
const input = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'allure-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const raw = join(folder, 'raw');
  mkdirSync(raw);
  for (const [verdict, rule] of Object.entries(rules)) {
    if (verdict === 'not-tested') continue;
    const result: RawResult = {
      uuid: rule,
      name: rule,
      fullName: `${file} › a test of ${rule}`,
      status: verdict === 'pass' ? 'passed' : 'failed',
      labels: [],
      links: [],
      parameters: [{ name: 'Project', value: 'api' }],
      attachments: verdict === 'pass' ? [{ name: exchangesName, type: 'text/csv', source: 'list.csv' }] : [],
      steps:
        verdict === 'fail' ? [{ attachments: [{ name: 'all failures', type: 'text/plain', source: 'all.txt' }] }] : [],
      start: 1,
      stop: 2,
    };
    writeFileSync(join(raw, `${rule}-result.json`), JSON.stringify(result));
  }
  const took = (ms: number, path = '/v1/callback/fetch/cb"1') => ({
    method: 'GET',
    path,
    status: '200',
    durationMs: ms,
  });
  writeFileSync(join(raw, 'list.csv'), listOf([10, 20, 30].map((ms) => took(ms)).concat(took(9, '/elsewhere'))));
  writeFileSync(join(raw, 'all.txt'), '1 of 2\nthe first\n\n2 of 2\nthe second');
  const made = makeInput(raw, join(folder, 'input'), results());
  const written = (name: string): string => readFileSync(join(folder, 'input', name), 'utf8');
  const shown = readdirSync(join(folder, 'input'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(written(name)) as RawResult);
  const of = (verdict: Verdict) =>
    shown.find(({ labels }) => labels.some(({ name, value }) => name === 'verdict' && value === verdict));
  return { made, written, of, shown };
};

test('each verdict has its status and label, also for a test that did not run', (t) => {
  const { of, shown } = input(t);
  assert.equal(shown.length, Object.keys(rules).length);
  const statuses = Object.keys(rules).map((verdict) => of(verdict as Verdict)?.status);
  assert.deepEqual(statuses, ['passed', 'failed', 'failed', 'broken', 'broken']);
  assert.deepEqual(of('fail')?.links[0]?.url, 'rules.html#txn.number-leading-zero');
});

test('all failures of a test are shown', (t) => {
  assert.match(input(t).of('fail')?.statusDetails?.message ?? '', /the first[^]*the second/);
});

test('a known deviation differs from a broken rule and shows owner, ticket and expiry', (t) => {
  const { made, of } = input(t);
  const message = of('known')?.statusDetails?.message ?? '';
  assert.match(message, /^Known deviation PAY-\(1\): a new service comes \(owner Ada, until 2026-12-31\)/);
  const [rule] = made.resolutions.rules;
  assert.equal(rule?.resolution, 'accepted');
  assert.match(message, new RegExp(rule?.messageRegexp ?? 'none'));
  assert.doesNotMatch(of('fail')?.statusDetails?.message ?? '', new RegExp(rule?.messageRegexp ?? ''));
});

test('durations are metrics of their endpoint, and errors of the suite are global', (t) => {
  const { written } = input(t);
  const metrics = JSON.parse(written('performance.json')) as { key: string; value: number }[];
  assert.deepEqual(
    metrics.map(({ key, value }) => [key, value]),
    [
      ['GET /v1/callback/fetch p50', 20],
      ['GET /v1/callback/fetch p95', 29],
    ],
  );
  assert.match(written('run-globals.json'), /a spec does not load/);
  assert.match(written('environment.properties'), /^Host=staging\.example\.com$/m);
});

test('observed values are code in the description, which Allure renders as Markdown', (t) => {
  const description = input(t).of('pass')?.description ?? '';
  assert.ok(description.includes(`Observed \`\`${picture}\`\`; pinned for this target is \`one\`.`), description);
});
