import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import type { Call } from '../client/http.ts';
import { sandboxAsStaging } from '../settings/sandbox-account.ts';
import { parseSettings } from '../settings/settings.ts';
import { nameRunFolder } from './run-log.ts';
import { shareConnections, sharedConnections } from './shared-connections.ts';

test('all workers of a run share its connections, its limits and what was learned', async (t) => {
  const sockets = new Set<unknown>();
  let [inFlight, most] = [0, 0];
  const server = createServer(async ({ socket, url }, response) => {
    sockets.add(socket);
    most = Math.max(most, (inFlight += 1));
    await pause(5);
    inFlight -= 1;
    response.end(`line\u2028break of ${url}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  nameRunFolder();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await shareConnections(parseSettings({ ...sandboxAsStaging(baseUrl), MAX_IN_FLIGHT: '3' }));
  const workers = [1, 2, 3, 4].map(() => {
    const line = sharedConnections({ baseUrl, single: false, shards: 1 });
    assert.ok(line);
    return line;
  });
  const call: Call = { method: 'GET', path: '/v1/wallets/list', headers: {}, credential: 'secret' };
  const paths = Array.from({ length: 6 }, (_, index) => `/v1/${index}`);
  const attempts = await Promise.all(workers.flatMap((line) => paths.map((path) => line.send({ ...call, path }, 1))));
  assert.deepEqual(
    attempts.map(({ answer }) => answer?.text),
    workers.flatMap(() => paths.map((path) => `line\u2028break of ${path}`)),
  );
  assert.ok(most <= 3 && sockets.size <= 3, `${most} in flight, ${sockets.size} connections`);
  const elsewhere = sharedConnections({ baseUrl: 'https://evil.example', single: false, shards: 1 });
  await assert.rejects(elsewhere?.probe(call) ?? Promise.resolve(), /STAGING_HOSTS/);
  for (const one of [...workers, elsewhere]) await one?.close();
  await pause(50);
  await assert.rejects(workers[0]?.probe(call) ?? Promise.resolve(), /closed its connections/);
});
