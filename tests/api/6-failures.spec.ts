import { covers, expect, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import type { Api } from '../../helpers/client/api.ts';
import type { Notification } from '../../helpers/callbacks/webhook-receiver.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { allEvents as events } from '../../interface/messages/callback.ts';
import { eventsNamed } from '../../interface/messages/notification.ts';
import { deliveryFieldsOf } from './delivery-fields.ts';
import { isRepeated, payUntilNotified } from './notified.ts';

// failure_count (2.7, 6), which may count each attempt or each notification.

test.describe.configure(sharedCallbacks);

for (const [name, answer, turns] of [
  ['HTTP 500', 500, ['the first', 'the next', 'the third']],
  ['no answer', 'none', ['the first', 'the next']],
] as const) {
  test(
    `failure_count counts deliveries that the receiver meets with ${name}`,
    covers('webhook.failures-counted', 'webhook.failure-count'),
    async ({ api, callbacks, receiver, notifiedPayment, refusedPayment, eventually, check, observe }) => {
      const id = await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
      const paid = await notifiedPayment('watched', { ofAny: true });
      await subscribeToOneEvent(api, id, paid);
      const count = async () => (await deliveryFieldsOf(callbacks, id)).failure_count;
      const atFirst = await eventually(count, (one) => one === 0, 'a failure_count of zero');
      receiver.forget();
      receiver.answer = answer;
      const waitMs = 2 * receiver.timeoutMs;
      const counted = (before: number, ...wait: [what: string | undefined, timeoutMs: number]) =>
        eventually(count, (one) => one > before, ...wait);
      for (const turn of turns) {
        const [before, seen] = turn === 'the first' ? [atFirst, 0] : [await count(), receiver.notifications().length];
        await check('webhook.failures-counted', `${name}, ${turn}`, async () => {
          const payment = await refusedPayment('watched', seen);
          let after = await counted(before, 'a counted failure', Math.max(waitMs, firstRetryMs));
          // A service may count a delivery only when it no longer repeats it.
          const mayBeRepeated = () => !(after > before) && isRepeated(receiver, payment);
          for (let waits = 1; waits < mostWaits && mayBeRepeated(); waits += 1)
            after = await counted(before, undefined, waitMs);
          if (mayBeRepeated()) throw new NotTested('the delivery is still repeated');
          expect(after, 'failure_count').toBeGreaterThan(before);
        });
      }
      const total = await count();
      await check('webhook.failures-counted', `${name}, kept at the next fetch`, async () =>
        expect(await eventually(count, (one) => one >= total, 'a kept failure_count')).toBeGreaterThanOrEqual(total),
      );
      await check('webhook.failures-counted', `${name}, once each`, async () => {
        // One delivery may have failed without arriving here.
        const atMost = () => atFirst + receiver.notifications('watched').length + 1;
        expect(await count(), 'failure_count').toBeLessThanOrEqual(atMost());
      });
      await observe('webhook.failure-count', name, total > atFirst ? 'it counts refusals' : 'it counts none');
    },
  );
}

test(
  'an accepted delivery sets failure_count to zero',
  covers('webhook.success-count'),
  async ({ api, callbacks, receiver, pay, notifiedPayment, refusedPayment, eventually, check }) => {
    const url = receiver.address('watched');
    const id = await callbacks.toUpdate({ url, events, is_active: true });
    const count = async () => (await deliveryFieldsOf(callbacks, id)).failure_count;
    const paid = await notifiedPayment('watched');
    await subscribeToOneEvent(api, id, paid);
    // The first delivery is recorded when the second one arrives.
    await notifiedPayment('watched');
    await check('webhook.success-count', 'without a refusal', async () =>
      expect(await eventually(count, (one) => one === 0, 'a failure_count of zero'), 'failure_count').toBe(0),
    );
    receiver.forget();
    receiver.answer = 500;
    // More refusals than there can be accepted deliveries later: a count that is only lowered would reach zero otherwise.
    for (let payments = 0; payments < 3; payments += 1) await refusedPayment('watched');
    const refused = await eventually(
      count,
      (one) => one >= receiver.notifications('watched').length,
      'a counted failure',
      receiver.timeoutMs,
    );
    receiver.answer = 200;
    if (await callbacks.isInactiveAt(url)) {
      await api.updateCallback(id, { is_active: true });
      await payUntilNotified('watched', { payNotified: pay, receiver, eventually }, true);
    }
    await check('webhook.success-count', 'after refusals', async () => {
      if (!(refused > 0)) throw new NotTested('no refusal was counted, so there is nothing to set to zero');
      await notifiedPayment('watched');
      // What was refused before may be recorded after it, until the next one.
      const after = await eventually(count, (one) => one === 0, 'a failure_count of zero', receiver.timeoutMs);
      expect(after, 'failure_count').toBe(0);
    });
  },
);

/** One notification for each payment, if it says its event: a service may give up an address after some refusals. */
const subscribeToOneEvent = async (api: Api, id: string, { notification }: { notification: Notification }) => {
  const [event = events] = eventsNamed(notification);
  await api.updateCallback(id, { events: event });
};

/** A delivery that is repeated at all is repeated within so many milliseconds. */
const firstRetryMs = 30_000;

/** How often the time for a counted delivery begins again, while the delivery is repeated. */
const mostWaits = 6;
