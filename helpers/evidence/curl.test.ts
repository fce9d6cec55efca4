import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlOf } from './curl.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';

const baseUrl = 'https://staging.example.com';
const exchange: Exchange = {
  method: 'POST',
  url: `${baseUrl}/v1/transactions?note=it's`,
  requestHeaders: { Authorization: 'Bearer <SECRET_KEY>', 'Content-Type': 'application/json' },
  requestBody: `{"text":"it's $HOME & \`id\`","key":"<PUBLISHABLE_KEY>"}`,
  startedAt: 0,
  durationMs: 1,
  status: 200,
  responseHeaders: {},
  responseBody: '',
};

test('keys and address become shell variables', () => {
  const command = curlOf(exchange, baseUrl);
  assert.match(command, /"\$SECRET_KEY"/);
  assert.match(command, /"\$PUBLISHABLE_KEY"/);
  assert.match(command, /"\$BASE_URL"/);
  assert.ok(!command.includes(baseUrl));
});

test('a shell passes exactly what was sent, whatever it contains', { skip: process.platform === 'win32' }, () => {
  const script = `curl() { printf '%s\\n' "$@"; }\n${curlOf(exchange, baseUrl)}`;
  const env = { ...process.env, BASE_URL: baseUrl, SECRET_KEY: 'sk', PUBLISHABLE_KEY: 'pk' };
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).trimEnd().split('\n');
  assert.deepEqual(words, [
    '-sS',
    '-i',
    '-X',
    'POST',
    '-H',
    'Authorization: Bearer sk',
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    `{"text":"it's $HOME & \`id\`","key":"pk"}`,
    `${baseUrl}/v1/transactions?note=it's`,
  ]);
});

test('the command for a request without a body has no data option', () => {
  assert.doesNotMatch(curlOf({ ...exchange, requestBody: undefined }, baseUrl), /--data/);
});

test(
  "the customer's data become shell variables, also a number without its zero",
  { skip: process.platform === 'win32' },
  () => {
    const requestBody = '{"email":"<CUSTOMER_EMAIL>","a":"<MOBILE_MONEY_NUMBER>","b":"9<MOBILE_MONEY_NUMBER#0>"}';
    const script = `curl() { printf '%s\n' "$@"; }\n${curlOf({ ...exchange, requestBody }, baseUrl)}`;
    const env = { ...process.env, CUSTOMER_EMAIL: 'a@example.com', MOBILE_MONEY_NUMBER: '0712345678' };
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\n');
    assert.ok(words.includes('{"email":"a@example.com","a":"0712345678","b":"9712345678"}'), words.join('\n'));
  },
);
