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
import { parseSettings } from '../settings/settings.ts';
import { escapeHtml } from './escape-html.ts';

const keys = { secretKey: 'sk_test/9+a b', publishableKey: 'pk_test_1234' };

test('almost right keys are masked, since they reveal the right one', () => {
  const variants = [nearMissOf, firstMissOf, middleMissOf, lookAlikeOf, truncationOf, extensionOf, otherCaseOf];
  for (const key of [keys.publishableKey, 'pk_test_4b7e02c9a1d35f68', 'pk/test+12345&6']) {
    const mask = maskFor({ ...keys, publishableKey: key });
    for (const almost of variants)
      for (const text of [almost(key), encodeURIComponent(almost(key))])
        assert.match(mask(text), /^<PUBLISHABLE_KEY\*?>0?$/, text);
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

test('a key is found in five notations, also when encoded twice', () => {
  const key = `${customer.secretKey}/+"&<'b`;
  const mask = maskFor({ ...keys, secretKey: key });
  const json = (value: unknown) => JSON.stringify(value);
  for (const form of [
    key.toLowerCase(),
    encodeURIComponent(key),
    encodeURIComponent(encodeURIComponent(key)),
    encodeURIComponent(key).replace('%2F', '%2f'),
    new URLSearchParams({ key }).toString(),
    json({ key }),
    json({ nested: json({ key }) }),
    json({ key }).replace('/', String.raw`\/`),
    json({ key })
      .replace('&', String.raw`\u0026`)
      .replace('<', String.raw`\u003c`)
      .replace("'", String.raw`\u0027`),
    escapeHtml(key),
    escapeHtml(json({ key })),
    ...['', 'a', 'ab'].flatMap((before) =>
      (['base64', 'base64url'] as const).map((alphabet) => Buffer.from(`${before}${key} more`).toString(alphabet)),
    ),
    Buffer.from(json({ key })).toString('base64'),
  ]) {
    const masked = mask(`[${form}]`);
    assert.match(masked, /<SECRET_KEY>/, form);
    const decoded = [masked, ...[0, 1, 2, 3].map((skip) => String(Buffer.from(masked.slice(skip), 'base64')))];
    assert.doesNotMatch(decoded.join(), /9f1b|aa41/i, form);
  }
});

test('a cut key is found by its first or second half, and the rest of it is masked as well', () => {
  const key = 'sk_test_4b7e02c9a1d35f68';
  const mask = maskFor({ ...keys, secretKey: key });
  for (let length = 12; length < key.length; length += 1) {
    assert.equal(mask(`ends in ${key.slice(0, length)}…`), 'ends in <SECRET_KEY*>…');
    assert.equal(mask(`…${key.slice(-length)} begins`), '…<SECRET_KEY*> begins');
    assert.match(mask(Buffer.from(`ab${key.slice(0, length)}`).toString('base64')), /<SECRET_KEY\*>/);
  }
  assert.equal(mask(`a ${key.slice(0, 11)} b`), `a ${key.slice(0, 11)} b`);
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

test('a test card is masked whole', () => {
  const mask = maskFor({ ...customer, testNumbers: ['4111 1111 1111 1111', '4000000000000002'] });
  for (const [text, masked] of [
    ['Card number = 4111111111111111', 'Card number = <TEST_NUMBERS>'],
    ['4000 0000 0000 0002', '<TEST_NUMBERS>'],
    ['{"card":4000000000000002}', '{"card":"<TEST_NUMBERS>"}'],
    ['{"card":9000000000000002}', '{"card":"9<TEST_NUMBERS#0>"}'],
  ] as const) {
    assert.equal(mask(text), masked);
  }
});

test('the secret parts of addresses and headers are masked, their hosts are not', () => {
  const mask = maskFor({
    ...keys,
    browserAddress: 'wss://browsers.example:3000/?token=9f1c-t0ken-77&browser=chromium',
    digestWebhookUrl: 'https://chat.example.com:443/workflows/8f3a9c/invoke?sig=Zk3_x-9',
    connection: {
      ...parseSettings({}).connection,
      httpsProxy: 'http://jo:px-77d1c0@proxy.example:3128',
      extraHeaders: [['X-Access-Secret', 'gate-7f3b91']],
      basicAuth: 'jo:gate-w0rd-3',
    },
  });
  for (const [text, masked] of [
    ['wss://browsers.example:3000/?token=9f1c-t0ken-77', 'wss://browsers.example:3000/?token=<BROWSER_ADDRESS>'],
    ['https://chat.example.com/workflows/8f3a9c/invoke?sig=Zk3_x-9', 'https://chat.example.com/<DIGEST_WEBHOOK_URL>'],
    ['jo:px-77d1c0@proxy.example', 'jo:<HTTPS_PROXY>@proxy.example'],
    [Buffer.from('jo:gate-w0rd-3').toString('base64'), '<EXTRA_HEADERS>'],
    ['X-Access-Secret: gate-7f3b91, gate-w0rd-3', 'X-Access-Secret: <EXTRA_HEADERS>, <EXTRA_HEADERS>'],
    ['chromium /workflows/8f3a9c', 'chromium /workflows/8f3a9c'],
  ] as const) {
    assert.equal(mask(text), masked);
  }
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
  for (const part of ['\\', '%25', '<', '&amp;', 'S3CR-9f1b2c7e-', '07', '%2507']) {
    const startedAt = performance.now();
    maskAll(part.repeat(300_000 / part.length));
    // Ten times what a slow machine needs; quadratic behaviour would take minutes.
    assert.ok(performance.now() - startedAt < 5_000, part);
  }
});
