import { covers, expect, inParallel, needs, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { isBalance } from '../../helpers/wallets/balances.ts';
import { flows } from './initiation-flows.ts';

// Bodies are JSON with a JSON content type, in every answer of every endpoint (4, 7): a test here sends what
// makes an endpoint accept, refuse and turn away.

test.describe.configure(sharedCallbacks);

for (const { name, body, covering } of flows) {
  test(`${name}: an accepted initiation, twice`, covering('json.answers'), async ({ api, bodies, judge }) => {
    await judge(await api.initiate(body(bodies)), `${name}, first`);
    await judge(await api.initiate(body(bodies)), `${name}, second`);
  });
}

test('refused initiations', smoke(covers('json.refusals')), async ({ api, bodies, check }) => {
  await inParallel(
    [
      ['a missing field', bodies.hostedPage({ amount: undefined })],
      ['a number without a method', bodies.hostedPage({ mobile_money_number: bodies.number })],
      [
        'a number with another method',
        bodies.hostedPage({ payment_method_type: 'card', mobile_money_number: bodies.number }),
      ],
      ['a missing code', bodies.mobileMoney('B', { payment_method_code: undefined })],
    ] as const,
    async ([name, sent]) => {
      const reply = await api.initiate(sent);
      await check('json.refusals', name, () => expect(reply).toBeJson());
    },
  );
});

test('refused mobile money', needs('operator-b', covers('json.refusals')), async ({ api, bodies, check }) => {
  await inParallel(
    [
      ['a missing number', undefined],
      ['a number without leading zero', `9${bodies.number.slice(1)}`],
    ] as const,
    async ([name, mobile_money_number]) => {
      const reply = await api.initiate(bodies.mobileMoney('B', { mobile_money_number }));
      await check('json.refusals', name, () => expect(reply).toBeJson());
    },
  );
});

test('initiations without a valid key', covers('json.refusals'), async ({ api, bodies, check }) => {
  await inParallel(['none', 'invalid', 'publishable'] as const, async (as) => {
    const reply = await api.initiate(bodies.hostedPage(), { as });
    await check('json.refusals', `initiation, key ${as}`, () => expect(reply).toBeJson());
  });
});

test('checkouts', needs('checkout', covers('json.answers', 'json.refusals')), async ({ api, bodies, check }) => {
  const accepted = [await api.checkout(bodies.checkout()), await api.checkout(bodies.checkout())];
  await check('json.answers', 'checkout', () => expect(accepted).toBeJson());
  const refused = await api.checkout(bodies.checkout({ currency: undefined }));
  await check('json.refusals', 'checkout without currency', () => expect(refused).toBeJson());
  await inParallel(['none', 'invalid', 'secret'] as const, async (as) => {
    const reply = await api.checkout(bodies.checkout(), { as });
    await check('json.refusals', `checkout, key ${as}`, () => expect(reply).toBeJson());
  });
});

test('wallet lists', needs('wallets', covers('json.answers', 'json.refusals')), async ({ api, check }) => {
  const accepted = [await api.wallets(), await api.wallets()];
  await check('json.answers', 'wallet list', () => expect(accepted).toBeJson());
  const refused = await api.wallets({ start_date: 'yesterday' });
  await check('json.refusals', 'wallet list from a word', () => expect(refused).toBeJson());
  await inParallel(['none', 'invalid', 'publishable'] as const, async (as) => {
    const reply = await api.wallets({}, { as });
    await check('json.refusals', `wallet list, key ${as}`, () => expect(reply).toBeJson());
  });
});

// The interface shows two paths, of which a service may have only one.
test('balances', needs('balance', covers('json.answers', 'json.refusals')), async ({ api, settings, check }) => {
  await inParallel([undefined, settings.currency], async (currency) => {
    const asked = currency === undefined ? 'all balances' : 'the balance of a currency';
    const replies = await Promise.all([api.balance('plural', currency), api.balance('singular', currency)]);
    const served = replies.flatMap((reply, index) =>
      isBalance(reply) ? ([index === 0 ? 'plural' : 'singular'] as const) : [],
    );
    await check('json.answers', asked, () => expect(replies.filter(isBalance)).toBeJson());
    await inParallel(['none', 'invalid', 'publishable'] as const, async (as) => {
      const refused = await Promise.all(served.map((path) => api.balance(path, currency, { as })));
      await check('json.refusals', `${asked}, key ${as}`, () => expect(refused).toBeJson());
    });
  });
});

test('callbacks', needs('callbacks', covers('json.answers', 'json.refusals')), async ({ api, callbacks, check }) => {
  const id = await callbacks.toUpdate();
  const description = 'checked by the conformance suite';
  const fetched = [await api.fetchCallback(id), await api.fetchCallback(id)];
  const updated = await api.updateCallback(id, { description });
  await check('json.answers', 'fetched callback', () => expect(fetched).toBeJson());
  await check('json.answers', 'updated callback', () => expect(updated).toBeJson());
  await inParallel(['none', 'invalid', 'publishable'] as const, async (as) => {
    const refused = [await api.fetchCallback(id, { as }), await api.updateCallback(id, { description }, { as })];
    await check('json.refusals', `fetch and update, key ${as}`, () => expect(refused).toBeJson());
  });
});

test(
  'deletion of a callback',
  needs('callback-deletion', covers('json.answers', 'json.refusals')),
  async ({ api, callbacks, check }) => {
    const id = await callbacks.toDelete();
    for (const as of ['none', 'invalid', 'publishable'] as const) {
      const refused = await api.deleteCallback(id, { as });
      await check('json.refusals', `deletion, key ${as}`, () => expect(refused).toBeJson());
    }
    const deleted = await api.deleteCallback(id);
    await check('json.answers', 'deleted callback', () => expect(deleted).toBeJson());
  },
);
