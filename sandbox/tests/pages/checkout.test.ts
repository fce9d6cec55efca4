import assert from 'node:assert/strict';
import { form, publishableKey, sandboxFor, secretKey } from '../support/sandbox.ts';
import { test } from '../support/test.ts';

const path = '/v1/checkout';
const checkout = (changes: object = {}): object => ({ publishable_key: publishableKey, currency: 'XTS', ...changes });

test('a JSON body without an Authorization header is answered with an id and an address (4.2)', async (t) => {
  const { ask } = sandboxFor(t);
  const { status, body, headers } = await ask('POST', path, checkout({ amount: 500 }), {});
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['result', 'transaction_id', 'checkout_url']);
  assert.equal(headers['access-control-allow-origin'], '*');
  const page = await ask('GET', new URL(body.checkout_url).pathname);
  assert.equal(page.status, 200);
  assert.match(page.text, /XTS 5\.00/);
});

test('a form post redirects the browser to the checkout page (4.2)', async (t) => {
  const { ask } = sandboxFor(t);
  const fields = { publishable_key: publishableKey, currency: 'XTS', amount: '500', transaction_reference: 'form-1' };
  const { status, headers } = await ask('POST', path, ...form(fields));
  assert.equal(status, 303);
  const page = await ask('GET', new URL(String(headers['location'])).pathname);
  assert.match(page.text, /XTS 5\.00/);
  assert.match(page.text, /form-1/);
});

test('empty inputs of a form count as absent (2.5)', async (t) => {
  const { ask } = sandboxFor(t);
  const fields = { publishable_key: publishableKey, currency: 'XTS', amount: '', success_url: '' };
  const { status, headers } = await ask('POST', path, ...form(fields));
  assert.equal(status, 303);
  const page = await ask('GET', new URL(String(headers['location'])).pathname);
  assert.match(page.text, /<label for="amount">Amount<\/label>/);
});

for (const [what, key] of Object.entries({ missing: undefined, wrong: 'pk_no', secret: secretKey, list: ['x'] })) {
  test(`a ${what} key is answered 401, as JSON and as a page (5 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    const json = await ask('POST', path, checkout({ publishable_key: key, currency: 5 }), {});
    assert.equal(json.status, 401);
    assert.deepEqual(Object.keys(json.body), ['result', 'message']);
    const page = await ask('POST', path, ...form({ publishable_key: String(key ?? ''), currency: 'XTS' }));
    assert.equal(page.status, 401);
    assert.match(String(page.headers['content-type']), /^text\/html/);
  });
}

const refused: [string, object][] = [
  ['currency', { currency: undefined }],
  ['currency', { currency: 5 }],
  ['amount', { amount: '500' }],
  ['amount', { amount: -5 }],
  ['transaction_reference', { transaction_reference: 5 }],
  ['success_url', { success_url: 'shop.example' }],
  ['failure_url', { failure_url: 5 }],
];

for (const [field, change] of refused) {
  test(`${JSON.stringify(change)} is refused, naming ${field} (2.5 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    const { status, body } = await ask('POST', path, checkout(change), {});
    assert.equal(status, 400);
    assert.match(body.error.message, new RegExp(`Parameter: ${field}$`));
  });
}

test('a faulty form post is answered with a page, and its text is escaped', async (t) => {
  const { ask } = sandboxFor(t);
  const faulty: Record<string, string>[] = [
    { publishable_key: publishableKey, currency: '' },
    { publishable_key: publishableKey, currency: '<script>', amount: '<script>' },
  ];
  for (const fields of faulty) {
    const { status, headers, text } = await ask('POST', path, ...form(fields));
    assert.equal(status, 400);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.doesNotMatch(text, /<script/);
  }
  const twice = `publishable_key=${publishableKey}&currency=XTS&currency=USD`;
  assert.equal((await ask('POST', path, twice, form({})[1])).status, 400);
});

test('scripts of other origins may send a preflight request (CORS)', async (t) => {
  const { ask } = sandboxFor(t);
  const { status, headers } = await ask('OPTIONS', path, undefined, { origin: 'https://shop.example' });
  assert.equal(status, 204);
  assert.equal(headers['access-control-allow-headers'], 'content-type');
});
