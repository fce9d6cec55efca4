import type { Callback, CallbackChange } from '../../service/callbacks.ts';
import type { Start } from '../../service/transactions.ts';
import {
  acceptsKey,
  answer,
  anyAnswer,
  as,
  converted,
  crash,
  eachWallet,
  header as withHeader,
  kept,
  leadingTo,
  merchantRedirect,
  overrideCallbacks,
  overrideRequest,
  page,
  parameter,
  parametersOf,
  refusal,
  refusedAs,
  toReceipt,
  within,
  without,
} from '../changes.ts';
import {
  all,
  any,
  decide,
  ended,
  failureRequested,
  given,
  guarded,
  header,
  initiate,
  inFrench,
  listWallets,
  matching,
  mobileMoney,
  not,
  operator,
  paymentPage,
  postForm,
  rawBodyMatching,
  startedBy,
  updateCallback,
  withReference,
  wrongKey,
} from '../conditions.ts';
import { afterUpdate, beforeFetch } from '../callback-effects.ts';
import { cancels } from '../histories.ts';
import type { Change, Condition, Effect, Effects, Exchange, Field, Subject } from '../exchange.ts';

// Faults of what a service remembers of a customer, a client or a callback, and of what it reads only in one notation.

const inLanguage = header('accept-language', /^(?!en|\*).+/);
const ofPhones = header('user-agent', /Mobile/);

const failed = kept(() => new Set<unknown>());
const operators = kept(() => new Map<unknown, unknown>());
const amounts = kept(() => new Map<unknown, unknown>());
const numberOf = ({ input }: Exchange): unknown => input['mobile_money_number'];

/** Notes whose simulated failure was asked for: of a customer or a number. */
const notesFailures = (of: (exchange: Exchange) => unknown): Effect =>
  overrideRequest(all(operator('a'), failureRequested), (exchange) => {
    failed(exchange).add(of(exchange));
    return {};
  });
const emailOf = ({ input }: Exchange): unknown => input['email'];

/** Leaves out of an update of an inactive callback what it does not read then. */
const whileInactive = (leaveOut: (change: CallbackChange) => CallbackChange): Effect =>
  overrideCallbacks((plain) => ({
    update: (callback, change) =>
      plain.update(callback, callback.is_active || change.is_active ? change : leaveOut(change)),
  }));

/** Notifies a callback at the address that it had when it was switched off. */
const addressOfBefore = (): Effect =>
  overrideCallbacks((plain) => {
    const held = new WeakMap<Callback, string>();
    return {
      update(callback, change) {
        if (callback.is_active) held.delete(callback);
        if (change.is_active === false) held.set(callback, callback.url);
        plain.update(callback, change);
      },
      addresses: (callback) => [held.get(callback) ?? callback.url],
    };
  });

const lettersOf = (key: string): string => key.replaceAll(/[^a-z\d]/gi, '');
const monthBefore = (text: string): string => {
  const date = new Date(text);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString();
};
/** The date in the last time zone that a day reaches: before noon (UTC), a later one may be in the future for a service. */
const today = (): string => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);

export const furtherInAnswers: Subject = {
  'operator-a-success.status': {
    'failure-repeats-for-the-customer': [
      notesFailures(emailOf),
      answer(
        all(operator('a'), not(failureRequested), (exchange) => failed(exchange).has(emailOf(exchange))),
        as('status', 'failed'),
      ),
    ],
  },
  'operator-c.status': {
    'c-after-a-failure-of-a-says-failed': [
      notesFailures(numberOf),
      answer(
        all(operator('c'), (exchange) => failed(exchange).has(numberOf(exchange))),
        as('status', 'failed'),
      ),
    ],
    'c-status-in-the-language': answer(all(operator('c'), inLanguage), as('status', 'en attente')),
  },
  'operator-b.checkout-id': {
    'operator-remembered-by-the-number': answer(mobileMoney, (reply, exchange) => {
      const known = operators(exchange);
      const first = known.get(numberOf(exchange)) ?? exchange.input['payment_method_code'];
      known.set(numberOf(exchange), first);
      if (first !== exchange.settings.operators.b) delete reply.json['checkout_id'];
    }),
  },
  'txn.amount-echo': {
    'amount-of-the-prompt-before': answer(mobileMoney, (reply, exchange) => {
      const known = amounts(exchange);
      reply.json['amount'] = known.get(numberOf(exchange)) ?? exchange.input['amount'];
      known.set(numberOf(exchange), exchange.input['amount']);
    }),
  },
  'callback-update.url': {
    'update-ignores-url-while-inactive': whileInactive(({ url: _url, ...rest }) => rest),
  },
  'callback-update.events': {
    'update-ignores-events-while-inactive': whileInactive(({ events: _events, ...rest }) => rest),
    'events-of-the-first-object-only': afterUpdate((one) => {
      one.events = one.events.filter((name) => name.split('.')[0] === one.events[0]?.split('.')[0]);
    }),
    'events-widened-to-the-object': afterUpdate((one, _before, { events }) => {
      if (events?.includes('payment.created')) one.events = [...new Set([...one.events, 'payment.updated'])];
    }),
  },
  'callback-fetch.true-dates': {
    'fetched-dates-a-month-early': beforeFetch((one) => {
      one.date_created = monthBefore(one.date_created);
      one.date_updated = monthBefore(one.date_updated);
    }),
  },
  'webhook.new-address': { 'address-of-an-inactive-time-unused': addressOfBefore() },
  'auth.key-in-body': {
    'key-of-another-header-accepted': acceptsKey(
      all(guarded, ({ headers, settings }) => headers['x-api-key'] === settings.secretKey),
    ),
  },
  'auth.near-miss': {
    'key-compared-without-signs': acceptsKey(wrongKey((sent, right) => lettersOf(sent) === lettersOf(right))),
  },
  'auth.invalid': { 'any-key-in-french-updates': acceptsKey(all(updateCallback, inFrench)) },
  'error.no-server-fault': {
    'long-addresses-break': anyAnswer(
      all(initiate, any(matching('success_url', /^.{256}/), matching('failure_url', /^.{256}/))),
      crash,
    ),
  },
  'wallets.message': {
    'lists-with-dates-lack-messages': answer(
      all(listWallets, given('start_date'), given('end_date')),
      eachWallet(without('message'), 'last'),
    ),
  },
  'wallets.balance': {
    'empty-wallet-without-balance': answer(listWallets, ({ json }) => {
      const list = json['wallets'] as Record<string, unknown>[];
      const [first] = list;
      if (first) list.push({ ...first, wallet_id: 'wal_empty', currency: 'EUR', balance: null });
    }),
  },
  'wallets.only-end-date': {
    'end-date-of-today-refused': answer(
      all(
        listWallets,
        given('end_date', (date) => String(date) >= today()),
      ),
      refusedAs(400),
    ),
  },
  'txn.content-type-charset': {
    'charset-in-capitals-refused': answer(all(initiate, header('content-type', /charset="?UTF-8/)), refusedAs(415)),
    'charset-without-a-blank-refused': answer(all(initiate, header('content-type', /;charset/)), refusedAs(415)),
    'charset-between-quotes-refused': answer(all(initiate, header('content-type', /charset="/)), refusedAs(415)),
  },
  'txn.reference-kept': {
    'escaped-letters-lost': answer(
      all(initiate, withReference, rawBodyMatching(/\\u[\da-f]{4}/i)),
      converted('transaction_reference', (text) => text.replaceAll(/[^ -~]/g, '?')),
    ),
  },
  'error.field-type': {
    'error-type-in-the-language': refusal(
      all(initiate, inLanguage),
      within('error', as('type' as Field, 'ParamètresInvalides')),
    ),
  },
  'hosted.url': {
    'phones-get-a-deep-link': answer(
      all(initiate, ofPhones),
      converted('hosted_url', (url) => url.replace(/^https?:/, 'paymentapp:')),
    ),
  },
};

const returning = (change: Change, where: Condition = startedBy('initiation')): Effect =>
  merchantRedirect(where, change);
const ownQuery = (make: (own: URLSearchParams) => [string, string][]): Change =>
  leadingTo((url) => {
    const { own, ours } = parametersOf(url);
    const made = new URLSearchParams(make(new URLSearchParams(own)));
    url.search = [made.toString(), ours].filter(Boolean).join('&');
    return url.href;
  });
const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
const hasPaid: Condition = ({ headers }) => /\bpaid=1/.test(headers.cookie ?? '');

/** A page that shows the amounts of a currency as if its subunit were another one. */
const shownAs = (currency: string, start: Start, write: (subunits: number) => string): Effects => [
  { needs: { CURRENCY: `XTS, ${currency}` } },
  anyAnswer(
    all(paymentPage, startedBy(start), ({ transaction }) => transaction?.currency === currency),
    (reply, { transaction }) => {
      const shown = `${currency} ${write(transaction?.amount ?? 0)}`;
      reply.text = reply.text?.replace(/(?<=<p class="amount">)[^<]*/, shown);
    },
  ),
];
const timesHundred = (subunits: number): string => String(subunits * 100);
const inHundredths = (subunits: number): string => (subunits / 100).toFixed(2);

const inFrenchOnly = (start: Start, change: Change): Effect =>
  returning(change, all(startedBy(start), ended('success'), inFrench));
const inWords = parameter('status', () => 'réussi');

export const furtherInBrowser: Subject = {
  'redirect.status-success': { 'redirect-status-in-french': inFrenchOnly('initiation', inWords) },
  'redirect.transaction-reference': {
    'redirect-in-french-without-reference': inFrenchOnly(
      'initiation',
      parameter('transaction_reference', () => undefined),
    ),
  },
  'page.amount-right': {
    'whole-units-shown-times-hundred': shownAs('JPY', 'initiation', timesHundred),
    'thousandths-shown-as-hundredths': shownAs('KWD', 'initiation', inHundredths),
  },
  'form.amount-right': { 'form-thousandths-shown-as-hundredths': shownAs('KWD', 'form', inHundredths) },
  'iframe.amount-right': { 'iframe-whole-units-shown-times-hundred': shownAs('JPY', 'json', timesHundred) },
  'page.opens': {
    'page-breaks-in-french': anyAnswer(all(paymentPage, inFrench, startedBy('initiation')), page(500, 'Erreur')),
  },
  'iframe.success': {
    'iframe-status-in-french': inFrenchOnly('json', inWords),
    'iframe-in-french-at-receipt': inFrenchOnly('json', toReceipt),
  },
  'iframe.loads': {
    'iframe-page-breaks-in-french': anyAnswer(all(paymentPage, inFrench, startedBy('json')), page(500, 'Erreur')),
  },
  'redirect.own-query': {
    'redirect-own-query-repeats-reversed': returning(
      ownQuery((own) =>
        [...new Set(own.keys())].flatMap((name) =>
          own
            .getAll(name)
            .toReversed()
            .map((value) => [name, value] as [string, string]),
        ),
      ),
    ),
  },
  'form.own-query': {
    'form-own-query-empties-dropped': returning(
      ownQuery((own) => [...own].filter(([, value]) => value !== '')),
      startedBy('form'),
    ),
  },
  'form.success': {
    'form-parameters-behind-entities': returning(
      leadingTo((url) => url.href.replaceAll('&', '&amp;')),
      startedBy('form'),
    ),
  },
  'iframe.reference-encoded': {
    'iframe-reference-in-html': returning(parameter('transaction_reference', inHtml), startedBy('json')),
  },
  'redirect.success-url': {
    'second-payment-of-a-browser-at-receipt': [
      returning(withHeader('set-cookie', 'paid=1; Path=/'), all(startedBy('initiation'), not(hasPaid))),
      returning(toReceipt, all(startedBy('initiation'), ended('success'), hasPaid)),
    ],
  },
  'form.leads-to-checkout': {
    'form-key-not-first': anyAnswer(
      all(postForm, ({ input }) => Object.keys(input)[0] !== 'publishable_key'),
      refusedAs(400),
    ),
  },
  'form.reference-encoded': {
    'form-reference-keeps-plus-signs': returning(
      parameter('transaction_reference', (text) => text.replaceAll(' ', '+')),
      startedBy('form'),
    ),
  },
  'redirect.cancelled-not-success': {
    'cancelled-with-a-number-pays': overrideRequest(all(decide, cancels, matching('mobile_money_number', /\d/)), {
      decision: 'pay',
    }),
  },
};
