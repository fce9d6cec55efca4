import { expect, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/model/answers.ts';
import { rule } from '../../interface/rules/rule.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The JSON variant of the hosted checkout. Its credential cases stand with all others in section 5.

test(...rule('checkout.accepted'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout())).toBeAccepted();
});

test(...rule('checkout.accepted', 'again'), async ({ api, bodies }) => {
  await api.checkout(bodies.checkout());
  expect(await api.checkout(bodies.checkout())).toBeAccepted();
});

for (const [id, field, shape] of answers.checkout.fields) {
  test(...rule(id, 'smallest body'), async ({ api, bodies }) => {
    expect(await api.checkout(bodies.checkout())).toHaveField(field, shape);
  });

  test(...rule(id, 'every optional field'), async ({ api, bodies, settings }) => {
    expect(await api.checkout(bodies.checkout(bodies.optional({ amount: settings.amount })))).toHaveField(field, shape);
  });
}

for (const [id, field] of [
  ['checkout.id-unique', 'transaction_id'],
  ['checkout.own-url', 'checkout_url'],
] as const) {
  test(...rule(id), async ({ api, bodies }) => {
    const first = await api.checkout(bodies.checkout());
    const second = await api.checkout(bodies.checkout());
    expect(second).toHaveField(field, shapes.otherThan(first.field(field)));
  });
}

test(...rule('checkout.id-unique', 'between initiations'), async ({ api, bodies }) => {
  const replies = [
    await api.initiate(bodies.hostedPage()),
    await api.checkout(bodies.checkout()),
    await api.initiate(bodies.hostedPage()),
    await api.checkout(bodies.checkout()),
  ];
  expect(replies).toDifferIn('transaction_id');
});

test(...rule('checkout.at-once'), async ({ api, bodies }) => {
  const sent = Array.from({ length: 8 }, () => bodies.checkout());
  const replies = await Promise.all(sent.map((body) => api.checkout(body)));
  expect(replies).toDifferIn('transaction_id', 'checkout_url');
});

test(...rule('checkout.every-optional-field'), async ({ api, bodies, settings }) => {
  expect(await api.checkout(bodies.checkout(bodies.optional({ amount: settings.amount })))).toBeAccepted();
});

for (const field of ['amount', 'transaction_reference', 'success_url', 'failure_url'] as const) {
  test(...rule('checkout.each-optional-field', field), async ({ api, bodies, settings }) => {
    const { [field]: value } = bodies.optional({ amount: settings.amount });
    expect(await api.checkout(bodies.checkout({ [field]: value }))).toBeAccepted();
  });
}

test(...rule('checkout.currency-required', 'smallest body'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout({ currency: undefined }))).toRefuse();
});

test(...rule('checkout.currency-required', 'every optional field'), async ({ api, bodies, settings }) => {
  const body = bodies.checkout({ ...bodies.optional({ amount: settings.amount }), currency: undefined });
  expect(await api.checkout(body)).toRefuse();
});

// The key is a required field (400) and a credential (401): both answers are right.
test(...rule('checkout.key-required', 'absent'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout(), { as: 'none' })).toBeRefusedWith([400, 401]);
});

test(...rule('checkout.key-required', 'absent, every optional field'), async ({ api, bodies, settings }) => {
  const reply = await api.checkout(bodies.checkout(bodies.optional({ amount: settings.amount })), { as: 'none' });
  expect(reply).toBeRefusedWith([400, 401]);
});

for (const [kind, publishable_key] of Object.entries({
  object: { key: 'value' },
  list: ['key', 'other'],
  number: 12345,
})) {
  test(...rule('checkout.key-type', kind), async ({ api, bodies }) => {
    expect(await api.checkout(bodies.checkout({ publishable_key }))).toBeRefusedWith([400, 401]);
  });
}

const notAString = { object: { value: 'text' }, list: ['text', 'more'] };
const types = [
  ['checkout.amount-type', 'amount', { words: 'one thousand', object: { value: 1 }, list: [1, 1] }],
  ['checkout.currency-type', 'currency', { ...notAString, number: 12345 }],
  ['checkout.reference-type', 'transaction_reference', notAString],
  ['checkout.success-url-type', 'success_url', notAString],
  ['checkout.failure-url-type', 'failure_url', notAString],
] as const;

for (const [id, field, values] of types) {
  for (const [kind, value] of Object.entries(values)) {
    test(...rule(id, kind), async ({ api, bodies }) => {
      expect(await api.checkout(bodies.checkout({ [field]: value }))).toRefuse();
    });

    test(...rule(id, `${kind}, beside every optional field`), async ({ api, bodies, settings }) => {
      const body = bodies.checkout({ ...bodies.optional({ amount: settings.amount }), [field]: value });
      expect(await api.checkout(body)).toRefuse();
    });
  }
}

test(...rule('checkout.success-url-format', 'again'), async ({ api, bodies }) => {
  await api.checkout(bodies.checkout({ success_url: 'not a url' }));
  expect(await api.checkout(bodies.checkout({ success_url: 'not a url' }))).toRefuse();
});

test(...rule('checkout.success-url-format'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout(bodies.optional({ success_url: 'not a url' })))).toRefuse();
});

test(...rule('checkout.failure-url-format'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout(bodies.optional({ failure_url: 'not a url' })))).toRefuse();
});

test(...rule('checkout.unknown-fields'), async ({ api, bodies, observe }) => {
  const reply = await api.checkout(bodies.checkout());
  observe(fieldsBeyond(reply.json, ['result', 'transaction_id', 'checkout_url']));
});

test(...rule('checkout.amount-as-text'), async ({ api, bodies, settings, observe }) => {
  observe(summarizeReply(await api.checkout(bodies.checkout({ amount: String(settings.amount) }))));
});

test(...rule('checkout.missing-key-status'), async ({ api, bodies, observe }) => {
  observe(summarizeReply(await api.checkout(bodies.checkout(), { as: 'none' })));
});
