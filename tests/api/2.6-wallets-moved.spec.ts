import { covers, needsOperator, smoke, test } from '../../fixtures/index.ts';

// The wallets before and after a payment with each operator, and after one that failed, where the balance of their currency
// is read as well (2.6, 4.1, 4.4). Each payment has an amount of its own, so that those of other tests are told apart.

test.describe.configure({ lock: 'wallets' });

for (const [operator, less] of [
  ['A', 11],
  ['B', 12],
  ['C', 13],
] as const) {
  const details = needsOperator(operator, covers('wallets.moved'));
  test(
    `a payment with operator ${operator}`,
    operator === 'A' ? smoke(details) : details,
    async ({ api, bodies, observeMovement }) => {
      const pay = (money: object) =>
        api.initiate(bodies.mobileMoney(operator, { ...money, requested_response: 'success' }));
      await observeMovement(`operator ${operator}`, pay, { succeeds: true, less, attempts: 3, ofList: true });
    },
  );
}

test(
  'a failed payment with operator A',
  needsOperator('A', covers('wallets.moved')),
  async ({ api, bodies, observeMovement }) => {
    const pay = (money: object) => api.initiate(bodies.mobileMoney('A', { ...money, requested_response: 'failed' }));
    await observeMovement('operator A, simulated failure', pay, { succeeds: false, less: 17 });
  },
);
