import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import type { Verdict } from '../../results/judgement/verdict.ts';
import { buildResults } from '../../results/judgement/build-results.ts';
import { Progress } from './progress.ts';
import { summaryOf } from './summary.ts';

process.env.FORCE_COLOR = '0';

const place = {
  title: 'a test',
  file: 'tests/api/4.1-transactions.spec.ts',
  line: 48,
  project: 'api',
  durationMs: 1,
};

const summary = (verdict: Verdict, error: string | null, more = {}, rule: RuleId = 'txn.amount-type'): string => {
  const run = {
    target: 'staging' as const,
    host: 'staging.example.com',
    startedAt: new Date(0).toISOString(),
    durationMs: 61_000,
    suiteVersion: '1.0.0',
    commit: null,
    modified: false,
    partial: true,
    limitedBy: ['--grep @txn.amount-type'],
    interrupted: false,
    errors: [],
    notApplicable: [],
    ...more,
  };
  return summaryOf(buildResults(run, [{ rule, verdict, error, observed: [], notApplicable: undefined, ...place }]));
};

test('the summary of a smoke run names the profile and the other selection arguments', () => {
  const smoke = (...limitedBy: string[]) => summary('pass', null, { profile: 'smoke', limitedBy });
  assert.match(smoke('--profile smoke'), /^Smoke {5}one test for each section.*\nReports/m);
  assert.match(smoke('--profile smoke', '--project=api'), /^Partial {3}only what was selected: --project=api$/m);
  assert.doesNotMatch(summary('pass', null), /Smoke/);
});

test('absent capabilities are listed, and a file with only such tests is marked n/a', () => {
  const rule = { rule: 'txn.amount-type', error: null, observed: [], notApplicable: undefined, ...place } as const;
  const absent = { ...rule, rule: 'iframe.loads', verdict: 'not-applicable', notApplicable: 'iframe' } as const;
  assert.doesNotMatch(summary('pass', null), /Absent/);
  assert.match(summary('not-applicable', null, {}, 'iframe.loads'), /^Absent {4}not applicable: iframe \(1 rule\)$/m);
  const lines: string[] = [];
  const progress = new Progress((line) => lines.push(line));
  progress.begin(['one.spec.ts', 'two.spec.ts', 'two.spec.ts']);
  progress.tested({ ...absent, file: 'one.spec.ts' });
  progress.tested({ ...absent, file: 'two.spec.ts' });
  progress.tested({ ...rule, verdict: 'pass', file: 'two.spec.ts' });
  progress.end();
  assert.deepEqual(
    lines.map((line) => line.split('(')[0]),
    ['  n/a  one  ', '  ok  two  '],
  );
});

test('a broken rule is shown with everything needed to act on it', () => {
  const text = summary('fail', 'Error: expect(reply).toRefuse()\n\nExpected: HTTP 400\nReceived: HTTP 200');
  const { sentence, sections } = catalogue['txn.amount-type'];
  for (const part of [
    'Broken rules: 1',
    `txn.amount-type  (section ${sections.join(', ')})`,
    sentence,
    'Expected: HTTP 400',
    'Received: HTTP 200',
    'tests/api/4.1-transactions.spec.ts:48',
    'npm start -- --grep @txn.amount-type',
    'staging (staging.example.com), 1 min 1 s',
    'Partial   only what was selected: --grep @txn.amount-type',
    'reports/results.json',
  ]) {
    assert.ok(text.includes(part), `${part}\nis not in\n${text}`);
  }
  assert.match(text, /Verdict {3}non-conforming$/);
});

test('rules that could not be judged are grouped by their cause', () => {
  const text = summary('environment', 'EnvironmentFault: GET /v1/wallets/list got no complete answer (ECONNREFUSED)');
  assert.match(text, /^environment: 1 rule, the target gave no answer that could be judged$/m);
  assert.match(text, /ECONNREFUSED.*\n +txn\.amount-type$/m);
  assert.match(text, /Verdict {3}inconclusive$/);
});

test('a fault of the suite and an interruption are reported', () => {
  assert.match(
    summary('pass', null, { errors: ['SyntaxError: in a spec'] }),
    /The suite itself failed:\n +SyntaxError/,
  );
  assert.match(summary('pass', null, { interrupted: true }), /^Stopped {3}/m);
});

test('values removed from the reports are listed, and settings that could not be searched for', () => {
  const removed = Array.from({ length: 8 }, (_, index) => ({
    file: `data/${index}.zip > a.txt`,
    what: ['SECRET_KEY'],
  }));
  const text = summary('pass', null, { removed, unsearched: ['PUBLISHABLE_KEY'] });
  assert.match(
    text,
    /^Removed from the reports: values of settings, in 8 files\n {2}data\/0\.zip > a\.txt: SECRET_KEY$/m,
  );
  assert.match(text, /^ {2}and 3 more, see reports\/results\.json\nNot searched for: PUBLISHABLE_KEY/m);
});

test('a long error is shortened, and a conforming run has only table and verdict', () => {
  assert.ok(summary('fail', `Error: expect(x)\n${'line\n'.repeat(50)}`).includes('…'));
  assert.match(summary('pass', null), /^\nRules by section/);
});

test('a detected rate limit is suggested as a setting', () => {
  assert.match(summary('pass', null, { rate: 9.5 }), /^Target .*\nLimit {5}.* MAX_REQUESTS_PER_SECOND=9\.5 /m);
  assert.doesNotMatch(summary('pass', null), /^Limit/m);
});
