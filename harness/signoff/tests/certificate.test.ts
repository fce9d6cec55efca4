import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Proof } from '../../results/proof/fault-proof.ts';
import { catalogue } from '../../../interface/rules/catalogue.ts';
import { certificateIn } from '../certificate.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 24 * 60 * 60 * 1000;

const faultOf = (rule: string): Proof['faults'][number] => ({
  name: `${rule}-broken`,
  rule,
  what: 'breaks it',
  killed: true,
  killedBy: ['a test'],
  missedBy: [],
  collateral: [],
});

/** A proof with a killed fault for every must rule. */
const proof: Proof = {
  version: 1,
  suite: 'abc',
  packages: 'def',
  provenAt: new Date(now - day).toISOString(),
  whole: true,
  faults: Object.entries(catalogue).flatMap(([id, { level }]) => (level === 'must' ? [faultOf(id)] : [])),
  rulesWithoutFault: [],
  failedWithoutFault: [],
  testsThatKilledNothing: [],
};

const state = { suite: 'abc', packages: 'def' };
const certificate = (text: string) => certificateIn(text, state, 14, now);

const why = (changes: Partial<Proof>): string => {
  const found = certificate(JSON.stringify({ ...proof, ...changes }));
  return 'why' in found ? found.why : 'holds';
};

test('a complete and recent proof of this suite is accepted', () => {
  const found = certificate(JSON.stringify(proof));
  assert.deepEqual(found, { ...state, provenAt: proof.provenAt, faults: proof.faults.length });
});

test('any other proof is refused with the reason', () => {
  const [first, ...others] = proof.faults;
  assert.ok(first);
  assert.match(why({ suite: 'abd' }), /another state of the suite/);
  assert.match(why({ packages: 'deg' }), /other packages/);
  assert.match(why({ packages: null }), /other packages/);
  assert.match(why({ suite: null }), /another state of the suite/);
  assert.match(why({ provenAt: new Date(now - 15 * day).toISOString() }), /older than 14 days/);
  assert.match(why({ provenAt: new Date(now + day).toISOString() }), /in the future/);
  assert.match(why({ provenAt: 'yesterday' }), /older than 14 days/);
  assert.match(why({ whole: false }), /a part of the faults/);
  assert.match(why({ faults: others }), /a part of the faults/);
  assert.match(why({ faults: [{ ...first, killed: false, killedBy: [] }, ...others] }), /the proof failed: /);
  assert.match(why({ failedWithoutFault: [{ test: 'x', verdict: 'fail' }] }), /the proof failed: x/);
  assert.ok('why' in certificate('{"faults":'));
  assert.ok('why' in certificate('{}'));
});
