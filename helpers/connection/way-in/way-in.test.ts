import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Exchange } from '../../../interface/messages/exchange.ts';
import { Http } from '../../client/http.ts';
import { guardOf } from '../guard/guard.ts';
import { maskFor } from '../../redaction/secrets.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { parseSettings } from '../../settings/settings.ts';
import { gated, makeAuthority, startProxy, startServer, type Authority } from './tests/surroundings.ts';

// Connects the client through real proxies, gateways and TLS servers, each of which refuses other kinds of access.

let folder: string;
let authority: Authority;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'way-in-'));
  authority = await makeAuthority();
});
after(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, text: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

type Given = Readonly<Record<string, string>>;

/** Requests the wallets with these settings. @returns the body, or the error */
const asked = async (BASE_URL: string, given: Given = {}, headers: Record<string, string> = {}) => {
  const STAGING_HOSTS = new URL(BASE_URL).hostname;
  const settings = parseSettings({ ...sandboxAsStaging(BASE_URL), STAGING_HOSTS, ...given });
  const exchanges: Exchange[] = [];
  const http = new Http({
    baseUrl: settings.baseUrl,
    guard: guardOf(settings),
    timeoutMs: 5_000,
    mask: maskFor(settings),
    record: (exchange) => exchanges.push(exchange),
  });
  try {
    const { exchange } = await http.send({ method: 'GET', path: '/v1/wallets/list', headers });
    return { said: exchange.responseBody, status: exchange.status, exchange };
  } catch (error) {
    const exchange = exchanges.at(-1);
    return { said: String(error), status: exchange?.status, exchange };
  } finally {
    await http.close();
  }
};

const hello = (_: unknown, response: { end: (text: string) => void }): void => response.end('hello');

test('a target behind a proxy is reached with the user and password of the proxy', async (t) => {
  const { port, heard } = await startServer(t, hello);
  const proxy = await startProxy(t, 'jo:p@ss-w0rd-1');
  const address = `http://staging.test:${port}`;
  const given = { INSECURE_HOSTS: 'staging.test', HTTP_PROXY: `http://jo:p%40ss-w0rd-1@127.0.0.1:${proxy.port}` };
  assert.equal((await asked(address, given)).said, 'hello');
  assert.deepEqual(proxy.asked, [`staging.test:${port}`]);
  assert.ok(!('proxy-authorization' in (heard[0]?.headers ?? {})), 'only the proxy gets the login');
});

test('the error of a refusing proxy contains its answer, but not its password', async (t) => {
  const address = 'https://staging.test';
  for (const [status, login] of [
    [407, 'jo:another'],
    [403, undefined],
  ] as const) {
    const proxy = await startProxy(t, login, status);
    const { said, exchange } = await asked(address, { HTTPS_PROXY: `http://jo:p4ssw0rd-x@127.0.0.1:${proxy.port}` });
    assert.match(said, new RegExp(`the proxy of HTTPS_PROXY at 127\\.0\\.0\\.1:\\d+ answers HTTP ${status}`));
    assert.ok(!said.includes('p4ssw0rd'));
    assert.equal(exchange?.trouble?.kind, 'refused');
  }
  const { said } = await asked(address, { HTTPS_PROXY: 'http://127.0.0.1:9' });
  assert.match(said, /the proxy of HTTPS_PROXY at 127\.0\.0\.1:9 gives no connection: .*ECONNREFUSED/);
});

test('this machine and the hosts of NO_PROXY are reached directly', async (t) => {
  const { port } = await startServer(t, hello);
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
  assert.equal((await asked(`http://127.0.0.1:${port}`, proxies)).said, 'hello');
  for (const NO_PROXY of ['*', 'staging.invalid', '.invalid', 'other, staging.invalid:443', '*.invalid']) {
    assert.match((await asked('https://staging.invalid', { ...proxies, NO_PROXY })).said, /ENOTFOUND|EAI_AGAIN/);
  }
  for (const NO_PROXY of ['staging.invalid:80', 'taging.invalid', 'other.invalid']) {
    assert.match((await asked('https://staging.invalid', { ...proxies, NO_PROXY })).said, /HTTPS_PROXY/);
  }
});

test('a proxy may use TLS, with a certificate of CA_CERTIFICATE', async (t) => {
  // The content of the tunnel does not matter, so any TLS server will do.
  const tls = await authority.issue('proxy.test', 'server');
  const { port, heard } = await startServer(t, hello, { tls });
  const HTTPS_PROXY = `https://127.0.0.1:${port}`;
  assert.match((await asked('https://staging.test', { HTTPS_PROXY })).said, /UNABLE_TO|unable to verify/);
  const CA_CERTIFICATE = written('ca-of-proxy.pem', authority.cert);
  assert.match((await asked('https://staging.test', { HTTPS_PROXY, CA_CERTIFICATE })).said, /HTTPS_PROXY/);
  assert.deepEqual(heard, []);
});

const closedServer = async (t: TestContext, ca = authority.cert) => {
  const identity = await authority.issue('staging.test', 'server');
  const tls = { ...identity, ca, requestCert: true, rejectUnauthorized: true };
  const { port } = await startServer(t, hello, { tls });
  return `https://127.0.0.1:${port}`;
};

test('a target with a certificate of a private authority is trusted only with CA_CERTIFICATE', async (t) => {
  const { port } = await startServer(t, hello, { tls: await authority.issue('staging.test', 'server') });
  const address = `https://127.0.0.1:${port}`;
  const { said, exchange } = await asked(address);
  assert.match(said, /unable to verify the first certificate/);
  assert.equal(exchange?.trouble?.kind, 'tls');
  assert.equal((await asked(address, { CA_CERTIFICATE: written('ca.pem', authority.cert) })).said, 'hello');
  const stranger = written('stranger.pem', (await makeAuthority()).cert);
  assert.match((await asked(address, { CA_CERTIFICATE: stranger })).said, /unable to verify|signature/);
});

test('a client certificate may be in PEM files, with or without a passphrase', async (t) => {
  const address = await closedServer(t);
  const { cert, key } = await authority.issue('Client', 'client');
  const locked = createPrivateKey(key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'right-passphrase',
  });
  const CA_CERTIFICATE = written('ca.pem', authority.cert);
  const CLIENT_CERTIFICATE = written('client.pem', cert);
  const CLIENT_KEY = written('client.key', key);
  assert.equal((await asked(address, { CA_CERTIFICATE, CLIENT_CERTIFICATE, CLIENT_KEY })).said, 'hello');
  const both = { CLIENT_CERTIFICATE: written('both.pem', `${cert}\n${key}`) };
  assert.equal((await asked(address, { CA_CERTIFICATE, ...both })).said, 'hello');
  const opened = { CLIENT_KEY: written('locked.key', locked), CLIENT_KEY_PASSPHRASE: 'right-passphrase' };
  assert.equal((await asked(address, { CA_CERTIFICATE, CLIENT_CERTIFICATE, ...opened })).said, 'hello');
  const { exchange } = await asked(address, { CA_CERTIFICATE });
  assert.equal(exchange?.status, undefined);
});

test('a client certificate may be a PFX file', async (t) => {
  const CLIENT_CERTIFICATE = written('client.pfx', Buffer.from(pfx, 'base64'));
  const address = await closedServer(t, certificateInPfx);
  const given = { CA_CERTIFICATE: written('ca.pem', authority.cert), CLIENT_CERTIFICATE };
  assert.equal((await asked(address, { ...given, CLIENT_KEY_PASSPHRASE: 'right-passphrase' })).said, 'hello');
});

test('a gateway gets its header and its login, and requests with a key keep their own Authorization', async (t) => {
  const { port, heard } = await startServer(
    t,
    gated((request) => request.headers['x-access-secret'] === 'gate-7f3b91', hello),
  );
  const address = `http://127.0.0.1:${port}`;
  assert.equal((await asked(address)).status, 403);
  const given = { EXTRA_HEADERS: 'X-Access-Id: 4711\\nX-Access-Secret: gate-7f3b91', BASIC_AUTH: 'jo:gate:w0rd' };
  const { said, exchange } = await asked(address, given, { 'x-access-id': 'mine' });
  assert.equal(said, 'hello');
  assert.ok(!JSON.stringify(exchange).includes('gate-7f3b91'), 'recorded exchanges do not contain it');
  assert.equal(heard.at(-1)?.headers['x-access-id'], '4711');
  assert.equal(heard.at(-1)?.headers.authorization, `Basic ${Buffer.from('jo:gate:w0rd').toString('base64')}`);
  await asked(address, given, { Authorization: 'Bearer key' });
  assert.equal(heard.at(-1)?.headers.authorization, 'Bearer key');
});

test('access headers are masked in answers', async (t) => {
  const { port } = await startServer(t, (request, response) => response.end(JSON.stringify(request.headers)));
  const given = { EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91', BASIC_AUTH: 'jo:gate-w0rd-3' };
  const { exchange } = await asked(`http://127.0.0.1:${port}`, given);
  const { responseBody = '' } = exchange ?? {};
  assert.match(responseBody, /"x-access-secret":"<EXTRA_HEADERS>"/);
  assert.match(responseBody, /"authorization":"Basic \S*<BASIC_AUTH>/);
});

test('HTTP/2 is used only for targets that do not support HTTP/1.1', async (t) => {
  const identity = await authority.issue('staging.test', 'server');
  const answer = (request: { httpVersion: string }, response: { end: (text: string) => void }): void =>
    response.end(request.httpVersion);
  const CA_CERTIFICATE = written('ca.pem', authority.cert);
  for (const allowHTTP1 of [false, true]) {
    const server = createSecureServer({ ...identity, allowHTTP1 }, answer).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    assert.equal((await asked(address, { CA_CERTIFICATE })).said, allowHTTP1 ? '1.1' : '2.0');
  }
});

test('answers over HTTP/2 are limited in size too', async (t) => {
  const identity = await authority.issue('staging.test', 'server');
  const large = Buffer.alloc(6 * 1024 ** 2);
  const answer = (_: unknown, response: { end: (bytes: Buffer) => void }): void => response.end(large);
  const server = createSecureServer({ ...identity, allowHTTP1: false }, answer).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { exchange } = await asked(address, { CA_CERTIFICATE: written('ca.pem', authority.cert) });
  assert.equal(exchange?.trouble?.kind, 'too-large');
});

test('a target may have an IPv6 address and a base path', async (t) => {
  const { port, heard } = await startServer(t, hello, { host: '::1' });
  assert.equal((await asked(`http://[::1]:${port}/pay/api/`)).said, 'hello');
  assert.equal(heard[0]?.url, '/pay/api/v1/wallets/list');
});

/** Key and certificate of a client in PKCS #12 format, with the passphrase `right-passphrase`. */
const pfx = `
MIIEHAIBAzCCA9IGCSqGSIb3DQEHAaCCA8MEggO/MIIDuzCCAnIGCSqGSIb3DQEHBqCCAmMwggJfAgEAMIICWAYJKoZIhvcNAQcBMFcGCSqGSIb3
DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj6ijPMwyOoygICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEPF+ebfJpu1OXMApaZ/pKsCAggHw
Tk2W0ePzHD5mGAF1sCadd8GExqaIDUEOATQrfjXYkOrT+53TQFgmEmLMiCtrRLvRonwRQB4dZkMebBPuZoC5TGA/+y+tUW2FapujvCy9fR+cbNY3
9sSeWD4t0LAOLgxYAt5DQnnLn/3d+FC3mY5sCBjxNVB2ufOJjXVOGACdnTZmxsgCkUqs7/4NVfjq661PtePUVZlgpKAhOPK8vCXQm11xDjWQteX+
XyqtyN5A1dmo6eEK6d2mkX11SVHD2Aok3WmxPVVO9okRCmy4LOviJasdjqGC0bPbakuFjxJ0Lmsmb5Bb3oNSmDZ+mTD7jpGs498EE2jR9wjJHtz2
HJLrlgCA3hx968oi0hXTvXBmwpKFBh7inPPfi1j9zSHkR/4BfUHIEpRkWSYC/pIb3StLRqrTA7E8zOvkjW+tbmpRHdfqptRh4Xcq+emViuV51oqv
MoebQ+t1J9KonGC2XRywbjIVhHBe1ckRZ4FT5vTygqxopkpyTsTuQ5wGOG5q3o5AKdqq/cEd8TEa1477Hck6umKfkn1rUA5wzb0/Ho7rrA1qaVNb
MwoU36o+JtZbN3vVj1ndAq0D+ct5gB+SKgvUaozuR3cJf4nnsdSoN6BAdLdBsQ23z3pMWJSstL5ALGcPkgIO4V9yygrn+OWX4iKitjCCAUEGCSqG
SIb3DQEHAaCCATIEggEuMIIBKjCCASYGCyqGSIb3DQEMCgECoIHvMIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAi9/mdMemCmeAIC
CAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEF1cQ+K5AMjpTI6mlRKR/58EgZBlg8eNkhqMnDOACsfyF7UjUyqMi7qYYfFqcov+aB9BZGHi
gPbkYuanKS9JPWu1f2nr3xmfBzTnlDMk+nA7Uyz7gM5H1muNWjJr1YK7SIPjlwtCzEU2UHcF8Kt4kJYVUGbBoAdmsqtzDOaxnmsQz7p8sO393TNg
akJS60ebMPs8fkD1kf+pL65onoSgyttqv4UxJTAjBgkqhkiG9w0BCRUxFgQUFLM9RoF6pCOoSSOq+HpUADjoP3EwQTAxMA0GCWCGSAFlAwQCAQUA
BCDTpV9qKoeQynbxUIzxKmg/HT7VCCFqtmU/fbcVGGHuWgQIF3PnMBfAl5YCAggA`;
const certificateInPfx = `-----BEGIN CERTIFICATE-----
MIIBkjCCATmgAwIBAgIUfq4OGxpxlF39y8Evx+q28MbTedEwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTQ2xpZW50IG9mIHRoZSB0ZXN0czAgFw0yNjExMjIxMTMxMjFa
GA8yMTI2MTAyOTExMzEyMVowHjEcMBoGA1UEAwwTQ2xpZW50IG9mIHRoZSB0ZXN0
czBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABL/2u4TQXvJ0ZJ4mMfSR31Xedxir
J31iKXG2Y+t7e4uhRQSS+WqtoNf8CB+/KNKifTIXjvT0hieiUleJRZOGEc6jUzBR
MB0GA1UdDgQWBBRvDgFsxD48uKZIEU1xa274d+KMADAfBgNVHSMEGDAWgBRvDgFs
xD48uKZIEU1xa274d+KMADAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cA
MEQCIFBgePzUzCf8dj1P5g9491zFv6ALx+P1aZ/uXbbs0q/yAiABxjmBi6e1K3/6
F4MNDDjVDDt493fJSFGGFCKWX6f4Mw==
-----END CERTIFICATE-----`;
