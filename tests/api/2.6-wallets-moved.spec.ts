import { covers, needs, smoke, test } from '../../fixtures/index.ts';
import { movementBy, movementWithout } from '../../helpers/wallets/wallets.ts';

// The wallets before and after a payment with each operator, and after one that failed (2.6, 4.1).

test.describe.configure({ lock: 'wallets' });

for (const [operator, capability, own] of [
  ['A', 'operator-a', 11],
  ['B', 'operator-b', 12],
  ['C', 'operator-c', 13],
] as const) {
  const details = needs(capability, covers('wallets.moved'));
  test(
    `a payment with operator ${operator}`,
    operator === 'A' ? smoke(details) : details,
    async ({ api, bodies, wallets, settings, observe, mask }, testInfo) => {
      const pay = (fields: object) =>
        api.initiate(bodies.mobileMoney(operator, { ...fields, requested_response: 'success' }));
      const { word, figures } = await movementBy(wallets, pay, settings, { own, attempts: 3 });
      await observe('wallets.moved', `operator ${operator}`, word);
      await testInfo.attach('wallets', { body: mask(figures.join('\n') || 'no change'), contentType: 'text/plain' });
    },
  );
}

test(
  'a failed payment with operator A',
  needs('operator-a', covers('wallets.moved')),
  async ({ api, bodies, wallets, settings, observe, mask }, testInfo) => {
    const pay = (fields: object) => api.initiate(bodies.mobileMoney('A', { ...fields, requested_response: 'failed' }));
    const { word, figures } = await movementWithout(wallets, pay, settings, 17);
    await observe('wallets.moved', 'operator A, simulated failure', word);
    await testInfo.attach('wallets', { body: mask(figures.join('\n') || 'no change'), contentType: 'text/plain' });
  },
);
