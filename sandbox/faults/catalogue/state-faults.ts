import type { Callback } from '../../service/callbacks.ts';
import {
  acceptsKey,
  answer,
  atOnceMs,
  converted,
  eachWallet,
  kept,
  merchantRedirect,
  overrideCallbacks,
  overrideRequest,
  parameter,
  refusal,
  within,
} from '../changes.ts';
import { afterUpdate } from '../callback-effects.ts';
import {
  all,
  any,
  failureRequested,
  fetchCallback,
  given,
  hosted,
  initiate,
  lacks,
  listWallets,
  matching,
  mobileMoney,
  namesCharset,
  noAddress,
  noDay,
  noKey,
  operator,
  postForm,
  readBalance,
  startedBy,
  typed,
  withReference,
} from '../conditions.ts';
import type { Change, Effect, Parameter, Subject } from '../exchange.ts';

// Faults that show only beside other fields, or after what happened before: a rule that one combination switches off, and
// state that one request leaves for the next.

const lastBalance = kept(() => ({ at: 0, currency: undefined as unknown }));
const afterRefusal = kept(() => ({ isNext: false }));

const withAddress = any(given('success_url'), given('failure_url'));

/** Restores what reactivation should leave. */
const reactivation = (change: (callback: Callback) => void): Effect =>
  afterUpdate((callback, before) => {
    if (callback.is_active && !before.is_active) change(callback);
  });

/** Notifies a callback only of one of the events that it subscribes to. */
const toldOf = (pick: (events: readonly string[]) => string | undefined): Effect =>
  overrideCallbacks((plain) => ({
    subscribersOf: (event) => plain.subscribersOf(event).filter(({ events }) => pick(events) === event),
  }));

const countedUpdates = (): Effect =>
  overrideCallbacks((plain) => {
    const counts = new WeakMap<Callback, number>();
    return {
      update(callback, change) {
        const count = (counts.get(callback) ?? 0) + 1;
        counts.set(callback, count);
        plain.update(callback, count % 3 === 0 ? {} : change);
      },
    };
  });

/** Sends a merchant's own parameter of this name in place of that of the payment. */
const ownStays = (name: Parameter): Change =>
  parameter(name, (value, { transaction }) => {
    const address = transaction?.status === 'success' ? transaction.successUrl : transaction?.failureUrl;
    return (address === undefined ? null : new URL(address).searchParams.get(name)) ?? value;
  });

export const statesInAnswers: Subject = {
  'txn.email-type': {
    'email-of-any-type-beside-a-reference': overrideRequest(all(hosted, withReference, typed('email', 'object')), {
      email: 'read@customer.example',
    }),
  },
  'txn.currency-type': {
    'currency-of-any-type-beside-addresses': overrideRequest(all(hosted, withAddress, typed('currency', 'object')), {
      currency: 'XTS',
    }),
  },
  'txn.reference-type': {
    'reference-of-any-type-beside-addresses': overrideRequest(
      all(hosted, withAddress, typed('transaction_reference', 'object')),
      { transaction_reference: undefined },
    ),
  },
  'txn.amount-as-text': {
    'quoted-amount-taken-for-a-failure': overrideRequest(
      all(operator('a'), failureRequested, matching('amount', /^\d+$/)),
      ({ input }) => ({ amount: Number(input['amount']) }),
    ),
  },
  'txn.reference-kept': {
    'reference-lost-after-a-refusal': [
      refusal(initiate, (_answer, exchange) => void (afterRefusal(exchange).isNext = true)),
      answer(all(initiate, withReference), ({ json }, exchange) => {
        if (afterRefusal(exchange).isNext) json['transaction_reference'] = `REF-${Date.now()}`;
        afterRefusal(exchange).isNext = false;
      }),
    ],
  },
  'operator-a-success.text-plain': {
    'a-success-text-escapes-the-reference': answer(
      operator('a'),
      converted('text_message', (words) => words.replaceAll('&', '&amp;')),
    ),
  },
  'error.field-label': {
    'label-missing-for-two-mistakes': refusal(
      all(mobileMoney, lacks('payment_method_code'), lacks('mobile_money_number')),
      within(
        'error',
        converted('message', (words) => words.replaceAll('Parameter:', 'Field')),
      ),
    ),
  },
  'auth.missing': { 'key-unread-with-a-charset': acceptsKey(all(initiate, noKey, namesCharset)) },
  'wallets.keeps-id': {
    'wallet-ids-of-the-query': answer(
      all(listWallets, given('start_date')),
      eachWallet(converted('wallet_id', (id) => `${id}-dated`)),
    ),
  },
  'wallets.end-date-format': {
    'end-date-unread-beside-a-limit': overrideRequest(all(listWallets, given('limit'), noDay('end_date')), {
      end_date: undefined,
    }),
  },
  'balance.one-currency': {
    'balance-of-another-at-once': overrideRequest(all(readBalance, given('currency')), (exchange) => {
      const last = lastBalance(exchange);
      const { currency } = exchange.input;
      const isAtOnce = Date.now() - last.at < atOnceMs;
      const before = last.currency;
      Object.assign(last, { at: Date.now(), currency });
      return { currency: isAtOnce ? before : currency };
    }),
  },
  'callback-update.leaves-rest': {
    'events-hidden-while-inactive': answer(
      fetchCallback,
      within('callback', ({ json }) => {
        if (json['is_active'] === false) json['events'] = [];
      }),
    ),
    'reactivation-clears-the-description': reactivation((callback) => (callback.description = '')),
    'reactivation-subscribes-to-payments': reactivation((callback) => (callback.events = ['payout.updated'])),
    'update-of-three-forgets-the-fourth': afterUpdate((callback, _before, change) => {
      const sent = Object.values(change).filter((value) => value !== undefined);
      if (sent.length === 3 && change.description === undefined) callback.description = '';
    }),
  },
  'callback-update.repeated': { 'third-update-without-effect': countedUpdates() },
  'callback-delete.gone': {
    'active-callbacks-stay': overrideCallbacks((plain) => ({
      delete(callback) {
        if (!callback.is_active) plain.delete(callback);
      },
    })),
  },
  'callback-delete.only-the-named': {
    'deletion-restores-descriptions-of-others': overrideCallbacks((plain) => {
      const created = new WeakMap<Callback, string>();
      return {
        create(wanted) {
          const callback = plain.create(wanted);
          created.set(callback, callback.description);
          return callback;
        },
        delete(callback) {
          plain.delete(callback);
          for (const other of plain.list()) other.description = created.get(other) ?? other.description;
        },
      };
    }),
  },
  'webhook.every-subscriber': {
    'told-of-the-first-event-alone': toldOf((events) => events[0]),
    'told-of-the-last-event-alone': toldOf((events) => events.at(-1)),
  },
  'webhook.new-address': {
    'notified-in-small-letters': overrideCallbacks((plain) => ({
      addresses: (callback) => plain.addresses(callback).map((url) => url.toLowerCase()),
    })),
  },
};

export const statesInBrowser: Subject = {
  'form.key-invalid': {
    'form-any-key-beside-addresses': overrideRequest(all(postForm, withAddress), ({ settings }) => ({
      publishable_key: settings.publishableKey,
    })),
  },
  'form.address-format': {
    'form-words-for-an-address-beside-an-amount': overrideRequest(
      all(postForm, given('amount'), any(noAddress('success_url'), noAddress('failure_url'))),
      { success_url: undefined, failure_url: undefined },
    ),
  },
  'form.amount-type': {
    'form-word-for-the-amount-beside-a-reference': overrideRequest(
      all(postForm, withReference, matching('amount', /^[a-z]+$/)),
      { amount: undefined },
    ),
  },
  'form.currency-required': {
    'form-currency-assumed-beside-addresses': overrideRequest(all(postForm, withAddress, lacks('currency')), {
      currency: 'XTS',
    }),
  },
  'redirect.transaction-id': {
    'redirect-own-transaction-id-stays-alone': merchantRedirect(startedBy('initiation'), ownStays('transaction_id')),
  },
  'form.success': {
    'form-own-checkout-id-stays-alone': merchantRedirect(startedBy('form'), ownStays('checkout_id')),
  },
};
