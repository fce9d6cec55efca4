import { covers, expect, needs, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { callbackOf, allEvents as events } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { momentOf } from '../../interface/messages/instants.ts';
import { isLater } from '../../interface/messages/reply-summary.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import {
  deliveryFieldsOf,
  fieldsOfDelivery,
  isUnchanged,
  type DeliveryChange,
  type DeliveryFields,
} from './delivery-fields.ts';
import { arrivals, onceDelivered } from './notified.ts';

// What deliveries set at their callback (2.7, 6), and what keeps it.

test.describe.configure(sharedCallbacks);

test(
  'a delivery sets last_triggered',
  covers('webhook.last-triggered'),
  async ({ api, callbacks, receiver, notifiedPayment, eventually, settings, check }) => {
    const id = await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    for (const name of ['a delivery', 'a further delivery']) {
      const before = (await deliveryFieldsOf(callbacks, id)).last_triggered;
      await check('webhook.last-triggered', name, async () => {
        // A service may store whole seconds, so payments are repeated until the next one.
        const fetchedAfterDelivery = async () => {
          await notifiedPayment('watched');
          return api.fetchCallback(id);
        };
        const isSetLater = (one: Reply): boolean => {
          const { last_triggered } = callbackOf(one) ?? {};
          return shapes.timestamp.safeParse(last_triggered).success && isLater(before, last_triggered);
        };
        const reply = await eventually(
          fetchedAfterDelivery,
          isSetLater,
          'a later last_triggered',
          Math.max(settings.readDelayMs, 2_000),
        );
        const callback = callbackOf(reply);
        expect(callback).toHaveField('last_triggered', shapes.timestamp);
        expect(callback).toHaveField('last_triggered', momentOf(reply));
        expect(isLater(before, callback?.['last_triggered']), `later than ${String(before)}`).toBe(true);
      });
    }
  },
);

test(
  'an inactive callback is not changed by deliveries and updates of another one',
  covers('webhook.last-triggered', 'webhook.failures-counted', 'callback-fetch.only-its-own'),
  async ({ api, callbacks, receiver, notifiedPayment, refusedPayment, eventually, judge, check }) => {
    const other = await callbacks.another({ url: receiver.address('other'), events, is_active: true });
    // Where failures are counted, it has some that neither a success nor a failure of another callback changes.
    receiver.answers.set('other', 500);
    await refusedPayment('other');
    await eventually(() => deliveryFieldsOf(callbacks, other), isSet, 'a counted failure', receiver.timeoutMs);
    await api.updateCallback(other, { is_active: false });
    const known = await deliveryFieldsOf(callbacks, other);
    const watched = await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const stillCome = arrivals(receiver, 'other');
    const unchanged = { what: 'an unchanged callback', timeoutMs: receiver.timeoutMs, stillCome };
    for (const answer of [200, 500]) {
      receiver.answer = answer;
      // Its own deliveries, of the time when it was active, may still be recorded.
      const beforeAndAfter = async () => {
        const before = await deliveryFieldsOf(callbacks, other);
        await api.updateCallback(watched, { description: `notified with HTTP ${answer}`, is_active: true });
        // The first delivery is recorded when the second one arrives.
        await notifiedPayment('watched', { ofAny: true });
        await notifiedPayment('watched', { ofAny: true });
        return { before, after: await deliveryFieldsOf(callbacks, other) };
      };
      // A copy of the data that lags behind shows neither.
      const isKept = (both: DeliveryChange): boolean => isUnchanged(both) && isNoLess(both.after, known);
      const { before, after } = await onceDelivered(eventually, {
        ...unchanged,
        read: beforeAndAfter,
        isWanted: isKept,
      });
      await check('webhook.last-triggered', `an inactive callback, beside HTTP ${answer}`, () => {
        expect(after.last_triggered).toEqual(before.last_triggered);
        expect(isTriggered(after) || !isTriggered(known), 'last_triggered is kept').toBe(true);
      });
      await check('webhook.failures-counted', `an inactive callback, beside HTTP ${answer}`, () => {
        expect(after.failure_count).toEqual(before.failure_count);
        expect(after.failure_count, 'failure_count').toBeGreaterThanOrEqual(known.failure_count);
      });
    }
    await judge(await callbacks.fetched(other), 'an inactive callback, after deliveries of another one');
    if (!callbacks.areNew) return;
    // A delivery that is repeated late may still be recorded: then a further deletion is looked at.
    const toDelete = [watched];
    const beforeAndAfterDeletion = async () => {
      const id = toDelete.pop() ?? (await callbacks.another({ is_active: false }));
      const before = await deliveryFieldsOf(callbacks, other);
      await api.deleteCallback(id);
      return { before, after: await deliveryFieldsOf(callbacks, other) };
    };
    const deleting = { ...unchanged, read: beforeAndAfterDeletion, isWanted: isUnchanged };
    const { before, after } = await onceDelivered(eventually, deleting);
    await check('webhook.last-triggered', 'an inactive callback, after another one is deleted', () =>
      expect(after.last_triggered).toEqual(before.last_triggered),
    );
  },
);

test(
  'updates keep what deliveries have set',
  needs(
    'webhooks',
    covers(
      'webhook.last-triggered',
      'webhook.failures-counted',
      'callback-update.keeps-date-created',
      'callback-fetch.last-triggered',
      'callback-fetch.failure-count',
      'callback-fetch.only-its-own',
    ),
  ),
  async ({ api, callbacks, receiver, refusedPayment, eventually, judge, check }) => {
    const id = await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const { date_created } = callbackOf(await callbacks.fetched(id)) ?? {};
    receiver.answer = 500;
    await refusedPayment('watched');
    let before = await eventually(
      () => deliveryFieldsOf(callbacks, id),
      isSet,
      'a counted failure',
      receiver.timeoutMs,
    );
    for (const [name, change] of [
      // Inactive at first, so that no further delivery sets them again.
      ['a deactivation', { is_active: false }],
      ['a new description', { description: 'notified before' }],
      ['other events', { events: 'payment.failed' }],
      // Once more, when deliveries that were due at first have certainly been made.
      ['a later description', { description: 'notified long before' }],
      // Of payouts alone, so that no payment of another test sets them again after the activation.
      ['later events', { events: 'payout.created' }],
      ['an activation', { is_active: true }],
    ] as const) {
      await api.updateCallback(id, change);
      // A service may begin to count afresh with an activation.
      const least = name === 'an activation' ? 0 : before.failure_count;
      const isKept = (reply: Reply): boolean =>
        fieldsOfDelivery(reply).failure_count >= least && isTriggered(fieldsOfDelivery(reply));
      const reply = await eventually(
        () => callbacks.fetched(id, change),
        (one) => !isSet(before) || isKept(one),
        'fields of deliveries that an update keeps',
      );
      await judge(reply, `of a notified callback, after ${name}`);
      const callback = callbackOf(reply) ?? {};
      await check('webhook.last-triggered', `kept by ${name}`, () => {
        if (!isSet(before)) throw new NotTested('no failed delivery was recorded before');
        expect(callback).toHaveField('last_triggered', shapes.timestamp);
      });
      await check('webhook.failures-counted', `kept by ${name}`, () => {
        if (!isSet(before)) throw new NotTested('no failed delivery was recorded before');
        expect(fieldsOfDelivery(reply).failure_count, 'failure_count').toBeGreaterThanOrEqual(least);
      });
      await check('callback-update.keeps-date-created', `of a notified callback, at ${name}`, () =>
        expect(callback).toHaveField('date_created', shapes.same(date_created)),
      );
      before = fieldsOfDelivery(reply);
    }
  },
);

// A service that reads a callback before a delivery and stores it afterwards would undo the update.
test(
  'a delivery keeps what an update has written meanwhile',
  needs('webhooks', covers('callback-update.description')),
  async ({ api, callbacks, receiver, notifiedPayment, check }) => {
    const id = await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const sent = { description: 'written during a delivery' };
    // Once: payments of other tests are delivered here, too.
    let updated: Promise<Reply> | undefined;
    receiver.beforeAnswer = () => (updated ??= api.updateCallback(id, sent));
    await notifiedPayment('watched');
    receiver.beforeAnswer = undefined;
    // The first delivery is recorded when the second one arrives.
    await notifiedPayment('watched');
    const callback = callbackOf(await callbacks.fetched(id, sent));
    await check('callback-update.description', 'beside a delivery', () =>
      expect(callback).toHaveField('description', shapes.exactly(sent.description)),
    );
  },
);

const isTriggered = ({ last_triggered }: DeliveryFields): boolean => shapes.timestamp.safeParse(last_triggered).success;
const isSet = (fields: DeliveryFields): boolean => isTriggered(fields) && fields.failure_count > 0;

const isNoLess = (one: DeliveryFields, known: DeliveryFields): boolean =>
  one.failure_count >= known.failure_count && (isTriggered(one) || !isTriggered(known));
