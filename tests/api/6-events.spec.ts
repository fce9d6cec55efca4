import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import { callbackOf, shownEvents } from '../../interface/messages/callback.ts';
import {
  allArrived,
  greetingsAtMost,
  isCountKept,
  isCountedTooOften,
  isRefusalCounted,
  isResetBySuccess,
  isToldInTheEnd,
  isToldOfPayments,
  notificationsInTheEnd,
} from '../../helpers/callbacks/receiver/told.ts';
import type { Delivery } from '../../helpers/callbacks/receiver/webhook-receiver.ts';
import type { Callbacks } from '../../helpers/callbacks/callbacks.ts';
import { momentOf } from '../../interface/messages/instants.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { contentTypeOf, headersOf, isLater } from '../../interface/messages/wording/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// Event names, and the effects of a delivered notification on its callback. The interface does not show which payment
// emits which event, so callbacks subscribe to all names. Rules about deliveries pass when a target sends none.

test.describe.configure({ lock: callbackLock });

const events = shownEvents.join(',');

for (const [index, name] of shownEvents.entries()) {
  test(...rule('events.names', name), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    await api.updateCallback(id, { events: shownEvents[(index + 1) % shownEvents.length] });
    expect(await api.updateCallback(id, { events: name })).toBeAccepted();
    expect(await callbacks.shown(id, { events: name })).toHaveField('events', shapes.sameEvents([name]));
  });
}

test(...rule('events.names', 'all together'), async ({ api, callbacks }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { events });
  expect(await callbacks.shown(id, { events })).toHaveField('events', shapes.sameEvents(shownEvents));
});

test(...rule('events.pattern'), async ({ fetchedOnce }) => {
  expect(callbackOf(fetchedOnce.reply)).toHaveField('events', shapes.eventPattern);
});

test(...rule('webhook.delivered'), async ({ api, callbacks, receiver, pay, observe }) => {
  await api.updateCallback(await callbacks.updatable(), { url: receiver.address('active'), events, is_active: true });
  await pay();
  observe((await receiver.next('active')) ? 'a notification arrives' : 'no notification arrives');
});

test(...rule('webhook.body'), async ({ api, callbacks, receiver, pay, observe }) => {
  await api.updateCallback(await callbacks.updatable(), { url: receiver.address('active'), events, is_active: true });
  observe(bodyOf(await receiver.next('active', await pay())));
});

test(...rule('webhook.headers'), async ({ api, callbacks, receiver, pay, observe }) => {
  await api.updateCallback(await callbacks.updatable(), { url: receiver.address('active'), events, is_active: true });
  const delivery = await receiver.next('active', await pay());
  observe(delivery ? headersOf(delivery.headers) : 'none');
});

test(...rule('webhook.inactive-silent'), async ({ api, callbacks, receiver, pay }) => {
  const active = await callbacks.updatable();
  const inactive = await callbacks.disposable();
  await api.updateCallback(active, { url: receiver.address('active'), events, is_active: true });
  await api.updateCallback(inactive, { url: receiver.address('inactive'), events, is_active: false });
  const count = await notificationsInTheEnd(pay, receiver, { told: 'active', silent: 'inactive' });
  expect(count).toBeLessThanOrEqual(greetingsAtMost);
});

test(...rule('webhook.inactive-silent', 'once it was told'), async ({ api, callbacks, receiver, pay }) => {
  const active = await callbacks.updatable();
  const inactive = await callbacks.disposable();
  await api.updateCallback(active, { url: receiver.address('active'), events, is_active: true });
  await api.updateCallback(inactive, { url: receiver.address('inactive'), events, is_active: true });
  await isToldOfPayments(pay, 'inactive', receiver);
  await api.updateCallback(inactive, { is_active: false });
  receiver.forget();
  const count = await notificationsInTheEnd(pay, receiver, { told: 'active', silent: 'inactive' });
  expect(count).toBeLessThanOrEqual(greetingsAtMost);
});

test(...rule('webhook.new-address'), async ({ api, callbacks, receiver, pay }) => {
  // Inactive while it has the old address, so that notifications there are never legitimate.
  const id = await callbacks.updatable({ url: receiver.address('old'), events, is_active: false });
  await api.updateCallback(id, { url: receiver.address('new'), is_active: true });
  const count = await notificationsInTheEnd(pay, receiver, { told: 'new', silent: 'old' });
  expect(count).toBeLessThanOrEqual(greetingsAtMost);
});

test(...rule('webhook.new-address', 'payments are told there'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('old'), events, is_active: true });
  const wasTold = await isToldOfPayments(pay, 'old', receiver);
  const change = await api.updateCallback(id, { url: receiver.address('new') });
  const isTold = !isDue(wasTold, change) || (await isToldInTheEnd(pay, 'new', receiver));
  expect(isTold, 'expect(payments) to be notified to the new address, as before to the old one').toBe(true);
});

test(...rule('webhook.new-address', 'with its query'), async ({ api, callbacks, receiver, pay }) => {
  const url = `${receiver.address('active')}?shop=7&token=a%20b`;
  await api.updateCallback(await callbacks.updatable(), { url, events, is_active: true });
  const delivery = await receiver.next('active', await pay());
  expect(
    !delivery || hasQuery(delivery, { shop: '7', token: 'a b' }),
    'expect(the query of url) to be part of the address of a notification',
  ).toBe(true);
});

test(...rule('webhook.reactivated'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const wasTold = await isToldOfPayments(pay, 'active', receiver);
  await api.updateCallback(id, { is_active: false });
  const change = await api.updateCallback(id, { is_active: true });
  const isTold = !isDue(wasTold, change) || (await isToldInTheEnd(pay, 'active', receiver));
  expect(isTold, 'expect(payments) to be notified again, as before').toBe(true);
});

test(...rule('webhook.every-subscriber'), async ({ api, callbacks, receiver, pay }) => {
  await callbacks.updatable({ url: receiver.address('first'), events, is_active: true });
  const wasTold = await isToldOfPayments(pay, 'first', receiver);
  const change = await api.updateCallback(await callbacks.disposable(), {
    url: receiver.address('second'),
    events,
    is_active: true,
  });
  for (const name of ['second', 'first']) {
    const isTold = !isDue(wasTold, change) || (await isToldInTheEnd(pay, name, receiver));
    expect(isTold, `expect(payments) to be notified to the ${name} of two callbacks`).toBe(true);
  }
});

test(...rule('webhook.deleted-silent'), async ({ api, callbacks, receiver, pay }) => {
  const active = await callbacks.updatable();
  const deleted = await callbacks.disposable();
  await api.updateCallback(active, { url: receiver.address('active'), events, is_active: true });
  await api.updateCallback(deleted, { url: receiver.address('deleted'), events, is_active: true });
  await api.deleteCallback(deleted);
  const count = await notificationsInTheEnd(pay, receiver, { told: 'active', silent: 'deleted' });
  expect(count).toBeLessThanOrEqual(greetingsAtMost);
});

test(
  ...rule('callback-fetch.failure-count', 'after refused deliveries', 'webhooks'),
  async ({ api, callbacks, receiver, pay }) => {
    const id = await callbacks.updatable();
    receiver.answer = 500;
    await api.updateCallback(id, { url: receiver.address('active'), events, is_active: true });
    await pay();
    await receiver.next('active');
    await pay();
    await receiver.next('active');
    expect(await callbacks.shown(id)).toHaveField('failure_count', shapes.count);
  },
);

test(...rule('webhook.other-events'), async ({ api, callbacks, receiver, pay, observe }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { url: receiver.address('payouts'), events: 'payout.created', is_active: true });
  receiver.forget();
  await pay();
  observe((await receiver.next('payouts')) ? 'it is told of a payment' : 'it is not told of a payment');
});

test(...rule('webhook.last-triggered'), async ({ callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const isTold = await isToldOfPayments(pay, 'active', receiver);
  const first = (await callbacks.shown(id))?.last_triggered;
  // A service may store whole seconds, so payments are repeated until the next second.
  const isTriggeredAfter = async (before: unknown) => {
    await pay();
    return isTriggeredAgain(before, await callbacks.fetched(id));
  };
  const patience = { message: 'expect(last_triggered) to be set, to the present', intervals: [100, 500, 700] };
  await expect.poll(async () => !isTold || (await isTriggeredAfter(first)), patience).toBe(true);
  const second = (await callbacks.shown(id))?.last_triggered;
  await expect.poll(async () => !isTold || (await isTriggeredAfter(second)), patience).toBe(true);
});

test(...rule('webhook.last-triggered', 'of no inactive callback'), async ({ api, callbacks, receiver, pay }) => {
  await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const other = await callbacks.disposable();
  await api.updateCallback(other, { is_active: false });
  const isUntouched = () =>
    staysWhile(callbacks, other, 'last_triggered', () => isToldOfPayments(pay, 'active', receiver));
  await expect.poll(isUntouched, 'expect(last_triggered) of an inactive callback to stay as it was').toBe(true);
});

for (const change of [{ description: 'told before' }, { events: 'payment.failed' }, { is_active: true }]) {
  const variant = `outlasts an update of ${Object.keys(change).join()}`;
  test(...rule('webhook.last-triggered', variant), async ({ api, callbacks, receiver, pay }) => {
    const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
    await isToldOfPayments(pay, 'active', receiver);
    const wasTriggered = hasBeenTriggered(await callbacks.shown(id));
    // Inactive, so that no further delivery sets it again.
    await api.updateCallback(id, { is_active: false });
    await allArrived(receiver, 'active');
    await api.updateCallback(id, change);
    const isTriggered = hasBeenTriggered(await callbacks.shown(id, change));
    expect(!wasTriggered || isTriggered, 'expect(last_triggered) to be kept').toBe(true);
  });
}

for (const [variant, answer] of [
  [undefined, 500],
  ['that the receiver does not answer', 'none'],
] as const) {
  test(...rule('webhook.failures-counted', variant), async ({ api, callbacks, receiver, pay }) => {
    const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
    const isTold = await isToldOfPayments(pay, 'active', receiver);
    receiver.answer = answer;
    const isCounted = async () => !isTold || (await isRefusalCounted(api, pay, receiver, { id, name: 'active' }));
    expect(await isCounted(), 'expect(failure_count) to count a refused delivery').toBe(true);
    expect(await isCounted(), 'expect(failure_count) to count the next one as well').toBe(true);
  });
}

test(...rule('webhook.failures-counted', 'once each'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  receiver.answer = 500;
  const isTooOften = await isCountedTooOften(api, pay, receiver, { id, name: 'active' });
  expect(isTooOften, 'expect(failure_count) to grow by no more than was refused').toBe(false);
});

test(...rule('webhook.failures-counted', 'at no other callback'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const other = await callbacks.disposable();
  await api.updateCallback(other, { is_active: false });
  receiver.answer = 500;
  const isUntouched = () =>
    staysWhile(callbacks, other, 'failure_count', () => isRefusalCounted(api, pay, receiver, { id, name: 'active' }));
  await expect.poll(isUntouched, 'expect(failure_count) of an inactive callback to stay as it was').toBe(true);
});

test(...rule('webhook.failures-counted', 'and not forgotten'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  receiver.answer = 500;
  // An earlier notification, which was accepted, may be recorded late.
  const isKept = () => isCountKept(api, pay, receiver, { id, name: 'active' });
  await expect.poll(isKept, 'expect(failure_count) to stay as high in the next fetch').toBe(true);
});

test(...rule('webhook.success-count'), async ({ callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const isTold = await isToldOfPayments(pay, 'active', receiver);
  const isZero = async () => !isTold || (await countAfter(pay, callbacks, id)) === 0;
  await expect.poll(isZero, 'expect(failure_count) to be zero').toBe(true);
});

test(...rule('webhook.success-count', 'after a refused one'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  receiver.answer = 500;
  // The refusal must be counted first: otherwise a repeated delivery would be accepted, with no failure to count.
  await isRefusalCounted(api, pay, receiver, { id, name: 'active' });
  receiver.answer = 200;
  const isTold = await isToldOfPayments(pay, 'active', receiver);
  const isZero = async () => !isTold || (await countAfter(pay, callbacks, id)) === 0;
  await expect.poll(isZero, 'expect(failure_count) to be zero').toBe(true);
});

test(...rule('webhook.success-count', 'after several refused ones'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const isReset = await isResetBySuccess(api, pay, receiver, { id, name: 'active' });
  expect(isReset, 'expect(failure_count) to be zero').toBe(true);
});

test(...rule('webhook.failure-count'), async ({ api, callbacks, receiver, pay, observe }) => {
  const id = await callbacks.updatable();
  receiver.answer = 500;
  await api.updateCallback(id, { url: receiver.address('active'), events, is_active: true });
  await pay();
  await receiver.next('active');
  const count = (await callbacks.shown(id))?.failure_count;
  observe(`${receiver.count('active') > 0 ? 'refused delivery' : 'no delivery'}, failure_count ${typeof count}`);
});

/** Whether notifications are required after an update: there were some before it, and the service accepted it. */
const isDue = (wasTold: boolean, { status }: Reply): boolean => wasTold && status === 200;

/**
 * Whether a field of an inactive callback stays as it was while another one is notified. It is asked repeatedly, since
 * deliveries from the time when the callback was active may be recorded late.
 */
const staysWhile = async (
  callbacks: Callbacks,
  id: string,
  field: 'last_triggered' | 'failure_count',
  notify: () => Promise<unknown>,
): Promise<boolean> => {
  const before = (await callbacks.shown(id))?.[field];
  await notify();
  return (await callbacks.shown(id))?.[field] === before;
};

/** failure_count after one more payment, since an earlier failure may be counted late. */
const countAfter = async (pay: () => Promise<string>, callbacks: Callbacks, id: string): Promise<unknown> => {
  await pay();
  return (await callbacks.shown(id))?.failure_count;
};

const hasQuery = ({ query }: Delivery, sent: Readonly<Record<string, string>>): boolean =>
  Object.entries(sent).every(([name, value]) => new URLSearchParams(query).get(name) === value);

const hasBeenTriggered = (callback: Record<string, unknown> | undefined): boolean =>
  shapes.timestamp.safeParse(callback?.['last_triggered']).success;

const isTriggeredAgain = (before: unknown, reply: Reply): boolean => {
  const after = callbackOf(reply)?.last_triggered;
  return [shapes.timestamp, momentOf(reply)].every((shape) => shape.safeParse(after).success) && isLater(before, after);
};

const bodyOf = (delivery: Delivery | undefined): string => {
  if (!delivery) return 'none';
  const beginning = `${delivery.method} ${contentTypeOf(delivery.contentType)}`;
  try {
    return `${beginning} ${describeShape(JSON.parse(delivery.body))}`;
  } catch {
    return `${beginning} no JSON`;
  }
};
