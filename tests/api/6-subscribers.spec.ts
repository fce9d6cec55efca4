import { isAbout, sharedCallbacks } from '../../fixtures/callbacks.ts';
import type { Payment } from '../../helpers/callbacks/payments-made.ts';
import { covers, expect, inParallel, test } from '../../fixtures/index.ts';
import type { Notification } from '../../helpers/callbacks/webhook-receiver.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { callbackOf, shownEvents } from '../../interface/messages/callback.ts';
import { eventsNamed } from '../../interface/messages/notification.ts';
import { payUntilNotified, whetherNotified } from './notified.ts';

// Subscribers beside each other (6): of one event each, beside ones that refuse, and in a burst of payments.

test.describe.configure(sharedCallbacks);

/** An event of a payment is the first, and another one the last. */
const events = [...shownEvents.filter((name) => name !== 'payment.completed'), 'payment.completed'].join(',');

test(
  'a subscriber of one event is not told of another one of the same object',
  covers('webhook.only-subscribed', 'webhook.every-subscriber'),
  async ({ api, callbacks, receiver, notifiedPayment, eventually, check }) => {
    await callbacks.toUpdate({ url: receiver.address('all'), events, is_active: true });
    const id = await callbacks.another({ url: receiver.address('one'), events: 'payout.updated', is_active: true });
    const own = [await notifiedPayment('all'), await notifiedPayment('all')];
    // Payments of other tests have events that those of this test may lack.
    const ofOwn = receiver.notifications('all').filter((one) => isAbout(one, ...own));
    const atFirst = ofOwn.flatMap(eventsNamed);
    const ofPayments = shownEvents.filter((name) => name.startsWith('payment.'));
    if (atFirst.length === 0) throw new NotTested('the notifications name no event of section 6');
    const isSent = (name: string): boolean => atFirst.includes(name);
    // In the end it subscribes to one that is sent.
    for (const event of [...ofPayments.filter((name) => !isSent(name)), ...ofPayments.filter(isSent)]) {
      await api.updateCallback(id, { events: event });
      await callbacks.fetched(id, { events: event });
      const others = () => receiver.notifications('one').filter((one) => !isOf(event, eventsNamed(one)));
      const unwanted = async () => {
        const before = others().length;
        // Those of the first payment have arrived when the second one is notified.
        await notifiedPayment('all');
        await notifiedPayment('all');
        return others().slice(before);
      };
      const found = await eventually(unwanted, (some) => some.length === 0);
      await check('webhook.only-subscribed', `${event} alone`, () => expect(found.map(({ body }) => body)).toEqual([]));
    }
    const told = await payUntilNotified('one', { payNotified: () => notifiedPayment('all'), receiver, eventually });
    await check('webhook.every-subscriber', 'of all events, beside one of each in turn', async () => {
      if (!told) throw new NotTested('the subscriber of one event was not notified');
      const namedAt = (name: string) => receiver.notifications(name).flatMap(eventsNamed);
      const toldToOneAlone = await eventually(
        async () => namedAt('one').filter((event) => !namedAt('all').includes(event)),
        (names) => names.length === 0,
      );
      expect(toldToOneAlone, 'events of which the subscriber of all was not told').toEqual([]);
    });
  },
);

for (const [name, answer] of [
  ['HTTP 500', 500],
  ['no answer', 'none'],
] as const) {
  test(
    `a subscriber between two that meet notifications with ${name}`,
    covers('webhook.every-subscriber', 'webhook.success-count'),
    async ({ callbacks, receiver, pay, notificationOf, eventually, check }) => {
      receiver.answers.set('first', answer).set('last', answer);
      await callbacks.another({ url: receiver.address('first'), events, is_active: true });
      const id = await callbacks.toUpdate({ url: receiver.address('between'), events, is_active: true });
      if (callbacks.areNew) await callbacks.create({ url: receiver.address('last'), events, is_active: true });
      const refused = await pay();
      const isRefused = (one: Notification): boolean => one.name !== 'between';
      await notificationOf((one) => isRefused(one) && isAbout(one, refused));
      if (!receiver.notifications().some(isRefused)) throw new NotTested('no notification could be refused');
      const payments: Payment[] = [];
      const next = async () => {
        payments.push(await pay());
        return notificationOf((one) => one.name === 'between' && isAbout(one, ...payments));
      };
      const notification = await eventually(next, (one) => one !== undefined);
      await check('webhook.every-subscriber', `beside ${name}`, () => {
        const isNamed = (one: Notification): boolean => isAbout(one, refused, ...payments);
        if (!receiver.notifications().some(isNamed)) throw new NotTested('no notification names a payment of the test');
        expect(whetherNotified(notification), 'a callback beside one that is notified').toBe('notified');
      });
      await check('webhook.success-count', `beside ${name}`, async () => {
        const count = async () => callbackOf(await callbacks.fetched(id))?.['failure_count'];
        expect(await eventually(count, (one) => one === 0), 'failure_count').toBe(0);
      });
    },
  );
}

test(
  'eight payments at the same time are each announced',
  covers('webhook.each-payment'),
  async ({ callbacks, receiver, settings, pay, notifiedPayment, notificationOf, check }) => {
    await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    await notifiedPayment('watched');
    // All of one amount: neither is another one a second time.
    const payments = await inParallel(Array(8).keys(), () => pay('success', undefined, settings.amount));
    const missing = () =>
      payments.filter((payment) => !receiver.notifications('watched').some((one) => isAbout(one, payment)));
    while (missing().length > 0 && (await notificationOf((one) => isAbout(one, ...payments))));
    // A service that is late with everything is late with a further payment as well.
    if (missing().length > 0) await notifiedPayment('watched');
    await check('webhook.each-payment', 'eight at once', () =>
      expect(missing().length, 'payments that were not announced, as others were').toBe(0),
    );
  },
);

const isOf = (event: string, named: readonly string[]): boolean => named.length === 0 || named.includes(event);
