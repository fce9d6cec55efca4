import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileOf, takeProfile } from './profile.mjs';

test('a run is the nightly unless told otherwise, and an unknown profile is an error that names the others', () => {
  assert.equal(profileOf({}), 'nightly');
  assert.equal(profileOf({ CONFORMANCE_PROFILE: '' }), 'nightly');
  assert.equal(profileOf({ CONFORMANCE_PROFILE: 'smoke' }), 'smoke');
  assert.throws(() => profileOf({ CONFORMANCE_PROFILE: 'watch' }), /smoke, nightly, signoff/);
});

test('--profile is taken out of the arguments, all others are left', () => {
  assert.deepEqual(takeProfile(['--grep', 'x']), { profile: undefined, rest: ['--grep', 'x'] });
  assert.deepEqual(takeProfile(['--profile', 'smoke', '--grep', 'x']), { profile: 'smoke', rest: ['--grep', 'x'] });
  assert.deepEqual(takeProfile(['-g', 'x', '--profile=watch']), { profile: 'watch', rest: ['-g', 'x'] });
  for (const wrong of [['--profile', 'smokey'], ['--profile'], ['--profile=']]) {
    assert.throws(() => takeProfile(wrong), /^Error: --profile: write one of smoke, nightly, signoff, watch$/);
  }
  assert.throws(() => takeProfile(['--profile', 'smoke', '--profile', 'nightly']), /name one profile, not 2/);
});
