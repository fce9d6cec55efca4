import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { buildResults } from '../results/build-results.ts';
import { check, ended, run } from '../tests/sample-results.ts';
import { categoriesOf, testKey } from './categories.ts';

test('each broken rule is a category with a test of its own, the first cause with the others', () => {
  const broken = (rule: RuleId, field: string) =>
    check(rule, 'one', { verdict: 'fail', differences: [{ field, expected: 'a string', received: 'absent' }] });
  const [message, details] = [broken('wallets.message', 'message'), broken('wallets.details', 'details')];
  const tests = [[message], [message, details], [message, details]];
  const results = buildResults(
    run,
    tests.map((checks, index) => ended(`test ${index}`, checks)),
    undefined,
  );
  const key = (index: number) => testKey('tests/api/a.spec.ts', `test ${index}`);
  assert.deepEqual(
    categoriesOf(results, new Set([0, 1, 2].map(key))).map(({ name, tests: own }) => [name.split(':')[0], own]),
    [
      ['wallets.message', [key(0), key(2)]],
      ['wallets.details', [key(1)]],
    ],
  );
});
