import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { chromium, type Page } from '@playwright/test';
import { Guard, guardOf } from '../guard/guard.ts';
import { findBrowser } from '../../processes/find-browser.mjs';
import { launchOptionsOf } from '../../processes/launch-options.ts';
import { openBrowser } from '../../processes/open-browser.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { parseSettings } from '../../settings/settings.ts';
import { runIdentity } from './run-identity.ts';
import { gated, makeAuthority, startProxy, startServer, type Authority } from './tests/surroundings.ts';

// The browser of a run reaches the target in the same ways as the client, and sends credentials to no other host.

let folder: string;
let authority: Authority;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'way-in-'));
  authority = await makeAuthority();
  writeFileSync(join(folder, 'ca.pem'), authority.cert);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a page in a browser with these settings. */
const visit = async (t: TestContext, BASE_URL: string, given: Record<string, string>): Promise<Page> => {
  const STAGING_HOSTS = new URL(BASE_URL).hostname;
  const settings = parseSettings({ ...sandboxAsStaging(BASE_URL), STAGING_HOSTS, ...given });
  const identity = await runIdentity(settings);
  const launch = launchOptionsOf(findBrowser()?.path);
  const { browser, close } = await openBrowser(chromium, launch, guardOf(settings), { address: undefined, identity });
  t.after(close);
  return browser.newPage();
};

const CA_CERTIFICATE = () => join(folder, 'ca.pem');
const hasAccess = ({ headers }: { headers: Record<string, unknown> }): boolean =>
  headers['x-access-secret'] === 'gate-7f3b91' && String(headers['authorization']).startsWith('Basic ');
const page: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${request.method} ${request.url}</title>
    <form method=post action=/paid><input name=phone value=1><button>Pay</button></form>`);
};

test('the browser reaches a page behind a proxy and a gateway, with private and client certificates', async (t) => {
  const client = await authority.issue('Client', 'client');
  writeFileSync(join(folder, 'client.pem'), `${client.cert}\n${client.key}`);
  const merchant = await startServer(t, page);
  const tls = { ...(await authority.issue('staging.test', 'server')), ca: authority.cert, requestCert: true };
  const service = await startServer(
    t,
    gated(hasAccess, (request, response) => {
      if (request.url !== '/away') return page(request, response);
      response.writeHead(307, { location: `http://127.0.0.1:${merchant.port}/success` }).end();
    }),
    { tls: { ...tls, rejectUnauthorized: true } },
  );
  const proxy = await startProxy(t, 'jo:p4ssw0rd-x');
  const address = `https://staging.test:${service.port}`;
  const window = await visit(t, address, {
    CA_CERTIFICATE: CA_CERTIFICATE(),
    CLIENT_CERTIFICATE: join(folder, 'client.pem'),
    HTTPS_PROXY: `http://jo:p4ssw0rd-x@127.0.0.1:${proxy.port}`,
    EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91',
    BASIC_AUTH: 'jo:gate-w0rd-3',
  });
  await window.goto(`${address}/pay?a=1`);
  assert.equal(await window.title(), 'GET /pay?a=1');
  await window.getByRole('button').click();
  await window.waitForURL(/paid/);
  assert.equal(await window.title(), 'POST /paid');
  assert.ok(proxy.asked.length > 0 && proxy.asked.every((one) => one === `staging.test:${service.port}`));
  const seen = await window.evaluate(async () => (await fetch('/again')).status);
  assert.equal(seen, 200);
  await window.goto(`${address}/away`);
  assert.equal(await window.title(), 'GET /success');
  for (const { headers } of merchant.heard) {
    assert.ok(!('x-access-secret' in headers) && !('authorization' in headers), 'the merchant does not get them');
  }
});

test('the browser is denied access without the required credentials', async (t) => {
  const tls = await authority.issue('staging.test', 'server');
  const { port } = await startServer(t, gated(hasAccess, page), { tls });
  const window = await visit(t, `https://127.0.0.1:${port}`, { CA_CERTIFICATE: CA_CERTIFICATE() });
  await window.goto(`https://127.0.0.1:${port}/`);
  assert.equal(await window.title(), 'Access denied');
  const stranger = await makeAuthority();
  const other = await startServer(t, page, { tls: await stranger.issue('staging.test', 'server') });
  const opening = window.goto(`https://127.0.0.1:${other.port}/`);
  await assert.rejects(opening, /net::ERR_/, 'a certificate of an unknown authority is not trusted');
  assert.deepEqual(other.heard, []);
});

test('a page behind a gateway may use a WebSocket', async (t) => {
  const tls = await authority.issue('staging.test', 'server');
  const service = createSecureServer({ ...tls, allowHTTP1: true }, page as never).listen(0, '127.0.0.1');
  t.after(() => service.close());
  await once(service, 'listening');
  const heard: unknown[] = [];
  service.on('upgrade', ({ headers }: { headers: Record<string, unknown> }, socket: Socket) => {
    heard.push(headers['x-access-secret']);
    socket.end('HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n');
  });
  const address = `https://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const window = await visit(t, address, {
    CA_CERTIFICATE: CA_CERTIFICATE(),
    EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91',
  });
  await window.goto(`${address}/`);
  await window.evaluate(
    (to) => new Promise((resolve) => new WebSocket(to).addEventListener('close', resolve)),
    `${address.replace('https', 'wss')}/live`,
  );
  assert.deepEqual(heard, ['gate-7f3b91']);
});

test('the browser reaches an HTTP/2-only target at an IPv6 address with a base path', async (t) => {
  const tls = await authority.issue('staging.test', 'server');
  const service = createSecureServer({ ...tls, allowHTTP1: false }, page as never).listen(0, '::1');
  t.after(() => service.close());
  await once(service, 'listening');
  const address = `https://[::1]:${(service.address() as AddressInfo).port}/pay/api`;
  const window = await visit(t, address, { CA_CERTIFICATE: CA_CERTIFICATE() });
  await window.goto(`${address}/hosted`);
  assert.equal(await window.title(), 'GET /pay/api/hosted');
  await window.getByRole('button').click();
  await window.waitForURL(/paid/);
});

test('access headers are sent only to listed hosts of the target', () => {
  const { way } = guardOf(
    parseSettings({
      ...sandboxAsStaging('https://staging.test/api'),
      STAGING_HOSTS: 'staging.test, pay.test:8443',
      INSECURE_HOSTS: 'pay.test',
      EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91',
    }),
  );
  const isShown = (address: string): boolean => way.dressed(new URL(address), []).length > 0;
  for (const address of [
    'https://staging.test/x',
    'https://staging.test:444',
    'https://pay.test:8443',
    'http://pay.test:8443',
  ]) {
    assert.ok(isShown(address), address);
  }
  for (const address of [
    'http://staging.test/',
    'https://pay.test/',
    'https://evil.staging.test/',
    'https://staging.test.evil.example/',
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'https://merchant.example/',
  ]) {
    assert.ok(!isShown(address), address);
  }
  assert.ok(!new Guard({ hosts: ['staging.test'] }).way.addsTo('staging.test:443'));
});
