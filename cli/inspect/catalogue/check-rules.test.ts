import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { hasTests } from '../../../interface/rules/levels.ts';
import { smokeTests } from '../../../interface/rules/smoke.ts';
import { mismatches, prefixes } from './check-rules.ts';

const listed = (id: RuleId, file = `tests/api/${catalogue[id].sections[0]}-x.spec.ts`) => ({
  title: 'a test',
  file,
  line: 1,
  project: 'api',
  tags: [`@${id}`, `@${catalogue[id].level}`, ...(Object.hasOwn(smokeTests, id) ? ['@smoke'] : [])],
});
const ids = Object.keys(catalogue) as RuleId[];
const complete = ids.filter((id) => hasTests(catalogue[id].level)).map((id) => listed(id));
/** The findings without those about ids that are prefixes of others. */
const found = (tests: typeof complete) => mismatches(tests).slice(prefixes(ids).length);

test('a test for every rule, in a file of one of its sections, has no findings', () => {
  assert.deepEqual(found(complete), []);
  assert.deepEqual(found([...complete, listed('txn.amount-type', 'tests/api/7-errors.spec.ts')]), []);
});

test('a rule without a test is reported', () => {
  const [first, ...rest] = complete;
  assert.deepEqual(found(rest).length, 1);
  assert.ok(found(rest)[0]?.startsWith(`${first?.tags[0]?.slice(1)}: has no test`));
});

test('a test without a rule, with two rules, of an excluded rule, or in a file of another section is reported', () => {
  const base = listed('txn.amount-type');
  const excluded = ids.find((id) => catalogue[id].level === 'excluded') ?? 'txn.amount-type';
  assert.match(found([...complete, { ...base, tags: ['@smoke'] }])[0] ?? '', /belongs to no rule/);
  assert.match(found([...complete, { ...base, tags: ['@txn.amount-type', '@txn.email-type'] }])[0] ?? '', / and /);
  assert.match(found([...complete, listed(excluded)])[0] ?? '', /whose level is excluded/);
  assert.match(
    found([...complete, listed('txn.amount-type', 'tests/api/4.3-x.spec.ts')])[0] ?? '',
    /in a file of section 4\.3/,
  );
});

test('a smoke test that does not exist, and a section without a smoke test, are reported', () => {
  const without = (id: RuleId) =>
    complete.map((one) => (one.tags[0] === `@${id}` ? { ...one, tags: [`@${id}`] } : one));
  assert.match(found(without('balance.all')).join('\n'), /^balance\.all: .* there are 0\nsection 4\.4: /);
});

test('an id that is a prefix of another one is reported', () => {
  assert.equal(prefixes(['a.b', 'a.b-c', 'a.c']).length, 1);
});
