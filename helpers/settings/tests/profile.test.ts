import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOf } from '../command-line/options.mjs';
import { profileOf, takeProfile } from '../command-line/profile.mjs';

test('the default profile is nightly, and the error for an unknown profile lists the known ones', () => {
  assert.equal(profileOf({}), 'nightly');
  assert.equal(profileOf({ CONFORMANCE_PROFILE: '' }), 'nightly');
  assert.equal(profileOf({ CONFORMANCE_PROFILE: 'smoke' }), 'smoke');
  assert.throws(() => profileOf({ CONFORMANCE_PROFILE: 'watch' }), /smoke, nightly, signoff/);
});

test('--profile is extracted from the arguments, all others remain', () => {
  assert.deepEqual(takeProfile(['--grep', 'x']), { profile: undefined, rest: ['--grep', 'x'] });
  assert.deepEqual(takeProfile(['--profile', 'smoke', '--grep', 'x']), { profile: 'smoke', rest: ['--grep', 'x'] });
  assert.deepEqual(takeProfile(['-g', 'x', '--profile=watch']), { profile: 'watch', rest: ['-g', 'x'] });
  assert.throws(() => takeProfile(['--profile', 'smokey']), /^Error: --profile: write one of smoke, nightly, signoff/);
  for (const wrong of [['--profile'], ['--profile=']])
    assert.throws(() => takeProfile(wrong), /: has no value; add one$/);
  assert.throws(() => takeProfile(['--profile', 'smoke', '--profile', 'nightly']), /given twice/);
});

test('numeric options are accepted within their bounds', () => {
  const minutes = { from: 0.1, to: 60, of: 'minutes' };
  assert.equal(numberOf('--every', '0.5', minutes), 0.5);
  assert.equal(numberOf('--every', undefined, minutes), undefined);
  for (const wrong of ['0', '61', 'x', '1e1', '-1', ' ']) {
    assert.throws(
      () => numberOf('--every', wrong, minutes),
      /^Error: --every: write a number of minutes, from 0\.1 to 60$/,
    );
  }
  assert.throws(
    () => numberOf('--times', '1.5', { from: 1, to: 9, of: 'runs', whole: true }),
    /a whole number of runs/,
  );
});
