import { covers, expect, inParallel, needs, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { callbackOf, showsCallback } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';

// A request about a callback without a valid key has no effect, and shows nothing (5). The answers to it are judged with
// those of the other endpoints.

test.describe.configure(sharedCallbacks);

const byStranger = { description: 'changed by a stranger' };

test('an update without a valid key', covers('auth.callback-unchanged'), async ({ api, callbacks, check }) => {
  const id = await callbacks.toUpdate();
  let before = await callbacks.settings(id);
  for (const as of ['none', 'invalid', 'publishable', 'near-miss'] as const) {
    await api.updateCallback(id, { ...byStranger, is_active: false }, { as });
    const after = await callbacks.settings(id);
    await check('auth.callback-unchanged', `${as}, its fields`, () => expect(after).toEqual(before));
    before = after;
  }
});

test(
  'the date of an update without a valid key',
  covers('auth.callback-unchanged'),
  async ({ api, callbacks, eventually, check }) => {
    // Inactive, since a delivery may count as an update.
    const settled = { description: 'inactive, until a stranger comes', is_active: false };
    const id = await callbacks.toUpdate();
    await api.updateCallback(id, settled);
    const before = callbackOf(await callbacks.fetched(id, settled))?.date_updated;
    for (const as of ['none', 'invalid', 'publishable', 'near-miss'] as const) {
      await api.updateCallback(id, byStranger, { as });
      // A read may come from a copy that lags behind, so a single one proves nothing.
      const dateOf = (reply: Reply) => callbackOf(reply)?.date_updated;
      const after = await eventually(
        () => api.fetchCallback(id),
        (reply) => dateOf(reply) === before,
      );
      await check('auth.callback-unchanged', `${as}, date_updated`, () => expect(dateOf(after)).toBe(before));
    }
  },
);

test(
  'a deletion without a valid key',
  needs('callback-deletion', covers('auth.callback-not-deleted')),
  async ({ api, callbacks, check }) => {
    const id = await callbacks.toDelete();
    for (const as of ['none', 'invalid', 'publishable', 'near-miss'] as const) {
      await api.deleteCallback(id, { as });
      const reply = await callbacks.fetched(id);
      await check('auth.callback-not-deleted', as, () =>
        expect(showsCallback(reply), 'the callback exists').toBe(true),
      );
    }
  },
);

test('a fetch without a valid key', covers('auth.callback-not-shown'), async ({ api, callbacks, check }) => {
  const id = await callbacks.toFetch();
  const { url } = await callbacks.settings(id);
  await inParallel(['publishable', 'invalid', 'none'] as const, async (as) => {
    const { text } = await api.fetchCallback(id, { as });
    await check('auth.callback-not-shown', as, () =>
      expect(text.includes(String(url)), 'the answer shows its address').toBe(false),
    );
  });
});
