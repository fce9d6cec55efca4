import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movementBy, type Wallet, type Wallets } from './wallets.ts';

const settings = { amount: 1000, currency: 'XTS', secondCurrency: 'USD', readDelayMs: 10_000 };

/** The word and the figures for wallets whose balances are these, one after the other; the last one stays. */
const movement = async (balances: readonly string[], attempts = 1) => {
  const left = [...balances];
  const list = async (): Promise<Wallet[]> => {
    const balance = left.length > 1 ? left.shift() : left[0];
    return [
      { walletId: 'w1', balance: '7.00', currency: 'XTS' },
      { walletId: 'w2', balance, currency: 'USD' },
    ];
  };
  const paid: object[] = [];
  const pay = async (fields: object) => paid.push(fields);
  return { ...(await movementBy({ list } as Wallets, pay, settings, { own: 11, attempts })), paid };
};

test('a payment moves a wallet by its amount, in main units or in subunits', async () => {
  const { word, figures, paid } = await movement(['1,000.00', '1,009.89']);
  assert.equal(word, 'moved by the amount');
  assert.deepEqual(figures, ['wallet w2 was 1,000.00 USD, and is 1,009.89 USD']);
  assert.deepEqual(paid, [{ amount: 989, currency: 'USD' }]);
  assert.equal((await movement(['100000', '100989'])).word, 'moved by the amount');
});

test('other movements are told apart from those of others who pay', async () => {
  assert.equal((await movement(['10', '10'])).word, 'not moved');
  assert.equal((await movement(['10', '11', '11'])).word, 'moved otherwise');
  const shared = await movement(['10', '11', '12', '13']);
  assert.equal(shared.word, 'cannot be told: others pay on this account too');
  assert.equal((await movement(['10', '11', '11', '20.89'], 2)).word, 'moved by the amount');
});

test('without a wallet of a currency of the settings, nothing is paid', async () => {
  const wallets = { list: async () => [] as Wallet[] } as Wallets;
  const pay = () => assert.fail('paid');
  await assert.rejects(movementBy(wallets, pay, settings, { own: 11, attempts: 1 }), /NotTested: .* wallet in XTS/);
});
