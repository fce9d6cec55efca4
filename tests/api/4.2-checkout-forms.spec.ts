import { expect, test } from '../../fixtures/index.ts';
import { unusualReferences } from '../../helpers/client/references.ts';
import { rewritten, spelled, withPoint, withPower } from '../../helpers/client/spelling.ts';
import { publishableKeyOf } from '../../helpers/client/credentials.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { answers } from '../../interface/model/answers.ts';
import { answeredAs, refused } from '../../interface/model/outcome.ts';
import { rule } from '../../interface/rules/rule.ts';

// Equivalent JSON checkouts, and ordinary values that other tests do not send.

const accepted = answeredAs(answers.checkout);

for (const [spelling, spell] of [
  ['with a point', withPoint],
  ['with a power of ten', withPower],
] as const) {
  test(...rule('checkout.amount-notation', spelling), async ({ api, bodies, settings }) => {
    const publishable_key = publishableKeyOf('publishable', settings);
    const body = bodies.checkout({ publishable_key, amount: settings.amount });
    expect(await api.checkout(body, { rawBody: spelled(body, spell) })).toBeOneOf([accepted]);
  });
}

for (const [words, rewrite] of Object.entries(rewritten)) {
  test(...rule('checkout.accepted', words), async ({ api, bodies, settings }) => {
    const body = bodies.checkout({ publishable_key: publishableKeyOf('publishable', settings) });
    expect(await api.checkout(body, { rawBody: rewrite(body) })).toBeOneOf([accepted]);
  });
}

test(...rule('checkout.content-type-charset'), async ({ api, bodies }) => {
  const contentType = 'application/json; charset=utf-8';
  expect(await api.checkout(bodies.checkout(), { contentType })).toBeOneOf([accepted]);
});

for (const [kind, make] of Object.entries(unusualReferences)) {
  test(...rule('checkout.reference-unusual', kind), async ({ api, bodies }) => {
    const reply = await api.checkout(bodies.checkout({ transaction_reference: make() }));
    expect(reply).toBeOneOf([accepted, refused]);
  });
}

test(...rule('checkout.amount-larger'), async ({ api, bodies, settings }) => {
  const reply = await api.checkout(bodies.checkout({ amount: settings.maxAmount }));
  expect(reply).toBeOneOf([accepted, refused]);
});

const inSecondCurrency: readonly (readonly [string, (bodies: Bodies) => Body])[] = [
  ['accepted', () => ({})],
  ['an amount', ({ amount }) => ({ amount })],
  ['every optional field', (bodies) => bodies.optional({ amount: bodies.amount })],
];

for (const [variant, more] of inSecondCurrency) {
  test(...rule('checkout.second-currency', variant, 'second-currency'), async ({ api, bodies, settings }) => {
    const body = bodies.checkout({ currency: settings.secondCurrency, ...more(bodies) });
    expect(await api.checkout(body)).toBeOneOf([accepted]);
  });
}

for (const [field, value] of [
  ['amount', 'one thousand'],
  ['success_url', 'not a url'],
  ['transaction_reference', { value: 'text' }],
] as const) {
  test(...rule('checkout.second-currency', `ill ${field}`, 'second-currency'), async ({ api, bodies, settings }) => {
    const body = bodies.checkout({ currency: settings.secondCurrency, [field]: value });
    expect(await api.checkout(body)).toRefuse();
  });
}

test(...rule('checkout.second-currency', 'unknown key', 'second-currency'), async ({ api, bodies, settings }) => {
  const body = bodies.checkout({ currency: settings.secondCurrency });
  expect(await api.checkout(body, { as: 'invalid' })).toRefuseCredential();
});
