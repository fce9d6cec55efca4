import assert from 'node:assert/strict';
import { mobileMoney, sandboxFor } from './support/sandbox.ts';
import { test } from 'node:test';

test('every wallet has the listed fields, and the filters of the list work (2.6 4.3)', async (t) => {
  const { ask } = sandboxFor(t);
  const { body } = await ask('GET', '/v1/wallets/list');
  for (const wallet of body.wallets) {
    assert.deepEqual(Object.keys(wallet), ['wallet_id', 'balance', 'currency', 'message', 'details']);
    assert.match(wallet.balance, /^\d+\.\d{2}$/);
  }
  for (const [query, count] of Object.entries({
    '': 3,
    'start_date=2024-01-01': 3,
    'end_date=2024-01-02': 2,
    'start_date=2020-01-01&end_date=2020-12-31': 0,
    'limit=2&start_date=2024-01-01&end_date=2030-01-01': 2,
  }))
    assert.equal((await ask('GET', `/v1/wallets/list?${query}`)).body.wallets.length, count, query);
});

test('wrong filters are refused, naming the field (4.3 7)', async (t) => {
  const { ask } = sandboxFor(t);
  for (const query of [
    ...['yesterday', '2024-02-30', '01-01-2024', '', '2024-02-01&end_date=2024-01-01'].map(
      (day) => `start_date=${day}`,
    ),
    ...['2024-13-01', '2024-01-01&end_date=2024-01-02'].map((day) => `end_date=${day}`),
    ...['0', '-1', '1.5', 'ten'].map((limit) => `limit=${limit}`),
  ]) {
    const { status, body } = await ask('GET', `/v1/wallets/list?${query}`);
    assert.equal(status, 400, query);
    assert.match(body.error.message, new RegExp(`Parameter: ${query.split('=')[0]}$`));
  }
});

test('both balance paths return all balances, or that of one currency, to which a success is added (4.4)', async (t) => {
  const { ask } = sandboxFor(t);
  for (const requested_response of ['success', 'failed'])
    await ask('POST', '/v1/transactions', mobileMoney({ payment_method_code: 'OPERATOR_A', requested_response }));
  for (const path of ['/v1/wallets/balance', '/v1/wallet/balance']) {
    assert.equal((await ask('GET', path)).body.wallets.length, 3);
    const { body } = await ask('GET', `${path}?currency=XTS`);
    assert.deepEqual([body.currency, body.balance, body.wallets.length], ['XTS', '25010.50', 1]);
    assert.equal((await ask('GET', `${path}?currency=JPY`)).status, 400);
  }
});
