import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { Api } from '../../helpers/client/api.ts';
import { Bodies } from '../../helpers/client/bodies.ts';
import { claimedIds } from '../messages/callback.ts';
import type { Reply } from '../messages/exchange.ts';
import { Http } from '../../helpers/client/http.ts';
import { openApiDocument } from './document.ts';
import { findingsIn } from './lint.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
interface Content {
  content: Record<string, { examples?: Record<string, { value: unknown }> }>;
}

/** The findings of the linter when the document has the values as examples of an answer or of a request. */
const judge = async (
  path: string,
  method: Method,
  where: number | 'request',
  values: readonly unknown[],
): Promise<string[]> => {
  const document = structuredClone(openApiDocument()) as any;
  const operation = document.paths[path][method];
  const place = where === 'request' ? operation.requestBody : operation.responses[where];
  const { content } = (place.$ref ? document.components.responses[place.$ref.split('/').at(-1)] : place) as Content;
  content['application/json']!.examples = Object.fromEntries(
    values.map((value, index) => [`value${index}`, { value }]),
  );
  return findingsIn(JSON.stringify(document));
};

test('the linter has no findings in the document', async () => {
  assert.deepEqual(await findingsIn(JSON.stringify(openApiDocument())), []);
});

test('the linter finds an error in a document', async () => {
  const found = await findingsIn(JSON.stringify({ ...openApiDocument(), security: [{ unheardOf: [] }] }));
  assert.match(found.join('\n'), /unheardOf/);
});

test('the schema of an initiation enforces the rules of 4.1', async () => {
  const body = { amount: 1000, email: 'customer@example.com', currency: 'XTS' };
  const mobile = { ...body, payment_method_type: 'mobile_money', payment_method_code: 'A', mobile_money_number: '07' };
  const { payment_method_code: _code, ...withoutCode } = mobile;
  const { mobile_money_number: _number, ...withoutNumber } = mobile;
  const good = [body, mobile, { ...body, payment_method_type: 'card' }, { ...body, further: 1 }];
  assert.deepEqual(await judge('/v1/transactions', 'post', 'request', good), []);
  for (const wrong of [
    withoutCode,
    withoutNumber,
    { ...mobile, mobile_money_number: '97' },
    { ...mobile, payment_method_type: 'card' },
    { ...body, mobile_money_number: '07' },
    { ...mobile, requested_response: 'maybe' },
    { ...body, amount: true },
    { email: body.email, currency: 'XTS' },
  ]) {
    assert.notDeepEqual(
      await judge('/v1/transactions', 'post', 'request', [wrong]),
      [],
      `accepted: ${JSON.stringify(wrong)}`,
    );
  }
});

test('answers of the sandbox match the schemas, and altered ones do not', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sandbox = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', '--quiet'], { cwd: root });
  try {
    const [line] = (await once(createInterface(sandbox.stdout), 'line')) as [string];
    const settings = parseSettings({}, line.replace(/^.*(?=http:)/, ''));
    const http = new Http({ baseUrl: settings.baseUrl, timeoutMs: 10_000, mask: (text) => text, record: () => {} });
    const api = new Api(http, settings);
    const bodies = new Bodies(settings);
    const initiations = await Promise.all([
      api.initiate(bodies.hostedPage()),
      api.initiate(bodies.mobileMoney('A')),
      api.initiate(bodies.mobileMoney('A', { requested_response: 'failed' })),
      api.initiate(bodies.mobileMoney('B')),
      api.initiate(bodies.mobileMoney('C')),
    ]);
    const created = await api.probe('POST', settings.callbackCreatePath ?? '', {
      url: 'https://merchant.example/hooks',
      events: 'payment.created',
    });
    const id = claimedIds(created)[0]?.id ?? '';
    const cases: [string, Method, number, Reply[]][] = [
      ['/v1/transactions', 'post', 200, initiations],
      ['/v1/transactions', 'post', 400, [await api.initiate({}), await api.initiate({}, { rawBody: '{' })]],
      ['/v1/transactions', 'post', 401, [await api.initiate(bodies.hostedPage(), { as: 'none' })]],
      ['/v1/checkout', 'post', 200, [await api.checkout(bodies.checkout())]],
      ['/v1/wallets/list', 'get', 200, [await api.wallets()]],
      ['/v1/callback/fetch/{callback_id}', 'get', 200, [await api.fetchCallback(id)]],
      ['/v1/callback/update/{callback_id}', 'put', 200, [await api.updateCallback(id, { description: 'x' })]],
      ['/v1/callback/delete/{callback_id}', 'delete', 200, [await api.deleteCallback(id)]],
    ];
    for (const [path, method, status, replies] of cases) {
      assert.ok(replies.every((reply) => reply.status === status && reply.json !== undefined));
      const values = replies.map((reply) => reply.json as object);
      assert.deepEqual(await judge(path, method, status, values), []);
      assert.notDeepEqual(
        await judge(path, method, status, [{ ...values[0], result: 'fine' }]),
        [],
        `${path} ${status}`,
      );
    }
    await http.close();
  } finally {
    sandbox.kill();
    await once(sandbox, 'exit');
  }
});
