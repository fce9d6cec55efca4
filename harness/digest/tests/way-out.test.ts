import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { sandboxAsStaging } from '../../../helpers/settings/sandbox-account.ts';
import { parseDigestSettings, parseSettings } from '../../../helpers/settings/settings.ts';
import { makeAuthority, startProxy, startServer } from '../../../helpers/connection/way-in/tests/surroundings.ts';
import { deliver } from '../deliver.ts';
import { digestOf } from '../digest.ts';
import { Tracker } from '../issue/tracker.ts';
import { exampleRun } from './example-run.ts';

/** A chat and tracker with a private CA behind an authenticating proxy, and settings with credentials of a target. */
const surroundings = async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'way-out-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const authority = await makeAuthority();
  const shown: object[] = [];
  const answer = ({ socket }: IncomingMessage, reply: { end: (text: string) => void }): void => {
    shown.push((socket as TLSSocket).getPeerCertificate());
    reply.end('[]');
  };
  const tls = { ...(await authority.issue('office.test', 'server')), requestCert: true, rejectUnauthorized: false };
  const site = await startServer(t, answer, { tls });
  const proxy = await startProxy(t, 'jo:p@ss-w0rd-1');
  const client = await authority.issue('Client', 'client');
  const environment = {
    ...sandboxAsStaging('https://staging.test'),
    STAGING_HOSTS: 'staging.test',
    HTTPS_PROXY: `http://jo:p%40ss-w0rd-1@127.0.0.1:${proxy.port}`,
    CA_CERTIFICATE: written('ca.pem', authority.cert),
    CLIENT_CERTIFICATE: written('client.pem', `${client.cert}\n${client.key}`),
    EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91',
    BASIC_AUTH: 'jo:gate-w0rd-3',
    DIGEST_WEBHOOK_URL: `https://office.test:${site.port}/services/w3bh00k`,
    ISSUE_TOKEN: 'ghs_a1b2c3d4e5f6',
  };
  return { ...site, asked: proxy.asked, shown, environment };
};

test('a digest uses the proxy and CA_CERTIFICATE, and is sent without the credentials of the target', async (t) => {
  const { port, heard, asked, shown, environment } = await surroundings(t);
  const told = (given: Record<string, string>) =>
    deliver(digestOf(exampleRun(), null), parseSettings({ ...environment, ...given }), String, 5000);
  assert.equal(await told({}), 'The digest was delivered (slack).');
  assert.deepEqual(asked, [`office.test:${port}`]);
  const { headers } = heard[0] ?? { headers: {} };
  for (const name of ['x-access-secret', 'authorization', 'proxy-authorization']) assert.ok(!(name in headers), name);
  assert.deepEqual(shown, [{}], 'no client certificate');

  assert.match((await told({ CA_CERTIFICATE: '' })) ?? '', /UNABLE_TO_VERIFY_LEAF_SIGNATURE$/);
  assert.match((await told({ NO_PROXY: '.test' })) ?? '', /ENOTFOUND|EAI_AGAIN/);
  const refused = (await told({ HTTPS_PROXY: environment.HTTPS_PROXY.replace('ss-w0rd', 'another') })) ?? '';
  assert.match(refused, /DIGEST_WEBHOOK_URL: the proxy of HTTPS_PROXY at 127\.0\.0\.1:\d+ answers HTTP 407/);
  assert.doesNotMatch(refused, /another|w3bh00k/);
  assert.equal(heard.length, 1);
});

test('an issue uses the proxy and CA_CERTIFICATE, and is sent without the credentials of the target', async (t) => {
  const { port, heard, asked, environment } = await surroundings(t);
  const pipeline = { GITHUB_API_URL: `https://office.test:${port}`, GITHUB_REPOSITORY: 'a-team/service' };
  const tracker = (given: Record<string, string>): Tracker => {
    const { issueToken = '', wayIn } = parseDigestSettings({ ...environment, ...given });
    return new Tracker(pipeline, issueToken, wayIn, 5000);
  };
  assert.deepEqual(await tracker({}).open(), []);
  assert.deepEqual(asked, [`office.test:${port}`]);
  assert.ok(!('x-access-secret' in (heard[0]?.headers ?? {})));
  await assert.rejects(
    tracker({ HTTPS_PROXY: 'http://127.0.0.1:9' }).open(),
    /GitHub could not find the issue: the proxy of HTTPS_PROXY at 127\.0\.0\.1:9 gives no connection/,
  );
});
