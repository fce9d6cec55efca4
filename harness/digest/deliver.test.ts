import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { deliver, shouldDeliver } from './deliver.ts';
import { digestOf } from './digest.ts';
import { exampleRun } from './tests/example-run.ts';

const digest = digestOf(exampleRun(), null);
const secret = 'services/T000/B000/w3bh00k5ecret';

const receiver = async (t: TestContext, answer: (request: IncomingMessage, reply: ServerResponse) => void) => {
  const requests: { url: string | undefined; type: string | undefined; body: string }[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ url: request.url, type: request.headers['content-type'], body });
      answer(request, reply);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`;
  const send = (format: 'slack' | 'teams' = 'slack', waitMs = 5000) =>
    deliver(
      digest,
      { digestWebhookUrl: address, digestWebhookFormat: format },
      (text) => text.replaceAll('evil.example', '<SECRET_KEY>'),
      waitMs,
    );
  return { requests, send, server };
};

test('a masked digest is delivered in both formats', async (t) => {
  const { requests, send } = await receiver(t, (_, reply) => reply.writeHead(202).end('x'.repeat(1_000_000)));
  assert.equal(await send('slack'), 'The digest was delivered (slack).');
  assert.equal(await send('teams'), 'The digest was delivered (teams).');
  const [slack, teams] = requests;
  assert.equal(slack?.url, `/${secret}`);
  assert.equal(slack?.type, 'application/json');
  assert.ok(JSON.parse(slack?.body ?? '').blocks);
  assert.ok(JSON.parse(teams?.body ?? '').attachments);
  assert.doesNotMatch((slack?.body ?? '') + (teams?.body ?? ''), /evil\.example/);
});

test('a failed delivery is reported in one line with the reason and without the address', async (t) => {
  const visits: string[] = [];
  const elsewhere = await receiver(t, (request) => visits.push(request.url ?? ''));
  const port = String((elsewhere.server.address() as AddressInfo).port);
  const refusing = await receiver(t, (_, reply) => reply.writeHead(500).end('no'));
  const moved = await receiver(t, (_, reply) => reply.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end());
  const hanging = await receiver(t, () => {});
  const cutting = await receiver(t, (request) => request.socket.destroy());
  const gone = await receiver(t, () => {});
  gone.server.close();
  const told = [
    await refusing.send(),
    await moved.send(),
    await hanging.send('slack', 200),
    await cutting.send(),
    await gone.send(),
  ];
  const start = 'The digest was not delivered to DIGEST_WEBHOOK_URL: ';
  assert.deepEqual(
    told.map((line) => line?.replace(start, '')),
    ['HTTP 500', 'HTTP 302, redirects are not followed', 'no answer within 0.2 s', 'UND_ERR_SOCKET', 'ECONNREFUSED'],
  );
  assert.deepEqual(visits, []);
});

test('no digest is sent without an address, for partial or interrupted runs, or against DIGEST_ON', async (t) => {
  const { requests } = await receiver(t, (_, reply) => reply.end());
  const settings = { digestWebhookUrl: undefined, digestWebhookFormat: 'slack' } as const;
  assert.equal(await deliver(digest, settings, String), undefined);
  assert.ok(!shouldDeliver({ ...digest, partial: true }, 'always'));
  assert.ok(!shouldDeliver({ ...digest, interrupted: true }, 'failure'));
  assert.ok(shouldDeliver(digest, 'failure'));
  assert.ok(!shouldDeliver({ ...digest, verdict: 'conforming' }, 'failure'));
  assert.ok(shouldDeliver(digest, 'change'), 'the first run');
  const same = {
    with: { file: '', startedAt: digest.startedAt, verdict: digest.verdict, commit: null },
    partial: false,
    broken: [],
    stillBroken: ['txn.amount-required'],
    fixed: [],
    newlyNotTested: [],
    judgedAgain: [],
    added: [],
    removed: [],
    observations: [],
    slower: [],
  };
  assert.ok(!shouldDeliver({ ...digest, comparison: same }, 'change'));
  assert.ok(shouldDeliver({ ...digest, comparison: { ...same, fixed: ['txn.amount-type'] } }, 'change'));
  assert.equal(requests.length, 0);
});
