import { callbackLock } from '../../fixtures/api/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import { callbackOf, shownEvents } from '../../interface/messages/callback.ts';
import type { Delivery, Receiver } from '../../helpers/callbacks/webhook-receiver.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { contentTypeOf, headersOf, isLater } from '../../interface/messages/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// Event names, and what a delivered notification does to its callback. Which payment emits which event is not shown,
// so a callback subscribes to all names; where a target sends nothing, the rules about a delivery have no case.

test.describe.configure({ lock: callbackLock });

const events = shownEvents.join(',');

/** What may reach an address beside notifications: a greeting when it is new, and that may come late. */
const oneGreeting = 1;

/** Has three payments told to the callback that is waited for; what was under way before them is forgotten. */
const payThrice = async (pay: () => Promise<string>, told: () => Promise<unknown>, receiver: Receiver) => {
  await pay();
  await told();
  receiver.forget();
  for (let payments = 1; payments <= 3; payments += 1) {
    await pay();
    await told();
  }
};

/**
 * Whether payments are told to an address: two in a row, after a first notification that may be a greeting. The first
 * payment is waited for by its id, so that what was under way before has arrived, and is forgotten.
 */
const isToldOfPayments = async (pay: () => Promise<string>, name: string, receiver: Receiver): Promise<boolean> => {
  if (!(await receiver.next(name, await pay()))) return false;
  receiver.forget();
  for (let payments = 1; payments <= 2; payments += 1) {
    await pay();
    if (!(await receiver.next(name))) return false;
  }
  return true;
};

/**
 * How many notifications a round of payments brings to an address that was rightly told of other tests' payments until
 * now: rounds go on until one brings none, or began when all of those had had their time to arrive.
 */
const toldInTheEnd = async ({ patienceMs }: Receiver, round: () => Promise<number>): Promise<number> => {
  const arrivedBy = Date.now() + patienceMs;
  for (;;) {
    const isLast = Date.now() >= arrivedBy;
    const told = await round();
    if (isLast || told <= oneGreeting) return told;
  }
};

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

test(...rule('events.pattern'), async ({ api, callbacks }) => {
  const id = await callbacks.readable();
  expect(callbackOf(await api.fetchCallback(id))).toHaveField('events', shapes.eventPattern);
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
  await payThrice(pay, () => receiver.next('active'), receiver);
  expect(receiver.count('inactive')).toBeLessThanOrEqual(oneGreeting);
});

test(...rule('webhook.new-address'), async ({ api, callbacks, receiver, pay }) => {
  // Inactive while it has the old address, so that no other payment is rightly told to it.
  const id = await callbacks.updatable({ url: receiver.address('old'), events, is_active: false });
  await api.updateCallback(id, { url: receiver.address('new'), is_active: true });
  await payThrice(pay, () => receiver.next('new'), receiver);
  expect(receiver.count('old')).toBeLessThanOrEqual(oneGreeting);
});

test(...rule('webhook.new-address', 'payments are told there'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('old'), events, is_active: true });
  const wasTold = await isToldOfPayments(pay, 'old', receiver);
  const { status } = await api.updateCallback(id, { url: receiver.address('new') });
  // A service may refuse an address of this machine.
  const isTold = !wasTold || status === 400 || (await isToldOfPayments(pay, 'new', receiver));
  expect(isTold, 'expect(payments) to be told to the new address, as they were to the old one').toBe(true);
});

test(...rule('webhook.reactivated'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
  const wasTold = await isToldOfPayments(pay, 'active', receiver);
  await api.updateCallback(id, { is_active: false });
  await api.updateCallback(id, { is_active: true });
  const isTold = !wasTold || (await isToldOfPayments(pay, 'active', receiver));
  expect(isTold, 'expect(payments) to be told again, as they were before').toBe(true);
});

test(...rule('webhook.deleted-silent'), async ({ api, callbacks, receiver, pay }) => {
  const active = await callbacks.updatable();
  const deleted = await callbacks.disposable();
  await api.updateCallback(active, { url: receiver.address('active'), events, is_active: true });
  await api.updateCallback(deleted, { url: receiver.address('deleted'), events, is_active: true });
  await api.deleteCallback(deleted);
  const told = await toldInTheEnd(receiver, async () => {
    await payThrice(pay, () => receiver.next('active'), receiver);
    return receiver.count('deleted');
  });
  expect(told).toBeLessThanOrEqual(oneGreeting);
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
    expect(callbackOf(await api.fetchCallback(id))).toHaveField('failure_count', shapes.count);
  },
);

test(...rule('webhook.other-events'), async ({ api, callbacks, receiver, pay, observe }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { url: receiver.address('payouts'), events: 'payout.created', is_active: true });
  receiver.forget();
  await pay();
  observe((await receiver.next('payouts')) ? 'it is told of a payment' : 'it is not told of a payment');
});

test(...rule('webhook.last-triggered'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { url: receiver.address('active'), events, is_active: true });
  const before = callbackOf(await api.fetchCallback(id))?.last_triggered;
  const isTold = await isToldOfPayments(pay, 'active', receiver);
  // A service may keep whole seconds, so payments go on until the next one has begun.
  const isSet = async () => {
    await pay();
    return isTriggeredAgain(before, callbackOf(await api.fetchCallback(id))?.last_triggered);
  };
  const patience = { message: 'expect(last_triggered) to be set', intervals: [100, 500, 700] };
  await expect.poll(async () => !isTold || (await isSet()), patience).toBe(true);
});

test(...rule('webhook.success-count'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { url: receiver.address('active'), events, is_active: true });
  const isTold = await isToldOfPayments(pay, 'active', receiver);
  const count = async () => callbackOf(await api.fetchCallback(id))?.failure_count;
  await expect.poll(async () => (isTold ? await count() : 0), 'expect(failure_count) to be zero').toBe(0);
});

test(...rule('webhook.success-count', 'after a refused one'), async ({ api, callbacks, receiver, pay }) => {
  const id = await callbacks.updatable();
  await api.updateCallback(id, { url: receiver.address('active'), events, is_active: true });
  receiver.answer = 500;
  await pay();
  await receiver.next('active');
  receiver.answer = 200;
  const isTold = await isToldOfPayments(pay, 'active', receiver);
  const count = async () => callbackOf(await api.fetchCallback(id))?.failure_count;
  await expect.poll(async () => (isTold ? await count() : 0), 'expect(failure_count) to be zero').toBe(0);
});

test(...rule('webhook.failure-count'), async ({ api, callbacks, receiver, pay, observe }) => {
  const id = await callbacks.updatable();
  receiver.answer = 500;
  await api.updateCallback(id, { url: receiver.address('active'), events, is_active: true });
  await pay();
  await receiver.next('active');
  const count = callbackOf(await api.fetchCallback(id))?.failure_count;
  observe(`${receiver.count('active') > 0 ? 'refused delivery' : 'no delivery'}, failure_count ${typeof count}`);
});

const isTriggeredAgain = (before: unknown, after: unknown): boolean =>
  shapes.timestamp.safeParse(after).success && isLater(before, after);

const bodyOf = (delivery: Delivery | undefined): string => {
  if (!delivery) return 'none';
  const beginning = `${delivery.method} ${contentTypeOf(delivery.contentType)}`;
  try {
    return `${beginning} ${describeShape(JSON.parse(delivery.body))}`;
  } catch {
    return `${beginning} no JSON`;
  }
};
