import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { parseSettings } from '../../../helpers/settings/settings.ts';
import { clockInWords, compareClocks } from './clock.ts';

const minute = 60_000;

/** Settings of a target whose responses have these dates, in minutes ahead of this machine; undefined for no date. */
const targetWith = async (t: TestContext, ...ahead: (number | undefined)[]) => {
  let asked = 0;
  const server = createServer((_, response) => {
    response.sendDate = false;
    const minutes = ahead[asked++ % ahead.length];
    if (minutes !== undefined) response.setHeader('Date', new Date(Date.now() + minutes * minute).toUTCString());
    response.writeHead(401).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return parseSettings({
    TARGET: 'staging',
    BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    SECRET_KEY: 'sk_test_a1b2c3d4e5',
    PUBLISHABLE_KEY: 'pk_test_a1b2c3d4e5',
    OPERATOR_A_CODE: 'a',
    OPERATOR_B_CODE: 'b',
    OPERATOR_C_CODE: 'c',
    CURRENCY: 'MWK',
    MOBILE_MONEY_NUMBER: '0999000000',
  });
};

test('the clocks are compared by the median of several responses', async (t) => {
  const { answers, aheadSeconds } = await compareClocks(await targetWith(t, 60, 1, -2));
  assert.equal(answers, 3);
  assert.ok(aheadSeconds !== null && Math.abs(aheadSeconds - 60) <= 5, String(aheadSeconds));
});

test('different clocks are refused', async (t) => {
  const [ahead, behind] = [await targetWith(t, 6), await targetWith(t, -6, -6, 0)];
  await assert.rejects(compareClocks(ahead), /6 minutes behind the target's/);
  await assert.rejects(compareClocks(behind), /6 minutes ahead of the target's/);
});

test('a target without Date headers is reported', async (t) => {
  const clock = await compareClocks(await targetWith(t, undefined));
  assert.deepEqual(clock, { answers: 0, aheadSeconds: null });
  assert.match(clockInWords(clock), /its answers have no Date header/);
});
