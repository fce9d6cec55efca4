import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import { settableFields, type SettableField } from '../../interface/messages/callback.ts';
import { isLater } from '../../interface/messages/wording/outcome.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { eventNames, shapes } from '../../interface/messages/shapes.ts';

// Updates of a callback: each field alone and all together, judged by the fetch that follows.

test.describe.configure({ mode: 'parallel', lock: callbackLock });

const known = {
  url: 'https://merchant.example/hooks/known',
  description: 'known to the conformance suite',
  events: 'payment.created,payment.updated',
  is_active: true,
};
const changes = {
  url: 'https://merchant.example/hooks/changed?by=suite',
  description: 'changed by the conformance suite',
  events: 'payment.completed,payout.created,payout.updated',
  is_active: false,
};

for (const field of settableFields) {
  const change = { [field]: changes[field] };

  // All tests in one worker, which performs each update once for all of them.
  test.describe(() => {
    test.describe.configure({ mode: 'default' });

    test(...rule('callback-update.accepted', field), async ({ updateOnce }) => {
      expect((await updateOnce(change)).answer).toBeAccepted();
    });

    test(...rule('callback-update.result', field), async ({ updateOnce }) => {
      expect((await updateOnce(change)).answer).toHaveField('result', shapes.exactly('success'));
    });

    test(...rule('callback-update.answered-id', field), async ({ updateOnce }) => {
      const { id, answer } = await updateOnce(change);
      expect(answer).toHaveField('id', shapes.exactly(id));
    });

    test(...rule('callback-update.message', field), async ({ updateOnce }) => {
      expect((await updateOnce(change)).answer).toHaveField('message', shapes.text);
    });

    test(...rule('callback-update.keeps-id', field), async ({ updateOnce }) => {
      const { id, after } = await updateOnce(change);
      expect(after).toHaveField('id', shapes.exactly(id));
    });

    test(...rule('callback-update.keeps-date-created', field), async ({ updateOnce }) => {
      const { before, after } = await updateOnce(change);
      expect(after?.date_created).toBe(before?.date_created);
    });
  });

  for (const is_active of [true, false]) {
    const variant = `${field}, of ${is_active ? 'an active' : 'an inactive'} callback`;

    test(...rule('callback-update.leaves-rest', variant), async ({ api, callbacks }) => {
      const id = await callbacks.updatable();
      await api.updateCallback(id, callbacks.placed({ ...known, is_active }));
      await api.updateCallback(id, callbacks.placed(change));
      const written = callbacks.placed({ ...known, is_active, ...change });
      const { [field]: _changed, ...rest } = await callbacks.settings(id, written);
      const before = callbacks.placed({ ...known, is_active, events: eventNames(known.events).sort() });
      const { [field]: _replaced, ...expected } = before;
      expect(rest).toEqual(expected);
    });
  }

  test(...rule('callback-update.only-the-named', field), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    const other = await callbacks.unrelatedCallback(id);
    const before = await callbacks.settings(other);
    const { date_updated } = (await callbacks.shown(other)) ?? {};
    await api.updateCallback(id, callbacks.placed(change));
    expect(await callbacks.settings(other)).toEqual(before);
    expect((await callbacks.shown(other))?.date_updated).toBe(date_updated);
  });
}

test(...rule('callback-update.leaves-rest', 'no field'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  const written = callbacks.placed({ ...known, is_active: false });
  await api.updateCallback(id, written);
  await api.updateCallback(id, {});
  expect(await callbacks.settings(id, written)).toEqual({ ...written, events: eventNames(known.events).sort() });
});

const updatedTogether: readonly (readonly SettableField[])[] = [
  ...settableFields.map((field) => [field]),
  ['url', 'description'],
  ['events', 'is_active'],
  settableFields,
];

for (const fields of updatedTogether) {
  test(...rule('callback-update.moves-date-updated', fields.join(', ')), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    const first = (await callbacks.shown(id))?.date_updated;
    // A service may store whole seconds, and ignore an update without changes, so this alternates between two values
    // until the next second.
    const turns = [changes, known].map((values) => picked(callbacks.placed(values), fields));
    const updatedAfter = async (before: unknown) => {
      turns.reverse();
      await api.updateCallback(id, turns[1] ?? {});
      return isLater(before, (await callbacks.shown(id))?.date_updated);
    };
    const patience = { message: 'expect(date_updated) to move forward', intervals: [50, 400, 700] };
    await expect.poll(() => updatedAfter(first), patience).toBe(true);
    const second = (await callbacks.shown(id))?.date_updated;
    await expect.poll(() => updatedAfter(second), patience).toBe(true);
  });
}

test(...rule('callback-update.only-the-named', 'an unknown id'), async ({ api, callbacks }) => {
  const id = await callbacks.readable();
  const before = await callbacks.settings(id);
  await api.updateCallback('no-such-callback-0001', { description: 'of a callback that does not exist' });
  expect(await callbacks.settings(id)).toEqual(before);
});

// The interface leaves open whether such an update is accepted.
test(...rule('callback-update.no-field'), async ({ api, callbacks }) => {
  const reply = await api.updateCallback(await callbacks.anyUpdatable(), {});
  expect(reply.status).toBeLessThan(500);
});

for (const events of [
  'payment.failed',
  'payment.completed,payment.failed',
  'payout.updated,payment.created,payout.created',
]) {
  test(...rule('callback-update.events', events), async ({ api, callbacks }) => {
    const callback = await callbacks.updatable();
    await api.updateCallback(callback, callbacks.placed(known));
    await api.updateCallback(callback, { events });
    expect(await callbacks.shown(callback, { events })).toHaveField('events', shapes.sameEvents(eventNames(events)));
  });
}

const activity = [
  ['callback-update.deactivates', [true, false]],
  ['callback-update.reactivates', [false, true]],
] as const;

for (const [id, [from, to]] of activity) {
  test(...rule(id), async ({ api, callbacks }) => {
    const callback = await callbacks.updatable();
    await api.updateCallback(callback, { is_active: from });
    await api.updateCallback(callback, { is_active: to });
    expect(await callbacks.shown(callback, { is_active: to })).toHaveField('is_active', shapes.exactly(to));
  });

  test(...rule(id, 'and stays so'), async ({ api, callbacks }) => {
    const callback = await callbacks.updatable();
    await api.updateCallback(callback, { is_active: from });
    await api.updateCallback(callback, { is_active: to });
    await callbacks.shown(callback, { is_active: to });
    await api.fetchCallback(callback);
    // A read may come from a copy that lags behind, so a single one proves nothing.
    expect(await callbacks.shown(callback, { is_active: to })).toHaveField('is_active', shapes.exactly(to));
  });

  test(...rule(id, 'with another field'), async ({ api, callbacks }) => {
    const callback = await callbacks.updatable();
    await api.updateCallback(callback, { is_active: from });
    await api.updateCallback(callback, { is_active: to, description: 'switched' });
    expect(await callbacks.shown(callback, { is_active: to })).toHaveField('is_active', shapes.exactly(to));
  });
}

test(...rule('callback-update.all-fields'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  const sent = callbacks.placed(changes);
  await api.updateCallback(id, callbacks.placed(known));
  expect(await api.updateCallback(id, sent)).toBeAccepted();
  expect(await callbacks.settings(id, sent)).toEqual({ ...sent, events: eventNames(sent.events).sort() });
});

// The order of members has no meaning in JSON.
for (const first of ['description', 'events', 'is_active'] as const) {
  test(...rule('callback-update.all-fields', `${first} first`), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    const sent = callbacks.placed(changes);
    await api.updateCallback(id, callbacks.placed(known));
    expect(await api.updateCallback(id, { [first]: sent[first], ...sent })).toBeAccepted();
    expect(await callbacks.settings(id, sent)).toEqual({ ...sent, events: eventNames(sent.events).sort() });
  });
}

const contentType = 'application/json; charset=utf-8';

test(...rule('callback-update.accepted', 'with a charset'), async ({ api, callbacks }) => {
  const id = await callbacks.anyUpdatable();
  expect(await api.updateCallback(id, { description: changes.description }, { contentType })).toBeAccepted();
});

test(...rule('callback-update.description', 'with a charset'), async ({ api, callbacks }) => {
  const id = await callbacks.anyUpdatable();
  const sent = { description: 'naïve café, with a charset' };
  await api.updateCallback(id, sent, { contentType });
  expect(await callbacks.shown(id, sent)).toHaveField('description', shapes.exactly(sent.description));
});

const twice: readonly [SettableField, unknown, unknown, unknown][] = [
  [
    'url',
    'https://merchant.example/hooks/first',
    'https://merchant.example/hooks/second',
    'https://merchant.example/hooks/second',
  ],
  ['description', 'first', 'second', 'second'],
  ['events', 'payment.created', 'payment.failed', ['payment.failed']],
  ['is_active', false, true, true],
];

for (const [field, first, second, fetched] of twice) {
  test(...rule('callback-update.repeated', field), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    const sent = callbacks.placed({ first, second, fetched });
    await api.updateCallback(id, { [field]: sent.first });
    await api.updateCallback(id, { [field]: sent.second });
    expect((await callbacks.settings(id, { [field]: sent.second }))[field]).toEqual(sent.fetched);
  });
}

test(...rule('callback-update.concurrent'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  const [before, after] = [callbacks.placed(known), callbacks.placed(changes)];
  await api.updateCallback(id, before);
  await callbacks.shown(id, before);
  // A service may refuse concurrent updates, but has to keep those it accepts.
  const replies = await Promise.all(
    settableFields.map(async (field) => [field, await api.updateCallback(id, { [field]: after[field] })] as const),
  );
  const accepted = replies.filter(([, { status }]) => status === 200).map(([field]) => [field, after[field]]);
  const written = { ...before, ...Object.fromEntries(accepted) };
  expect(await callbacks.settings(id, written)).toEqual({ ...written, events: eventNames(written.events).sort() });
});

const picked = (values: Body, fields: readonly SettableField[]): Body =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));
