import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { parseSettings } from '../../settings/settings.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';

const start = async (more: Record<string, string> = {}) => {
  const settings = parseSettings({ ...sandboxAsStaging('http://127.0.0.1:1'), ...more });
  return (receiver = await startReceiver({ ...settings, notificationTimeoutMs: 150 }));
};
let receiver: WebhookReceiver | undefined;
afterEach(() => receiver?.stop());

const post = (url: string, body = '{}') => fetch(url, { method: 'POST', body });

test('a notification is returned once, with its whole query, even if it arrives later', async () => {
  const started = await start();
  const later = started.next(({ body }) => body.includes('tx-2'), 5_000);
  await post(`${started.address('first')}?a=1?b=%20&c`, '{"id":"tx-1"}');
  await post(started.address('second'), 'tx-2');
  assert.equal((await later)?.name, 'second');
  const one = await started.next(({ name }) => name === 'first');
  assert.deepEqual([one?.query, one?.body, one?.method], ['a=1?b=%20&c', '{"id":"tx-1"}', 'POST']);
  assert.equal(await started.next(({ name }) => name === 'first'), undefined);
  assert.deepEqual([started.notifications().length, started.notifications('second').length], [2, 1]);
});

test('answers are as set, other paths are not found, and bodies are bounded', async () => {
  const started = await start();
  started.answer = 500;
  assert.equal((await post(started.address('first'))).status, 500);
  started.answer = 'none';
  await assert.rejects(post(started.address('first')));
  started.answer = 200;
  assert.equal((await post(new URL('/other', started.address('first')).href)).status, 404);
  await post(started.address('long'), 'x'.repeat(200_000));
  assert.equal(started.notifications('long')[0]?.body.length, 64 * 1024);
});

test('an address that does not lead here is named, and so is a target that cannot reach this machine', async () => {
  const forwarded = { WEBHOOK_URL: 'http://127.0.0.1:9', WEBHOOK_LISTEN: '127.0.0.1:18787' };
  await assert.rejects(start(forwarded), /WEBHOOK_URL does not lead to port 18787 .* failed/);
  const remote = { BASE_URL: 'https://staging.example.com', STAGING_HOSTS: 'staging.example.com' };
  await assert.rejects(start(remote), { name: 'NotTested', message: /set WEBHOOK_URL/ });
});
