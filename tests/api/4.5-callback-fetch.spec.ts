import { covers, expect, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import { beginningOf } from '../../interface/messages/callback-id.ts';
import { callbackOf, showsCallback, unknownIdLike } from '../../interface/messages/callback.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { isInOrder, momentOf, notAhead } from '../../interface/messages/instants.ts';
import { formatValue } from '../../interface/messages/mismatch.ts';
import { eventsForm, notationOf, summarizeReply } from '../../interface/messages/reply-summary.ts';
import { eventNames, shapes } from '../../interface/messages/shapes.ts';

// Fetching a callback (4.5), and the fields of a callback (2.7).

test.describe.configure(sharedCallbacks);

const { fields } = answers.callback.inside;
const rulesOfFields = fields.map(([rule]) => rule);

test(
  'a callback as it is',
  smoke(
    covers(
      'callback-fetch.accepted',
      'callback-fetch.result',
      'callback-fetch.callback',
      'callback-fetch.same-id',
      ...rulesOfFields,
      'callback-fetch.true-dates',
      'events.pattern',
      'json.answers',
      'callback-fetch.form-of-events',
      'callback-fetch.timestamp-form',
      'callback-fetch.never-triggered',
      'callback-fetch.unknown-fields',
    ),
  ),
  async ({ callbacks, judge, check, observe }) => {
    const id = await callbacks.toFetch();
    const reply = await callbacks.fetched(id);
    const callback = callbackOf(reply);
    // It is there, so that an answer without it is wrong, which `judge` cannot know.
    await check('callback-fetch.accepted', 'as it is', () => expect(reply).toBeAccepted());
    await check('callback-fetch.result', 'as it is', () =>
      expect(reply).toHaveField('result', shapes.exactly('success')),
    );
    await check('callback-fetch.callback', 'as it is', () => expect(reply).toHaveField('callback', shapes.object));
    await judge(reply, 'as it is, each field');
    await check('callback-fetch.true-dates', 'as it is', () => {
      expect(callback).toHaveField('date_created', callbacks.areNew ? momentOf(reply) : notAhead(reply));
      expect(callback).toHaveField('date_updated', notAhead(reply));
      expect(callback).toHaveField('last_triggered', notAhead(reply));
    });
    await check('events.pattern', 'as it is', () => expect(callback).toHaveField('events', shapes.eventPattern));
    await observe('callback-fetch.form-of-events', 'as it is', eventsForm(callback?.events));
    await observe(
      'callback-fetch.timestamp-form',
      'as it is',
      `date_created ${notationOf(callback?.date_created)}, date_updated ${notationOf(callback?.date_updated)}`,
    );
    await observe(
      'callback-fetch.never-triggered',
      'as it is',
      callbacks.areNew ? notationOf(callback?.last_triggered) : 'the callback is not new',
    );
    await observe(
      'callback-fetch.unknown-fields',
      'as it is',
      fieldsBeyond(callback, ['id', ...fields.map(([, field]) => field)]),
    );
  },
);

test(
  'a callback after an update of every field',
  covers(...rulesOfFields, 'callback-fetch.true-dates', 'callback-fetch.order-of-dates'),
  async ({ api, callbacks, check }) => {
    const id = await callbacks.toUpdate();
    const sent = callbacks.placed({
      url: 'https://merchant.example/hooks/updated',
      description: 'updated by the conformance suite',
      events: 'payment.completed,payment.failed',
      is_active: false,
    });
    await api.updateCallback(id, sent);
    const reply = await callbacks.fetched(id, sent);
    const callback = callbackOf(reply);
    for (const [rule, field, shape] of fields) {
      await check(rule, 'after an update', () => expect(callback).toHaveField(field, shape));
    }
    await check('callback-fetch.true-dates', 'after an update', () =>
      expect(callback).toHaveField('date_updated', momentOf(reply)),
    );
    await check('callback-fetch.order-of-dates', 'after an update', () => {
      const { date_created, date_updated } = callback ?? {};
      const dates = `date_created ${formatValue(date_created)}, date_updated ${formatValue(date_updated)}`;
      expect(isInOrder(date_created, date_updated), `in order: ${dates}`).toBe(true);
    });
  },
);

test(
  'each of two callbacks',
  covers('callback-fetch.same-id', 'callback-fetch.only-its-own'),
  async ({ callbacks, judge, check }) => {
    const ids = [await callbacks.toUpdate(), await callbacks.another()];
    const replies = await Promise.all(ids.map((id) => callbacks.fetched(id)));
    for (const [index, reply] of replies.entries()) {
      await check('callback-fetch.same-id', `callback ${index + 1} of two`, () =>
        expect(callbackOf(reply)).toHaveField('id', shapes.exactly(ids[index] ?? '')),
      );
      await judge(reply, `callback ${index + 1} of two, after both creations`);
    }
  },
);

test('a fetch changes nothing', covers('callback-fetch.repeatable'), async ({ api, callbacks, eventually, check }) => {
  const id = await callbacks.toUpdate();
  // Payments of other tests do not change it meanwhile.
  const quiet = { events: 'payout.created', is_active: true };
  await api.updateCallback(id, quiet);
  const fetched = async () => callbackOf(await api.fetchCallback(id)) ?? {};
  const isEqual = (names: readonly string[], one: object, other: object) =>
    JSON.stringify(only(names, one)) === JSON.stringify(only(names, other));

  // Fetched one at a time: a further fetch might show what the one before has changed.
  const isQuiet = ({ events, is_active }: { events?: unknown; is_active?: unknown }) =>
    is_active === quiet.is_active && eventNames(events).join() === quiet.events;
  const first = await eventually(fetched, isQuiet);
  const settings = ['id', 'url', 'description', 'events', 'is_active', 'date_created'];
  // A copy of the data that lags behind may answer once more as before the update.
  const second = await eventually(fetched, (callback) => isEqual(settings, callback, first));
  await check('callback-fetch.repeatable', 'what was set', () => {
    expect(first, 'the callback that is fetched first').toHaveProperty('id');
    expect(only(settings, second), 'the callback fetched a second time').toEqual(only(settings, first));
  });

  // A service may send a test notification to a new address, and count it late.
  const counted = ['date_updated', 'last_triggered', 'failure_count'];
  const twice = async () => [await fetched(), await fetched()] as const;
  const [one, other] = await eventually(twice, (both) => isEqual(counted, ...both));
  await check('callback-fetch.repeatable', 'what deliveries may change', () => {
    expect(only(counted, other), 'the callback fetched a second time').toEqual(only(counted, one));
  });
});

test(
  'an id that no callback has',
  covers(
    'callback-fetch.no-such-id',
    'callback-fetch.unknown-status',
    'callback-fetch.without-id',
    'error.no-server-fault',
    'error.never-success',
  ),
  async ({ api, callbacks, judge, check, observe }) => {
    const id = await callbacks.toFetch();
    const unknown = await api.fetchCallback('no-such-callback-0000');
    await judge(unknown, 'fetch of another id');
    await check('callback-fetch.no-such-id', 'another id', () =>
      expect(showsCallback(unknown), 'shows a callback').toBe(false),
    );
    for (const [name, one] of [
      ['an id that begins like one', unknownIdLike(id)],
      ['an id with more behind it', `${id}-0`],
      ['an id without its end', beginningOf(id)],
      ['a wildcard', '%'],
      ['zero', '0'],
    ] as const) {
      const reply = await api.fetchCallback(one);
      // Somebody else's may have it.
      const isShown = showsCallback(reply) && callbackOf(reply)?.id !== one;
      await check('callback-fetch.no-such-id', name, () => expect(isShown, 'shows a callback').toBe(false));
    }
    await observe('callback-fetch.unknown-status', 'another id', summarizeReply(unknown));
    const without = await api.probe('GET', '/v1/callback/fetch/');
    await observe('callback-fetch.without-id', 'no id', summarizeReply(without));
  },
);

const only = (names: readonly string[], fields: object): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, (fields as Record<string, unknown>)[name]]));
