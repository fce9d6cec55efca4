import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { endpoints, repeatableEndpoints } from '../../fixtures/api/endpoints.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { asking, checkout, hostedPage, mobileMoney } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { operatorLetters } from '../../interface/messages/requests.ts';

// Bodies are JSON, in every answer of every endpoint.

test.describe.configure({ lock: callbackLock });

for (const [name, { capability, ask }] of repeatableEndpoints) {
  test(...rule('json.answers', name, capability), async ({ endpointContext }) => {
    expect(await ask(endpointContext, 'secret')).toBeJson();
  });
}

for (const letter of operatorLetters) {
  test(...asking(mobileMoney(letter), 'json.answers', `operator ${letter}`), async ({ reply }) => {
    expect(reply).toBeJson();
  });
}

test(...rule('json.answers', 'operator A, simulated failure'), async ({ api, bodies }) => {
  expect(await api.initiate(bodies.mobileMoney('A', { requested_response: 'failed' }))).toBeJson();
});

test(...asking(checkout(), 'json.answers', 'POST /v1/checkout', 'checkout'), async ({ reply }) => {
  expect(reply).toBeJson();
});

test(...rule('json.answers', 'DELETE /v1/callback/delete', 'callback-deletion'), async ({ deletion }) => {
  expect(deletion.answer).toBeJson();
});

test(...asking(hostedPage({ amount: undefined }), 'json.refusals', 'a missing field'), async ({ reply }) => {
  expect(reply).toBeJson();
  expect(reply.status).toBe(400);
});

test(...rule('json.refusals', 'a field-level rule'), async ({ api, bodies }) => {
  const reply = await api.initiate(bodies.mobileMoney('B', { payment_method_code: undefined }));
  expect(reply).toBeJson();
  expect(reply.status).toBe(400);
});

for (const [variant, change] of [
  ['a missing number', () => ({ mobile_money_number: undefined })],
  ['a number without leading zero', ({ number }: Bodies) => ({ mobile_money_number: `9${number.slice(1)}` })],
  ['a number with another method', () => ({ payment_method_type: 'card', payment_method_code: undefined })],
  ['a number without a method', () => ({ payment_method_type: undefined })],
] as const) {
  test(...asking(mobileMoney('B', change), 'json.refusals', variant, 'operator-b'), async ({ reply }) => {
    expect(reply).toBeJson();
    expect(reply.status).toBe(400);
  });
}

test(...rule('json.refusals', 'a refused checkout', 'checkout'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout({ currency: undefined }))).toBeJson();
});

for (const [variant, as] of [
  ['an unknown publishable_key', 'invalid'],
  ['the secret key as publishable_key', 'secret'],
  ['a missing publishable_key', 'none'],
] as const) {
  test(...asking(checkout({}, { as }), 'json.refusals', variant, 'checkout'), async ({ reply }) => {
    expect(reply).toBeJson();
  });
}

test(...rule('json.refusals', 'a refused wallet list', 'wallets'), async ({ api }) => {
  expect(await api.wallets({ start_date: 'yesterday' })).toBeJson();
});

for (const [name, { capability, ask }] of Object.entries(endpoints)) {
  for (const [variant, credential] of [
    ['without key', 'none'],
    ['with an invalid key', 'invalid'],
    ['with the publishable key', 'publishable'],
  ] as const) {
    test(...rule('json.refusals', `${name} ${variant}`, capability), async ({ endpointContext }) => {
      expect(await ask(endpointContext, credential)).toBeJson();
    });
  }
}
