import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mutant } from '../../../helpers/client/lanes.ts';
import { asOwnRule, holds, printed, proofOf, type MutantResult } from './fault-proof.ts';

const fault = (name: string, rule: Mutant['rule']): Mutant => ({
  name,
  rule,
  what: name,
  address: 'http://x',
});
const faults = [
  fault('url-missing', 'hosted.url'),
  fault('url-empty', 'hosted.url'),
  fault('no-result', 'hosted.result'),
];
const met = (name: string, rule: string, verdict: MutantResult['verdict'], title = 'a'): MutantResult => ({
  fault: name,
  rule,
  test: title,
  variant: '',
  verdict,
});

test('a fault is killed only by a failed assertion in a test of its own rule', () => {
  const proof = proofOf(
    faults,
    [
      met('url-missing', 'hosted.url', 'fail'),
      met('url-empty', 'hosted.url', 'harness'),
      met('url-empty', 'hosted.result', 'fail', 'b'),
      met('no-result', 'hosted.result', 'environment', 'b'),
    ],
    ['hosted.url', 'hosted.result', 'hosted.message'],
  );
  assert.deepEqual(
    proof.faults.map(({ killed }) => killed),
    [true, false, false],
  );
  assert.deepEqual(proof.faults[1]?.collateral, ['hosted.result']);
  assert.deepEqual(proof.rulesWithoutFault, ['hosted.message']);
});

test('a test that kills no fault is listed, and invalidates a whole proof', () => {
  const encounters = faults
    .slice(0, 2)
    .flatMap(({ name, rule }) => [
      met(name, rule, 'fail', 'a test that asserts'),
      met(name, rule, 'pass', 'a test that asserts nothing'),
    ]);
  const proof = proofOf(faults.slice(0, 2), encounters, ['hosted.url']);
  assert.deepEqual(proof.testsThatKilledNothing, ['a test that asserts nothing']);
  assert.ok(holds(proof));
  assert.ok(!holds({ ...proof, whole: true }));
  assert.match(printed(proof), /Detected by only one of several tests \(2\)/);
  assert.match(printed(proof), /2 of 2 faults killed, 0 survived/);
});

test('a test that fails without a fault invalidates the proof', () => {
  const killed = met('url-missing', 'hosted.url', 'fail');
  const proof = proofOf(faults.slice(0, 1), [killed, met('none', 'hosted.url', 'pass')], []);
  assert.ok(holds(proof));
  const spoilt = proofOf(faults.slice(0, 1), [killed, met('none', 'hosted.url', 'fail', 'impatient')], []);
  assert.ok(!holds(spoilt));
  assert.match(printed(spoilt), /Tests that fail without a fault \(1\)\n {2}impatient: fail/);
});

test('any generated test may kill a fault where these are asked to', () => {
  const killed = asOwnRule(faults, [met('url-missing', 'generated.initiation-matrix', 'fail')]);
  assert.equal(proofOf(faults, killed, []).faults[0]?.killed, true);
});
