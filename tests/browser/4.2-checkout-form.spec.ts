import { expect, formsUntraced, test } from '../../fixtures/browser.ts';
import { dutiesOf } from '../../helpers/payments/journeys/duties/duties.ts';
import { plain } from '../../helpers/payments/journeys/plan.ts';
import { rule } from '../../interface/rules/rule.ts';

// A checkout started from a form on the merchant's page. The answer to the form post is open, but the destination of
// the browser is not.

test.use(formsUntraced);

for (const { id, variant, needs, walks, judge } of [...dutiesOf('form', 'page'), ...dutiesOf('form', 'redirect')]) {
  test(...rule(id, variant, needs), async ({ walked }) => {
    expect(await walked(walks)).toMeet(judge);
  });
}

test(...rule('form.key-invalid', 'a key nobody has'), async ({ payments, settings }) => {
  await expect(await payments.byForm({ amount: settings.amount }, 'unknown')).toRefusePayment();
});

test(...rule('form.key-invalid', 'no key'), async ({ payments, settings }) => {
  await expect(await payments.byForm({ amount: settings.amount }, 'none')).toRefusePayment();
});

// Near misses of a key are as secret as the key, so these two forms are sent outside the browser.
test(...rule('form.key-invalid', 'a near miss'), async ({ api, payments, settings }) => {
  const reply = await api.checkoutForm({ currency: settings.currency }, 'near-miss');
  await expect(await payments.afterForm(reply)).toRefusePayment();
});

for (const [name, credential] of [
  ['a key that begins alike', 'look-alike'],
  ['the beginning of the key', 'truncated'],
  ['the key with more after it', 'extended'],
  ['an empty key', 'empty'],
] as const) {
  test(...rule('form.key-invalid', name), async ({ api, payments, settings }) => {
    const reply = await api.checkoutForm({ currency: settings.currency }, credential);
    await expect(await payments.afterForm(reply)).toRefusePayment();
  });
}

for (const [id, variant, field] of [
  ['form.amount-type', undefined, { amount: 'ten' }],
  ['form.address-format', 'success_url', { success_url: 'not a url' }],
  ['form.address-format', 'failure_url', { failure_url: 'not a url' }],
] as const) {
  test(...rule(id, variant), async ({ api, payments, settings }) => {
    const reply = await api.checkoutForm({ currency: settings.currency, ...field });
    await expect(await payments.afterForm(reply)).toRefusePayment();
  });
}

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

test(...rule('form.currency-required', 'without an amount'), async ({ payments }) => {
  await expect(await payments.byForm({ currency: undefined })).toRefusePayment();
});

test(...rule('form.answer'), async ({ journey, observe }) => {
  observe(`HTTP ${(await journey(plain('form', 'success'))).answered}`);
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
