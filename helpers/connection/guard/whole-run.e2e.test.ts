import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { conformanceRun, startSandbox } from '../../client/tests/conformance-run.ts';
import { startSite } from './tests/sites.ts';

/** A service that forwards everything to the sandbox, but changes the addresses in its answers. */
const relay = async (t: TestContext, sandbox: string, change: (text: string) => string): Promise<string> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
      const asked = fetch(sandbox + request.url, {
        method: request.method ?? 'GET',
        headers,
        redirect: 'manual',
        ...(body && { body }),
      });
      const passOn = async (): Promise<void> => {
        const answer = await asked;
        const location = answer.headers.get('location');
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'text/plain',
          ...(location && { location: change(location) }),
        });
        response.end(change(await answer.text()));
      };
      void passOn();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('payments with pages on an unlisted host are not tested, and send nothing to it', async (t) => {
  const sandbox = await startSandbox(t);
  const elsewhere = await startSite();
  t.after(() => elsewhere.close());
  // Browsers resolve this name to this machine, but the suite does not list it.
  const production = elsewhere.origin.replace('127.0.0.1', 'production.localhost');
  const address = await relay(t, sandbox, (text) => text.replaceAll(`${sandbox}/checkout/`, `${production}/checkout/`));
  const grep = '@page.opens|@form.leads-to-checkout|@iframe.loads|@redirect.cancelled-not-success|@form.key-invalid';
  const { exitCode, results } = await conformanceRun(t, address, ['--project=browser', '--workers=1', '--grep', grep]);
  assert.deepEqual(elsewhere.heard, []);
  assert.equal(exitCode, 2);
  const verdicts = Object.fromEntries(results.rules.map(({ id, verdict }) => [id, verdict]));
  for (const id of ['page.opens', 'form.leads-to-checkout', 'iframe.loads', 'redirect.cancelled-not-success'])
    assert.equal(verdicts[id], 'not-tested', id);
  assert.match(JSON.stringify(results), /add production\.localhost:\d+ to STAGING_HOSTS/);
});
