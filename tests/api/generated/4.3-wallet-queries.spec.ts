import { expect, test } from '../../../fixtures/index.ts';
import { rule } from '../../../interface/rules/rule.ts';

// Queries of the wallet list: days, words for days, limits, and unusual values.

test(...rule('generated.wallet-queries'), async ({ generated }) => {
  expect(await generated.wallets()).toAgreeWithModel();
});
