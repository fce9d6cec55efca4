import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  controlLane,
  faultIn,
  lanesByFault,
  lanesByRule,
  lanesOfGenerated,
  type Mutant,
} from '../../../helpers/client/lanes.ts';
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
  verdict,
});

test('a lane has at most one fault per rule, and every fault is in a lane', () => {
  const lanes = lanesByRule(faults);
  assert.equal(lanes.length, 2);
  assert.deepEqual(
    lanes.flatMap((lane) => Object.values(lane).map(({ name }) => name)).sort(),
    faults.map(({ name }) => name).sort(),
  );
  assert.equal(faultIn(lanes[1] ?? {}, 'hosted.result'), undefined);
  assert.equal(faultIn(lanesByFault(faults)[2] ?? {}, 'hosted.url')?.name, 'no-result');
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

test('a test that kills no fault is listed', () => {
  const encounters = faults
    .slice(0, 2)
    .flatMap(({ name, rule }) => [
      met(name, rule, 'fail', 'a test that asserts'),
      met(name, rule, 'pass', 'a test that asserts nothing'),
    ]);
  const proof = proofOf(faults.slice(0, 2), encounters, ['hosted.url']);
  assert.deepEqual(proof.testsThatKilledNothing, ['a test that asserts nothing']);
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
  assert.equal(faultIn(controlLane(['hosted.url'], 'http://y'), 'hosted.url')?.name, 'none');
});

test('a fault meets the generated tests of its endpoint, and any of them may kill it', () => {
  const [lane = {}, ...more] = lanesOfGenerated([fault('url-missing', 'hosted.url'), fault('no-list', 'wallets.list')]);
  assert.deepEqual(more, []);
  assert.equal(faultIn(lane, 'generated.initiation-matrix')?.name, 'url-missing');
  assert.equal(faultIn(lane, 'generated.wallet-queries')?.name, 'no-list');
  assert.equal(faultIn(lane, 'hosted.url'), undefined);
  const killed = asOwnRule(faults, [met('url-missing', 'generated.initiation-matrix', 'fail')]);
  assert.equal(proofOf(faults, killed, []).faults[0]?.killed, true);
});
