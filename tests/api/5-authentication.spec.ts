import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { fetchUntil } from '../../helpers/callbacks/fetch-until.ts';
import { callbackOf, showsCallback } from '../../interface/messages/callback.ts';
import { endpoints, furtherRequests, repeatableEndpoints } from '../../fixtures/api/endpoints.ts';
import { asking, checkout } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { authorizationOf, publishableKeyOf } from '../../helpers/client/credentials.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';

// Credentials, case by case for each endpoint. Apart from its credential, every request is valid.

test.describe.configure({ mode: 'parallel', lock: callbackLock });

const refused = [
  ['auth.missing', 'none'],
  ['auth.invalid', 'invalid'],
  ['auth.empty', 'empty'],
  ['auth.near-miss', 'near-miss'],
  ['auth.truncated', 'truncated'],
  ['auth.extended', 'extended'],
  ['auth.publishable', 'publishable'],
] as const;

// Hexadecimal keys may be compared ignoring case, and a known key with another scheme is neither missing nor invalid.
const readEitherWay = [
  ['auth.scheme-case', 'lower-case-scheme'],
  ['auth.scheme-case', 'no-scheme'],
  ['auth.other-scheme', 'other-scheme'],
  ['auth.key-case', 'other-case'],
] as const;

for (const [name, { capability, ask }] of Object.entries(endpoints)) {
  for (const [id, credential] of refused) {
    test(...rule(id, name, capability), async ({ endpointContext }) => {
      expect(await ask(endpointContext, credential)).toRefuseCredential();
    });
  }

  test(...rule('auth.invalid', `${name}, a key that begins alike`, capability), async ({ endpointContext }) => {
    expect(await ask(endpointContext, 'look-alike')).toRefuseCredential();
  });

  test(...rule('auth.invalid', `${name}, words in place of a key`, capability), async ({ endpointContext }) => {
    const undefinedKey = await ask(endpointContext, 'undefined');
    const nullKey = await ask(endpointContext, 'null');
    const wildcard = await ask(endpointContext, 'wildcard');
    expect([...undefinedKey, ...nullKey, ...wildcard]).toRefuseCredential();
  });

  for (const credential of ['invalid', 'none', 'publishable'] as const) {
    test(...rule('auth.same-connection', `${name}, ${credential}`, capability), async ({ onOneConnection }) => {
      await onOneConnection.api.initiate(onOneConnection.bodies.hostedPage());
      expect(await ask(onOneConnection, credential)).toRefuseCredential();
    });
  }
}

test(...rule('auth.secret', 'on a connection that had an invalid key'), async ({ apiOnOneConnection, bodies }) => {
  await apiOnOneConnection.initiate(bodies.hostedPage(), { as: 'invalid' });
  await apiOnOneConnection.initiate(bodies.hostedPage(), { as: 'none' });
  expect(await apiOnOneConnection.initiate(bodies.hostedPage())).toBeAccepted();
});

for (const [name, { capability, ask }] of Object.entries(furtherRequests)) {
  for (const [id, credential] of [
    ['auth.missing', 'none'],
    ['auth.invalid', 'invalid'],
    ['auth.publishable', 'publishable'],
  ] as const) {
    test(...rule(id, name, capability), async ({ endpointContext }) => {
      expect(await ask(endpointContext, credential)).toRefuseCredential();
    });
  }
}

for (const [name, { capability, ask }] of repeatableEndpoints) {
  test(...rule('auth.secret', name, capability), async ({ endpointContext }) => {
    expect((await ask(endpointContext, 'secret')).map((reply) => reply.status)).toContain(200);
  });

  test(...rule('auth.near-miss', `${name}, first and middle character`, capability), async ({ endpointContext }) => {
    const first = await ask(endpointContext, 'first-miss');
    const middle = await ask(endpointContext, 'middle-miss');
    expect([...first, ...middle]).toRefuseCredential();
  });

  test(...rule('auth.invalid', `${name}, under another scheme`, capability), async ({ endpointContext }) => {
    expect(await ask(endpointContext, 'other-scheme-invalid')).toRefuseCredential();
  });

  for (const [id, credential] of readEitherWay) {
    test(...rule(id, `${name}, ${credential}`, capability), async ({ endpointContext, observe }) => {
      observe((await ask(endpointContext, credential)).map(summarizeReply).join('; '));
    });
  }
}

test(...rule('auth.secret', 'DELETE /v1/callback/delete', 'callback-deletion'), async ({ deletion }) => {
  expect(deletion.answer.status).toBe(200);
});

test(...rule('auth.key-in-body'), async ({ api, bodies, settings }) => {
  const secret_key = settings.secretKey;
  const body = bodies.hostedPage({ secret_key, publishable_key: secret_key, Authorization: `Bearer ${secret_key}` });
  expect(await api.initiate(body, { as: 'none' })).toBeRefusedWith([400, 401]);
});

for (const letter of ['A', 'B', 'C'] as const) {
  test(...rule('auth.before-validation', `operator ${letter}`), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.mobileMoney(letter), { as: 'none' })).toRefuseCredential();
  });
}

// A refused request must not have any effect.

for (const credential of ['none', 'invalid', 'publishable', 'near-miss'] as const) {
  test(...rule('auth.callback-unchanged', credential), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    const before = await callbacks.settings(id);
    await api.updateCallback(id, { description: 'changed by a stranger', is_active: false }, { as: credential });
    expect(await callbacks.settings(id)).toEqual(before);
  });

  test(...rule('auth.callback-unchanged', `${credential}, date_updated`), async ({ api, callbacks }) => {
    // Inactive, since a delivery may count as an update.
    const settled = { description: `inactive, until ${credential} comes`, is_active: false };
    const id = await callbacks.updatable();
    await api.updateCallback(id, settled);
    const { date_updated } = (await callbacks.shown(id, settled)) ?? {};
    await api.updateCallback(id, { description: 'changed by a stranger' }, { as: credential });
    // A read may come from a copy that lags behind, so a single one proves nothing.
    const after = await fetchUntil(api, id, (reply) => callbackOf(reply)?.date_updated === date_updated);
    expect(callbackOf(after)?.date_updated).toBe(date_updated);
  });

  test(...rule('auth.callback-not-deleted', credential, 'callback-deletion'), async ({ api, callbacks }) => {
    const id = await callbacks.anyDisposable();
    await api.deleteCallback(id, { as: credential });
    expect(showsCallback(await callbacks.fetched(id))).toBe(true);
  });
}

for (const [variant, credential] of [
  [undefined, 'publishable'],
  ['nor does an invalid key', 'invalid'],
  ['nor does a missing key', 'none'],
] as const) {
  test(...rule('auth.callback-not-shown', variant), async ({ api, callbacks }) => {
    const id = await callbacks.anyReadable();
    const { url } = await callbacks.settings(id);
    expect((await api.fetchCallback(id, { as: credential })).text).not.toContain(String(url));
  });
}

test(...rule('auth.before-validation', 'hosted page'), async ({ api, bodies }) => {
  expect(await api.initiate(bodies.hostedPage(bodies.optional()), { as: 'none' })).toRefuseCredential();
});

// The checkout has its key in the body.

const checkoutCases = [
  ['auth.checkout-invalid', 'the word undefined', 'undefined'],
  ['auth.checkout-invalid', 'the word null', 'null'],
  ['auth.checkout-invalid', 'a wildcard', 'wildcard'],
  ['auth.checkout-invalid', 'unknown key', 'invalid'],
  ['auth.checkout-invalid', 'key that begins alike', 'look-alike'],
  ['auth.checkout-invalid', 'beginning of the key', 'truncated'],
  ['auth.checkout-invalid', 'key with more after it', 'extended'],
  ['auth.checkout-near-miss', 'last character', 'near-miss'],
  ['auth.checkout-near-miss', 'first character', 'first-miss'],
  ['auth.checkout-near-miss', 'character in the middle', 'middle-miss'],
  ['auth.checkout-secret', 'secret key', 'secret'],
] as const;

for (const [id, variant, credential] of checkoutCases) {
  test(...asking(checkout({}, { as: credential }), id, variant), async ({ reply }) => {
    expect(reply).toRefuseCredential();
  });

  const full = checkout((bodies) => bodies.optional({ amount: bodies.amount }), { as: credential });
  test(...asking(full, id, `${variant}, every optional field`), async ({ reply }) => {
    expect(reply).toRefuseCredential();
  });
}

for (const field of ['amount', 'transaction_reference', 'success_url', 'failure_url'] as const) {
  const one = checkout((bodies) => ({ [field]: bodies.optional({ amount: bodies.amount })[field] }), { as: 'invalid' });
  test(...asking(one, 'auth.checkout-invalid', `unknown key, ${field} alone`), async ({ reply }) => {
    expect(reply).toRefuseCredential();
  });
}

test(...rule('auth.checkout-same-connection'), async ({ apiOnOneConnection, bodies }) => {
  await apiOnOneConnection.checkout(bodies.checkout());
  expect(await apiOnOneConnection.checkout(bodies.checkout(), { as: 'invalid' })).toRefuseCredential();
});

test(...rule('auth.checkout-invalid', 'the valid key elsewhere'), async ({ api, bodies, settings }) => {
  const key = publishableKeyOf('publishable', settings);
  const body = bodies.checkout({
    publishable_key: 'no-such-key-0000',
    key,
    Authorization: authorizationOf('publishable', settings),
  });
  expect(await api.checkout(body)).toBeRefusedWith([400, 401]);
});

// What the interface leaves open about credentials.

test(...rule('auth.key-case', 'POST /v1/checkout'), async ({ api, bodies, observe }) => {
  observe(summarizeReply(await api.checkout(bodies.checkout(), { as: 'other-case' })));
});

test(...rule('auth.order'), async ({ api, observe }) => {
  observe(summarizeReply(await api.initiate({}, { as: 'none' })));
});

for (const contentType of [null, 'text/plain', 'application/x-www-form-urlencoded']) {
  test(...rule('auth.content-type', contentType ?? 'no Content-Type'), async ({ api, bodies, observe }) => {
    observe(summarizeReply(await api.initiate(bodies.hostedPage(), { contentType })));
  });
}
