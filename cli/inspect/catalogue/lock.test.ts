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
  test('is read as it is written', () => assert.equal(lockText(before), text));

  test('loses nothing while all is there, and takes what is new', () => {
    assert.deepEqual(lost(before, parseLock(`${text}a.fourth must 7\n  (without variant)\n`), []), []);
  });

  test('misses a test, unless it is retired', () => {
    const now = without('  operator B');
    assert.match(lost(before, now, []).join(), /^a\.first: the test "operator B" is gone; bring it back/);
    assert.match(lost(before, now, [retirement('a.first', ['operator A'])]).join('\n'), /"operator B" is gone/);
    assert.deepEqual(lost(before, now, [retirement('a.first', ['operator B'])]), []);
  });

  test('misses one of two tests of the same title', () => {
    const twice = parseLock(text.replace('  operator A\n', '  operator A\n  operator A\n'));
    assert.equal(lost(twice, before, []).length, 1);
  });

  test('misses a rule, a level and a section', () => {
    const now = parseLock('a.first observe 4.1\n  operator A\n  operator B\na.third excluded 6\n');
    assert.deepEqual(
      lost(before, now, []).map((one) => one.split(';')[0]),
      ['a.first: was must and is observe', 'a.first: is no rule of section 2.2 any more', 'a.second: the rule is gone'],
    );
    assert.equal(lost(before, now, [retirement('a.second'), retirement('a.first')]).length, 1);
  });

  test('does not keep a retired test that is there', () => {
    const retired = [retirement('a.first', ['operator A'])];
    assert.match(lost(before, before, retired).join(), /is there and retired/);
  });
});

test('an entry of retired.json needs a date, a reason and what judges the same instead', () => {
  assert.equal(parseRetired(JSON.stringify([retirement('a.first')])).length, 1);
  assert.throws(() => parseRetired('[{ "rule": "a.first", "date": "yesterday", "reason": "" }]'), /retired\.json: /);
});
