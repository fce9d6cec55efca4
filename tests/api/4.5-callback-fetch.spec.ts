import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { showsCallback, callbackOf, unknownIdLike } from '../../interface/messages/callback.ts';
import { answers } from '../../interface/model/answers.ts';
import { rule } from '../../interface/rules/rule.ts';
import { formatValue } from '../../interface/messages/wording/findings.ts';
import { isInOrder, momentOf, notAhead } from '../../interface/messages/instants.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { eventsForm, notationOf, summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { shapes, type Shape } from '../../interface/messages/shapes.ts';

// Fetching a callback, and the fields of a callback (2.7).

test.describe.configure({ mode: 'parallel', lock: callbackLock });

test(...rule('callback-fetch.accepted'), async ({ fetchedOnce }) => {
  expect(fetchedOnce.reply).toBeAccepted();
});

test(...rule('callback-fetch.result'), async ({ fetchedOnce }) => {
  expect(fetchedOnce.reply).toHaveField('result', shapes.exactly('success'));
});

test(...rule('callback-fetch.callback'), async ({ fetchedOnce }) => {
  expect(fetchedOnce.reply).toHaveField('callback', shapes.object);
});

test(...rule('callback-fetch.same-id'), async ({ fetchedOnce: { id, reply } }) => {
  expect(callbackOf(reply)).toHaveField('id', shapes.exactly(id));
});

const { fields } = answers.callback.inside;

// A callback that was never updated may have no date of its last update.
const fresh: Readonly<Record<string, Shape>> = { date_updated: shapes.timestampOrNothing };

const everyField = {
  url: 'https://merchant.example/hooks/updated',
  description: 'updated by the conformance suite',
  events: 'payment.completed,payment.failed',
  is_active: false,
};

for (const [id, field, shape] of fields) {
  test(...rule(id), async ({ fetchedOnce }) => {
    expect(callbackOf(fetchedOnce.reply)).toHaveField(field, fresh[field] ?? shape);
  });

  test(...rule(id, 'after an update of every field'), async ({ updateOnce }) => {
    const { after } = await updateOnce(everyField);
    expect(after).toHaveField(field, shape);
  });
}

test(...rule('callback-fetch.true-dates', 'of a new callback'), async ({ callbacks }) => {
  const reply = await callbacks.fetched(await callbacks.readable());
  expect(callbackOf(reply)).toHaveField('date_created', callbacks.areNew ? momentOf(reply) : notAhead(reply));
  expect(callbackOf(reply)).toHaveField('date_updated', notAhead(reply));
  expect(callbackOf(reply)).toHaveField('last_triggered', notAhead(reply));
});

test(...rule('callback-fetch.true-dates', 'after an update'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { description: 'dated' });
  const reply = await callbacks.fetched(id, { description: 'dated' });
  expect(callbackOf(reply)).toHaveField('date_updated', momentOf(reply));
});

test(...rule('callback-fetch.order-of-dates'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { description: 'dated' });
  const { date_created, date_updated } = (await callbacks.shown(id, { description: 'dated' })) ?? {};
  const dates = `date_created ${formatValue(date_created)}, date_updated ${formatValue(date_updated)}`;
  expect(isInOrder(date_created, date_updated), `expect(dates) to be in order: ${dates}`).toBe(true);
});

test(...rule('callback-fetch.same-id', 'of a second callback'), async ({ callbacks }) => {
  const first = await callbacks.readable();
  await callbacks.fetched(first);
  const second = await callbacks.unrelatedCallback(first);
  expect(await callbacks.shown(second)).toHaveField('id', shapes.exactly(second));
});

test(...rule('callback-fetch.same-id', 'of the first of two callbacks'), async ({ callbacks }) => {
  const first = await callbacks.readable();
  await callbacks.unrelatedCallback(first);
  expect(await callbacks.shown(first)).toHaveField('id', shapes.exactly(first));
});

test(...rule('callback-fetch.repeatable'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  // It is not notified of payments meanwhile, which could change it.
  const quiet = { events: 'payout.created', is_active: true };
  await api.updateCallback(id, quiet);
  const fetched = async (names: readonly string[]) => only(names, await callbacks.shown(id));
  const given = ['id', ...fields.map(([, field]) => field).filter((field) => !counted.includes(field))];
  const first = only(given, await callbacks.shown(id, quiet));
  expect(first, 'the callback that is fetched first').not.toEqual(only(given));
  // A copy of the data that lags behind may answer once more as before the update.
  await expect.poll(() => fetched(given), 'expect(the callback fetched a second time)').toEqual(first);
  // A service may send a test notification to a new address, and count it late.
  const isTheSame = async () => JSON.stringify(await fetched(counted)) === JSON.stringify(await fetched(counted));
  await expect.poll(isTheSame, 'expect(the callback fetched twice) to be the same').toBe(true);
});

test(...rule('callback-fetch.no-such-id'), async ({ api, callbacks }) => {
  await callbacks.anyReadable();
  expect(showsCallback(await api.fetchCallback('no-such-callback-0000'))).toBe(false);
});

test(...rule('callback-fetch.no-such-id', 'that begins like one'), async ({ api, callbacks }) => {
  const id = unknownIdLike(await callbacks.anyReadable());
  expect(showsCallback(await api.fetchCallback(id))).toBe(false);
});

// What the interface leaves open about a fetch.

test(...rule('callback-fetch.unknown-status'), async ({ api, observe }) => {
  observe(summarizeReply(await api.fetchCallback('no-such-callback-0000')));
});

test(...rule('callback-fetch.without-id'), async ({ api, observe }) => {
  observe(summarizeReply(await api.probe('GET', '/v1/callback/fetch/')));
});

test(...rule('callback-fetch.form-of-events'), async ({ fetchedOnce, observe }) => {
  observe(eventsForm(callbackOf(fetchedOnce.reply)?.events));
});

test(...rule('callback-fetch.timestamp-form'), async ({ fetchedOnce, observe }) => {
  const callback = callbackOf(fetchedOnce.reply);
  observe(`date_created ${notationOf(callback?.date_created)}, date_updated ${notationOf(callback?.date_updated)}`);
});

test(...rule('callback-fetch.never-triggered'), async ({ fetchedOnce, callbacks, observe }) => {
  const callback = callbackOf(fetchedOnce.reply);
  observe(callbacks.ofItsOwn('last_triggered', notationOf(callback?.last_triggered)));
});

test(...rule('callback-fetch.unknown-fields'), async ({ fetchedOnce, observe }) => {
  observe(fieldsBeyond(callbackOf(fetchedOnce.reply), ['id', ...fields.map(([, field]) => field)]));
});

/** The fields that a delivery may change. */
const counted = ['date_updated', 'last_triggered', 'failure_count'];

const only = (names: readonly string[], fields: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));
