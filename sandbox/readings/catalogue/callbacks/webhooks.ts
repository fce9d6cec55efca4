import { isSubscribed, laterThan } from '../../../service/webhooks/callbacks.ts';
import { inService } from '../../../faults/changes.ts';
import type { Effect } from '../../../faults/exchange.ts';
import type { Callback } from '../../../service/webhooks/callback.ts';
import { createHistory } from '../../past.ts';
import { answers, question } from '../../reading.ts';

/** When and how notifications are sent. The interface defines almost none of it (`6`). */
export const webhooks = {
  deliveries: question('webhooks', '', {
    'no-deliveries': [
      'sends no notifications in the test environment',
      answers('webhook.delivered webhook.body webhook.headers webhook.failure-count'),
    ],
    'greetings-alone': ['sends a ping to each new address, and no notifications of payments', answers('webhook.body')],
    'deliveries-at-once-then-paused': [
      'sends all notifications concurrently, and none for half a minute after a refused one',
      answers(''),
    ],
    'deliveries-retried': ['sends a refused notification up to three times, and counts each failure'],
    'deliveries-repeated-count-once': [
      'sends a refused notification up to three times, and counts one failure',
      answers(''),
    ],
    'deliveries-late': ['sends notifications with a delay after the answer'],
  }),
  notifications: question('webhooks', 'webhook.body', {
    'notifications-as-forms': ['sends notifications as forms'],
    'notifications-within-data': ['sends notifications of another shape, in lists'],
  }),
  'events of a payment': question('webhooks', 'webhook.other-events', {
    'payments-paid-out-at-once': ['pays out at once, and sends payout.created with each success'],
  }),
  greetings: question('webhooks', '', {
    'new-addresses-are-greeted': ['sends a ping to each new address'],
    'new-addresses-are-checked': ['sends two pings to each new address, the second after a delay'],
  }),
  'deliveries that lag behind writes': question('webhooks', '', {
    'changes-act-later': ['applies an update or a deletion to notifications 0.8 seconds later', actsLater(800)],
  }),
  'failed deliveries': question('webhooks', '', {
    'refusals-are-deliveries': [
      'takes a notification that the receiver answers with 4xx for delivered',
      inService({
        callbacks: (plain) => ({
          isDelivered: (status) => plain.isDelivered(status) || (status >= 400 && status < 500),
        }),
      }),
    ],
  }),
  'effects of deliveries on callbacks': question('webhooks', '', {
    'deliveries-count-as-updates': [
      'moves date_updated with each delivery',
      afterDelivery((callback) => (callback.date_updated = laterThan(callback.date_updated))),
    ],
    'callbacks-retired-after-five-failures': [
      'deactivates a callback after five refused deliveries in a row',
      afterDelivery((callback) => (callback.is_active &&= callback.failure_count < 5)),
    ],
  }),
};

/** Changes a callback after each delivery. */
function afterDelivery(change: (callback: Callback) => void): Effect {
  return inService({
    callbacks: (plain) => ({
      recordDelivery(callback, delivered) {
        plain.recordDelivery(callback, delivered);
        change(callback);
      },
    }),
  });
}

/** Delays the effect of writes on notifications by some milliseconds. */
function actsLater(lag: number): Effect {
  return inService({
    callbacks(plain) {
      const history = createHistory(lag);
      return {
        subscribersOf: (event) =>
          [...plain.list(), ...history.deleted()].filter((callback) => isSubscribed(history.of(callback), event)),
        addresses: (callback) => [history.of(callback).url],
        update(callback, change) {
          history.remember(callback);
          plain.update(callback, change);
        },
        delete(callback) {
          history.rememberDeleted(callback);
          plain.delete(callback);
        },
      };
    },
  });
}
