import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { parseSettings } from '../../settings/settings.ts';
import { Api } from '../api.ts';
import { Bodies } from '../bodies.ts';
import { Http } from '../http.ts';
import { maskFor } from '../../redaction/secrets.ts';

const listen = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

test('redirects are not followed, so that no key is sent to another host', async () => {
  let visitors = 0;
  const elsewhere = await listen((_, response) => {
    visitors += 1;
    response.end('{}');
  });
  const target = await listen((request, response) => {
    const status = Number(new URL(request.url ?? '/', 'http://target').searchParams.get('limit') ?? 307);
    response.writeHead(status, { location: `${elsewhere.address}${request.url}` }).end();
  });
  const settings = parseSettings({}, target.address);
  const http = new Http({ baseUrl: target.address, timeoutMs: 3000, mask: maskFor(settings), record: () => {} });
  const api = new Api(http, settings);
  const bodies = new Bodies(settings);
  try {
    const replies = await Promise.all([
      ...[301, 302, 303, 307, 308].map((limit) => api.wallets({ limit })),
      api.balance('plural'),
      api.initiate(bodies.hostedPage()),
      api.checkout(bodies.checkout()),
      api.checkoutForm({ currency: settings.currency }),
      api.fetchCallback('1'),
      api.updateCallback('1', {}),
      api.deleteCallback('1'),
      api.probe('POST', '//elsewhere.example/callbacks', {}),
    ]);
    assert.ok(replies.every(({ status }) => status >= 301 && status <= 308));
    assert.equal(visitors, 0);
  } finally {
    await http.close();
    for (const { server } of [target, elsewhere]) server.close();
  }
});
