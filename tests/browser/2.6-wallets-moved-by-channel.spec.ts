import { test } from '../../fixtures/checkout.ts';
import { covers, needs } from '../../fixtures/index.ts';
import { movementBy, movementWithout, Wallets } from '../../helpers/wallets/wallets.ts';

// The wallets before and after a payment in each channel, and after one that is cancelled (2.6, 4.1, 4.2).

test.describe.configure({ lock: 'wallets' });

for (const [channel, capability, own] of [
  ['redirect', 'hosted-page', 14],
  ['form', 'form', 15],
  ['iframe', 'iframe', 16],
] as const) {
  test(
    `${channel}: a payment`,
    needs(capability, covers('wallets.moved')),
    async ({ api, checkout, settings, observe, mask }, testInfo) => {
      const pay = async (fields: { amount: number; currency: string }) =>
        (await checkout.start(channel, { ...fields, isJudged: false })).finish();
      const { word, figures } = await movementBy(new Wallets(api), pay, settings, { own, attempts: 1 });
      await observe('wallets.moved', channel, word);
      await testInfo.attach('wallets', { body: mask(figures.join('\n') || 'no change'), contentType: 'text/plain' });
    },
  );
}

test(
  'redirect: a cancelled payment',
  needs('hosted-page', covers('wallets.moved')),
  async ({ api, checkout, settings, observe, mask }, testInfo) => {
    const pay = async (fields: { amount: number; currency: string }) =>
      (await checkout.start('redirect', { ...fields, end: 'cancel', isJudged: false })).finish();
    const { word, figures } = await movementWithout(new Wallets(api), pay, settings, 18);
    await observe('wallets.moved', 'redirect, cancelled', word);
    await testInfo.attach('wallets', { body: mask(figures.join('\n') || 'no change'), contentType: 'text/plain' });
  },
);
