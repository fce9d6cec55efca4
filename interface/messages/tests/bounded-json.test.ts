import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf, parseBounded } from '../bounded-json.ts';
import { replyOf } from '../exchange.ts';
import { isJson, summary } from '../wording/findings.ts';
import { describeShape } from '../form.ts';
import { summarizeReply } from '../wording/outcome.ts';
import { wordingOf } from '../wording/wording.ts';

const nested = (depth: number, value = '1'): string => '{"a":['.repeat(depth / 2) + value + ']}'.repeat(depth / 2);

const reply = (responseBody: string) =>
  replyOf({
    method: 'GET',
    url: 'http://127.0.0.1/v1/wallets/list',
    requestHeaders: {},
    requestBody: undefined,
    startedAt: 0,
    durationMs: 1,
    status: 200,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody,
  });

test('ordinary JSON is parsed, whatever its strings contain', () => {
  for (const value of [null, 0, '', '[[[[', '\\"[', { a: [1, { b: '}]"\\' }] }, ['x'.repeat(1000)]]) {
    assert.deepEqual(parseBounded(JSON.stringify(value)), { value });
  }
  assert.deepEqual(parseBounded('['.repeat(3)), { unreadable: 'not JSON' });
  assert.equal(jsonOf(''), undefined);
  assert.deepEqual(parseBounded(JSON.stringify('['.repeat(100_000))), { value: '['.repeat(100_000) });
});

test('JSON that is nested too deeply, or has too many values, is rejected', () => {
  assert.ok('value' in parseBounded(nested(100)));
  assert.deepEqual(parseBounded(nested(102)), { unreadable: 'nested more than 100 deep' });
  assert.deepEqual(parseBounded(`[${'0,'.repeat(500_001)}0]`), { unreadable: 'of more than 500000 values' });
});

test('an answer nested 200,000 deep is judged like one that is not JSON', () => {
  const deep = reply(nested(200_000));
  assert.equal(deep.json, undefined);
  assert.deepEqual(isJson(deep), ['the body is nested more than 100 deep']);
  assert.deepEqual(isJson(reply('<html>')), ['the body is not JSON']);
  assert.match(summary(deep), /^HTTP 200 /);
  assert.equal(summarizeReply(deep), 'HTTP 200, no JSON');
  assert.equal(wordingOf(deep), 'none');
  assert.match(describeShape(reply(nested(100)).json), /object/);
});
