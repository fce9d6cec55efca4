import { expect, formsUntraced, test } from '../../fixtures/browser.ts';
import { rule } from '../../interface/rules/rule.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// A checkout started from a form on the merchant's page. How the service answers the form post is open;
// where it brings the browser is not.

test.use(formsUntraced);

test(...rule('form.leads-to-checkout'), async ({ payments, settings }) => {
  await expect(await payments.byForm({ amount: settings.amount })).toOfferPayment();
});

test(...rule('form.leads-to-checkout', 'without amount'), async ({ payments }) => {
  await expect(await payments.byForm()).toOfferPayment();
});

test(...rule('form.leads-to-checkout', 'with the required fields alone'), async ({ payments }) => {
  const required = { transaction_reference: undefined, success_url: undefined, failure_url: undefined };
  await expect(await payments.byForm(required)).toOfferPayment();
});

test(...rule('form.amount-later'), async ({ payments }) => {
  await expect(await payments.byForm()).toLetTheAmountBeSet();
});

test(...rule('form.amount-later', 'and pay it'), async ({ payments }) => {
  const payment = await payments.byForm();
  await payment.setAmount();
  expect(await payment.pay()).toArriveAt('success');
});

for (const outcome of ['success', 'failure'] as const) {
  test(...rule(`form.${outcome}`), async ({ payments, settings }) => {
    const payment = await payments.byForm({ amount: settings.amount });
    expect(await payment.end(outcome)).toEndAt(outcome, payment.parameters(outcome));
  });

  test(...rule(`form.${outcome}`, 'amount set by the customer'), async ({ payments }) => {
    const payment = await payments.byForm();
    await payment.setAmount();
    expect(await payment.end(outcome)).toEndAt(outcome, payment.parameters(outcome));
  });
}

test(...rule('form.reference-generated'), async ({ payments, settings }) => {
  const payment = await payments.byForm({ amount: settings.amount, transaction_reference: undefined });
  expect(await payment.pay()).toCarry('transaction_reference', shapes.text);
});

test(...rule('form.key-invalid', 'a key nobody has'), async ({ payments, settings }) => {
  await expect(await payments.byForm({ amount: settings.amount }, 'unknown')).toRefusePayment();
});

test(...rule('form.key-invalid', 'no key'), async ({ payments, settings }) => {
  await expect(await payments.byForm({ amount: settings.amount }, 'none')).toRefusePayment();
});

// What comes close to a key is as secret as the key, so these two forms are sent from outside the browser.
test(...rule('form.key-invalid', 'a near miss'), async ({ api, payments, settings }) => {
  const reply = await api.checkoutForm({ currency: settings.currency }, 'near-miss');
  await expect(await payments.afterForm(reply)).toRefusePayment();
});

test(...rule('form.key-secret'), async ({ api, payments, settings }) => {
  const reply = await api.checkoutForm({ currency: settings.currency }, 'secret');
  await expect(await payments.afterForm(reply)).toRefusePayment();
});

test(...rule('form.key-secret', 'with an amount'), async ({ api, payments, settings }) => {
  const reply = await api.checkoutForm({ currency: settings.currency, amount: String(settings.amount) }, 'secret');
  await expect(await payments.afterForm(reply)).toRefusePayment();
});

test(...rule('form.currency-required'), async ({ payments, settings }) => {
  await expect(await payments.byForm({ amount: settings.amount, currency: undefined })).toRefusePayment();
});

test(...rule('form.answer'), async ({ payments, settings, observe }) => {
  const payment = await payments.byForm({ amount: settings.amount });
  observe(`HTTP ${payment.answered}`);
});

for (const [name, key] of [
  ['invalid key', 'invalid'],
  ['no key', 'none'],
] as const) {
  test(...rule('form.refusal-answer', name), async ({ api, settings, observe }) => {
    const reply = await api.checkoutForm({ currency: settings.currency }, key);
    observe(`HTTP ${reply.status}`);
  });
}

test(...rule('form.refusal-answer', 'no currency'), async ({ api, observe }) => {
  observe(`HTTP ${(await api.checkoutForm({})).status}`);
});
