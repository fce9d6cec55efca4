import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { serve } from '../../fixtures/tests/run-specs.ts';
import { nameRunFolder } from '../../helpers/run/run-log.ts';
import { sandboxAsStaging } from '../../helpers/settings/sandbox-account.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { preflight } from './preflight.ts';

nameRunFolder();

const checked = async (t: TestContext, answer: (response: ServerResponse) => void, isThorough = false) => {
  const address = await serve(t, (_, response) => answer(response));
  const settings = parseSettings({ ...sandboxAsStaging(address), NOT_APPLICABLE: 'operator-c' });
  const checks = await preflight(settings, isThorough);
  return checks.map(({ name, verdict, message, fix }) => `${verdict} ${name}: ${message}; ${fix}`);
};

const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('a ready target passes', async (t) => {
  const [address, clock, key, ...others] = await checked(t, json(200, { result: 'success', wallets: [] }));
  assert.match(address ?? '', /^ok address: 127\.0\.0\.1:\d+ answers within/);
  assert.match(clock ?? '', /^ok clock/);
  assert.match(key ?? '', /^ok secret key/);
  assert.deepEqual(others, []);
});

test('a refused key, and a gateway with a page of its own, end a run and say what to correct', async (t) => {
  const refused = await checked(t, json(401, { result: 'error', message: 'no' }));
  assert.match(refused.at(-1) ?? '', /^fail secret key: HTTP 401.*correct SECRET_KEY/);
  const gateway = await checked(t, (response) =>
    response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>Log in</h1>'),
  );
  assert.match(gateway.at(-1) ?? '', /^fail gateway: a gateway answers HTTP 401.*EXTRA_HEADERS/);
});

test('a target that cannot be reached ends a run', async () => {
  const settings = parseSettings(sandboxAsStaging('http://127.0.0.1:1'));
  const [only, ...others] = await preflight(settings, true);
  assert.deepEqual([only?.verdict, only?.name, others], ['fail', 'address', []]);
  assert.match(only?.fix ?? '', /start the target, correct BASE_URL/);
});

test('what the rules judge is a warning, and what is declared absent is not asked', async (t) => {
  const lines = await checked(t, json(500, { result: 'error', message: 'key sk_test_sandbox_4f1c9a7d2e' }), true);
  assert.ok(lines.some((line) => /^warn wallets: .*HTTP 500/.test(line)));
  assert.ok(lines.some((line) => /^warn operator A: .*OPERATOR_A_CODE/.test(line)));
  assert.ok(lines.some((line) => line.startsWith('ok operator C: declared as not available')));
  assert.ok(lines.every((line) => !line.startsWith('fail') && !line.includes('4f1c9a7d2e')));
});
