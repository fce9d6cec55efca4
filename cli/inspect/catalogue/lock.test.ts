import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lockText, lost, parseLock, parseRetired, type Retirement } from './lock.ts';

const text = `a.first must 4.1 2.2
  operator A
  operator B
a.second observe 4.1
  (without variant)
a.third excluded 6
`;
const before = parseLock(text);
const without = (line: string) => parseLock(text.replace(`${line}\n`, ''));
const retirement = (rule: string, tests?: string[]): Retirement => ({
  rule,
  date: '2026-11-22',
  reason: 'the document leaves it open',
  instead: 'nothing',
  ...(tests && { tests }),
});

describe('the lock of rules', () => {
  test('is parsed back to what was written', () => assert.equal(lockText(before), text));

  test('reports nothing when everything is still there or new', () => {
    assert.deepEqual(lost(before, parseLock(`${text}a.fourth must 7\n  (without variant)\n`), []), []);
  });

  test('reports a missing test, unless it is retired', () => {
    const now = without('  operator B');
    assert.match(lost(before, now, []).join(), /^a\.first: the test "operator B" is gone; bring it back/);
    assert.match(lost(before, now, [retirement('a.first', ['operator A'])]).join('\n'), /"operator B" is gone/);
    assert.deepEqual(lost(before, now, [retirement('a.first', ['operator B'])]), []);
  });

  test('reports a missing test when another one of the same title remains', () => {
    const twice = parseLock(text.replace('  operator A\n', '  operator A\n  operator A\n'));
    assert.equal(lost(twice, before, []).length, 1);
  });

  test('reports a missing rule, a weaker level and a missing section', () => {
    const now = parseLock('a.first observe 4.1\n  operator A\n  operator B\na.third excluded 6\n');
    assert.deepEqual(
      lost(before, now, []).map((one) => one.split(';')[0]),
      ['a.first: was must and is observe', 'a.first: is no longer a rule of section 2.2', 'a.second: the rule is gone'],
    );
    assert.equal(lost(before, now, [retirement('a.second'), retirement('a.first')]).length, 1);
  });

  test('reports a retired test that still exists', () => {
    const retired = [retirement('a.first', ['operator A'])];
    assert.match(lost(before, before, retired).join(), /still exists/);
  });
});

test('an entry of retired.json needs a date, a reason and a replacement', () => {
  assert.equal(parseRetired(JSON.stringify([retirement('a.first')])).length, 1);
  assert.throws(() => parseRetired('[{ "rule": "a.first", "date": "yesterday", "reason": "" }]'), /retired\.json: /);
});
