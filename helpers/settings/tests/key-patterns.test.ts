import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { looksLikeTest, looksLive } from '../safety/key-patterns.ts';

const split = (keys: string): string[] => keys.trim().split(/\s+/);

const liveKeys = split(`
  sk_live_1 LIVE-1 live1 prod.1 x/production sk_prd_1 sk.LIVE.x pk_PRODUCTION_x live.x
  sk_liveAbCdEfGh12 skLiveAbc pk-Prod-1 liveKey1 LivePk1 Production1 LIVEsk_1 sklive_1 SKLIVE_1
  Prodkey-1 prodsecret_1 keyLIVE_1 SECRETprod_1 sk_liveabcdef12 acmelive_1 acmeprod-2 anon_live_1
  FLWSECK-1 FLWPUBK-1
`);

const testKeys = split(`
  sk_test_1 TESTsk_1 skTst_1 FLWSECK_TEST-1 key-for-tests pk_Sandbox1 sbx-1 skdev_1 devKey UAT_1 qa1
  stagingkey STG-1 preprod_1 pre-prod-1 nonprod_1 demo1 dummykey mock1 fake
`);

const neither = split(`
  olive_1 Olive deliver product alive-1 delivery Products productKey deliveryKey sk_product_1
  reproduce device quality squad 0d3f6c1e-7f0b-4d7e-9c53-1b2a3c4d5e6f
`);

test('live and test keys are told apart', () => {
  const lookOf = (key: string) => [looksLive(key, undefined), looksLikeTest(key, undefined)];
  for (const key of liveKeys) assert.equal(lookOf(key)[0], true, key);
  for (const key of testKeys) assert.deepEqual(lookOf(key), [false, true], key);
  for (const key of neither) assert.deepEqual(lookOf(key), [false, false], key);
});

test('keys without words do not look live', () => {
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    for (let count = 0; count < 2000; count += 1) {
      const key = createHash('sha256').update(String(count)).digest(encoding);
      assert.equal(looksLive(key, undefined), false, key);
    }
  }
});

test('LIVE_KEY_PATTERN and TEST_KEY_PATTERN replace the defaults', () => {
  assert.equal(looksLive('sk_live_1', /^x/), false);
  assert.equal(looksLikeTest('sk_test_1', /^x/), false);
  assert.equal(looksLikeTest('x1', /^x/), true);
});
