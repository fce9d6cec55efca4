import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taggedEmailOf } from '../../interface/messages/requests.ts';
import {
  extensionOf,
  firstMissOf,
  lookAlikeOf,
  maskFor,
  maskingOf,
  middleMissOf,
  nearMissOf,
  otherCaseOf,
  truncationOf,
} from './secrets.ts';

const keys = { secretKey: 'sk_test/9+a b', publishableKey: 'pk_test_1234' };
const mask = maskFor(keys);

test('every form of a key is replaced by the name of its setting', () => {
  assert.equal(mask(`Bearer ${keys.secretKey}`), 'Bearer <SECRET_KEY>');
  assert.equal(mask(`key=${encodeURIComponent(keys.secretKey)}&x=1`), 'key=<SECRET_KEY>&x=1');
  assert.equal(mask(Buffer.from(keys.secretKey).toString('base64')), '<SECRET_KEY>');
  assert.equal(mask(`"${keys.publishableKey}"`), '"<PUBLISHABLE_KEY>"');
});

test('almost right keys are masked, since they reveal the right one', () => {
  const variants = [nearMissOf, firstMissOf, middleMissOf, lookAlikeOf, truncationOf, extensionOf, otherCaseOf];
  for (const almost of variants) {
    const text = mask(almost(keys.publishableKey));
    assert.doesNotMatch(text, /pk_test_1/i, text);
  }
});

test('almost right keys differ from the right one', () => {
  for (const key of ['abcd0', 'abcd1', 'x']) {
    const almost = new Set([nearMissOf(key), extensionOf(key), key]);
    assert.equal(almost.size, 3, key);
    assert.ok(![firstMissOf(key), middleMissOf(key)].includes(key), key);
  }
});

test('missing and very short keys mask nothing', () => {
  assert.equal(maskFor({ secretKey: '', publishableKey: 'a' })('a banana'), 'a banana');
});

const customer = {
  ...keys,
  secretKey: 'S3CR-9f1b2c7e-aa41',
  customerEmail: 'jane@example.com',
  mobileMoneyNumber: '0712345678',
};
const maskAll = maskFor(customer);

test('a key is found if escaped, encoded, interrupted or truncated', () => {
  const key = customer.secretKey;
  const each = (write: (code: number) => string): string => [...key].map((one) => write(one.charCodeAt(0))).join('');
  for (const form of [
    key.toLowerCase(),
    each((code) => `%${code.toString(16)}`),
    each((code) => `%25${code.toString(16).toUpperCase()}`),
    each((code) => `\\u00${code.toString(16)}`),
    each((code) => `&#${code};`),
    each((code) => `&#x${code.toString(16)};`),
    [...key].join('\n'),
    `${key.slice(0, 7)}\\r\\n${key.slice(7)}`,
    `${key.slice(0, 7)}\u001b[31m${key.slice(7)}`,
    `${key.slice(0, 7)}<wbr>${key.slice(7)}`,
    `${key.slice(0, 7)}\u200b${key.slice(7)}`,
    Buffer.from(key).toString('hex'),
    Buffer.from(`Bearer ${key}\n`).toString('base64url'),
    Buffer.from(`user:${key}`).toString('base64').replace(/.{9}/g, '$&\n'),
  ]) {
    const masked = maskAll(`[${form}]`);
    assert.match(masked, /<SECRET_KEY>/, form);
    assert.doesNotMatch(masked.replace(/\s/g, ''), /9f1b|2c7e|OWYxYj/i);
  }
  assert.equal(maskAll(`{"key":"${key.slice(0, -2)}"}`), '{"key":"<SECRET_KEY*>"}');
  assert.equal(maskFor({ ...keys, secretKey: 'sk_test+1234567' })('sk_test 1234567'), '<SECRET_KEY>');
  assert.equal(maskAll(`a long text ending in ${key.slice(0, -2)}…`), 'a long text ending in <SECRET_KEY*>…');
});

test("the customer's data are masked in other notations too", () => {
  for (const [text, masked] of [
    ['{"email":"Jane@Example.com"}', '{"email":"<CUSTOMER_EMAIL>"}'],
    ['?email=jane%40example.com&x=1', '?email=<CUSTOMER_EMAIL>&x=1'],
    [`{"email":"${taggedEmailOf('jane@example.com')}"}`, '{"email":"<CUSTOMER_EMAIL*>"}'],
    ['"0712345678"', '"<MOBILE_MONEY_NUMBER>"'],
    ['071 234 5678', '<MOBILE_MONEY_NUMBER>'],
    [String.raw`"first\n0712345678"`, String.raw`"first\n<MOBILE_MONEY_NUMBER>"`],
    ['%220712345678%22', '%22<MOBILE_MONEY_NUMBER>%22'],
    ['%2B260712345678', '%2B260<MOBILE_MONEY_NUMBER#0>'],
    ['+260712345678', '+260<MOBILE_MONEY_NUMBER#0>'],
    ['9712345678', '9<MOBILE_MONEY_NUMBER#0>'],
    ['{"number":712345678}', '{"number":"<MOBILE_MONEY_NUMBER#0>"}'],
  ] as const) {
    assert.equal(maskAll(text), masked);
  }
});

test('credentials of a remote browser are masked in every form, its host is not', () => {
  const mask = maskFor({
    ...keys,
    browserAddress: 'wss://browsers.example:3000/?token=9f1c-t0ken-77&browser=chromium',
  });
  assert.equal(
    mask('wss://browsers.example:3000/?token=9f1c-t0ken-77'),
    'wss://browsers.example:3000/?token=<BROWSER_ADDRESS>',
  );
  assert.equal(mask(Buffer.from('token=9f1c-t0ken-77').toString('base64')).includes('<BROWSER_ADDRESS>'), true);
  assert.equal(mask('chromium'), 'chromium');
});

test('the address of a webhook is masked from its path on, but not in parts', () => {
  const path = 'workflows/8f3a9c/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Frun&sig=Zk3_x-9';
  const digestWebhookUrl = `https://prod-1.example.com:443/${path}`;
  const withWebhook = maskFor({ ...keys, digestWebhookUrl });
  assert.equal(
    withWebhook(`POST ${digestWebhookUrl} failed`),
    'POST https://prod-1.example.com:443/<DIGEST_WEBHOOK_URL> failed',
  );
  assert.equal(withWebhook(Buffer.from(path).toString('base64')), '<DIGEST_WEBHOOK_URL>');
  assert.equal(withWebhook('GET /workflows/8f3a9c'), 'GET /workflows/8f3a9c');
  const long = 'workflows/8f3a9c/triggers/manual/'.repeat(20_000);
  const startedAt = Date.now();
  withWebhook(long);
  assert.ok(Date.now() - startedAt < 2000);
});

test('ids, times and ordinary values are not masked', () => {
  for (const text of ['tx_0712345678', 'ab0712345678cd', '1712345678000', '0.712345678', '10712345678901']) {
    assert.equal(maskAll(text), text);
  }
  const short = maskFor({ secretKey: 'pay', publishableKey: 'test', customerEmail: 'a@b.c', mobileMoneyNumber: '0' });
  for (const text of ['payment 0 of 100', 'tested, contest', '{"amount":0}']) assert.equal(short(text), text);
});

test('masked JSON remains valid', () => {
  const value = {
    key: customer.secretKey,
    number: 712345678,
    list: [712345678, '0712345678'],
    email: customer.customerEmail,
  };
  for (const space of [0, 2]) assert.doesNotThrow(() => JSON.parse(maskAll(JSON.stringify(value, null, space))));
});

test('replacements are reported by the names of their settings', () => {
  const found = new Set<string>();
  maskingOf(customer)(`${customer.secretKey} ${customer.customerEmail}`, (name) => found.add(name));
  assert.deepEqual([...found], ['SECRET_KEY', 'CUSTOMER_EMAIL']);
});

test('no text makes the search slow', () => {
  for (const part of ['\\', '%25', 's ', '<', '&amp;', 's<>', 'S3CR-9f1b2c7e-', '07', '%2507']) {
    const startedAt = performance.now();
    maskAll(part.repeat(300_000 / part.length));
    // Ten times what a slow machine needs; quadratic behaviour would take minutes.
    assert.ok(performance.now() - startedAt < 5_000, part);
  }
});
