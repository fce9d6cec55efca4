import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotTested } from '../errors/errors.ts';
import { Movements, type Pay } from './movement.ts';

const settings = { amount: 1000, currency: 'XTS', secondCurrency: 'USD', readDelayMs: 100 };

/** Gives each of a row in turn; the last one stays. */
const inTurn = <T>(row: readonly T[]) => {
  const left = [...row];
  return async (): Promise<T> => (left.length > 1 ? left.shift() : left[0]) as T;
};

/** Movements over wallets whose balances are these, one after the other, in the list and as the balance. */
const movements = (listed: readonly string[], balances: readonly (number | undefined)[] = [undefined]) => {
  const next = inTurn(listed);
  const list = async () => [
    { walletId: 'w1', balance: '7.00', currency: 'XTS' },
    { walletId: 'w2', balance: await next(), currency: 'USD' },
  ];
  const paid: object[] = [];
  const pay: Pay = async (money) => paid.push(money);
  return { movements: new Movements({ list }, { figure: inTurn(balances) }, settings), pay, paid };
};

test('a payment moves wallet and balance by its amount, in main units or in subunits', async () => {
  const { movements: watch, pay, paid } = movements(['1,000.00', '1,009.89'], [100_000, 100_989]);
  assert.deepEqual(await watch.by(pay, 11), {
    list: 'moved by the amount',
    balance: 'moved by the amount',
    figures: ['wallet w2 was 1,000.00 USD, and is 1,009.89 USD', 'the balance was 100000, and is 100989'],
  });
  assert.deepEqual(paid, [{ amount: 989, currency: 'USD' }]);
});

test('other movements are told apart from those of others who pay', async () => {
  const wordOf = async (listed: readonly string[], attempts?: number) => {
    const { movements: watch, pay } = movements(listed);
    return (await watch.by(pay, 11, attempts)).list;
  };
  assert.equal(await wordOf(['10', '10']), 'not moved');
  assert.equal(await wordOf(['10', '11', '11']), 'moved otherwise');
  assert.equal(await wordOf(['10', '11', '12', '13']), undefined);
  assert.equal(await wordOf(['10', '11', '20.89'], 2), 'moved by the amount');
  // Others have paid 10.00, and 20.00.
  assert.equal(await wordOf(['10', '20', '29.89']), 'moved by the amount');
  assert.equal(await wordOf(['10', '30', '39.89']), 'moved by the amount');
});

test('a payment that does not succeed is seen in the list or in the balance by its amount alone', async () => {
  const after = async (listed: readonly string[], balances: readonly (number | undefined)[]) => {
    const { movements: watch, pay } = movements(listed, balances);
    const { list, balance } = await watch.without(pay, 11);
    return { list, balance };
  };
  const still = 'not moved';
  assert.deepEqual(await after(['10', '12', '14'], [10, 12, 14]), { list: undefined, balance: undefined });
  assert.deepEqual(await after(['10', '12', '12'], [10, 12, 12]), { list: still, balance: still });
  assert.deepEqual(await after(['10', '20'], [10, 10]), { list: still, balance: still });
  assert.deepEqual(await after(['10', '49.89'], [10, 29.89]), {
    list: 'moved by the amount',
    balance: 'moved by the amount',
  });
  assert.deepEqual(await after(['10', '0.11'], [10, 10]), { list: 'moved by the amount', balance: still });
  assert.deepEqual(await after(['10', '10'], [10, 0.11]), { list: still, balance: 'moved by the amount' });
  const { balance } = await after(['10', '10'], [undefined]);
  assert.equal(balance, 'cannot be told: no balance in the terms of a wallet');
});

test('a payment is made whatever comes of reading before it', async () => {
  const paid: object[] = [];
  const list = () => Promise.reject(new Error('no wallets'));
  const watch = new Movements({ list }, undefined, settings);
  await assert.rejects(
    watch.without(async (money) => paid.push(money), 11),
    /no wallets/,
  );
  assert.deepEqual(paid, [{ amount: 989, currency: 'USD' }]);
});

test('what cannot be paid in the second currency is paid as usual', async () => {
  const { movements: watch } = movements(['10', '10']);
  const paid: object[] = [];
  await watch.without(async (money) => {
    if (money.currency === 'USD') throw new NotTested('refused');
    paid.push(money);
  }, 11);
  assert.deepEqual(paid, [{ amount: 1000, currency: 'XTS' }]);
});
