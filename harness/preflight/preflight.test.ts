import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { once } from 'node:events';
import { launchOptionsOf } from '../../helpers/processes/launch-options.ts';
import { cleanUpAfterOthers } from '../../helpers/callbacks/clean-up/earlier-runs.ts';
import { findBrowser } from '../../helpers/processes/find-browser.mjs';
import type { Check } from './check.ts';
import { nameRunFolder } from '../../helpers/client/network/run-folder.ts';
import { checkWebhook } from './checks/webhook.ts';
import { preflight } from './preflight.ts';
import type { Ask } from './probes.ts';
import { startTarget, type Change, type Target } from './tests/target.ts';

// Every check is tested with a problem and, on the same target, without it.

let target: Target;
before(async () => {
  nameRunFolder();
  target = await startTarget();
});
after(() => target.close());
beforeEach(() => {
  target.change = () => undefined;
  target.asked.length = 0;
});

const chromium = launchOptionsOf(findBrowser()?.path);

/** The checks that are not ok, as `verdict name`. */
const complaints = (checks: readonly Check[]): string[] =>
  checks.filter(({ verdict }) => verdict !== 'ok').map(({ verdict, name }) => `${verdict} ${name}`);

const quick = async (settings: Record<string, string> = {}, change: Change = () => undefined) => {
  target.change = change;
  const checks = await preflight(target.settings(settings), { browser: undefined, thorough: false, patienceMs: 0 });
  for (const { verdict, mend } of checks) assert.equal(mend !== null, verdict !== 'ok');
  return checks;
};
const thorough = (settings: Record<string, string> = {}, browser = false) =>
  preflight(target.settings(settings), { browser: browser ? chromium : undefined, thorough: true });

const withoutCallbacks = { CALLBACK_CREATE_PATH: '', NOT_APPLICABLE: 'callbacks' };

const at =
  (path: string, status: number, body?: string): Change =>
  (request) =>
    request.url?.startsWith(path) ? { status, ...(body ? { body } : {}) } : undefined;

test('a target that is ready is checked without payments or changes', async () => {
  assert.deepEqual(complaints(await quick()), []);
  assert.ok(target.asked.length > 0 && target.asked.every((one) => one.startsWith('GET ')), target.asked.join());
});

/** Makes journals look like those of a process that has ended. */
const ended = (folder: string): string => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"started":"\d*"/, '"started":"long ago"'));
  }
  return folder;
};

test('settings for absent capabilities are reported, and the doctor lists all absent capabilities', async () => {
  const ids = { CALLBACK_CREATE_PATH: '', CALLBACK_ID: '7', DISPOSABLE_CALLBACK_IDS: '8,9,10' };
  const told = await quick({ ...ids, NOT_APPLICABLE: 'callback-deletion' }, at('/v1/callback/fetch', 200));
  assert.match(told[0]?.found ?? '', /^DISPOSABLE_CALLBACK_IDS is set, but NOT_APPLICABLE declares callback-deletion/);
  assert.match(told[0]?.mend ?? '', /^remove callback-deletion from NOT_APPLICABLE, or empty DISPOSABLE_CALLBACK_IDS/);
  assert.match(told.find(({ name }) => name === 'to be deleted')?.found ?? '', /declared as not available/);
  target.change = () => undefined;
  const settings = target.settings({ SECOND_CURRENCY: '', NOT_APPLICABLE: 'iframe: May, form' });
  const lines = await preflight(settings, { browser: undefined, thorough: false, mayPay: false });
  assert.deepEqual(
    lines.slice(0, 3).map(({ verdict, name, found }) => `${verdict} ${name}: ${found}`),
    [
      'ok form: not applicable: declared as not available',
      'ok iframe: not applicable: May',
      'ok second currency: not applicable: SECOND_CURRENCY is not set',
    ],
  );
});

test('a port on which no server listens', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const checks = await quick({ BASE_URL: `http://127.0.0.1:${port}` });
  assert.deepEqual(complaints(checks), ['fail address']);
  assert.match(checks[0]?.found ?? '', /ECONNREFUSED/);
});

test('a name that does not exist', async () => {
  const checks = await quick({ BASE_URL: 'https://nobody.invalid', STAGING_HOSTS: 'nobody.invalid' });
  assert.deepEqual(complaints(checks), ['fail address']);
  assert.match(checks[0]?.found ?? '', /nobody\.invalid does not resolve/);
});

test('a port without TLS', async () => {
  const checks = await quick({ BASE_URL: target.address.replace('http:', 'https:') });
  assert.deepEqual(complaints(checks), ['fail encryption']);
});

for (const status of [429, 502, 503, 504]) {
  test(`a gateway that answers every request ${status}`, async () => {
    const checks = await quick({}, () => ({ status }));
    assert.deepEqual(complaints(checks), ['fail answer']);
    assert.match(checks.at(-1)?.found ?? '', new RegExp(String(status)));
  });
}

test('the check waits for a target that is starting up', async () => {
  const later = createHttpServer((request, response) => {
    const isAwake = Date.now() > awakeAt;
    response.writeHead(isAwake ? 200 : 503, isAwake ? {} : { 'Retry-After': '1' });
    response.end(isAwake && request.url === '/v1/wallets/list' ? '{"result":"success","wallets":[]}' : '{}');
  });
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  // It starts to listen after the first connection was refused, and answers the first requests with 503.
  setTimeout(() => later.listen(port, '127.0.0.1'), 500);
  const awakeAt = Date.now() + 1_500;
  const told: string[] = [];
  const settings = target.settings({ BASE_URL: `http://127.0.0.1:${port}`, ...withoutCallbacks });
  const checks = await preflight(settings, { browser: undefined, thorough: false, tell: (line) => told.push(line) });
  later.close();
  assert.deepEqual(complaints(checks), []);
  assert.deepEqual(told, ['Waiting up to 30 s for the target: it refuses connections']);
});

test('the check does not wait longer than its limit', async () => {
  const startedAt = Date.now();
  const change: Change = () => ({ status: 429 });
  target.change = change;
  const checks = await preflight(target.settings(), { browser: undefined, thorough: false, patienceMs: 1_500 });
  assert.deepEqual(complaints(checks), ['fail answer']);
  assert.ok(Date.now() - startedAt >= 1_000 && Date.now() - startedAt < 4_500);
});

test('a target that accepts connections and never answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const BASE_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const checks = await quick({ BASE_URL, REQUEST_TIMEOUT_MS: '300' });
  silent.close();
  assert.deepEqual(complaints(checks), ['fail answer']);
  assert.match(checks.at(-1)?.mend ?? '', /REQUEST_TIMEOUT_MS/);
});

test('a secret key that every endpoint refuses', async () => {
  assert.deepEqual(complaints(await quick({ SECRET_KEY: 'sk_test_of_another_account' })), ['fail secret key']);
  assert.ok(
    target.asked.includes('POST /v1/transactions'),
    'every endpoint is tried before the key is reported as wrong',
  );
});

test('a clock that is wrong, ahead or behind', async () => {
  const apart = (seconds: number) => () => ({ date: new Date(Date.now() + seconds * 1000).toUTCString() });
  assert.deepEqual(complaints(await quick({}, apart(600))), ['warn clock']);
  assert.deepEqual(complaints(await quick({}, apart(-600))), ['warn clock']);
  assert.deepEqual(complaints(await quick({}, apart(20))), []);
});

// A possible fault of the product never ends the run before the rules judge it.

const wrongKey: Change = ({ headers }) =>
  headers.authorization?.includes('no-such-key') ? { status: 200 } : undefined;
const wrongBody: Change = ({ headers }) =>
  headers.authorization?.includes('no-such-key') ? { status: 400, body: '<p>no' } : undefined;

for (const [fault, change, expected] of [
  ['one endpoint refuses the right key', at('/v1/wallets/list', 401), ['warn secret key', 'warn wallets']],
  ['the wallets answer 500', at('/v1/wallets/list', 500), ['warn wallets']],
  ['the wallets answer 503', at('/v1/wallets/list', 503), ['warn answer', 'warn wallets']],
  ['no balance can be read', at('/v1/wallets/balance', 404), []],
  [
    'nothing but payments works',
    (one: { method?: string }) => (one.method === 'GET' ? { status: 503 } : undefined),
    ['warn answer', 'warn wallets'],
  ],
  [
    'nothing but the checkout answers',
    (one: { url?: string }) => (one.url?.endsWith('/checkout') ? undefined : { status: 502 }),
    ['warn answer', 'warn secret key', 'warn wallets'],
  ],
] as const) {
  test(`the run continues when ${fault}`, async () => {
    assert.deepEqual(complaints(await quick({}, change as Change)), expected);
  });
}

test('a wrong key that is accepted, or refused with another status than 401', async () => {
  for (const change of [wrongKey, wrongBody]) {
    target.change = change;
    assert.deepEqual(complaints(await thorough()), ['warn wrong key']);
  }
  target.change = () => undefined;
  assert.deepEqual(complaints(await thorough()), []);
});

test('unknown operators and a wrong publishable key', async () => {
  assert.deepEqual(complaints(await thorough()), []);
  const settings = { OPERATOR_B_CODE: 'NOBODY', PUBLISHABLE_KEY: 'pk_test_of_another_account' };
  assert.deepEqual(complaints(await thorough(settings)), ['warn publishable key', 'warn operator B']);
  const declared = { OPERATOR_B_CODE: '', NOT_APPLICABLE: 'operator-b,webhooks' };
  assert.deepEqual(complaints(await thorough(declared)), []);
});

test('a second currency that is refused, and no second currency', async () => {
  assert.deepEqual(complaints(await thorough({ SECOND_CURRENCY: 'MONEY' })), ['warn second currency']);
  assert.deepEqual(complaints(await thorough({ SECOND_CURRENCY: '' })), []);
});

test('a wrong CALLBACK_CREATE_PATH, and the deletion of created callbacks', async () => {
  const wrong = { CALLBACK_CREATE_PATH: '/v1/callback/made-up' };
  assert.deepEqual(complaints(await thorough(wrong)), ['warn callbacks', 'warn notifications']);
  await thorough();
  const created = target.asked.filter((one) => one === 'POST /v1/callback/create').length;
  const deleted = target.asked.filter((one) => one.startsWith('DELETE /v1/callback/delete/')).length;
  assert.equal(created, 2);
  assert.equal(deleted, created);
});

test('a callback that cannot be deleted is reported, and the journal records it before its creation', async () => {
  const folder = target.environment.JOURNAL_FOLDER ?? '';
  let early = false;
  target.change = ({ method, url }) => {
    if (url === '/v1/callback/create') early = readdirSync(folder).length > 0;
    return method === 'DELETE' ? { status: 403 } : undefined;
  };
  const checks = await thorough();
  assert.deepEqual(complaints(checks), ['warn callbacks', 'warn notifications']);
  for (const { found } of checks.filter(({ verdict }) => verdict === 'warn')) {
    assert.match(found, /callback \S+ is not deleted: its deletion was answered HTTP 403, and it is still there/);
  }
  assert.deepEqual([early, readdirSync(folder).length], [true, 2]);
  target.change = () => undefined;
  const { removed, left } = await cleanUpAfterOthers({
    ...target.settings(),
    // The journal as the next run finds it, in another process.
    journalFolder: ended(folder),
  });
  assert.deepEqual([removed, left], [2, []]);
});

/** Fails the test when a request is sent. */
const noRequests: Ask = () => Promise.reject(new Error('asked'));

test('notifications arrive through WEBHOOK_URL', async () => {
  const proxied: string[] = [];
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const proxy = createHttpServer((incoming, outgoing) => {
    proxied.push(incoming.url ?? '');
    const { url, method, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed.on('error', () => outgoing.writeHead(502).end()));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const WEBHOOK_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  assert.deepEqual(complaints(await thorough({ WEBHOOK_URL, WEBHOOK_PORT: String(port) })), []);
  assert.ok(
    proxied.some((url) => url.endsWith('/doctor')),
    proxied.join(),
  );
  // Without CALLBACK_CREATE_PATH, a request of the suite itself has to arrive.
  const foundOf = async (change: Readonly<Record<string, string>>) =>
    checkWebhook(target.settings({ WEBHOOK_URL, WEBHOOK_PORT: String(port), ...change }), noRequests);
  assert.match((await foundOf({ CALLBACK_CREATE_PATH: '' })).found, /^WEBHOOK_URL leads to this machine/);
  const led = await foundOf({ CALLBACK_CREATE_PATH: '', WEBHOOK_LISTEN: '127.0.0.2' });
  assert.match(`${led.verdict} ${led.found}`, /^warn WEBHOOK_URL: it does not lead to/);
  const astray = await thorough({ WEBHOOK_URL, WEBHOOK_PORT: String(port), WEBHOOK_LISTEN: '127.0.0.2' });
  assert.match(astray.find(({ name }) => name === 'notifications')?.found ?? '', /WEBHOOK_URL: it does not lead to/);
  proxy.close();
});

test('configured callbacks: none, unknown ones, and existing ones', async () => {
  const none = { CALLBACK_CREATE_PATH: '' };
  assert.deepEqual(complaints(await quick(none)), ['warn callback to update', 'warn to be deleted']);
  const unknown = { ...none, CALLBACK_ID: 'nobody', DISPOSABLE_CALLBACK_IDS: 'a,b,c' };
  assert.deepEqual(complaints(await quick(unknown)), ['warn callback to update', 'warn to be deleted']);
  const ids = await Promise.all(
    ['1', '2', '3', '4'].map(async (name) => {
      const body = JSON.stringify({
        url: `https://merchant.example/${name}`,
        description: name,
        events: 'payout.created',
      });
      const headers = { authorization: `Bearer ${target.environment.SECRET_KEY}`, 'content-type': 'application/json' };
      const answer = await fetch(`${target.address}/v1/callback/create`, { method: 'POST', headers, body });
      return ((await answer.json()) as { id: string }).id;
    }),
  );
  const known = { ...none, CALLBACK_ID: ids[0] ?? '', DISPOSABLE_CALLBACK_IDS: ids.slice(1).join() };
  assert.deepEqual(complaints(await quick(known)), []);
  assert.deepEqual(complaints(await quick({ ...none, NOT_APPLICABLE: 'callbacks' })), []);
});

test('a browser that does not start', async () => {
  const browser = { ...chromium, executablePath: process.execPath };
  const checks = await preflight(target.settings(), { browser, thorough: false });
  assert.deepEqual(complaints(checks), ['fail browser']);
});

test("the merchant's port may be taken by another program, and its origin may be https", async () => {
  const taken = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const origin = `http://merchant.example:${(taken.address() as AddressInfo).port}`;
  try {
    const look = (MERCHANT_ORIGIN: string) =>
      preflight(target.settings({ MERCHANT_ORIGIN }), { browser: chromium, thorough: false });
    assert.deepEqual(complaints(await look(origin)), []);
    assert.deepEqual(complaints(await look('https://merchant.example')), []);
  } finally {
    taken.close();
  }
});

test('a merchant that the browser cannot reach', async () => {
  const args = [...(chromium.args ?? []), '--proxy-server=127.0.0.1:9', '--proxy-bypass-list=<-loopback>'];
  const checks = await preflight(target.settings(), { browser: { ...chromium, args }, thorough: false });
  assert.deepEqual(complaints(checks), ['fail merchant']);
});

test('a hosted page that is not understood, and one that is', async () => {
  const started = JSON.stringify({ result: 'success', hosted_url: `${target.address}/odd` });
  target.change = ({ url }) =>
    url === '/odd'
      ? { status: 200, body: '<!doctype html><title>?</title><p>Bezahlen Sie hier <button>Los</button>' }
      : url === '/v1/transactions'
        ? { status: 200, body: started }
        : undefined;
  assert.deepEqual(complaints(await thorough({ REDIRECT_TIMEOUT_MS: '2000', NOT_APPLICABLE: 'webhooks' }, true)), [
    'warn hosted page',
  ]);
  target.change = () => undefined;
  assert.deepEqual(complaints(await thorough({}, true)), []);
  assert.deepEqual(complaints(await thorough({ CHECKOUT_PAGE: 'no-such-module.ts' }, true)), ['warn hosted page']);
});
