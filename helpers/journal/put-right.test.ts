import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Api } from '../target/api.ts';
import { Http } from '../target/http.ts';
import { deletedForGood } from './put-right.ts';
import { settingsFor } from './tests/ended-run.ts';

/** What a service answers, by the beginning of the path. */
let statuses: Record<string, number> = {};
const server = createServer((request, response) => {
  const [, status = 404] = Object.entries(statuses).find(([path]) => request.url?.startsWith(path)) ?? [];
  response.writeHead(status).end('{"result":"error","message":"no"}');
});

let http: Http;
let api: Api;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  http = new Http({ baseUrl, timeoutMs: 1_000, mask: (text) => text, record: () => {} });
  api = new Api(http, settingsFor(baseUrl, '.'));
});
after(async () => {
  await http.close();
  server.close();
});

test('a callback is gone when a fetch does not show it, with whatever status the target says so', async () => {
  for (const status of [400, 403, 404, 410, 500]) {
    statuses = { '/v1/callback': status, '/v1/wallets': 200 };
    assert.equal(await deletedForGood(api, 'cb1'), undefined, String(status));
  }
});

test('a callback is not taken for gone by who is not let in, or asks a service that is broken', async () => {
  statuses = { '/v1': 401 };
  assert.match((await deletedForGood(api, 'cb1')) ?? '', /HTTP 401/);
  statuses = { '/v1': 500 };
  assert.match((await deletedForGood(api, 'cb1')) ?? '', /HTTP 500/);
  statuses = { '/v1/callback/delete': 500, '/v1/callback/fetch/cb1': 500, '/v1/wallets': 200 };
  assert.match((await deletedForGood(api, 'cb1')) ?? '', /HTTP 500/);
});
