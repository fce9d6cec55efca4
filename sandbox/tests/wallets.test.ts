import assert from 'node:assert/strict';
import { decimalAmount, formatAmount } from '../service/money.ts';
import { mobileMoney, sandboxFor } from './support/sandbox.ts';
import { test } from './support/test.ts';

test('every wallet has the listed fields (2.6 4.3)', async (t) => {
  const { ask } = sandboxFor(t);
  const { status, body } = await ask('GET', '/v1/wallets/list');
  assert.equal(status, 200);
  assert.equal(body.result, 'success');
  assert.deepEqual(body.wallets.map((wallet: { currency: string }) => wallet.currency).toSorted(), [
    'EUR',
    'USD',
    'XTS',
  ]);
  for (const wallet of body.wallets) {
    assert.deepEqual(Object.keys(wallet), ['wallet_id', 'balance', 'currency', 'message', 'details']);
    assert.match(wallet.balance, /^\d+\.\d{2}$/);
    assert.deepEqual(wallet.details, {});
  }
});

const lists: [string, number][] = [
  ['?start_date=2024-01-01', 3],
  ['?end_date=2024-01-02', 2],
  ['?start_date=2020-01-01&end_date=2020-12-31', 0],
  ['?limit=1', 1],
  ['?limit=2&start_date=2024-01-01&end_date=2030-01-01', 2],
];
for (const [query, count] of lists) {
  test(`${query} lists ${count} wallets (4.3)`, async (t) => {
    const { ask } = sandboxFor(t);
    assert.equal((await ask('GET', `/v1/wallets/list${query}`)).body.wallets.length, count);
  });
}

const refused: [string, string][] = [
  ['start_date=yesterday', 'start_date'],
  ['start_date=2024-02-30', 'start_date'],
  ['start_date=01-01-2024', 'start_date'],
  ['start_date=', 'start_date'],
  ['end_date=2024-13-01', 'end_date'],
  ['end_date=2024-01-01&end_date=2024-01-02', 'end_date'],
  ['start_date=2024-02-01&end_date=2024-01-01', 'start_date'],
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=ten', 'limit'],
];
for (const [query, field] of refused) {
  test(`?${query} is refused, naming ${field} (4.3 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    const { status, body } = await ask('GET', `/v1/wallets/list?${query}`);
    assert.equal(status, 400);
    assert.match(body.error.message, new RegExp(`Parameter: ${field}$`));
  });
}

for (const path of ['/v1/wallets/balance', '/v1/wallet/balance']) {
  test(`${path} returns all balances, or that of one currency (4.4)`, async (t) => {
    const { ask } = sandboxFor(t);
    assert.equal((await ask('GET', path)).body.wallets.length, 3);
    const { body } = await ask('GET', `${path}?currency=USD`);
    assert.deepEqual([body.currency, body.balance, body.wallets.length], ['USD', '25000.00', 1]);
    assert.equal((await ask('GET', `${path}?currency=JPY`)).status, 400);
  });
}

test('a successful payment is added to the wallet of its currency, a failed one is not', async (t) => {
  const { ask } = sandboxFor(t);
  const pay = (outcome: string) =>
    ask('POST', '/v1/transactions', mobileMoney({ payment_method_code: 'OPERATOR_A', requested_response: outcome }));
  await pay('success');
  await pay('failed');
  assert.equal((await ask('GET', '/v1/wallets/balance?currency=XTS')).body.balance, '25010.50');
});

test('amounts are shown in the main unit of their currency', () => {
  assert.equal(decimalAmount(5n, 'XTS'), '0.05');
  assert.equal(decimalAmount(1234n, 'JPY'), '1234');
  assert.equal(decimalAmount(1234n, 'KWD'), '1.234');
  assert.equal(formatAmount(123456789, 'XTS'), 'XTS 1,234,567.89');
  assert.equal(formatAmount(1000, 'JPY'), 'JPY 1,000');
  assert.equal(formatAmount(Number.MAX_SAFE_INTEGER, 'XTS'), 'XTS 90,071,992,547,409.91');
});
