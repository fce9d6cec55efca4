import { isSubscribed, laterThan } from '../../../service/webhooks/callbacks.ts';
import { inService } from '../../../faults/changes.ts';
import type { Effect } from '../../../faults/exchange.ts';
import type { Callback } from '../../../service/webhooks/callback.ts';
import { createPast } from '../../past.ts';
import { answers, question } from '../../reading.ts';

/** When and how notifications are sent: almost nothing is shown (`6`). */
export const webhooks = {
  deliveries: question('webhooks', '', {
    'no-deliveries': [
      'sends no notifications in the test environment',
      answers('webhook.delivered webhook.body webhook.headers webhook.failure-count'),
    ],
    'greetings-alone': ['sends a ping to each new address, and tells nothing of payments', answers('webhook.body')],
    'deliveries-at-once-then-paused': [
      'sends all notifications at once, and none for half a minute after a refused one',
      answers(''),
    ],
    'deliveries-retried': ['sends a notification again when it was refused, up to three times'],
    'deliveries-repeated-count-once': [
      'sends a refused notification up to three times, and then counts one failure',
      answers(''),
    ],
    'deliveries-late': ['sends notifications a moment after the answer'],
  }),
  notifications: question('webhooks', 'webhook.body', {
    'notifications-as-forms': ['sends notifications as forms'],
    'notifications-within-data': ['sends notifications of another shape, in lists'],
  }),
  'events of a payment': question('webhooks', 'webhook.other-events', {
    'payments-paid-out-at-once': ['pays out at once, and tells payout.created with each success'],
  }),
  greetings: question('webhooks', '', {
    'new-addresses-are-greeted': ['sends a ping to each new address'],
    'new-addresses-are-checked': ['checks each new address twice, the second time a moment later'],
  }),
  'deliveries behind changes': question('webhooks', '', {
    'changes-act-later': [
      'goes on notifying for most of a second as it did before an update or a deletion',
      actsLater(800),
    ],
  }),
  'what deliveries leave behind': question('webhooks', '', {
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

/** Changes a callback behind each delivery. */
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

/** Notifies callbacks as they were some milliseconds before. */
function actsLater(lag: number): Effect {
  return inService({
    callbacks(plain) {
      const past = createPast(lag);
      return {
        subscribersOf: (event) =>
          [...plain.list(), ...past.deleted()].filter((callback) => isSubscribed(past.of(callback), event)),
        addresses: (callback) => [past.of(callback).url],
        update(callback, change) {
          past.remember(callback);
          plain.update(callback, change);
        },
        delete(callback) {
          past.rememberDeleted(callback);
          plain.delete(callback);
        },
      };
    },
  });
}
