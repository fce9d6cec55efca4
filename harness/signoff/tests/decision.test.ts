import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunInput } from '../../results/judgement/build-results.ts';
import type { Results, Review } from '../../results/results-schema.ts';
import { decide } from '../decision.ts';
import { commit, ended, known, one, startedAt } from './ended.ts';

const decision = (results: Results): string => decide(results, commit, '2026-11-21').decision;

test('GO requires a complete, conforming run of the committed suite', () => {
  assert.equal(decision(ended()), 'GO');
  assert.equal(decision(ended('not-applicable')), 'GO');
  const doubtful: Partial<RunInput>[] = [
    { commit: 'another' },
    { commit: null },
    { modified: true },
    { partial: true, limitedBy: ['--project=api'] },
    { interrupted: true },
    { errors: ['a spec does not load'] },
    { outage: 'the target does not answer any more' },
    { leftBehind: ['callback cb1 is not deleted'] },
  ];
  for (const more of doubtful) assert.equal(decision(ended('pass', more)), 'INCONCLUSIVE', JSON.stringify(more));
});

test('a broken rule is a NO-GO, unless the run was interrupted or the suite failed', () => {
  assert.equal(decision(ended('fail')), 'NO-GO');
  assert.equal(decision(ended('fail', { leftBehind: ['callback cb1'] })), 'NO-GO');
  assert.equal(decision(ended('fail', { interrupted: true })), 'INCONCLUSIVE');
});

test('rules that could not be judged make it inconclusive and are counted', () => {
  for (const verdict of ['not-tested', 'environment', 'harness'] as const) {
    const { decision, reasons } = decide(ended(verdict), commit, '2026-11-21');
    assert.equal(decision, 'INCONCLUSIVE', verdict);
    assert.match(reasons.join(), /^1 rule could not be judged/);
  }
});

test('a second attempt and a must rule without test make it inconclusive', () => {
  const results = ended();
  const [first, ...others] = results.rules;
  assert.ok(first?.tests[0]);
  const again = { ...first, tests: [{ ...first.tests[0], note: 'second attempt after an environment fault' }] };
  assert.equal(decision({ ...results, rules: [again, ...others] }), 'INCONCLUSIVE');
  assert.equal(decision({ ...results, rules: results.rules.filter(({ id }) => id !== one) }), 'INCONCLUSIVE');
});

test('a GO accepts known deviations until they expire', () => {
  const { decision: alive, known: listed } = decide(known('2026-11-21'), commit, '2026-11-21');
  assert.equal(alive, 'GO');
  assert.deepEqual(
    listed.map(({ id }) => id),
    [one],
  );
  assert.equal(decision(known('2026-11-20')), 'NO-GO');
});

test('a GO requires that no review is rejected and all required reviews are decided', () => {
  const reviewed = (state: Review['state'], required: boolean): Results => {
    const decision = {
      decision: 'rejected',
      by: 'Ada',
      at: startedAt,
      until: '2027-01-01',
      note: 'unclear',
    } as const;
    const review: Review = {
      id: 'page.understood',
      sentence: 'it is understood',
      sections: ['4.1'],
      required,
      state,
      decision: { ...decision, run: startedAt },
      evidence: [],
      changed: [],
      pictures: [],
    };
    const results = ended();
    return { ...results, run: { ...results.run, reviews: [review] } };
  };
  for (const state of ['open', 'expired', 'changed'] as const) {
    assert.equal(decision(reviewed(state, false)), 'GO', state);
    const { decision: open, reasons } = decide(reviewed(state, true), commit, '2026-11-21');
    assert.equal(open, 'INCONCLUSIVE', state);
    assert.match(reasons[0] ?? '', new RegExp(`page\\.understood \\(${state}\\) .*npm run review`));
  }
  for (const state of ['accepted', 'not-needed'] as const) assert.equal(decision(reviewed(state, true)), 'GO', state);
  for (const required of [true, false]) assert.equal(decision(reviewed('rejected', required)), 'NO-GO');
  assert.match(
    decide(reviewed('rejected', false), commit, '2026-11-21').reasons[0] ?? '',
    /^page\.understood was rejected by Ada: unclear/,
  );
});
