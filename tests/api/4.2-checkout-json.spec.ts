import { expect, test } from '../../fixtures/index.ts';
import { neverAString, neverANumber, notAString, orNull } from '../../helpers/client/wrong-types.ts';
import { answers } from '../../interface/model/answers.ts';
import { asking, checkout } from '../../helpers/shared/stimuli.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { rule } from '../../interface/rules/rule.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The JSON variant of the hosted checkout. Its credential cases are with all others in section 5.

const full = (bodies: Bodies) => bodies.optional({ amount: bodies.amount });

test(...asking(checkout(), 'checkout.accepted'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

test(...rule('checkout.accepted', 'again'), async ({ fresh, bodies }) => {
  await fresh.checkout(bodies.checkout());
  expect(await fresh.checkout(bodies.checkout())).toBeAccepted();
});

for (const [id, field, shape] of answers.checkout.fields) {
  test(...asking(checkout(), id, 'smallest body'), async ({ reply }) => {
    expect(reply).toHaveField(field, shape);
  });

  test(...asking(checkout(full), id, 'every optional field'), async ({ reply }) => {
    expect(reply).toHaveField(field, shape);
  });
}

for (const [id, field] of [
  ['checkout.id-unique', 'transaction_id'],
  ['checkout.own-url', 'checkout_url'],
] as const) {
  test(...rule(id), async ({ fresh, bodies }) => {
    const first = await fresh.checkout(bodies.checkout());
    const second = await fresh.checkout(bodies.checkout());
    expect(second).toHaveField(field, shapes.otherThan(first.field(field)));
  });
}

for (const [variant, body] of [
  ['with an amount', ({ amount }: Bodies) => ({ amount })],
  ['with addresses', (bodies: Bodies) => bodies.optional({ transaction_reference: undefined })],
  ['with every optional field', full],
] as const) {
  test(...rule('checkout.id-unique', `${variant}, and addresses of their own`), async ({ fresh, bodies }) => {
    const first = await fresh.checkout(bodies.checkout(body(bodies)));
    const second = await fresh.checkout(bodies.checkout(body(bodies)));
    expect([first, second]).toDifferIn('transaction_id', 'checkout_url');
  });
}

test(...rule('checkout.id-unique', 'between initiations'), async ({ fresh, bodies }) => {
  const replies = [
    await fresh.initiate(bodies.hostedPage()),
    await fresh.checkout(bodies.checkout()),
    await fresh.initiate(bodies.hostedPage()),
    await fresh.checkout(bodies.checkout()),
  ];
  expect(replies).toDifferIn('transaction_id');
});

test(...rule('checkout.at-once'), async ({ fresh, bodies }) => {
  const sent = Array.from({ length: 8 }, () => bodies.checkout());
  const replies = await Promise.all(sent.map((body) => fresh.checkout(body)));
  expect(replies).toDifferIn('transaction_id', 'checkout_url');
});

test(...asking(checkout(full), 'checkout.every-optional-field'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

const sameAddress = checkout((bodies) => bodies.optional({ failure_url: bodies.optional()['success_url'] }));
test(...asking(sameAddress, 'checkout.every-optional-field', 'one address for both ends'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

const withQueries = checkout((bodies) => bodies.withQueries({ amount: bodies.amount }));
test(...asking(withQueries, 'checkout.every-optional-field', 'addresses with a query'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

for (const field of ['amount', 'transaction_reference', 'success_url', 'failure_url'] as const) {
  const one = checkout((bodies) => ({ [field]: full(bodies)[field] }));
  test(...asking(one, 'checkout.each-optional-field', field), async ({ reply }) => {
    expect(reply).toBeAccepted();
  });
}

test(...asking(checkout({ currency: undefined }), 'checkout.currency-required', 'smallest body'), async ({ reply }) => {
  expect(reply).toRefuse();
});

const fullWithoutCurrency = checkout((bodies) => ({ ...full(bodies), currency: undefined }));
test(...asking(fullWithoutCurrency, 'checkout.currency-required', 'every optional field'), async ({ reply }) => {
  expect(reply).toRefuse();
});

// The key is a required field (400) and a credential (401): both answers are allowed.
test(...asking(checkout({}, { as: 'none' }), 'checkout.key-required', 'absent'), async ({ reply }) => {
  expect(reply).toBeRefusedWith([400, 401]);
});

const fullWithoutKey = checkout(full, { as: 'none' });
test(...asking(fullWithoutKey, 'checkout.key-required', 'absent, every optional field'), async ({ reply }) => {
  expect(reply).toBeRefusedWith([400, 401]);
});

for (const as of ['secret', 'publishable'] as const) {
  test(...rule('checkout.key-required', `the ${as} key in the Authorization header`), async ({ api, bodies }) => {
    expect(await api.probe('POST', '/v1/checkout', bodies.checkout(), { as })).toBeRefusedWith([400, 401]);
  });
}

for (const [kind, publishable_key] of Object.entries({
  object: { key: 'value' },
  list: ['key', 'other'],
  number: 12345,
  boolean: true,
  null: null,
})) {
  test(...asking(checkout({ publishable_key }), 'checkout.key-type', kind), async ({ reply }) => {
    expect(reply).toBeRefusedWith([400, 401]);
  });
}

const types = [
  ['checkout.amount-type', 'amount', neverANumber],
  ['checkout.currency-type', 'currency', { ...neverAString, ...orNull }],
  ['checkout.reference-type', 'transaction_reference', notAString],
  ['checkout.success-url-type', 'success_url', neverAString],
  ['checkout.failure-url-type', 'failure_url', neverAString],
] as const;

for (const [id, field, wrongs] of types) {
  for (const [kind, wrong] of Object.entries(wrongs)) {
    const wrongIn = (bodies: Bodies) => ({ [field]: wrong(bodies.checkout(full(bodies))[field]) });
    test(...asking(checkout(wrongIn), id, kind), async ({ reply }) => {
      expect(reply).toRefuse();
    });

    const besideAll = checkout((bodies) => ({ ...full(bodies), ...wrongIn(bodies) }));
    test(...asking(besideAll, id, `${kind}, beside every optional field`), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }
}

test(...rule('checkout.success-url-format', 'again'), async ({ fresh, bodies }) => {
  await fresh.checkout(bodies.checkout({ success_url: 'not a url' }));
  expect(await fresh.checkout(bodies.checkout({ success_url: 'not a url' }))).toRefuse();
});

for (const [id, field] of [
  ['checkout.success-url-format', 'success_url'],
  ['checkout.failure-url-format', 'failure_url'],
] as const) {
  const wrong = checkout((bodies) => bodies.optional({ [field]: 'not a url' }));
  test(...asking(wrong, id), async ({ reply }) => {
    expect(reply).toRefuse();
  });
}

test(...asking(checkout(), 'checkout.unknown-fields'), async ({ reply, observe }) => {
  observe(fieldsBeyond(reply.json, ['result', 'transaction_id', 'checkout_url']));
});

test(...rule('checkout.amount-as-text'), async ({ api, bodies, settings, observe }) => {
  observe(summarizeReply(await api.checkout(bodies.checkout({ amount: String(settings.amount) }))));
});

test(...asking(checkout({}, { as: 'none' }), 'checkout.missing-key-status'), async ({ reply, observe }) => {
  observe(summarizeReply(reply));
});
