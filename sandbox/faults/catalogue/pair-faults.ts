import type { Callback, Callbacks } from '../../service/callbacks.ts';
import {
  answer,
  anyAnswer,
  converted,
  crash,
  crossed,
  eachWallet,
  kept,
  merchantRedirect,
  overrideCallbacks,
  overrideRequest,
  parameter,
  refusedAs,
  toReceipt,
  without,
} from '../changes.ts';
import {
  all,
  any,
  decide,
  ended,
  fetchCallback,
  given,
  guarded,
  header,
  hosted,
  initiate,
  inSecondCurrency,
  lacks,
  listWallets,
  matching,
  not,
  oneAddress,
  operator,
  otherCurrency,
  startCheckout,
  startedBy,
  updateCallback,
} from '../conditions.ts';
import { afterDelivery, afterUpdate, beforeFetch } from '../callback-effects.ts';
import { cancels } from '../histories.ts';
import type { Condition, Subject } from '../exchange.ts';

// Faults that show only after another request, or with two values together that no other fault has at once.

const reads = any(listWallets, fetchCallback);
const refusedPaths = kept(() => new Set<string>());
const unkeyed: Condition = ({ headers, settings }) => headers.authorization !== `Bearer ${settings.secretKey}`;
const references = kept(() => new Map<string, unknown>());

/** Notes which callback was fetched last, and takes it in place of the one that is meant while it is there. */
const fetchedLast = (plain: Callbacks) => {
  let last: Callback | undefined;
  const find: Callbacks['find'] = (id, purpose) => {
    const found = plain.find(id, purpose);
    if (purpose === 'fetch') last = found ?? last;
    return found;
  };
  const instead = (one: Callback): Callback => (last && plain.find(last.id, 'update') ? last : one);
  return { find, instead };
};

export const pairsInAnswers: Subject = {
  'auth.secret': {
    'refusal-kept-for-the-right-key': [
      anyAnswer(all(guarded, reads, unkeyed), (_answer, exchange) => void refusedPaths(exchange).add(exchange.path)),
      answer(
        all(reads, not(unkeyed), (exchange) => refusedPaths(exchange).delete(exchange.path)),
        refusedAs(401, 'The API key is missing or invalid.'),
      ),
    ],
  },
  'hosted.accepted': {
    'no-accept-header-is-406': answer(
      all(hosted, ({ headers }) => headers.accept === undefined),
      refusedAs(406),
    ),
  },
  'callback-update.only-the-named': {
    'fetch-shows-the-callback-updated-last': overrideCallbacks((plain) => {
      let last: Callback | undefined;
      return {
        update(one, change) {
          plain.update(one, change);
          last = one;
        },
        show: (one) => plain.show(last && plain.find(last.id, 'fetch') ? last : one),
      };
    }),
    'update-reaches-the-callback-fetched-last': overrideCallbacks((plain) => {
      const { find, instead } = fetchedLast(plain);
      return { find, update: (one, change) => plain.update(instead(one), change) };
    }),
  },
  'callback-delete.only-the-named': {
    'deletion-takes-the-callback-fetched-last': overrideCallbacks((plain) => {
      const { find, instead } = fetchedLast(plain);
      return { find, delete: (one) => plain.delete(instead(one)) };
    }),
  },
  'wallets.currency': {
    'limited-lists-lack-currencies': answer(all(listWallets, given('limit')), eachWallet(without('currency'), 'last')),
  },
  'callback-fetch.date-updated': {
    'updated-date-becomes-a-number': beforeFetch((one) => {
      if (one.date_updated !== one.date_created && typeof one.date_updated === 'string')
        Object.assign(one, { date_updated: Date.parse(one.date_updated) });
    }),
  },
  'callback-fetch.failure-count': {
    'counted-failures-become-text': overrideCallbacks((plain) => ({
      show: (one) => {
        const shown = plain.show(one);
        return shown.failure_count > 0
          ? { ...shown, failure_count: String(shown.failure_count) as unknown as number }
          : shown;
      },
    })),
  },
  'callback-fetch.last-triggered': {
    'last-triggered-of-a-delivery-is-a-number': overrideCallbacks((plain) => ({
      show: (one) => {
        const shown = plain.show(one);
        return shown.last_triggered
          ? { ...shown, last_triggered: Date.parse(shown.last_triggered) as unknown as string }
          : shown;
      },
    })),
  },
  'callback-fetch.only-its-own': {
    'failed-delivery-clears-the-description': afterDelivery((one, _before, delivered) => {
      if (!delivered) one.description = '';
    }),
  },
  'webhook.reactivated': {
    'events-of-an-inactive-time-unused': overrideCallbacks((plain) => {
      const held = new WeakMap<Callback, string[]>();
      return {
        update(callback, change) {
          if (callback.is_active) held.delete(callback);
          plain.update(callback, change);
          if (change.is_active === false) held.set(callback, callback.events);
        },
        subscribersOf: (event) =>
          plain.list().filter((one) => one.is_active && (held.get(one) ?? one.events).includes(event)),
      };
    }),
  },
  'webhook.last-triggered': {
    'updates-of-others-clear-last-triggered': afterUpdate((_one, _before, _sent, others) => {
      for (const other of others()) other.last_triggered = null;
    }),
  },
  'txn.reference-kept': {
    'digits-in-the-second-currency-rounded': answer(
      all(initiate, otherCurrency, matching('transaction_reference', /^\d{12,}$/)),
      converted('transaction_reference', (text) => `${text.slice(0, -3)}000`),
    ),
  },
  'checkout.url': {
    'checkout-in-the-second-currency-without-addresses-lacks-url': answer(
      all(startCheckout, otherCurrency, lacks('success_url'), lacks('failure_url')),
      without('checkout_url'),
    ),
  },
  'error.no-server-fault': {
    'weighted-languages-break-updates': anyAnswer(all(updateCallback, header('accept-language', /q=/)), crash),
  },
  'operator-b.accepted': {
    'prompt-with-one-address-for-both-refused': answer(all(operator('b'), oneAddress), refusedAs(400)),
  },
  'txn.reference-distinct': {
    'second-currency-reference-constant': answer(
      all(initiate, otherCurrency, lacks('transaction_reference')),
      (reply, exchange) => {
        const known = references(exchange);
        if (!known.has('first')) known.set('first', reply.json['transaction_reference']);
        reply.json['transaction_reference'] = known.get('first');
      },
    ),
  },
};

const failedFor = kept(() => new Set<string>());
const paidInSecondCurrency = (start: 'initiation' | 'form' | 'json', status: 'success' | 'failed'): Condition =>
  all(startedBy(start), ended(status), inSecondCurrency);

export const pairsInBrowser: Subject = {
  'redirect.success-url': {
    'success-in-the-second-currency-stays': merchantRedirect(paidInSecondCurrency('initiation', 'success'), toReceipt),
  },
  'form.success': {
    'form-success-in-the-second-currency-stays': merchantRedirect(paidInSecondCurrency('form', 'success'), toReceipt),
  },
  'iframe.success': {
    'iframe-success-in-the-second-currency-stays': merchantRedirect(paidInSecondCurrency('json', 'success'), toReceipt),
  },
  'redirect.status-failed': {
    'failure-in-the-second-currency-without-status': merchantRedirect(
      paidInSecondCurrency('initiation', 'failed'),
      parameter('status', () => undefined),
    ),
  },
  'form.no-crossing': {
    'form-failure-in-the-second-currency-crosses': merchantRedirect(paidInSecondCurrency('form', 'failed'), crossed),
  },
  'redirect.cancelled-not-success': {
    'cancelled-in-the-second-currency-pays': overrideRequest(all(decide, cancels, inSecondCurrency), {
      decision: 'pay',
      operator: 'OPERATOR_B',
      mobile_money_number: '0970000001',
      outcome: 'success',
    }),
  },
  'redirect.reference-encoded': {
    'reference-beside-an-own-query-in-ascii': merchantRedirect(
      all(startedBy('initiation'), ({ transaction }) => Boolean(transaction?.successUrl?.includes('?'))),
      parameter('transaction_reference', (text) => text.replaceAll(/[^ -~]/g, '?')),
    ),
  },
  'redirect.status-success': {
    'failed-page-fails-the-next-one': [
      merchantRedirect(
        all(startedBy('initiation'), ended('failed')),
        (_answer, exchange) => void failedFor(exchange).add(''),
      ),
      merchantRedirect(
        all(startedBy('initiation'), ended('success'), (exchange) => failedFor(exchange).has('')),
        parameter('status', () => 'failed'),
      ),
    ],
  },
};
