import { isAbout, sharedCallbacks } from '../../fixtures/callbacks.ts';
import type { Payment } from '../../helpers/callbacks/payments-made.ts';
import { covers, expect, needs, smoke, test } from '../../fixtures/index.ts';
import type { Notification } from '../../helpers/callbacks/webhook-receiver.ts';
import { LeftOut, NotTested } from '../../helpers/errors/errors.ts';
import { jsonOf } from '../../interface/messages/bounded-json.ts';
import { callbackOf, shownEvents, allEvents as events } from '../../interface/messages/callback.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { eventsNamed } from '../../interface/messages/notification.ts';
import { contentTypeOf, headersOf } from '../../interface/messages/reply-summary.ts';
import { eventNames, shapes } from '../../interface/messages/shapes.ts';
import { deliveryFieldsOf } from './delivery-fields.ts';
import { arrivals, onceDelivered, payAndWatch, payoutNotified, payUntilNotified, whetherNotified } from './notified.ts';

// Events (6): subscriptions, and which callbacks are notified. The interface does not show which payment emits which
// event, so callbacks subscribe to all names. Where no notification arrives at all, that is recorded, and the rules about
// notifications are not judged. `pay` makes a payment with operator A; `notifiedPayment` also waits until the address is
// told of it, which shows that notifications go out (fixtures/callbacks.ts).

test.describe.configure(sharedCallbacks);

test(
  'subscriptions',
  smoke(covers('events.names', 'callback-update.events', 'events.pattern')),
  async ({ api, callbacks, check }) => {
    const subscriptions = [
      ...shownEvents.map((name) => ['events.names', name] as const),
      ['events.names', events],
      ['callback-update.events', 'payment.failed'],
      ['callback-update.events', 'payment.completed,payment.failed'],
      ['callback-update.events', 'payout.updated,payment.created,payout.created'],
    ] as const;
    await callbacks.forEach(subscriptions, async ([rule, names], id) => {
      const reply = await api.updateCallback(id, { events: names });
      const callback = callbackOf(await callbacks.fetched(id, { events: names }));
      await check(rule, names, () => {
        expect(reply).toBeAccepted();
        expect(callback).toHaveField('events', shapes.sameEvents(eventNames(names)));
      });
      await check('events.pattern', `${rule} ${names}`, () =>
        expect(callback).toHaveField('events', shapes.eventPattern),
      );
    });
  },
);

test(
  'a notification',
  covers('webhook.delivered', 'webhook.body', 'webhook.headers'),
  async ({ callbacks, receiver, pay, notificationOf, observe }) => {
    await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const payment = await pay();
    const notification =
      (await notificationOf((one) => one.name === 'watched' && isAbout(one, payment))) ??
      receiver.notifications('watched')[0];
    const [arrival, body, headers] = describeNotification(notification);
    await observe('webhook.delivered', 'a payment', arrival);
    await observe('webhook.body', 'a payment', body);
    await observe('webhook.headers', 'a payment', headers);
  },
);

test(
  'an inactive callback is not notified, and an active one is again',
  covers('webhook.inactive-silent', 'webhook.reactivated', 'webhook.new-address'),
  async ({ api, callbacks, receiver, pay, notifiedPayment, eventually, check }) => {
    await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const id = await callbacks.another({ url: receiver.address('other'), events, is_active: false });
    const payNotified = () => notifiedPayment('watched');
    // A payout may follow a payment later: where one does, silence is watched until then.
    await payoutNotified([await payNotified()], { receiver, eventually });
    let address = 'other';
    for (const [turn, besides, moves] of [
      ['the first time', {}, false],
      ['the second time', { description: 'switched off' }, true],
    ] as const) {
      const unwanted = await payAndWatch('other', { payNotified, pay, receiver, eventually });
      await check('webhook.inactive-silent', turn, () => expect(unwanted).toEqual([]));
      // What it is told of, and where, changes while it is not active.
      if (moves) {
        await api.updateCallback(id, { events: 'payout.updated', is_active: true });
        await api.updateCallback(id, { is_active: false });
        await api.updateCallback(id, { events });
        if ((await api.updateCallback(id, { url: receiver.address('moved') })).status < 400) address = 'moved';
      }
      await api.updateCallback(id, { is_active: true });
      const notification = await payUntilNotified(address, { payNotified, receiver, eventually });
      const expectNotified = () =>
        expect(whetherNotified(notification), 'a callback beside one that is notified').toBe('notified');
      await check('webhook.reactivated', turn, expectNotified);
      if (moves)
        await check('webhook.new-address', turn, () => {
          if (address === 'other') throw new NotTested('the service refuses the address of the receiver');
          expectNotified();
        });
      await api.updateCallback(id, { is_active: false, ...besides });
    }
    const unwanted = await payAndWatch(address, { payNotified, pay, receiver, eventually });
    await check('webhook.inactive-silent', 'in the end', () => expect(unwanted).toEqual([]));
  },
);

// A refused delivery that is repeated once the address has changed may go to either; later payments are announced at the
// new one.
for (const [when, answer] of [
  ['', 200],
  [', after a refused delivery', 500],
] as const)
  test(
    `a new address is notified, and the old one no longer${when}`,
    covers('webhook.new-address'),
    async ({ api, callbacks, receiver, pay, notifiedPayment, refusedPayment, eventually, check }) => {
      const id = await callbacks.toUpdate({ url: receiver.address('old'), events, is_active: true });
      receiver.answers.set('old', answer);
      await refusedPayment('old');
      const unusual = answer === 200 ? 'New-Shop/' : 'New-Shop';
      const change = { url: `${receiver.address(unusual)}?shop=7&and=a%20b%26c&tag=a&tag=b&item.id=1%2B1` };
      // A service may refuse addresses with a query, or those of this machine.
      const hasQuery = (await api.updateCallback(id, change)).status !== 400;
      const name = hasQuery ? unusual : 'New-Shop';
      if (!hasQuery && (await api.updateCallback(id, { url: receiver.address(name) })).status === 400)
        throw new NotTested('the service refuses the address of the receiver');
      const payments: Payment[] = [];
      const payNext = async () => {
        const payment = await pay();
        payments.push(payment);
        return payment;
      };
      const notification = await payUntilNotified(name, { payNotified: payNext, receiver, eventually }, answer !== 200);
      const atOld = receiver.notifications('old').filter((one) => isAbout(one, ...payments));
      // After refusals a service may notify nobody for a while, or turn the callback off, since the retry rules are not shown
      // (6): then no more is judged.
      const isSilent = answer !== 200 && !notification;
      const isOff = isSilent && (await callbacks.isInactiveAt(receiver.address(name)));
      const mayBackOff = isSilent && (atOld.length === 0 || isOff);
      await check('webhook.new-address', `notified there${when}`, () =>
        expect(mayBackOff || notification !== undefined, 'a notification there, as the old address had').toBe(true),
      );
      if (mayBackOff) return;
      // As it was written: who sorts parameters notifies another address.
      const query = hasQuery ? [...new URL(change.url).searchParams] : [];
      await check('webhook.new-address', `with its query${when}`, () => {
        if (!notification) throw new NotTested('no notification arrived at the new address');
        const names = new Set(query.map(([name]) => name));
        const arrived = [...new URLSearchParams(notification.query)].filter(([name]) => names.has(name));
        expect(arrived).toEqual(query);
      });
      await check('webhook.new-address', `not at the old one${when}`, async () => {
        if (!notification) throw new NotTested('no notification arrived at the new address');
        const unwanted = await payAndWatch('old', {
          payNotified: () => notifiedPayment(name, { before: 'old' }),
          pay,
          receiver,
          eventually,
        });
        expect(unwanted).toEqual([]);
      });
    },
  );

test(
  'each of two subscribers is notified',
  covers('webhook.every-subscriber'),
  async ({ callbacks, receiver, pay, notifiedPayment, eventually, check }) => {
    await callbacks.toUpdate({ url: receiver.address('first'), events, is_active: true });
    await callbacks.another({ url: receiver.address('second'), events, is_active: true });
    for (const [name, other] of [
      ['second', 'first'],
      ['first', 'second'],
    ] as const) {
      await check('webhook.every-subscriber', `the ${name} of two`, async () => {
        const payNotified = () => notifiedPayment(other);
        const notification = await payUntilNotified(name, { payNotified, receiver, eventually });
        expect(whetherNotified(notification), 'a callback beside one that is notified').toBe('notified');
      });
    }
    // Nothing says how a failed payment is announced; but what one is told of, the other is told of as well.
    const failed = await pay('failed');
    await notifiedPayment('first');
    const toldOf = (name: string) =>
      receiver
        .notifications(name)
        .filter((one) => isAbout(one, failed))
        .flatMap(eventsNamed);
    const toldOne = async () => {
      const [first, second] = [toldOf('first'), toldOf('second')];
      return [...first.filter((one) => !second.includes(one)), ...second.filter((one) => !first.includes(one))];
    };
    await check('webhook.every-subscriber', 'of a payment in vain', async () => {
      const ofOne = await onceDelivered(eventually, {
        read: toldOne,
        isWanted: (left) => left.length === 0,
        what: 'the same events at both',
        timeoutMs: receiver.timeoutMs,
        stillCome: arrivals(receiver),
      });
      expect(ofOne, 'events of which only one is told').toEqual([]);
    });
  },
);

test(
  'only subscribed events arrive',
  covers('webhook.only-subscribed', 'webhook.every-subscriber', 'webhook.other-events', 'webhook.last-triggered'),
  async ({ api, callbacks, receiver, pay, notifiedPayment, eventually, check, observe }) => {
    await callbacks.toUpdate({ url: receiver.address('all'), events, is_active: true });
    const id = await callbacks.another({ url: receiver.address('some'), events: 'payout.updated', is_active: true });
    const lastTriggered = async () => (await deliveryFieldsOf(callbacks, id)).last_triggered;
    const atFirst = await lastTriggered();
    const payNotified = () => notifiedPayment('all');
    const tools = { payNotified, pay, receiver, eventually };
    const event = eventOf((await payNotified()).notification);

    const unwanted = await payAndWatch('some', tools, (one) => isOfOther(one, 'payout.updated'));
    await check('webhook.only-subscribed', 'payouts alone', () => expect(unwanted).toEqual([]));
    const keeps = async () => {
      const now = await lastTriggered();
      const isTold = now !== atFirst && (await receiver.next(({ name }) => name === 'some')) !== undefined;
      if (isTold) throw new LeftOut('it is told of something');
      expect(now).toEqual(atFirst);
    };
    if (callbacks.areNew) await check('webhook.last-triggered', 'without a subscribed event', keeps);
    // Also what came before the subscription had acted.
    const gotOtherEvent = receiver.notifications('some').some((one) => isOfOther(one, 'payout.updated'));
    await observe(
      'webhook.other-events',
      'payouts alone',
      gotOtherEvent ? 'it is told of a payment' : 'it is not told of a payment',
    );

    await api.updateCallback(id, { events: event, is_active: true });
    const ofOthers = await payAndWatch('some', tools, (one) => isOfOther(one, event));
    await check('webhook.only-subscribed', 'one event', () => expect(ofOthers).toEqual([]));
    await check('webhook.every-subscriber', 'of one event', async () => {
      const notification = await payUntilNotified('some', tools);
      expect(whetherNotified(notification), `a callback beside one that is notified of ${event}`).toBe('notified');
    });

    await api.updateCallback(id, { events: 'payout.updated' });
    const again = await payAndWatch('some', tools, (one) => isOfOther(one, 'payout.updated'));
    await check('webhook.only-subscribed', 'payouts alone again', () => expect(again).toEqual([]));
  },
);

test(
  'a deleted callback is not notified, not even of a payment whose delivery it had refused',
  needs('callback-deletion', covers('webhook.deleted-silent')),
  async ({ api, callbacks, receiver, pay, notifiedPayment, refusedPayment, eventually, check }) => {
    await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const id = await callbacks.toDelete({ url: receiver.address('deleted'), events, is_active: true });
    receiver.answers.set('deleted', 500);
    const refused = await refusedPayment('deleted');
    const known = new Set(receiver.notifications('deleted').map(({ body }) => body));
    await api.deleteCallback(id);
    receiver.answers.clear();
    const payNotified = () => notifiedPayment('watched');
    const tools = { payNotified, pay, receiver, eventually };
    const unwanted = await payAndWatch('deleted', tools, undefined, 'silence after a deletion');
    await check('webhook.deleted-silent', 'further payments', () => expect(unwanted).toEqual([]));
    // A delivery that was repeated before the deletion acted is no fault, nor is one that had to wait for it.
    const nextLate = async () => {
      receiver.forget();
      await payNotified();
      return receiver.next((one) => one.name === 'deleted' && isAbout(one, refused));
    };
    let late = await nextLate();
    if (late && !known.has(late.body)) {
      await payNotified();
      late = await nextLate();
    }
    await check('webhook.deleted-silent', 'a delivery that was refused before', () => expect(late).toBeUndefined());
  },
);

/** The event of a notification, by one of the names of section 6. */
const eventOf = (notification: Notification): string => {
  const [event] = eventsNamed(notification);
  if (event === undefined) throw new NotTested('the notifications name no event of section 6');
  return event;
};

/** Whether a notification names events of section 6, but not this one. */
const isOfOther = (notification: Notification, event: string): boolean => {
  const named = eventsNamed(notification);
  return named.length > 0 && !named.includes(event);
};

/** Whether there is a notification, and its body and headers without their data. */
const describeNotification = (notification: Notification | undefined) => {
  if (!notification) return ['no notification arrives', 'none', 'none'] as const;
  const { method, contentType, body, headers } = notification;
  const json = jsonOf(body);
  const shape = json === undefined ? 'no JSON' : describeShape(json);
  return ['a notification arrives', `${method} ${contentTypeOf(contentType)} ${shape}`, headersOf(headers)] as const;
};
