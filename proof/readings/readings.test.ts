import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultIn } from '../../helpers/client/lanes.ts';
import type { Contradiction } from '../../harness/html/ledger/reconcile.ts';
import type { JudgedTest } from '../../harness/results/judgement/build-results.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { rulesOfAreas } from './areas.ts';
import { isGreen, printed, reportOf } from './judgement.ts';
import { partOf } from '../part-of.ts';
import { alone, combinations, laneOfAll, lanesAlone, settingsOf, type Reading } from './plan.ts';
import { settingsWith } from './settings-with.ts';

const reading = (name: string, subject: string, more: Partial<Reading> = {}): Reading => ({
  name,
  subject,
  what: name,
  areas: ['wallets'],
  answers: [],
  settings: {},
  ...more,
});
const readings = [
  reading('a1', 'a', { answers: ['wallets.page-size'] }),
  reading('a2', 'a'),
  reading('a3', 'a', { areas: ['balances'] }),
  reading('b1', 'b', { settings: { CALLBACK_ID: 'one', CALLBACK_CREATE_PATH: '' } }),
  reading('c1', 'c', { settings: { NOT_APPLICABLE: 'form' } }),
  reading('c2', 'c', { settings: { NOT_APPLICABLE: 'iframe' } }),
];
const started = readings.map((one) => ({ ...alone(one), address: `http://${one.name}` }));
const met = (rule: RuleId, verdict: JudgedTest['verdict'], observed: string[] = []): JudgedTest => ({
  rule,
  verdict,
  observed,
  title: `the test of ${rule}`,
  file: 'x.spec.ts',
  line: 1,
  project: 'api',
  durationMs: 1,
  error: verdict === 'pass' || verdict === 'observed' ? null : 'Error: expect(reply).toBeAccepted()',
  notApplicable: undefined,
});

test('combinations contain every reading once, no two of a subject, and are reproduced by their seed', () => {
  for (const seed of [1, 2, 3]) {
    const services = combinations([...readings, reading('d1', 'd'), reading('e1', 'e'), reading('f1', 'f')], seed, 3);
    const names = services.flatMap((service) => service.readings.map(({ name }) => name));
    assert.equal(new Set(names).size, names.length);
    for (const service of services) {
      const subjects = service.readings.map(({ subject }) => subject);
      assert.equal(new Set(subjects).size, subjects.length);
      assert.equal(service.name, service.readings.map(({ name }) => name).join(','));
    }
  }
  assert.deepEqual(combinations(readings, 7, 2), combinations(readings, 7, 2));
});

test('the parts together contain every reading once', () => {
  const parts = ['1/4', '2/4', '3/4', '4/4'].map((part) => partOf(readings, part));
  assert.deepEqual(
    parts.map(({ length }) => length),
    [2, 2, 1, 1],
  );
  assert.deepEqual(new Set(parts.flat()), new Set(readings));
  for (const part of ['0/4', '5/4', '1', '1/0', '1.5/4', ''])
    assert.throws(() => partOf(readings, part), /such as 2\/7/);
});

test('in a lane every rule runs against one reading, and all readings have the same settings', () => {
  const lanes = lanesAlone(started);
  const first = lanes.find((lane) => faultIn(lane.rules, 'wallets.own-id')?.name === 'a1');
  assert.equal(faultIn(first?.rules ?? {}, 'wallets.page-size')?.address, 'http://a1');
  assert.equal(faultIn(first?.rules ?? {}, 'balance.all')?.name, 'a3');
  for (const { name, readings: own } of started) {
    const lane = lanes.find(({ rules }) => Object.values(rules).some((one) => one.name === name));
    assert.deepEqual(lane?.settings, own[0]?.settings);
  }
  assert.equal(faultIn(laneOfAll(started[3] ?? never(), true).rules, 'form.success')?.name, 'b1');
});

test('areas select must rules, and an unknown area is an error', () => {
  assert.ok(rulesOfAreas(['wallets', 'keys']).includes('auth.missing'));
  assert.throws(() => rulesOfAreas(['moon']), /no area "moon"/);
});

test('the settings of several readings are merged, and parsed like those of a user', () => {
  const together = settingsOf({ name: '', readings: readings.slice(3) });
  assert.deepEqual(together, { CALLBACK_ID: 'one', CALLBACK_CREATE_PATH: '', NOT_APPLICABLE: 'form,iframe' });
  const base = parseSettings({}, 'http://127.0.0.1:9');
  const settings = settingsWith(base, together, { redirectTimeoutMs: 500 });
  assert.deepEqual([...settings.notApplicable], ['second-currency', 'form', 'iframe']);
  assert.deepEqual([settings.callbackId, settings.callbackCreatePath], ['one', undefined]);
  assert.deepEqual([settings.redirectTimeoutMs, settings.baseUrl], [500, base.baseUrl]);
});

const tests: Record<string, JudgedTest[]> = {
  none: [met('wallets.page-size', 'observed', ['fewer than ten wallets'])],
  a1: [met('wallets.page-size', 'observed', ['ten wallets or more']), met('wallets.list', 'pass')],
  a2: [met('wallets.list', 'pass')],
};
const reportWith = (more: Record<string, JudgedTest[]>, contradictions: readonly Contradiction[] = []) =>
  reportOf(1, started.slice(0, 2), [{ name: 'a1,b1', readings: [] }], (name) => ({
    tests: { 'a1,b1': tests['a2'] ?? [], ...tests, ...more }[name] ?? [],
    contradictions: name === 'a1' ? contradictions : [],
  }));

test('the report is green when a reading is judged conforming and its observations change', () => {
  const report = reportWith({});
  assert.equal(isGreen(report), true, printed(report));
  assert.match(printed(report), /2 readings alone, 1 combinations \(seed 1\): 0 not conforming, 0 not observed/);
});

test('a reading that does not conform is reported, alone and in a combination', () => {
  for (const name of ['a2', 'a1,b1']) {
    const report = reportWith({ [name]: [met('wallets.list', 'fail')] });
    assert.equal(isGreen(report), false);
    assert.match(printed(report), new RegExp(`${name}: non-conforming[^]*fail {2}wallets\\.list`));
  }
});

test('a reading that could not be judged, or has no tests, is not green', () => {
  assert.match(printed(reportWith({ a2: [met('wallets.list', 'not-tested')] })), /a2: inconclusive/);
  assert.match(printed(reportWith({ a2: [] })), /a2: inconclusive \(0 tests\)/);
});

test('an observation that does not change is reported', () => {
  for (const here of [['fewer than ten wallets'], []]) {
    const report = reportWith({ a1: [met('wallets.page-size', 'observed', here)] });
    assert.equal(isGreen(report), false);
    assert.match(printed(report), /a1: not observed in wallets\.page-size/);
  }
});

test('a reading whose channels contradict each other is not green', () => {
  const report = reportWith({}, [{ what: 'other amount', said: 'asked for 5, answered 7', intents: [] }]);
  assert.equal(isGreen(report), false);
  assert.match(printed(report), /a1: conforming[^]*ledger {2}other amount: asked for 5, answered 7/);
});

function never(): never {
  throw new Error('there is no such lane');
}
