import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxAsStaging } from '../../helpers/settings/sandbox-account.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import {
  gated,
  makeAuthority,
  startProxy,
  startServer,
  type Authority,
} from '../../helpers/connection/way-in/tests/surroundings.ts';
import type { Check } from './check.ts';
import { preflight } from './preflight.ts';

// Obstacles between the suite and its target are reported with the setting that overcomes them.

let folder: string;
let authority: Authority;
let CA_CERTIFICATE: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'way-in-'));
  authority = await makeAuthority();
  CA_CERTIFICATE = join(folder, 'ca.pem');
  writeFileSync(CA_CERTIFICATE, authority.cert);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const found = async (BASE_URL: string, given: Record<string, string> = {}): Promise<Check[]> => {
  const STAGING_HOSTS = new URL(BASE_URL).hostname;
  const settings = parseSettings({ ...sandboxAsStaging(BASE_URL), STAGING_HOSTS, ...given });
  return preflight(settings, { browser: undefined, thorough: false, patienceMs: 0 });
};

/** Asserts that the last check ends the run. */
const blocked = (checks: readonly Check[], name: string, by: RegExp, mend: RegExp): void => {
  const last = checks.at(-1);
  assert.deepEqual([last?.verdict, last?.name], ['fail', name], last?.found);
  assert.match(last?.found ?? '', by);
  assert.match(last?.mend ?? '', mend);
};

test('a proxy that is not running, requires a login, forbids the host, or cannot reach it', async (t) => {
  const address = 'https://staging.test';
  blocked(await found(address, { HTTPS_PROXY: 'http://127.0.0.1:9' }), 'proxy', /ECONNREFUSED/, /correct HTTPS_PROXY/);
  for (const [status, login, name, mend] of [
    [200, 'jo:secret', 'proxy', /user and password into HTTPS_PROXY/],
    [403, undefined, 'proxy', /NO_PROXY/],
    [502, undefined, 'address', /why the proxy cannot reach it/],
  ] as const) {
    const { port } = await startProxy(t, login, status);
    const checks = await found(address, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
    blocked(checks, name, login ? /HTTP 407/ : new RegExp(`HTTP ${status}`), mend);
  }
});

test('a working proxy is reported', async (t) => {
  const { port } = await startServer(t, (_, response) => response.writeHead(503).end());
  const proxy = await startProxy(t);
  const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
  const [first, second] = await found(`http://staging.test:${port}`, { HTTP_PROXY, INSECURE_HOSTS: 'staging.test' });
  assert.deepEqual([first?.verdict, first?.name, second?.verdict], ['ok', 'proxy', 'ok']);
});

test('an untrusted server certificate, and a missing client certificate', async (t) => {
  const tls = await authority.issue('staging.test', 'server');
  const plain = await startServer(t, (_, response) => response.end('{}'), { tls });
  blocked(await found(`https://127.0.0.1:${plain.port}`), 'encryption', /verify/, /CA_CERTIFICATE/);
  const trusted = await found(`https://127.0.0.1:${plain.port}`, { CA_CERTIFICATE });
  assert.equal(trusted.find(({ name }) => name === 'encryption')?.verdict, 'ok');
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const closed = { ...tls, ca: authority.cert, requestCert: true, rejectUnauthorized: true, maxVersion };
    const { port } = await startServer(t, (_, response) => response.end('{}'), { tls: closed });
    const checks = await found(`https://127.0.0.1:${port}`, { CA_CERTIFICATE });
    blocked(checks, 'encryption', /alert/, /CLIENT_CERTIFICATE and CLIENT_KEY/);
  }
});

test('a gateway that answers with 403 and a page, or requires a login', async (t) => {
  const gate = gated(
    ({ headers }) => headers['x-access-secret'] === 'gate-7f3b91',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"success"}'),
  );
  const { port } = await startServer(t, gate);
  const address = `http://127.0.0.1:${port}`;
  blocked(await found(address), 'gateway', /HTTP 403 and its own page/, /EXTRA_HEADERS/);
  const wrong = await found(address, { EXTRA_HEADERS: 'X-Access-Secret: gate-wrong' });
  blocked(wrong, 'gateway', /EXTRA_HEADERS is set but the gateway does not accept it/, /^correct EXTRA_HEADERS/);
  const letIn = await found(address, { EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91' });
  assert.deepEqual(
    letIn.filter(({ verdict }) => verdict === 'fail'),
    [],
  );
  const login = await startServer(t, (_, response) =>
    response.writeHead(401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="x"' }).end('<p>Log in'),
  );
  blocked(await found(`http://127.0.0.1:${login.port}`), 'gateway', /HTTP 401/, /BASIC_AUTH/);
});
