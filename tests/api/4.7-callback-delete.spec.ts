import { covers, expect, inParallel, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import type { Callbacks } from '../../helpers/callbacks/callbacks.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { beginningOf } from '../../interface/messages/callback-id.ts';
import { showsCallback } from '../../interface/messages/callback.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// Deleting a callback (4.7): the answer, that it is for good, and no effect on other callbacks, even with the same
// address.

test.describe.configure(sharedCallbacks);

// One story, since callbacks of the settings cannot be created again.
test(
  'a callback is deleted for good, and no other one',
  smoke(
    covers(
      'callback-delete.accepted',
      'callback-delete.result',
      'callback-delete.answered-id',
      'callback-delete.message',
      'callback-delete.gone',
      'callback-delete.stays-gone',
      'callback-delete.only-the-named',
      'callback-update.only-the-named',
      'callback-delete.second',
      'callback-delete.unknown-id',
      'json.answers',
      'error.no-server-fault',
      'error.never-success',
    ),
  ),
  async ({ api, callbacks, eventually, judge, check, observe }) => {
    const silent = { is_active: false };
    const older = await callbacks.toUpdate(silent);
    // It is told of payouts alone as well.
    const id = await callbacks.toDelete({ ...silent, events: 'payout.updated' });
    // An active one as well, which is told of payouts alone, so that no payment of another test changes it.
    const active = { is_active: true, events: 'payout.updated' };
    const others = new Map<string, Body>([[older, silent], ...(await newerOne(callbacks, active))]);
    // All have the same address, or differ in its query where the service takes an address only once.
    const { url } = await callbacks.settings(older, silent);
    const placeThere = async (one: string, fields: Body): Promise<Body> => {
      const sent = { ...fields, url };
      if ((await api.updateCallback(one, sent)).status < 400) return sent;
      const besides = { ...fields, url: `${String(url)}?callback=${one}` };
      await api.updateCallback(one, besides);
      return besides;
    };
    // All have one description, too. Nor do the others fall back to what they were made with.
    const latest = { description: 'the latest description' };
    await placeThere(id, latest);
    for (const [one, fields] of others) {
      if (one === older) await api.updateCallback(one, latest);
      others.set(one, { ...fields, ...(one === older ? { ...latest, url } : await placeThere(one, latest)) });
    }
    const shown = () => Promise.all([...others].map(([one, fields]) => callbacks.settings(one, fields)));
    const before = await shown();
    for (const is_active of [false, true]) await api.updateCallback(id, { is_active });
    await check('callback-update.only-the-named', 'of one address', async () => expect(await shown()).toEqual(before));

    const isShown = showsCallback(await callbacks.fetched(id));
    const unknown = await api.deleteCallback(beginningOf(id));
    await judge(unknown, 'deletion of an unknown id');
    await check('callback-delete.only-the-named', 'an unknown id', async () => expect(await shown()).toEqual(before));
    await observe('callback-delete.unknown-id', 'an unknown id', summarizeReply(unknown));

    // In another language than most: what the interface names stays as it is named.
    const reply = await api.deleteCallback(id, { headers: { 'Accept-Language': 'fr-FR,fr;q=0.9' } });
    // It was there, so that an answer like that to an unknown one is wrong, which `judge` cannot know.
    await check('callback-delete.accepted', 'the deletion', () => expect(reply).toBeAccepted());
    await check('callback-delete.result', 'the deletion', () =>
      expect(reply).toHaveField('result', shapes.exactly('success')),
    );
    await judge(reply, 'the deletion, each field');

    // Several reads at a time, since each may come from another copy of the data.
    const isShownAfter = (one = id) =>
      eventually(
        async () => (await inParallel(Array(readsAtOnce).keys(), () => api.fetchCallback(one))).some(showsCallback),
        (isThere) => !isThere,
      );
    const after = await isShownAfter();
    await check('callback-delete.gone', 'the deletion', () => {
      expect(isShown, 'shows the callback before the deletion').toBe(true);
      expect(after, 'shows the deleted callback').toBe(false);
    });
    await api.updateCallback(id, { description: 'an update after the deletion' });
    const updated = await isShownAfter();
    const expectGone = (isThere: boolean): void => {
      if (after) throw new NotTested('the deletion had removed nothing');
      expect(isThere, 'shows the deleted callback').toBe(false);
    };
    await check('callback-delete.stays-gone', 'after an update', () => expectGone(updated));
    // Not before the deletion is seen, as reads may lag behind it.
    await check('callback-delete.only-the-named', 'the deletion', async () => expect(await shown()).toEqual(before));
    await api.updateCallback(older, { description: 'an update of another callback' });
    const [inactive] = await newerOne(callbacks, silent);
    const later = await isShownAfter();
    await check('callback-delete.stays-gone', 'after changes of others', () => expectGone(later));
    const again = await api.deleteCallback(id);
    await judge(again, 'a second deletion');
    await observe('callback-delete.second', 'a second deletion', summarizeReply(again));
    if (!inactive) return;
    await judge(await api.deleteCallback(inactive[0]), 'the deletion of an inactive one');
    const isLeft = await isShownAfter(inactive[0]);
    await check('callback-delete.gone', 'an inactive one', () =>
      expect(isLeft, 'shows the deleted callback').toBe(false),
    );
  },
);

/** How many reads look for a deleted callback. */
const readsAtOnce = 6;

/** A newer callback, where callbacks can be created. */
const newerOne = async (callbacks: Callbacks, fields: Body): Promise<[string, Body][]> =>
  callbacks.areNew ? [[await callbacks.create(fields), fields]] : [];
