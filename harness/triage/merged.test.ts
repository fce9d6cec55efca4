import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRun } from '../digest/tests/example-run.ts';
import type { Results, TriageGroup } from '../results/results-schema.ts';
import { mergedTriage } from './merged.ts';
import { chosenOf } from './questions.ts';
import { groupsOf } from './groups.ts';

const ids = ['txn.amount-required', 'txn.email-required', 'txn.currency-required', 'txn.amount-type'];

/** A run in which these rules are broken in the same way. */
const broken = (...rules: string[]): Results => {
  const { run, rules: all, version } = exampleRun();
  const [one] = all.filter(({ verdict }) => verdict === 'fail');
  assert.ok(one);
  return { version, run, rules: rules.map((id) => ({ ...one, id })) };
};

const shard = (durationMs: number, complete: boolean, ...groups: Partial<TriageGroup>[]): Results => {
  const group: TriageGroup = {
    cause: 'product',
    common: 'x',
    said: 'failed',
    rules: [],
    asked: [],
    since: null,
    smallest: null,
  };
  const results = broken();
  const triage = { durationMs, complete, groups: groups.map((one) => ({ ...group, ...one })) };
  return { ...results, run: { ...results.run, triage } };
};

test('the outcomes of shards are regrouped, and the cause product of one shard takes precedence', () => {
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const shards = [
    shard(3000, true, { rules: [first], asked: [first], smallest: 'curl 1' }, { cause: 'unstable', rules: [second] }),
    shard(
      9000,
      false,
      { cause: 'data', rules: [first, third], asked: [third] },
      { rules: [second], said: 'failed as well' },
    ),
    broken(),
  ];
  const triage = mergedTriage(shards, broken(...ids), {
    since: new Map([[second, '2026-11-20T00:00:00.000Z']]),
    changeOf: ({ rule }) => (rule.id === fourth ? 'it was 1, is 2' : undefined),
  });
  assert.deepEqual([triage?.durationMs, triage?.complete], [9000, false]);
  assert.deepEqual(
    triage?.groups.map(({ cause, rules, asked, since, smallest }) => [cause, rules, asked, since, smallest]),
    [
      ['product', [first, second], [first], '2026-11-20T00:00:00.000Z', 'curl 1'],
      ['data', [third], [third], null, null],
      ['changed', [fourth], [], null, null],
    ],
  );
  assert.equal(mergedTriage([broken(), broken()], broken(...ids), { since: new Map(), changeOf: () => '' }), undefined);
});

test('each shard repeats its share of the failures', () => {
  const groups = groupsOf(broken(...ids, ...ids));
  assert.equal(chosenOf(groups).length, 8);
  assert.equal(chosenOf(groups, 4).length, 4);
  assert.equal(chosenOf(groups, 30).length, 1);
});
