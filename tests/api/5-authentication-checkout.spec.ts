import { covers, expect, inParallel, smoke, test } from '../../fixtures/index.ts';
import { unknownKey } from '../../helpers/client/credentials.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';

// The checkout has its key in the body (5, 4.2). Apart from its key, every request is valid.

const wrongKeys = [
  ['auth.checkout-invalid', 'an unknown key', 'invalid'],
  ['auth.checkout-invalid', 'a key that begins alike', 'look-alike'],
  ['auth.checkout-invalid', 'the beginning of the key', 'truncated'],
  ['auth.checkout-invalid', 'the key with more after it', 'extended'],
  ['auth.checkout-invalid', 'the word undefined', 'undefined'],
  ['auth.checkout-invalid', 'the word null', 'null'],
  ['auth.checkout-invalid', 'a wildcard', 'wildcard'],
  ['auth.checkout-near-miss', 'the last character', 'near-miss'],
  ['auth.checkout-near-miss', 'the first character', 'first-miss'],
  ['auth.checkout-near-miss', 'a character in the middle', 'middle-miss'],
] as const;

test(
  'each wrong key',
  smoke(
    covers(
      'auth.checkout-invalid',
      'auth.checkout-near-miss',
      'auth.key-not-shown',
      'error.unauthorised-message',
      'json.refusals',
    ),
  ),
  async ({ api, bodies, judge, check }) => {
    await inParallel(wrongKeys, async ([rule, name, as]) => {
      const smallest = await api.checkout(bodies.checkout(), { as });
      const full = await api.checkout(bodies.checkout(bodies.optional({ amount: bodies.amount })), { as });
      await check(rule, `${name}, smallest body`, () => expect(smallest).toRefuseCredential());
      await check(rule, `${name}, every optional field`, () => expect(full).toRefuseCredential());
      await judge(smallest, `checkout, ${name}, smallest body`);
      await judge(full, `checkout, ${name}, every optional field`);
    });
  },
);

test('the secret key', covers('auth.checkout-secret', 'json.refusals'), async ({ api, bodies, check, observe }) => {
  const smallest = await api.checkout(bodies.checkout(), { as: 'secret' });
  const full = await api.checkout(bodies.checkout(bodies.optional({ amount: bodies.amount })), { as: 'secret' });
  await observe('auth.checkout-secret', 'smallest body', summarizeReply(smallest));
  await observe('auth.checkout-secret', 'every optional field', summarizeReply(full));
  await check('json.refusals', 'checkout, key secret', () => expect([smallest, full]).toBeJson());
});

test('an unknown key beside each optional field', covers('auth.checkout-invalid'), async ({ api, bodies, check }) => {
  const full = bodies.optional({ amount: bodies.amount });
  await inParallel(['amount', 'transaction_reference', 'success_url', 'failure_url'], async (field) => {
    const reply = await api.checkout(bodies.checkout({ [field]: full[field] }), { as: 'invalid' });
    await check('auth.checkout-invalid', `${field} alone`, () => expect(reply).toRefuseCredential());
  });
});

test('the valid key in other fields', covers('auth.checkout-invalid'), async ({ api, bodies, settings, check }) => {
  const key = settings.publishableKey;
  const body = bodies.checkout({ publishable_key: unknownKey, key, Authorization: `Bearer ${key}` });
  const reply = await api.checkout(body);
  await check('auth.checkout-invalid', 'the valid key in other fields', () => expect(reply).toRefuse(400, 401));
});

test(
  'a wrong key after the right one',
  covers('auth.checkout-same-connection'),
  async ({ apiOnOneConnection, bodies, check }) => {
    await apiOnOneConnection.checkout(bodies.checkout());
    const reply = await apiOnOneConnection.checkout(bodies.checkout(), { as: 'invalid' });
    await check('auth.checkout-same-connection', 'an unknown key', () => expect(reply).toRefuseCredential());
  },
);

test('the key in the other case', covers('auth.key-case'), async ({ api, bodies, observe }) => {
  const reply = await api.checkout(bodies.checkout(), { as: 'other-case' });
  await observe('auth.key-case', 'POST /v1/checkout', summarizeReply(reply));
});
