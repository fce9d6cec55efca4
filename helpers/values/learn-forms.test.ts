import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyOf } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Api, RequestOptions } from '../client/api.ts';
import { parseSettings } from '../settings/settings.ts';
import { learnForms } from './learn-forms.ts';

const answering = (status: number) => {
  const request = { method: 'POST', url: 'http://localhost/', requestHeaders: {}, requestBody: undefined };
  return replyOf({ ...request, startedAt: 0, durationMs: 0, status, responseHeaders: {}, responseBody: '{}' });
};

/** Breaks at browsers, and refuses references of digits and amounts of one unit in the second currency. */
const statusFor = (body: Body, { headers = {} }: RequestOptions = {}): number => {
  if (/Mozilla/.test(headers['User-Agent'] ?? '')) return 500;
  return /^\d+$/.test(String(body['transaction_reference'])) || (body['amount'] === 100 && body['currency'] === 'USD')
    ? 400
    : 200;
};

test('what is refused is left out, and what breaks the target is sent again', async () => {
  const send = async (body: Body, options?: RequestOptions) => answering(statusFor(body, options));
  const api = { initiate: send, checkout: send, checkoutForm: send } as unknown as Api;
  const { 'hosted page': forms } = await learnForms(api, parseSettings({ CURRENCY: 'XTS,USD' }));
  assert.ok(forms?.agent.some((name) => name.startsWith('Mozilla')));
  assert.ok(!forms?.reference.includes('of 20 digits') && forms?.reference.includes('of 250 letters'));
  assert.deepEqual(forms?.currency, ['usual']);
  assert.ok(forms?.amount.includes('one main unit'));
});
