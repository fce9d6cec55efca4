import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { verdicts } from '../verdict/verdict.ts';
import type { Results } from '../report/results-schema.ts';
import { keepResults, lastOfEachTarget, lastResults } from './history.ts';

const none = Object.fromEntries(verdicts.map((name) => [name, 0])) as Results['run']['rules'];
const results = (minute: number, more: Partial<Results['run']> = {}): Results => ({
  version: 1,
  run: {
    target: 'staging',
    host: 'pay.example:8443',
    startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    durationMs: 1,
    verdict: 'conforming',
    suiteVersion: '1',
    commit: null,
    modified: false,
    partial: false,
    limitedBy: [],
    interrupted: false,
    errors: [],
    notApplicable: [],
    rules: none,
    tests: none,
    sections: [],
    ...more,
  },
  rules: [],
});

test('the last whole run on the same target is found, and the oldest make room', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'history-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (let minute = 0; minute < 33; minute += 1) keepResults(root, results(minute));
  keepResults(root, results(33, { partial: true }));
  keepResults(root, results(34, { interrupted: true }));
  keepResults(root, results(35, { target: 'sandbox', host: '127.0.0.1:4711' }));
  const folder = join(root, 'reports', 'history', 'pay.example_8443');
  assert.equal(readdirSync(folder).length, 30);
  assert.equal(lastResults(root, results(40))?.run.startedAt, results(32).run.startedAt);
  assert.equal(lastResults(root, results(20))?.run.startedAt, results(19).run.startedAt, 'not itself, nothing later');
  assert.equal(lastResults(root, results(40, { host: 'other.example' })), undefined);
  writeFileSync(join(folder, '2026-01-01T00-59-00.000Z.json'), 'no JSON');
  assert.deepEqual([...lastOfEachTarget(root).keys()], ['pay.example_8443', 'sandbox']);
});
