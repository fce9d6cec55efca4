import { callbackLock } from '../../fixtures/api/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import { callbackOf, settableFields, type SettableField } from '../../interface/messages/callback.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { isLater, summarizeReply } from '../../interface/messages/outcome.ts';
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

  test(...rule('callback-update.accepted', field), async ({ api, bodies, callbacks }) => {
    expect(await api.updateCallback(await callbacks.updatable(), bodies.placed(change))).toBeAccepted();
  });

  test(...rule('callback-update.result', field), async ({ api, bodies, callbacks }) => {
    const reply = await api.updateCallback(await callbacks.updatable(), bodies.placed(change));
    expect(reply).toHaveField('result', shapes.exactly('success'));
  });

  test(...rule('callback-update.answered-id', field), async ({ api, bodies, callbacks }) => {
    const id = await callbacks.updatable();
    expect(await api.updateCallback(id, bodies.placed(change))).toHaveField('id', shapes.exactly(id));
  });

  test(...rule('callback-update.message', field), async ({ api, bodies, callbacks }) => {
    expect(await api.updateCallback(await callbacks.updatable(), bodies.placed(change))).toHaveField(
      'message',
      shapes.text,
    );
  });

  for (const is_active of [true, false]) {
    const variant = `${field}, of ${is_active ? 'an active' : 'an inactive'} callback`;

    test(...rule('callback-update.leaves-rest', variant), async ({ api, bodies, callbacks }) => {
      const id = await callbacks.updatable();
      await api.updateCallback(id, bodies.placed({ ...known, is_active }));
      await api.updateCallback(id, bodies.placed(change));
      const written = bodies.placed({ ...known, is_active, ...change });
      const { [field]: _changed, ...rest } = await callbacks.settings(id, written);
      const before = bodies.placed({ ...known, is_active, events: eventNames(known.events).sort() });
      const { [field]: _replaced, ...expected } = before;
      expect(rest).toEqual(expected);
    });
  }

  test(...rule('callback-update.keeps-id', field), async ({ api, bodies, callbacks }) => {
    const id = await callbacks.updatable();
    await api.updateCallback(id, bodies.placed(change));
    expect(callbackOf(await api.fetchCallback(id))).toHaveField('id', shapes.exactly(id));
  });

  test(...rule('callback-update.keeps-date-created', field), async ({ api, bodies, callbacks }) => {
    const id = await callbacks.updatable();
    const before = callbackOf(await api.fetchCallback(id));
    await api.updateCallback(id, bodies.placed(change));
    expect(callbackOf(await api.fetchCallback(id))?.date_created).toBe(before?.date_created);
  });

  test(...rule('callback-update.only-the-named', field), async ({ api, bodies, callbacks }) => {
    const id = await callbacks.updatable();
    const other = await callbacks.unrelatedCallback(id);
    const before = await callbacks.settings(other);
    const { date_updated } = callbackOf(await api.fetchCallback(other)) ?? {};
    await api.updateCallback(id, bodies.placed(change));
    expect(await callbacks.settings(other)).toEqual(before);
    expect(callbackOf(await api.fetchCallback(other))?.date_updated).toBe(date_updated);
  });

  test(...rule('callback-update.moves-date-updated', field), async ({ api, bodies, callbacks }) => {
    const id = await callbacks.updatable();
    const first = callbackOf(await api.fetchCallback(id))?.date_updated;
    // A service may keep whole seconds, and need not count an update that changes nothing: so two values take turns
    // until the next second has begun.
    const turns = [changes, known].map((fields) => bodies.placed(fields)[field]);
    const updatedAfter = async (before: unknown) => {
      turns.reverse();
      await api.updateCallback(id, { [field]: turns[1] });
      return isLater(before, callbackOf(await api.fetchCallback(id))?.date_updated);
    };
    const patience = { message: 'expect(date_updated) to move forward', intervals: [50, 400, 700] };
    await expect.poll(() => updatedAfter(first), patience).toBe(true);
    const second = callbackOf(await api.fetchCallback(id))?.date_updated;
    await expect.poll(() => updatedAfter(second), patience).toBe(true);
  });
}

const survives = [
  ['callback-update.url', 'url', 'https://merchant.example/hooks/New-One'],
  ['callback-update.url', 'url', 'https://merchant.example/hooks/new?with=query&and=more'],
  ['callback-update.description', 'description', 'a new description'],
  ['callback-update.description', 'description', 'naïve café, two words; 100 %'],
] as const;

for (const [id, field, value] of survives) {
  test(...rule(id, value), async ({ api, bodies, callbacks }) => {
    const callback = await callbacks.updatable();
    const { sent } = bodies.placed({ sent: value });
    await api.updateCallback(callback, { [field]: sent });
    expect(await callbacks.shown(callback, { [field]: sent })).toHaveField(field, shapes.exactly(sent));
  });
}

for (const events of [
  'payment.failed',
  'payment.completed,payment.failed',
  'payout.updated,payment.created,payout.created',
]) {
  test(...rule('callback-update.events', events), async ({ api, bodies, callbacks }) => {
    const callback = await callbacks.updatable();
    await api.updateCallback(callback, bodies.placed(known));
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
    expect(callbackOf(await api.fetchCallback(callback))).toHaveField('is_active', shapes.exactly(to));
  });

  test(...rule(id, 'with another field'), async ({ api, callbacks }) => {
    const callback = await callbacks.updatable();
    await api.updateCallback(callback, { is_active: from });
    await api.updateCallback(callback, { is_active: to, description: 'switched' });
    expect(await callbacks.shown(callback, { is_active: to })).toHaveField('is_active', shapes.exactly(to));
  });
}

test(...rule('callback-update.all-fields'), async ({ api, bodies, callbacks }) => {
  const id = await callbacks.updatable();
  const sent = bodies.placed(changes);
  await api.updateCallback(id, bodies.placed(known));
  expect(await api.updateCallback(id, sent)).toBeAccepted();
  expect(await callbacks.settings(id, sent)).toEqual({ ...sent, events: eventNames(sent.events).sort() });
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
  test(...rule('callback-update.repeated', field), async ({ api, bodies, callbacks }) => {
    const id = await callbacks.updatable();
    const sent = bodies.placed({ first, second, fetched });
    await api.updateCallback(id, { [field]: sent.first });
    await api.updateCallback(id, { [field]: sent.second });
    expect((await callbacks.settings(id, { [field]: sent.second }))[field]).toEqual(sent.fetched);
  });
}

for (const value of [true, false, 'maybe', 'false', 0, null, {}]) {
  test(...rule('callback-update.is-active-boolean', JSON.stringify(value)), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    await api.updateCallback(id, { is_active: value });
    expect(callbackOf(await api.fetchCallback(id))).toHaveField('is_active', shapes.flag);
  });
}

// A service may take null for a wish to remove the text, so null is among the open questions.
for (const field of ['url', 'description'] as const) {
  for (const value of [changes[field], { no: 'text' }, ['no', 'text'], 42, true]) {
    test(
      ...rule('callback-update.text-stays-text', `${field} ${JSON.stringify(value)}`),
      async ({ api, bodies, callbacks }) => {
        const id = await callbacks.updatable();
        await api.updateCallback(id, bodies.placed({ [field]: value }));
        expect(callbackOf(await api.fetchCallback(id))).toHaveField(field, shapes.anyText);
      },
    );
  }
}

// What the interface leaves open about an update.

test(...rule('callback-update.empty'), async ({ api, callbacks, observe }) => {
  observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), {})));
});

for (const field of ['url', 'description']) {
  test(...rule('callback-update.null-text', field), async ({ api, callbacks, observe }) => {
    const id = await callbacks.updatable();
    const { status } = await api.updateCallback(id, { [field]: null });
    observe(`HTTP ${status}, then ${describeShape(callbackOf(await api.fetchCallback(id))?.[field])}`);
  });
}

for (const field of settableFields) {
  test(...rule('callback-update.ill-typed', field), async ({ api, callbacks, observe }) => {
    observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), { [field]: { no: 'type' } })));
  });
}

test(...rule('callback-update.list-of-events'), async ({ api, callbacks, observe }) => {
  observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), { events: ['payment.created'] })));
});

for (const [variant, events] of [
  ['unknown name', 'parcel.lost'],
  ['space after comma', 'payment.created, payment.failed'],
  ['empty', ''],
] as const) {
  test(...rule('callback-update.odd-events', variant), async ({ api, callbacks, observe }) => {
    observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), { events })));
  });
}

test(...rule('callback-update.unknown-id'), async ({ api, observe }) => {
  observe(summarizeReply(await api.updateCallback('no-such-callback-0000', { description: 'nobody' })));
});
