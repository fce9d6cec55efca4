import { covers, expect, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { changesOfUpdate } from '../../helpers/callbacks/callbacks.ts';
import type { Rotation } from '../../helpers/values/rotation.ts';
import { beginningOf } from '../../interface/messages/callback-id.ts';
import { callbackOf, settableFields, settableOf, type SettableField } from '../../interface/messages/callback.ts';
import { fieldsOf } from '../../interface/messages/exchange.ts';
import { isLater, summarizeReply } from '../../interface/messages/reply-summary.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { isRefusal, isUnchanged, setByDeliveries } from './delivery-fields.ts';
import { onceDelivered } from './notified.ts';

// Updates of a callback (4.6): each field alone and several together, judged by the fetch that follows.

test.describe.configure(sharedCallbacks);

/** A state of a callback, and another one in which each field differs. */
const twoStates = (rotation: Rotation) => ({
  // Of payouts, so that a service that gives up an address after some failures leaves it active.
  known: { ...rotation.callbackTexts('known'), events: 'payout.created,payout.updated', is_active: true },
  changed: {
    ...rotation.callbackTexts('changed'),
    events: 'payment.completed,payout.created,payout.updated',
    is_active: false,
  },
});

const success = shapes.exactly('success');
const ruleOf = (field: SettableField) =>
  field === 'is_active' ? 'callback-update.deactivates' : (`callback-update.${field}` as const);

for (const field of settableFields) {
  const details = covers(
    ruleOf(field),
    'callback-update.accepted',
    'callback-update.result',
    'callback-update.answered-id',
    'callback-update.message',
    'callback-update.leaves-rest',
    'callback-update.keeps-id',
    'callback-update.keeps-date-created',
  );
  test(
    `an update of ${field} alone`,
    field === 'description' ? smoke(details) : details,
    async ({ api, callbacks, rotation, check }) => {
      const { known, changed } = twoStates(rotation);
      const act = async (is_active: boolean, id: string): Promise<void> => {
        const state = `${field}, while ${is_active ? 'active' : 'inactive'}`;
        const change = callbacks.placed({ [field]: changed[field] }, id);
        const before = callbacks.placed({ ...known, is_active }, id);
        await api.updateCallback(id, before);
        const first = callbackOf(await callbacks.fetched(id, before));
        const reply = await api.updateCallback(id, change);
        const written = { ...before, ...change };
        const callback = callbackOf(await callbacks.fetched(id, written, 2));
        await check('callback-update.accepted', state, () => expect(reply).toBeAccepted());
        await check('callback-update.result', state, () => expect(reply).toHaveField('result', success));
        await check('callback-update.answered-id', state, () => expect(reply).toHaveField('id', shapes.exactly(id)));
        await check('callback-update.message', state, () => expect(reply).toHaveField('message', shapes.text));
        await check(ruleOf(field), state, () =>
          expect(picked(settableOf(callback), [field])).toEqual(picked(settableOf(written), [field])),
        );
        await check('callback-update.leaves-rest', state, () =>
          expect(without(field, settableOf(callback))).toEqual(without(field, settableOf(before))),
        );
        await check('callback-update.keeps-id', state, () => expect(callback).toHaveField('id', shapes.exactly(id)));
        await check('callback-update.keeps-date-created', state, () =>
          expect(callback).toHaveField('date_created', shapes.same(first?.date_created)),
        );
      };
      // A callback for each, since an answer about another one shows only where there is one.
      await callbacks.forEach([true, false], act, 1);
    },
  );
}

test(
  'an update of two fields, or three, leaves the others',
  covers('callback-update.leaves-rest'),
  async ({ api, callbacks, rotation, check }) => {
    const { known, changed } = twoStates(rotation);
    const pairs = settableFields.flatMap((one, index) => settableFields.slice(index + 1).map((other) => [one, other]));
    const threes = settableFields.map((left) => settableFields.filter((field) => field !== left));
    // Each callback goes on from what the update before has left: the fields change from one state to the other and back.
    const writtenTo = new Map<string, Body>();
    await callbacks.forEach([...pairs, ...threes], async (fields, id) => {
      const one: Body = callbacks.placed(known, id);
      const other: Body = callbacks.placed(changed, id);
      const before = writtenTo.get(id) ?? one;
      if (!writtenTo.has(id)) await api.updateCallback(id, before);
      const change = Object.fromEntries(
        fields.map((field) => [field, before[field] === one[field] ? other[field] : one[field]]),
      );
      await api.updateCallback(id, change);
      const written = { ...before, ...change };
      writtenTo.set(id, written);
      await check('callback-update.leaves-rest', fields.join(' and '), async () =>
        expect(await callbacks.settings(id, written, 2)).toEqual(settableOf(written)),
      );
    });
  },
);

// The url is left out, since a service may check a new one with a delivery. None is due to these events.
test(
  'an update leaves failure_count and last_triggered',
  covers('callback-update.leaves-rest'),
  async ({ api, callbacks, eventually, settings, check }) => {
    const moved = async (id: string, expected: Body) => setByDeliveries(await callbacks.fetched(id, expected));
    const changes = [
      ['description', { is_active: false, description: 'before' }, { description: 'afterwards' }],
      ['events', { is_active: false, events: 'payout.created' }, { events: 'payout.updated' }],
      ['is_active', { is_active: true, events: 'payout.created' }, { is_active: false }],
    ] as const;
    await callbacks.forEach(changes, async ([field, from, to], id) => {
      // An earlier delivery may still be recorded, and many at one of the settings, so this repeats until none interferes.
      const read = async () => {
        await api.updateCallback(id, from);
        const before = await moved(id, from);
        await api.updateCallback(id, to);
        return { before, after: await moved(id, to) };
      };
      const { before, after } = await onceDelivered(eventually, {
        read,
        isWanted: isUnchanged,
        what: 'an update that leaves what deliveries move',
        timeoutMs: settings.notificationTimeoutMs,
        stillCome: (both) => !callbacks.areNew && isRefusal(both),
      });
      await check('callback-update.leaves-rest', `failure_count and last_triggered, at an update of ${field}`, () =>
        expect(after).toEqual(before),
      );
    });
  },
);

test(
  'an update without any field',
  covers('callback-update.no-field', 'callback-update.leaves-rest', 'callback-update.result', 'callback-update.empty'),
  async ({ api, callbacks, rotation, check, observe }) => {
    const { known } = twoStates(rotation);
    const id = await callbacks.toUpdate();
    const written = callbacks.placed({ ...known, is_active: false });
    await api.updateCallback(id, written);
    const reply = await api.updateCallback(id, {});
    const none = 'an empty object';
    await check('callback-update.no-field', none, () => expect(reply.status, 'the HTTP status').toBeLessThan(500));
    // It may be refused, but an answer with HTTP 200 has a result (4.6, 7).
    const result = reply.status === 200 ? fieldsOf(reply).result : 'error';
    await check('callback-update.result', none, () => expect(['success', 'error']).toContain(result));
    await check('callback-update.leaves-rest', none, async () =>
      expect(await callbacks.settings(id, written)).toEqual(settableOf(written)),
    );
    await observe('callback-update.empty', none, summarizeReply(reply));
  },
);

// Which updates are refused is not shown; what is refused, with an error, was not done (7).
test('a refused update', covers('callback-update.refused-whole'), async ({ api, callbacks, rotation, check }) => {
  const { known, changed } = twoStates(rotation);
  const bad: readonly (readonly [name: string, change: Body, as?: 'none'])[] = [
    ['an is_active that is a word', { is_active: 'maybe' }],
    ['events that are none', { events: 'no event, ,' }],
    ['a url that is none', { url: 'not a url' }],
    ['a description that is an object', { description: { value: 'text' } }],
    ['no key', {}, 'none'],
  ];
  await callbacks.forEach(bad, async ([name, change, as], id) => {
    const before = callbacks.placed(known, id);
    await api.updateCallback(id, before);
    const reply = await api.updateCallback(id, { ...callbacks.placed(changed, id), ...change }, as ? { as } : {});
    // Where this one shows, the refused one would have shown as well.
    const marker = { description: `after ${name}` };
    await api.updateCallback(id, marker);
    const after = await callbacks.settings(id, marker);
    // An update that was accepted shows nothing of this.
    const isRefused = reply.status >= 400 && reply.status < 500;
    await check('callback-update.refused-whole', name, () =>
      expect(after).toEqual(isRefused ? settableOf({ ...before, ...marker }) : after),
    );
  });
});

test(
  'an update of one of several callbacks',
  covers('callback-update.only-the-named'),
  async ({ api, callbacks, rotation, check }) => {
    const { changed } = twoStates(rotation);
    const silent = { is_active: false };
    const older = await callbacks.another(silent);
    const id = await callbacks.toUpdate();
    const others = callbacks.areNew ? [older, await callbacks.create(silent)] : [older];
    const shown = () =>
      Promise.all(
        others.map(async (one) => {
          const callback = callbackOf(await callbacks.fetched(one, silent));
          return { ...settableOf(callback), date_updated: callback?.date_updated };
        }),
      );
    const before = await shown();
    // Inactive already, so that the other callbacks would become active.
    const change = callbacks.placed({ ...changed, is_active: true });
    for (const field of settableFields) {
      await api.updateCallback(id, { [field]: change[field] });
      await check('callback-update.only-the-named', field, async () => expect(await shown()).toEqual(before));
    }
    const settingsOf = (one: string) => callbacks.settings(one, one === id ? change : silent);
    const settings = () => Promise.all([id, ...others].map(settingsOf));
    const known = await settings();
    await api.updateCallback(beginningOf(id), { description: 'of a callback that does not exist' });
    await check('callback-update.only-the-named', 'an unknown id', async () => expect(await settings()).toEqual(known));
  },
);

// The order of members has no meaning in JSON.
test('an update of all fields', covers('callback-update.all-fields'), async ({ api, callbacks, rotation, check }) => {
  const { known, changed } = twoStates(rotation);
  await callbacks.forEach(settableFields, async (first, id) => {
    const sent = callbacks.placed(changed, id);
    await api.updateCallback(id, callbacks.placed(known, id));
    const reply = await api.updateCallback(id, { [first]: sent[first], ...sent });
    await check('callback-update.all-fields', `${first} first`, async () => {
      expect(reply).toBeAccepted();
      expect(await callbacks.settings(id, sent)).toEqual(settableOf(sent));
    });
  });
});

test(
  'an update moves date_updated',
  covers('callback-update.moves-date-updated'),
  async ({ api, callbacks, eventually, settings, rotation, check }) => {
    const { known, changed } = twoStates(rotation);
    const alone = settableFields.map((field) => [field]);
    const several = [['url', 'description'], ['events', 'is_active'], settableFields];
    const latest = new Map<string, unknown>();
    await callbacks.forEach([...alone, ...several], async (fields, id) => {
      const before = latest.get(id) ?? callbackOf(await callbacks.fetched(id))?.date_updated;
      // A service may store whole seconds, and ignore an update without changes: so this alternates between two values
      // until the next second.
      let turn = 0;
      const dateAfterUpdate = async () => {
        turn += 1;
        const sent = picked(callbacks.placed(turn % 2 === 0 ? changed : known, id), fields);
        await api.updateCallback(id, sent);
        return callbackOf(await callbacks.fetched(id, sent))?.date_updated;
      };
      const isMoved = (date: unknown): boolean => isLater(before, date);
      const after = await eventually(dateAfterUpdate, isMoved, changesOfUpdate, Math.max(settings.readDelayMs, 2_000));
      latest.set(id, after);
      await check('callback-update.moves-date-updated', fields.join(', '), () =>
        expect(isLater(before, after), `date_updated is later: ${String(before)}, then ${String(after)}`).toBe(true),
      );
    });
  },
);

test(
  'a second and a third update of the same field, and one to what it has already',
  covers('callback-update.repeated', 'callback-update.accepted'),
  async ({ api, callbacks, rotation, check }) => {
    const { known, changed } = twoStates(rotation);
    await callbacks.forEach(settableFields, async (field, id) => {
      await api.updateCallback(id, picked(callbacks.placed(known, id), [field]));
      for (const [time, state] of Object.entries({ 'a second time': changed, 'a third time': known })) {
        const sent = picked(callbacks.placed(state, id), [field]);
        await api.updateCallback(id, sent);
        const settings = await callbacks.settings(id, sent);
        await check('callback-update.repeated', `${field}, ${time}`, () =>
          expect(picked(settings, [field])).toEqual(picked(settableOf(sent), [field])),
        );
      }
      const again = await api.updateCallback(id, picked(callbacks.placed(known, id), [field]));
      await check('callback-update.accepted', `${field}, as it is`, () => expect(again).toBeAccepted());
    });
  },
);

// A service may refuse updates at the same time, but has to keep those that it accepts.
test('updates at the same time', covers('callback-update.concurrent'), async ({ api, callbacks, rotation, check }) => {
  const { known, changed } = twoStates(rotation);
  const id = await callbacks.toUpdate();
  const [before, after] = [callbacks.placed(known), callbacks.placed(changed)];
  await api.updateCallback(id, before);
  await callbacks.fetched(id, before);
  const replies = await Promise.all(settableFields.map((field) => api.updateCallback(id, { [field]: after[field] })));
  const accepted = settableFields.filter((_, index) => (replies[index]?.status ?? 500) < 300);
  const written = { ...before, ...picked(after, accepted) };
  await check('callback-update.concurrent', 'each field in a request of its own', async () =>
    expect(await callbacks.settings(id, written)).toEqual(settableOf(written)),
  );
});

const picked = (values: Body, fields: readonly string[]): Body =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

const without = (field: SettableField, settings: Body): Body =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== field));
