import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildResults, type JudgedTest } from '../../results/judgement/build-results.ts';
import { summaryOf } from '../../reporter/console/summary.ts';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { beforeVariant } from '../../../interface/rules/variant.ts';
import { accepted, driftOf, isUnchanged, withDrift } from './drift.ts';
import { DamagedPins, readPins, writePins, type Pinned } from './pinned.ts';
import { driftInFull, driftInShort } from './words.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';

process.env.FORCE_COLOR = '0';

const met = (rule: RuleId, variant: string, answer: string, more: Partial<JudgedTest> = {}): JudgedTest => ({
  rule,
  title: variant === '' ? catalogue[rule].sentence : catalogue[rule].sentence + beforeVariant + variant,
  file: 'tests/api/x.spec.ts',
  line: 1,
  project: 'api',
  verdict: 'observed',
  durationMs: 1,
  error: null,
  observed: [variant === '' ? answer : `${variant}: ${answer}`],
  notApplicable: undefined,
  ...more,
});

const run = (tests: readonly JudgedTest[], more: { partial?: boolean; host?: string } = {}) =>
  buildResults(runInput({ suiteVersion: '', ...more }), tests);

const order = met('auth.order', '', 'HTTP 401');
const bounds = (variant: string, answer: string, more: Partial<JudgedTest> = {}) =>
  met('wallets.limit-bounds', variant, answer, more);
const left = { verdict: 'environment', error: 'EnvironmentFault: gone', observed: [] } as const;

test('new, changed and missing observations are distinguished', () => {
  const pinned: Pinned = {
    'auth.order': ['HTTP 400'],
    'wallets.limit-bounds': ['limit 0: HTTP 400', 'limit many: HTTP 400'],
    'webhook.body': ['POST'],
    'callback-update.empty': ['HTTP 200'],
    'no.such-rule': ['x'],
  };
  const tests = [
    order,
    bounds('limit 0', 'HTTP 400'),
    bounds('limit many', 'HTTP 400'),
    met('webhook.body', '', '', { observed: [] }),
    met('version.elsewhere', '', 'HTTP 404'),
    met('callback-update.empty', '', '', left),
  ];
  assert.deepEqual(driftOf(run(tests), pinned), {
    file: 'observations/staging.example.com.json',
    pinned: true,
    new: [{ rule: 'version.elsewhere', after: ['HTTP 404'] }],
    changed: [{ rule: 'auth.order', before: ['HTTP 400'], after: ['HTTP 401'] }],
    gone: [
      { rule: 'webhook.body', before: ['POST'] },
      { rule: 'no.such-rule', before: ['x'] },
    ],
  });
});

test('a variant that was not judged or not selected keeps its pinned observations', () => {
  const pinned = { 'wallets.limit-bounds': ['limit 0: HTTP 400', 'limit many: HTTP 400', 'limit old: HTTP 200'] };
  const open = driftOf(run([bounds('limit 0', 'HTTP 200'), bounds('limit many', '', left)]), pinned);
  assert.deepEqual(open.changed[0]?.after, ['limit 0: HTTP 200', 'limit many: HTTP 400'], 'limit old has no test');
  const partial = driftOf(run([bounds('limit 0', 'HTTP 400')], { partial: true }), pinned);
  assert.ok(isUnchanged(partial));
  const changed = driftOf(run([bounds('limit 0', 'HTTP 200')], { partial: true }), pinned);
  assert.deepEqual(changed.changed[0]?.after, ['limit 0: HTTP 200', 'limit many: HTTP 400', 'limit old: HTTP 200']);
});

test('accepting pins the observations of all or some rules and keeps the rest', () => {
  const pinned: Pinned = { 'auth.order': ['HTTP 400'], 'webhook.body': ['POST'], 'error.wording': ['a: b'] };
  const tests = [order, met('webhook.body', '', 'none'), met('version.elsewhere', '', 'HTTP 404')];
  const results = run(tests, { partial: true });
  const drift = driftOf(results, pinned);
  const some = accepted(pinned, drift, ['auth.order']);
  assert.deepEqual(some, { ...pinned, 'auth.order': ['HTTP 401'] });
  const all = accepted(pinned, drift);
  assert.deepEqual(all['error.wording'], ['a: b']);
  assert.ok(isUnchanged(driftOf(results, all)));
});

test('the file is sorted, and a damaged file gives one clear error', () => {
  const root = mkdtempSync(join(tmpdir(), 'pins-'));
  const file = 'observations/a.json';
  try {
    assert.equal(readPins(root, file), undefined);
    writePins(root, file, 'a', { 'z.b': ['2', '1', '2'], 'a.b': ['x'], 'm.empty': [] });
    assert.deepEqual(Object.entries(readPins(root, file) ?? {}), [
      ['a.b', ['x']],
      ['z.b', ['1', '2']],
    ]);
    assert.match(readFileSync(join(root, file), 'utf8'), /"z\.b": \[\n {6}"1",\n {6}"2"\n {4}\]/);
    for (const [text, why] of [
      ['{', /observations\/a\.json .* cannot be used: it is not valid JSON/],
      ['<<<<<<< ours\n{}', /conflict markers/],
      ['{"version":2,"target":"a","rules":{}}', /version: is not 1, /],
      ['{"version":1,"target":"a","rules":{"a.b":"x"}}', /rules\.a\.b: /],
    ] as const) {
      writeFileSync(join(root, file), text);
      assert.throws(
        () => readPins(root, file),
        (error) => error instanceof DamagedPins && why.test(error.message) && /git checkout/.test(error.message),
      );
    }
    mkdirSync(join(root, 'observations/staging.example.com.json'));
    const { run: facts } = withDrift(root, run([order]));
    assert.equal(facts.verdict, 'inconclusive');
    assert.match(facts.errors[0] ?? '', /cannot be read \(EISDIR\)/);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('the summary starts with shortened observations without control characters, and keeps the verdict', () => {
  const pinned = { 'auth.order': [`HTTP 400 ${'x'.repeat(500)}\u001b[31m`] };
  const many = (['version.elsewhere', 'webhook.body', 'checkout.amount-as-text', 'callback-update.empty'] as const)
    .concat(['txn.reference-reused', 'callback-delete.second'] as never)
    .map((rule) => met(rule, '', 'HTTP 200'));
  const results = run([order, ...many], { partial: true });
  const drift = driftOf(results, pinned);
  const text = summaryOf({ ...results, run: { ...results.run, observations: drift } });
  assert.match(text, /^\nObserved differently than in .*: 6 new · 1 changed\n {2}NEW {2}/);
  assert.match(text, /NEW {2}and 2 more rules/);
  assert.match(text, /CHANGED {2}auth\.order {2}which answer .*\?\n {6}- HTTP 400 x+…\n {6}\+ HTTP 401\n/);
  assert.match(text, /npm run observations -- --accept/);
  assert.match(text, /Verdict {3}conforming$/);
  assert.ok(!driftInFull(drift).join('').includes('\u001b'));
  assert.equal(driftInShort(driftOf(results, undefined)).length, 1);
  assert.deepEqual(driftInShort(driftOf(run([order]), { 'auth.order': ['HTTP 401'] })), []);
});
