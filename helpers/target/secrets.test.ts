import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionOf, maskFor, nearMissOf, truncationOf } from './secrets.ts';

const keys = { secretKey: 'sk_test/9+a b', publishableKey: 'pk_test_1234' };
const mask = maskFor(keys);

test('every form of a key is replaced by the name of its setting', () => {
  assert.equal(mask(`Bearer ${keys.secretKey}`), 'Bearer <SECRET_KEY>');
  assert.equal(mask(`key=${encodeURIComponent(keys.secretKey)}&x=1`), 'key=<SECRET_KEY>&x=1');
  assert.equal(mask(Buffer.from(keys.secretKey).toString('base64')), '<SECRET_KEY>');
  assert.equal(mask(`"${keys.publishableKey}"`), '"<PUBLISHABLE_KEY>"');
});

test('keys that are almost right do not give the right one away', () => {
  for (const almost of [nearMissOf, truncationOf, extensionOf]) {
    const text = mask(almost(keys.publishableKey));
    assert.ok(!text.includes('pk_test_'), text);
  }
});

test('the almost right keys differ from the right one', () => {
  for (const key of ['abcd0', 'abcd1', 'x']) {
    const almost = new Set([nearMissOf(key), extensionOf(key), key]);
    assert.equal(almost.size, 3, key);
  }
});

test('missing and tiny keys mask nothing', () => {
  assert.equal(maskFor({ secretKey: '', publishableKey: 'a' })('a banana'), 'a banana');
});
