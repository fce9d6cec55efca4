import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedBySandbox } from '../helpers/processes/start-sandbox.ts';
import { catalogue, type RuleId } from '../interface/rules/catalogue.ts';
import { combinations, problemsOf, settingsOf, testsOf, type Variant } from './conforming.ts';
import { isGreen, isKilledBy, isUndecided, testsInRound } from './fault-rounds.ts';
import { planOf, type ListedTest } from './mutant-plan.ts';
import { partOf, type MutantResult } from './run-mutants.ts';
import { areas, rulesOfAreas } from './variant-areas.ts';

const listed = (title: string, tags: string, project: ListedTest['project'] = 'api'): ListedTest => ({
  key: `../tests/${project}/x.spec.ts › ${title}`,
  tags: tags.split(' '),
  project,
});
const found = (...checks: [rule: string, verdict: string][]): MutantResult => ({
  name: 'list-empty',
  rule: 'wallets.list',
  address: '',
  test: 'a',
  ended: 'passed',
  error: null,
  checks: checks.map(([rule, verdict]) => ({ rule, verdict, case: '', message: null })) as MutantResult['checks'],
  durationMs: 1,
});
const variants = listedBySandbox<Variant>('variants');
const mustRules = (Object.keys(catalogue) as RuleId[]).filter((id) => catalogue[id].level === 'must');

test('each must rule has a fault', () => {
  const broken = new Set(listedBySandbox<{ rule: string }>('faults').map(({ rule }) => rule));
  assert.equal(mustRules.filter((id) => !broken.has(id)).join(), '');
});

test('each must rule belongs to an area, and each area has variants', () => {
  const all = new Set(rulesOfAreas(Object.keys(areas)));
  assert.equal(mustRules.filter((id) => !all.has(id)).join(), '');
  assert.deepEqual(new Set(variants.flatMap((one) => one.areas)), new Set(Object.keys(areas)));
  assert.throws(() => rulesOfAreas(['nowhere']), /there is no area "nowhere"/);
  assert.ok(rulesOfAreas(['refusals']).includes('txn.code-missing'));
  assert.ok(!rulesOfAreas(['initiations']).includes('txn.code-missing'));
});

test('a variant meets the tests of its area and of the questions that it answers; of those in the browser, one in three', () => {
  const variant = {
    name: 'v',
    question: 'q',
    answers: ['wallets.limit-effect'],
    areas: ['wallets', 'forms'],
    needs: {},
  };
  const api = [listed('a', '@wallets.list'), listed('b', '@wallets.limit-effect'), listed('c', '@txn.id-unique')];
  const browser = ['d', 'e', 'f'].map((title) => listed(title, '@form.success', 'browser'));
  const met = [0, 1, 2].map((index) => testsOf(variant, [...api, ...browser], index));
  for (const tests of met) assert.deepEqual(tests.slice(0, 2), api.slice(0, 2));
  assert.deepEqual(new Set(met.flatMap((tests) => tests.slice(2))), new Set(browser));
  const needs = { NOT_APPLICABLE: 'webhooks' };
  assert.deepEqual(testsOf({ ...variant, needs }, [listed('a', '@wallets.list @needs-webhooks')], 0), []);
});

test('combinations hold each variant once, never two of one question, and the settings of all', () => {
  const services = combinations(variants);
  const apart = variants.filter(({ needs }) => 'CHECKOUT_PAGE' in needs || 'CALLBACK_CREATE_PATH' in needs);
  assert.deepEqual(
    services.flatMap((service) => service.map(({ name }) => name)).sort(),
    variants.flatMap((one) => (apart.includes(one) ? [] : [one.name])).sort(),
  );
  for (const service of services) assert.equal(new Set(service.map(({ question }) => question)).size, service.length);
  const both: Record<string, string>[] = [{ NOT_APPLICABLE: 'a' }, { NOT_APPLICABLE: 'b', CALLBACK_ID: 'c' }];
  assert.deepEqual(settingsOf(both.map((needs) => ({ ...variants[0]!, needs }))), {
    NOT_APPLICABLE: 'a,b',
    CALLBACK_ID: 'c',
  });
});

test('what a conforming service must not see', () => {
  assert.deepEqual(problemsOf(found(['wallets.list', 'pass'], ['wallets.limit-effect', 'not-tested'])), []);
  for (const verdict of ['fail', 'not-tested', 'environment', 'harness'])
    assert.equal(problemsOf(found(['wallets.list', verdict])).length, 1, verdict);
  assert.equal(problemsOf({ ...found(), ended: 'timedOut' }).length, 1);
  assert.deepEqual(problemsOf({ ...found(['webhook.new-address', 'not-tested']), name: 'a,no-deliveries' }), []);
  assert.equal(problemsOf({ ...found(['webhook.new-address', 'fail']), name: 'no-deliveries' }).length, 1);
});

test('a fault is killed by a failed check of its own rule alone', () => {
  assert.ok(isKilledBy(found(['wallets.result', 'pass'], ['wallets.list', 'fail'])));
  for (const [rule, verdict] of [
    ['wallets.result', 'fail'],
    ['wallets.list', 'not-tested'],
    ['wallets.list', 'harness'],
  ] as const)
    assert.ok(!isKilledBy(found([rule, verdict])), `${rule} ${verdict}`);
  assert.ok(!isKilledBy({ ...found(['wallets.list', 'fail']), name: 'none' }));
  assert.ok(isGreen(found(['wallets.list', 'pass'], ['wallets.limit-effect', 'observed'])));
  assert.ok(!isGreen(found(['wallets.list', 'not-tested'])));
  assert.ok(!isGreen({ ...found(), ended: 'failed' }));
});

test('a test without a fault is met again with the time-outs of a run when it was not judged, never when it failed', () => {
  assert.ok(isUndecided(found(['wallets.list', 'pass'], ['wallets.result', 'not-tested'])));
  assert.ok(!isUndecided(found(['wallets.list', 'fail'], ['wallets.result', 'not-tested'])));
  assert.ok(!isUndecided(found(['wallets.list', 'harness'])));
  assert.ok(!isUndecided(found(['wallets.list', 'pass'])));
});

test('a fault meets the test that killed it before, or one of its rule, then two others, then all; those of its project and with its words first', () => {
  const tests = [
    listed('other', '@json.answers'),
    listed('in a browser', '@form.success @wallets.list', 'browser'),
    ...['a', 'b', 'the currencies alone', 'c'].map((title) => listed(title, '@wallets.list')),
  ];
  const rounds = (name: string, index: number, browser = false) =>
    [0, 1, 2].map((round) =>
      testsInRound({ name, rule: 'wallets.list', browser }, tests, index, round).map(({ key }) => key.at(-1)),
    );
  assert.deepEqual(rounds('f', 0), [['a'], ['b', 'e'], ['a', 'b', 'e', 'c', 'r']]);
  assert.deepEqual(rounds('f', 4), [['c'], ['a', 'b'], ['c', 'a', 'b', 'e', 'r']]);
  assert.deepEqual(rounds('list-of-one-alone', 4), [['e'], ['c', 'a'], ['e', 'c', 'a', 'b', 'r']]);
  assert.deepEqual(rounds('f', 0, true)[0], ['r']);
  assert.deepEqual(testsInRound({ name: 'f', rule: 'wallets.none' }, tests, 3, 0), []);
  const [first] = testsInRound({ name: 'f', rule: 'wallets.list' }, tests, 0, 0, tests.at(-1)?.key);
  assert.deepEqual(first, tests.at(-1));
});

test('a test that meets several sandboxes is declared in as many copies of its spec; other settings are another project', () => {
  const test1 = listed('a › b', '@wallets.list');
  const inBrowser = listed('c', '@form.success', 'browser');
  const mutant = (name: string) => ({ name, rule: '', address: `http://${name}` });
  const { projects, copies } = planOf([
    { test: test1, mutant: mutant('one') },
    { test: test1, mutant: mutant('two') },
    { test: test1, mutant: mutant('three'), settings: { CALLBACK_ID: 'x' } },
    { test: inBrowser, mutant: mutant('four') },
  ]);
  assert.deepEqual(
    projects.map(({ name, mutants }) => [name, Object.values(mutants).map((one) => one.name)]),
    [
      ['browser', ['four']],
      ['api', ['one', 'two']],
      ['api', ['three']],
    ],
  );
  assert.deepEqual(projects[1]?.tests, {
    '../reports/proof/copies/1/api/x.spec.cjs › a › b': test1.key,
    '../reports/proof/copies/2/api/x.spec.cjs › a › b': test1.key,
  });
  assert.deepEqual(
    copies.map(({ spec }) => spec),
    ['../tests/browser/x.spec.ts', '../tests/api/x.spec.ts', '../tests/api/x.spec.ts'],
  );
});

test('parts together are the whole, each once', () => {
  const list = Array.from({ length: 23 }, (_, index) => index);
  const parts = [1, 2, 3, 4, 5, 6, 7].flatMap((part) => partOf(list, `${part}/7`));
  assert.deepEqual(
    parts.sort((a, b) => a - b),
    list,
  );
  for (const part of ['0/7', '8/7', 'x']) assert.throws(() => partOf(list, part), /write a part such as 2\/7/);
});
