import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { chromium } from '@playwright/test';
import { Http } from '../../client/http.ts';
import { findBrowser } from '../../processes/find-browser.cjs';
import { launchOptionsOf } from '../../processes/launch-options.ts';
import { maskFor } from '../../redaction/secrets.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { parseSettings } from '../../settings/settings.ts';
import { guardOf } from '../guard.ts';
import { openBrowser } from '../open-browser.ts';
import { suiteCertificate } from '../suite-certificate.ts';
import { listening, makeAuthority, startProxy, startServer, type Authority } from './surroundings.ts';

// Client and browser reach targets behind real proxies, gateways and TLS servers, each of which refuses other access.

let folder: string;
let authority: Authority;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'target-connection-'));
  authority = await makeAuthority();
  written('ca.pem', authority.cert);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const CA_CERTIFICATE = () => join(folder, 'ca.pem');

type Given = Readonly<Record<string, string>>;

const settingsOf = (BASE_URL: string, given: Given) =>
  parseSettings({ ...sandboxAsStaging(BASE_URL), STAGING_HOSTS: new URL(BASE_URL).hostname, ...given });

/** Requests the wallets with these settings. @returns the recorded answer, or the error */
const request = async (baseUrl: string, given: Given = {}, headers: Record<string, string> = {}): Promise<string> => {
  const settings = settingsOf(baseUrl, given);
  let recorded = '';
  const http = new Http({
    baseUrl,
    guard: guardOf(settings),
    timeoutMs: 5_000,
    mask: maskFor(settings),
    record: (exchange) => (recorded = JSON.stringify(exchange)),
  });
  const sent = http.send({ method: 'GET', path: '/v1/wallets/list', headers, credential: 'none' });
  const outcome = await sent.then(() => recorded, String);
  await http.close();
  return outcome;
};

/** Opens a page in a browser with these settings. */
const openPage = async (t: TestContext, baseUrl: string, given: Given) => {
  const settings = settingsOf(baseUrl, given);
  const certificate = await suiteCertificate(settings);
  const launch = launchOptionsOf(findBrowser()?.path);
  const { browser, close } = await openBrowser(chromium, launch, guardOf(settings), {
    address: undefined,
    certificate,
  });
  t.after(close);
  return browser.newPage();
};

const hello: RequestListener = (_, response) => void response.end('hello');
const page: RequestListener = (asked, response) => {
  asked.resume();
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${asked.method} ${asked.url}</title>
    <form method=post action=/paid><input name=phone value=1><button>Pay</button></form>`);
};

test('a proxy gets its login, and its refusal is told without it', async (t) => {
  const { port, heard } = await startServer(t, hello);
  const proxy = await startProxy(t, 'jo:p@ss-w0rd-1');
  const address = `http://staging.test:${port}`;
  const given = {
    STAGING_HOSTS: 'http://staging.test',
    HTTPS_PROXY: `http://jo:p%40ss-w0rd-1@127.0.0.1:${proxy.port}`,
  };
  assert.match(await request(address, given), /hello/);
  assert.deepEqual(proxy.targets, [`staging.test:${port}`]);
  assert.ok(!('proxy-authorization' in (heard[0]?.headers ?? {})), 'only the proxy gets the login');
  const refusing = await startProxy(t, 'jo:p4ssw0rd-x', 403);
  const HTTPS_PROXY = `http://jo:p4ssw0rd-x@127.0.0.1:${refusing.port}`;
  const refused = await request('https://staging.test', { HTTPS_PROXY });
  assert.match(refused, /the proxy at 127\.0\.0\.1:\d+ answers HTTP 403/);
  assert.ok(!refused.includes('p4ssw0rd'));
});

test('this machine and the hosts of NO_PROXY are reached directly', async (t) => {
  const { port } = await startServer(t, hello);
  const proxies = { HTTPS_PROXY: 'http://127.0.0.1:9' };
  assert.match(await request(`http://127.0.0.1:${port}`, proxies), /hello/);
  for (const NO_PROXY of ['*', '.invalid', 'other, staging.invalid:443'])
    assert.match(await request('https://staging.invalid', { ...proxies, NO_PROXY }), /ENOTFOUND|EAI_AGAIN/);
  for (const NO_PROXY of ['staging.invalid:80', 'taging.invalid'])
    assert.match(await request('https://staging.invalid', { ...proxies, NO_PROXY }), /the proxy at/);
});

test('a private authority and a client certificate', async (t) => {
  const tls = { ...(await authority.issue('staging.test', 'server')), ca: authority.cert, requestCert: true };
  const { port } = await startServer(t, hello, { ...tls, rejectUnauthorized: true });
  const { cert, key } = await authority.issue('Client', 'client');
  const CLIENT_CERTIFICATE = written('client.pem', `${cert}\n${key}`);
  const address = `https://127.0.0.1:${port}`;
  assert.match(await request(address, { CA_CERTIFICATE: CA_CERTIFICATE(), CLIENT_CERTIFICATE }), /hello/);
  assert.match(await request(address, { CLIENT_CERTIFICATE }), /unable to verify|self.signed/);
  assert.doesNotMatch(await request(address, { CA_CERTIFICATE: CA_CERTIFICATE() }), /hello/);
});

test('a gateway gets its headers, and requests with a key keep their own Authorization', async (t) => {
  const { port, heard } = await startServer(t, (asked, response) => response.end(JSON.stringify(asked.headers)));
  const given = {
    EXTRA_HEADERS: String.raw`X-Access-Id: 4711\nX-Access-Secret: gate-7f3b91\nAuthorization: Basic jo:gate:w0rd`,
  };
  const recorded = await request(`http://127.0.0.1:${port}`, given, { 'x-access-id': 'mine' });
  assert.equal(heard[0]?.headers['x-access-id'], '4711');
  assert.equal(heard[0]?.headers.authorization, `Basic ${Buffer.from('jo:gate:w0rd').toString('base64')}`);
  assert.ok(!recorded.includes('gate-7f3b91'), 'it is masked where the target echoes it');
  await request(`http://127.0.0.1:${port}`, given, { Authorization: 'Bearer key' });
  assert.equal(heard[1]?.headers.authorization, 'Bearer key');
});

test('access headers are sent only to listed hosts of the target', () => {
  const { connection } = guardOf(
    settingsOf('https://staging.test/api', {
      STAGING_HOSTS: 'staging.test, http://pay.test:8443',
      EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91',
    }),
  );
  const isShown = (address: string): boolean => connection.withAccessHeaders(new URL(address), []).length > 0;
  for (const address of ['https://staging.test/x', 'https://pay.test:8443', 'http://pay.test:8443'])
    assert.ok(isShown(address), address);
  for (const host of [
    'http://staging.test',
    'https://pay.test',
    'https://evil.staging.test',
    'https://merchant.example',
  ])
    assert.ok(!isShown(host), host);
});

test('HTTP/2 is used only for targets that do not support HTTP/1.1', async (t) => {
  const identity = await authority.issue('staging.test', 'server');
  for (const allowHTTP1 of [false, true]) {
    const server = createSecureServer({ ...identity, allowHTTP1 }, (asked, response) =>
      response.end(asked.httpVersion),
    );
    const address = `https://[::1]:${await listening(t, server as never, '::1')}/base/path`;
    const recorded = await request(address, { CA_CERTIFICATE: CA_CERTIFICATE() });
    assert.equal(JSON.parse(recorded).responseBody, allowHTTP1 ? '1.1' : '2.0');
  }
});

test('the browser passes a proxy, a gateway and certificates, and shows its credentials to the target only', async (t) => {
  const { cert, key } = await authority.issue('Client', 'client');
  const merchant = await startServer(t, page);
  const tls = { ...(await authority.issue('staging.test', 'server')), ca: authority.cert, requestCert: true };
  const upgrades: unknown[] = [];
  const gateway: RequestListener = (asked, response) => {
    const { 'x-access-secret': secret, authorization = '' } = asked.headers;
    if (secret !== 'gate-7f3b91' || !authorization.startsWith('Basic ')) return void response.writeHead(403).end();
    if (asked.url !== '/away') return page(asked, response);
    response.writeHead(307, { location: `http://127.0.0.1:${merchant.port}/success` }).end();
  };
  const service = await startServer(t, gateway, { ...tls, rejectUnauthorized: true });
  service.server.on('upgrade', ({ headers }: { headers: Record<string, unknown> }, socket: Socket) => {
    upgrades.push(headers['x-access-secret']);
    socket.end('HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n');
  });
  const proxy = await startProxy(t, 'jo:p4ssw0rd-x');
  const address = `https://staging.test:${service.port}`;
  const window = await openPage(t, address, {
    CA_CERTIFICATE: CA_CERTIFICATE(),
    CLIENT_CERTIFICATE: written('both.pem', `${cert}\n${key}`),
    HTTPS_PROXY: `http://jo:p4ssw0rd-x@127.0.0.1:${proxy.port}`,
    EXTRA_HEADERS: String.raw`X-Access-Secret: gate-7f3b91\nAuthorization: Basic jo:gate-w0rd-3`,
  });
  await window.goto(`${address}/pay?a=1`);
  assert.equal(await window.title(), 'GET /pay?a=1');
  await window.getByRole('button').click();
  await window.waitForURL(/paid/);
  assert.equal(await window.title(), 'POST /paid');
  assert.ok(proxy.targets.every((one) => one === `staging.test:${service.port}`));
  await window.evaluate(
    (to) => new Promise((resolve) => new WebSocket(to).addEventListener('close', resolve)),
    `${address.replace('https', 'wss')}/live`,
  );
  assert.deepEqual(upgrades, ['gate-7f3b91']);
  await window.goto(`${address}/away`);
  assert.equal(await window.title(), 'GET /success');
  for (const { headers } of merchant.heard)
    assert.ok(!('x-access-secret' in headers) && !('authorization' in headers), 'the merchant does not get them');
  const unlisted = await startServer(t, page);
  await window.goto(`http://unlisted.test:${unlisted.port}/`).catch(() => {});
  assert.deepEqual(unlisted.heard, [], 'an unlisted host is not reached either way');
});

test('the browser does not trust the certificate of an unknown authority', async (t) => {
  const tls = await (await makeAuthority()).issue('staging.test', 'server');
  const { port, heard } = await startServer(t, page, tls);
  const address = `https://127.0.0.1:${port}`;
  const window = await openPage(t, address, { CA_CERTIFICATE: CA_CERTIFICATE() });
  await assert.rejects(window.goto(address), /net::ERR_/);
  assert.deepEqual(heard, []);
});
