import { expect, test } from '../../fixtures/browser.ts';
import { windowOf } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// A JSON checkout whose checkout_url is loaded in an iframe on a merchant's page of another origin.
// Whether the frame or the whole window goes back to the merchant is open.

test(...rule('iframe.loads'), async ({ payments, settings }) => {
  await expect(await payments.inFrame({ amount: settings.amount })).toOfferPaymentInFrame();
});

test(...rule('iframe.loads', 'with the required fields alone'), async ({ payments }) => {
  const required = { transaction_reference: undefined, success_url: undefined, failure_url: undefined };
  await expect(await payments.inFrame(required)).toOfferPaymentInFrame();
});

// Once the customer has begun, since before that a browser keeps every page from leaving its frame.
test(...rule('iframe.stays'), async ({ payments, page }) => {
  const payment = await payments.inFrame();
  await payment.setAmount();
  await expect(page.getByRole('heading', { name: 'Merchant', exact: true })).toBeVisible();
});

test(...rule('iframe.amount-later'), async ({ payments }) => {
  await expect(await payments.inFrame()).toLetTheAmountBeSet();
});

test(...rule('iframe.amount-later', 'and pay it'), async ({ payments }) => {
  const payment = await payments.inFrame();
  await payment.setAmount();
  expect(await payment.pay()).toArriveAt('success');
});

for (const outcome of ['success', 'failure'] as const) {
  test(...rule(`iframe.${outcome}`), async ({ payments, settings }) => {
    const payment = await payments.inFrame({ amount: settings.amount });
    expect(await payment.end(outcome)).toEndAt(outcome, payment.parameters(outcome));
  });

  test(...rule(`iframe.${outcome}`, 'amount set by the customer'), async ({ payments }) => {
    const payment = await payments.inFrame();
    await payment.setAmount();
    expect(await payment.end(outcome)).toEndAt(outcome, payment.parameters(outcome));
  });
}

test(...rule('iframe.reference-generated'), async ({ payments, settings }) => {
  const payment = await payments.inFrame({ amount: settings.amount, transaction_reference: undefined });
  expect(await payment.pay()).toCarry('transaction_reference', shapes.text);
});

for (const outcome of ['success', 'failure'] as const) {
  test(...rule('iframe.where', outcome), async ({ payments, settings, observe }) => {
    const payment = await payments.inFrame({ amount: settings.amount });
    observe(windowOf(await payment.end(outcome)));
  });
}
