import { expect, test } from '../../../fixtures/index.ts';
import { rule } from '../../../helpers/rules/rule.ts';

// Bodies of a JSON checkout with up to two changes, its key among them.

test(...rule('generated.checkout-bodies'), async ({ generated }) => {
  expect(await generated.checkouts()).toAgreeWithModel();
});
