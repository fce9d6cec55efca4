import { invalidRequest, notFound } from '../../http/refusals.ts';
import type { Callback } from '../../service/callbacks.ts';
import { answer, atOnceMs, converted, kept, overrideCallbacks } from '../changes.ts';
import { all, hosted, initiate, operator, startCheckout, withoutReference } from '../conditions.ts';
import { afterDelivery, afterUpdate } from '../callback-effects.ts';
import type { Change, Condition, Effect, Exchange, Json, Subject } from '../exchange.ts';
import { countFields } from './callback-update-faults.ts';

// Faults that show only when something is asked again, happens beside something else, or was so already.

const payments = kept(() => new Map<string, Json>());
const lastPage = kept(() => ({ at: 0, url: undefined as unknown }));
const lastCode = kept(() => ({ at: 0, code: '' }));

/** Takes a payment with the same values as an earlier one for that one, sent again. */
const sameAgain = (where: Condition): Effect =>
  answer(all(where, withoutReference), ({ json }, exchange) => {
    const known = payments(exchange);
    const { transaction_id, transaction_reference } = known.get(exchange.rawBody()) ?? json;
    Object.assign(json, { transaction_id }, transaction_reference === undefined ? {} : { transaction_reference });
    known.set(exchange.rawBody(), { ...json });
  });

/** Answers at once with another what belongs to that one. */
const pageOfAnother: Change = ({ json }, exchange: Exchange) => {
  const last = lastPage(exchange);
  const own = json['hosted_url'];
  if (Date.now() - last.at < atOnceMs) json['hosted_url'] = last.url;
  Object.assign(last, { at: Date.now(), url: own });
};

/** Notifies callbacks as they were before some of their updates. */
const notifiedAsBefore = (isIgnored: (sent: Parameters<typeof countFields>[0]) => boolean): Effect =>
  overrideCallbacks((plain) => {
    const known = new WeakMap<Callback, Pick<Callback, 'events' | 'is_active'>>();
    return {
      update(callback, change) {
        const { events, is_active } = known.get(callback) ?? callback;
        plain.update(callback, change);
        if (isIgnored(change)) known.set(callback, { events, is_active: callback.is_active && is_active });
        else known.delete(callback);
      },
      subscribersOf: (event) =>
        plain.list().filter((one) => {
          const { events, is_active } = known.get(one) ?? one;
          return is_active && events.includes(event);
        }),
    };
  });

export const repetitions: Subject = {
  'txn.id-unique': { 'same-payment-again-is-the-first': sameAgain(initiate) },
  'checkout.id-unique': { 'same-checkout-again-is-the-first': sameAgain(startCheckout) },
  'hosted.own-page': { 'page-of-another-at-once': answer(hosted, pageOfAnother) },
  'operator-c.text-message': {
    'c-text-code-of-another-at-once': answer(
      operator('c'),
      converted('text_message', (words, exchange) => {
        const last = lastCode(exchange);
        const own = String(exchange.answer.json['code']);
        const shown = Date.now() - last.at < atOnceMs ? last.code : own;
        Object.assign(last, { at: Date.now(), code: own });
        return words.replace(own, shown);
      }),
    ),
  },
  'callback-update.accepted': {
    'update-without-a-change-is-404': overrideCallbacks((plain) => ({
      update(callback, change) {
        const before = JSON.stringify({ ...callback, date_updated: '' });
        plain.update(callback, change);
        if (countFields(change) > 0 && JSON.stringify({ ...callback, date_updated: '' }) === before)
          throw notFound('Nothing was updated.');
      },
    })),
    // Compared with the addresses of all callbacks, its own included.
    'update-of-its-own-url-is-taken': overrideCallbacks((plain) => ({
      update(callback, change) {
        if (change.url === callback.url) throw invalidRequest('The url is taken.');
        plain.update(callback, change);
      },
    })),
  },
  'callback-update.deactivates': {
    'second-deactivation-activates': overrideCallbacks((plain) => ({
      update: (callback, change) =>
        plain.update(
          callback,
          change.is_active === false && !callback.is_active ? { ...change, is_active: true } : change,
        ),
    })),
  },
  'webhook.last-triggered': {
    'last-triggered-at-midnight': afterDelivery((one) => {
      one.last_triggered = `${String(one.last_triggered).slice(0, 10)}T00:00:00.000Z`;
    }),
  },
  'webhook.inactive-silent': {
    'deactivation-with-others-without-effect': overrideCallbacks((plain) => {
      const deactivated = new WeakSet<Callback>();
      return {
        update(callback, change) {
          if (change.is_active === false && countFields(change) > 1) deactivated.add(callback);
          plain.update(callback, change);
        },
        subscribersOf: (event) =>
          plain.list().filter((one) => one.events.includes(event) && (one.is_active || deactivated.has(one))),
      };
    }),
  },
  'webhook.every-subscriber': {
    'events-of-an-activation-without-effect': notifiedAsBefore(
      ({ events, is_active }) => events !== undefined && is_active === true,
    ),
  },
  'webhook.failures-counted': {
    'update-of-another-forgets-failures': afterUpdate((_one, _before, _sent, others) => {
      for (const other of others()) other.failure_count = 0;
    }),
    'success-of-another-forgets-failures': afterDelivery((_one, _before, delivered, others) => {
      for (const other of delivered ? others() : []) other.failure_count = 0;
    }),
  },
};
