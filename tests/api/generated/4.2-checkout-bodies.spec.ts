import { expect, test } from '../../../fixtures/index.ts';
import { brokenCheckouts, checkoutsOneByOne } from '../../../helpers/properties/cases/payments.ts';
import { rule } from '../../../interface/rules/rule.ts';

// Bodies of a JSON checkout with unusual values, also of the key: in one field after the other, and in random fields.

for (const fields of [
  ['publishable_key', 'amount', 'currency'],
  ['transaction_reference', 'success_url', 'failure_url', 'any_other'],
]) {
  test(...rule('generated.checkout-bodies', `one at a time: ${fields.join(', ')}`), async ({ generated }) => {
    const each = await generated.eachCheckout((settings) => checkoutsOneByOne(fields, settings));
    expect(each).toAgreeWithModel();
  });
}

test(...rule('generated.checkout-bodies', 'one field broken'), async ({ generated }) => {
  expect(await generated.eachCheckout(brokenCheckouts)).toAgreeWithModel();
});

test(...rule('generated.checkout-bodies', 'by chance'), async ({ generated }) => {
  expect(await generated.checkouts()).toAgreeWithModel();
});
