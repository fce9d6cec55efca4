import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyOf } from '../exchange.ts';
import { wordingOf, wordingOfField } from '../wording/wording.ts';

const reply = (answer: object, asked: object = {}) =>
  replyOf({
    method: 'POST',
    url: 'http://127.0.0.1:1/v1/transactions',
    requestHeaders: {},
    requestBody: JSON.stringify(asked),
    startedAt: 0,
    durationMs: 1,
    status: 200,
    responseHeaders: {},
    responseBody: JSON.stringify(answer),
  });

test('a message becomes a template, without values of the request and of the answer', () => {
  const answer = {
    transaction_id: 'abcdef',
    message: '<b>Paid</b> 10.00 XTS,<br>id abcdef, ref my-order, not abcdefg',
  };
  const asked = { currency: 'XTS', transaction_reference: 'my-order' };
  assert.equal(
    wordingOf(reply(answer, asked)),
    'Paid # {currency}, id {transaction_id}, ref {transaction_reference}, not abcdefg',
  );
});

test('the message of an error object takes precedence, and an absent message is "none"', () => {
  assert.equal(wordingOf(reply({ error: { message: 'Parameter: amount' }, message: 'no' })), 'Parameter: amount');
  assert.equal(wordingOf(reply({})), 'none');
  assert.equal(wordingOfField(reply({ text_message: 'Dial 44' }), 'text_message'), 'Dial #');
});
