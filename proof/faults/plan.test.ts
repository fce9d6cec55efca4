import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultIn, type Mutant } from '../../helpers/client/lanes.ts';
import { listedBySandbox } from '../../helpers/processes/start-sandbox.ts';
import type { MutantResult } from '../../harness/results/proof/fault-proof.ts';
import { killersFrom, readKillers } from './killers.ts';
import { controlLane, lanesByFault, lanesByKillers, lanesByRule, lanesOfGenerated } from './plan.ts';

const fault = (name: string, rule: Mutant['rule']): Mutant => ({ name, rule, what: name, address: 'http://x' });
const faults = [
  fault('url-missing', 'hosted.url'),
  fault('url-empty', 'hosted.url'),
  fault('no-result', 'hosted.result'),
];

test('in a lane every rule meets one fault at most, and no fault is lost', () => {
  const lanes = lanesByRule(faults);
  assert.equal(lanes.length, 2);
  assert.deepEqual(
    lanes.flatMap((lane) => Object.values(lane).map(({ name }) => name)).sort(),
    faults.map(({ name }) => name).sort(),
  );
  assert.equal(faultIn(lanes[1] ?? {}, 'hosted.result'), undefined);
  assert.equal(faultIn(lanesByFault(faults)[2] ?? {}, 'hosted.url')?.name, 'no-result');
  assert.equal(faultIn(controlLane(['hosted.url'], 'http://y'), 'hosted.url')?.name, 'none');
});

test('faults meet the generated tests of their endpoint', () => {
  const [lane = {}, ...more] = lanesOfGenerated([fault('url-missing', 'hosted.url'), fault('no-list', 'wallets.list')]);
  assert.deepEqual(more, []);
  assert.equal(faultIn(lane, 'generated.initiation-matrix')?.name, 'url-missing');
  assert.equal(faultIn(lane, 'generated.wallet-queries')?.name, 'no-list');
  assert.equal(faultIn(lane, 'hosted.url'), undefined);
});

test('a fault meets its killers alone, in one lane, or all tests of its rule where none are known', () => {
  const more = [fault('url-null', 'hosted.url'), fault('url-path', 'hosted.url')];
  const killers = { 'url-missing': ['with addresses', ''], 'url-empty': ['again'], 'url-path': [] };
  const lanes = lanesByKillers([...faults, ...more], killers);
  const metBy = (variant: string, rule = 'hosted.url') =>
    lanes.flatMap((lane) => faultIn(lane, rule, variant)?.name ?? []).sort();
  assert.deepEqual(metBy(''), ['url-missing', 'url-null', 'url-path']);
  assert.deepEqual(metBy('again'), ['url-empty', 'url-null', 'url-path']);
  assert.deepEqual(metBy('any', 'hosted.result'), ['no-result']);
  const lane = lanes.find((one) => faultIn(one, 'hosted.url', '')?.name === 'url-missing') ?? {};
  assert.equal(faultIn(lane, 'hosted.url', 'with addresses')?.name, 'url-missing');
});

test('killers are few, kill every fault, and leave out no test that kills', () => {
  const met = (name: string, variant: string, verdict: MutantResult['verdict'] = 'fail'): MutantResult => ({
    fault: name,
    rule: 'hosted.url',
    test: variant,
    variant,
    verdict,
  });
  const encounters = [
    met('a', 'one'),
    met('a', 'two'),
    met('a', 'three'),
    met('b', 'one'),
    met('b', 'two', 'pass'),
    met('c', 'two', 'harness'),
    met('d', 'one'),
    met('d', 'two'),
    met('d', 'four'),
  ];
  assert.deepEqual(killersFrom(encounters), { a: ['two', 'three'], b: ['one'], d: ['four'] });
});

test('the killers of every fault are known', () => {
  const recorded = readKillers();
  const unknown = listedBySandbox<Mutant>('faults').flatMap(({ name }) => (recorded[name] ? [] : [name]));
  assert.deepEqual(unknown, [], 'npm run faults -- --grep RULE --record adds them');
});
