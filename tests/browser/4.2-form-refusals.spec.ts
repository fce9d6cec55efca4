import { covers, expect } from '../../fixtures/index.ts';
import { test } from '../../fixtures/checkout.ts';
import { newReference } from '../../helpers/client/references.ts';

// Forms that must lead to no page on which the customer can pay. A near miss of a key is as secret as the key, so these
// forms are sent outside the browser, which opens the answer. The interface does not show how a form is refused.

test(
  'a form with a wrong key',
  covers('form.key-invalid', 'form.refusal-answer'),
  async ({ api, checkout, settings, check, observe }) => {
    const { currency } = settings;
    for (const [name, credential] of [
      ['a near miss', 'near-miss'],
      ['a key that begins alike', 'look-alike'],
      ['the beginning of the key', 'truncated'],
      ['the key with more after it', 'extended'],
      ['an empty key', 'empty'],
    ] as const) {
      const reply = await api.checkoutForm({ currency }, { as: credential });
      await check('form.key-invalid', name, async () => expect(await checkout.outcomeOfForm(reply)).toBe('refused'));
    }
    const amount = String(settings.amount);
    const addresses = { success_url: `${settings.merchantExample}/paid` };
    for (const [name, credential] of [
      ['a key nobody has', 'invalid'],
      ['no key', 'none'],
    ] as const) {
      const reply = await api.checkoutForm({ currency }, { as: credential });
      const again = await api.checkoutForm({ currency, amount, ...addresses }, { as: credential });
      await check('form.key-invalid', name, async () => expect(await checkout.outcomeOfForm(reply)).toBe('refused'));
      await check('form.key-invalid', `${name}, with an amount and an address`, async () =>
        expect(await checkout.outcomeOfForm(again)).toBe('refused'),
      );
      await observe('form.refusal-answer', name, `HTTP ${reply.status}`);
    }
  },
);

test('a form with the secret key', covers('form.key-secret'), async ({ api, checkout, settings, observe }) => {
  const { currency } = settings;
  for (const [name, fields] of [
    ['without an amount', { currency }],
    ['with an amount', { currency, amount: String(settings.amount) }],
  ] as const) {
    const reply = await api.checkoutForm(fields, { as: 'secret' });
    const outcome = await checkout.outcomeOfForm(reply);
    await observe('form.key-secret', name, outcome.replace(/:.*/s, ''));
  }
});

test(
  'a form without currency',
  covers('form.currency-required', 'form.refusal-answer'),
  async ({ api, checkout, settings, check, observe }) => {
    const reply = await api.checkoutForm({});
    const success_url = `${settings.merchantExample}/paid`;
    const withAmount = await api.checkoutForm({ amount: String(settings.amount), success_url });
    await check('form.currency-required', 'without an amount', async () =>
      expect(await checkout.outcomeOfForm(reply)).toBe('refused'),
    );
    await check('form.currency-required', 'with an amount and an address', async () =>
      expect(await checkout.outcomeOfForm(withAmount)).toBe('refused'),
    );
    await observe('form.refusal-answer', 'no currency', `HTTP ${reply.status}`);
  },
);

test(
  'a form with a wrong value',
  covers('form.amount-type', 'form.address-format'),
  async ({ api, checkout, settings, check }) => {
    const amount = String(settings.amount);
    for (const [rule, name, field] of [
      ['form.amount-type', 'a word, beside a reference', { amount: 'ten', transaction_reference: newReference() }],
      ['form.address-format', 'success_url, beside an amount', { success_url: 'not a url', amount }],
      ['form.address-format', 'failure_url', { failure_url: 'not a url' }],
    ] as const) {
      const reply = await api.checkoutForm({ currency: settings.currency, ...field });
      await check(rule, name, async () => expect(await checkout.outcomeOfForm(reply)).toBe('refused'));
    }
  },
);
