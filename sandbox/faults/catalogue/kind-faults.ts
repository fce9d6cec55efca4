import type { Callback } from '../../service/callbacks.ts';
import type { Start } from '../../service/transactions.ts';
import { afterUpdate } from '../callback-effects.ts';
import { answer, as, merchantRedirect, overrideCallbacks, parameter, refusal, within, without } from '../changes.ts';
import {
  all,
  fetchCallback,
  given,
  header,
  hosted,
  is,
  listWallets,
  operator,
  startCheckout,
  startedBy,
  updateCallback,
} from '../conditions.ts';
import type { Change, Condition, Effect, Entries, Field, Subject } from '../exchange.ts';

// Faults that show with one kind of value only, in flows in which no other fault of the kind is.

const amountThat = (test: (amount: number) => boolean): Condition =>
  given('amount', (amount) => typeof amount === 'number' && test(amount));
const ofThousands = amountThat((amount) => amount >= 100_000);
const ofOneUnit = amountThat((amount) => amount === 100);
const echoed =
  (turn: (amount: number) => number): Change =>
  ({ json }, { input }) =>
    (json['amount'] = turn(Number(input['amount'])));

const inGerman = header('accept-language', /^de/);
const inLanguage = header('accept-language', /^(?!en).+/);
const labelled = (label: string): Change =>
  within('error', ({ json }) => {
    json['message'] = String(json['message']).replace('Parameter:', label);
  });

const emptyDescription = all(updateCallback, is('description', ''));
/** What an update with an empty description does besides. */
const afterEmptyDescription = (act: (callback: Callback) => void): Effect =>
  afterUpdate((callback, _before, sent) => {
    if (sent.description === '') act(callback);
  });

/** Tells of an event only some of its subscribers, once some of them could not be reached. */
const onceUnreachable = (
  told: (all: readonly Callback[], isUnreachable: (one: Callback) => boolean) => readonly Callback[],
): Effect =>
  overrideCallbacks((plain) => {
    const unreached = new Set<string>();
    return {
      isDelivered(status, callback) {
        if (callback && status === 0) unreached.add(callback.id);
        return plain.isDelivered(status, callback);
      },
      subscribersOf(event) {
        const all = plain.subscribersOf(event);
        const isUnreachable = ({ id }: Callback): boolean => unreached.has(id);
        return all.some(isUnreachable) ? [...told(all, isUnreachable)] : all;
      },
    };
  });

/** What one kind of value does in answers. */
export const kindsInAnswers: Subject = {
  'txn.amount-echo': {
    'amount-of-thousands-cut': answer(
      all(operator('b'), ofThousands),
      echoed((amount) => amount % 100_000),
    ),
    'amount-of-thousands-as-hundreds': answer(
      all(hosted, ofThousands),
      echoed((amount) => Math.trunc(amount / 10)),
    ),
    'amount-of-one-unit-as-one': answer(
      all(operator('c'), ofOneUnit),
      echoed(() => 1),
    ),
    'amount-of-one-unit-as-ten': answer(
      all(hosted, ofOneUnit),
      echoed(() => 1_000),
    ),
  },
  'checkout.result': { 'checkout-result-in-german': answer(all(startCheckout, inGerman), as('result', 'erfolgreich')) },
  'callback-update.result': {
    'update-result-in-another-language': answer(all(updateCallback, inLanguage), as('result', 'ok')),
  },
  'callback-update.message': {
    'empty-description-answered-without-message': answer(emptyDescription, without('message')),
  },
  'callback-update.answered-id': {
    'empty-description-answered-without-id': answer(emptyDescription, without('id')),
  },
  'callback-fetch.is-active': {
    'fetched-is-active-in-the-language': answer(
      all(fetchCallback, inLanguage),
      within('callback', as('is_active' as Field, 'oui')),
    ),
  },
  'error.general-shape': {
    'label-of-lists-in-the-language': refusal(all(listWallets, inLanguage), labelled('Feld:')),
    'label-of-checkouts-in-the-language': refusal(all(startCheckout, inLanguage), labelled('Paramètre :')),
  },
  'callback-update.leaves-rest': {
    'empty-description-clears-the-events': afterEmptyDescription((one) => (one.events = [])),
    'empty-description-turns-inactive': afterEmptyDescription((one) => (one.is_active = false)),
  },
  'webhook.every-subscriber': {
    'unreachable-subscriber-ends-the-row': onceUnreachable((all, isUnreachable) =>
      all.slice(0, all.findIndex(isUnreachable) + 1),
    ),
    'unreachable-subscriber-silences-others': onceUnreachable((all, isUnreachable) => all.filter(isUnreachable)),
  },
};

const rounded = parameter('transaction_reference', (text) =>
  /^\d{16,}$/.test(text) ? BigInt(Math.round(Number(text))).toString() : text,
);
const withoutZeros = parameter('transaction_reference', (text) => text.replace(/^0+([1-9]\d*)$/, '$1'));
const referencesOf = (prefix: string, start: Start): Entries => ({
  [`${prefix}-reference-of-digits-rounded`]: merchantRedirect(startedBy(start), rounded),
  [`${prefix}-reference-of-digits-without-zeros`]: merchantRedirect(startedBy(start), withoutZeros),
});

/** What one kind of value does on the way back to the merchant. */
export const kindsInBrowser: Subject = {
  'redirect.transaction-reference': referencesOf('redirect', 'initiation'),
  'form.success': referencesOf('form', 'form'),
  'iframe.success': referencesOf('iframe', 'json'),
};
