import {
  anyAnswer,
  answer,
  as,
  converted,
  contentType,
  header as withHeader,
  leadingTo,
  merchantRedirect,
  overrideCallbacks,
  overrideRequest,
  page,
  parameter,
  parametersOf,
  refusal,
  refusedAs,
  renamed,
  text,
  unauthorised,
  within,
  without,
} from '../changes.ts';
import {
  all,
  any,
  anyPage,
  fetchCallback,
  fieldRule,
  framed,
  given,
  guarded,
  header,
  hosted,
  initiate,
  inSecondCurrency,
  is,
  listWallets,
  noLeadingZero,
  ofBrowser,
  operator,
  otherCurrency,
  rawBodyMatching,
  receipt,
  startCheckout,
  startedBy,
  updateCallback,
  withReference,
} from '../conditions.ts';
import { whenUnknown } from '../callback-effects.ts';
import type { Change, Condition, Entries, Subject } from '../exchange.ts';
import { table, type Words } from '../fault-tables.ts';

// Faults that depend on how a request, an address or a value is written: the order of its parts, blanks and escapes, what
// looks like nothing or like a number.

/** A body in which one member stands before another one. */
const before = (first: string, second: string): Condition =>
  rawBodyMatching(new RegExp(`"${first}".*"${second}"`, 's'));
const rightNumber = { mobile_money_number: '0970000001' };
const showsKey: Change = (reply, { settings }) => (reply.headers['x-request-key'] = settings.secretKey);

export const notationsInAnswers: Subject = {
  'txn.number-leading-zero': {
    'number-zero-unread-before-its-method': overrideRequest(
      all(noLeadingZero, before('mobile_money_number', 'payment_method_type')),
      rightNumber,
    ),
  },
  'hosted.accepted': { 'bodies-in-lines-refused': answer(all(hosted, rawBodyMatching(/\n/)), refusedAs(400)) },
  'operator-b.accepted': {
    'prompts-in-lines-refused': answer(all(operator('b'), rawBodyMatching(/\n/)), refusedAs(400)),
  },
  'checkout.accepted': {
    'checkout-of-escaped-slashes-refused': answer(all(startCheckout, rawBodyMatching(/\\\//)), refusedAs(400)),
  },
  'wallets.both-dates': {
    'dates-in-the-other-order-refused': answer(
      all(listWallets, ({ rawQuery }) => /end_date.*start_date/.test(rawQuery)),
      refusedAs(400),
    ),
  },
  'txn.reference-unusual': {
    'reference-dollars-halved': answer(
      all(initiate, withReference),
      converted('transaction_reference', (words) => words.replaceAll('$$', '$')),
    ),
  },
  'json.answers': {
    'wallets-behind-a-byte-order-mark': answer(
      listWallets,
      text((json) => `\ufeff${json}`),
    ),
  },
  'events.pattern': {
    'fetched-events-as-json-text': answer(
      fetchCallback,
      within('callback', ({ json }) => (json['events'] = JSON.stringify(json['events']))),
    ),
  },
  'callback-fetch.true-dates': {
    'fetched-dates-at-midnight': answer(
      fetchCallback,
      within(
        'callback',
        converted('date_created', (date) => `${date.slice(0, 10)}T00:00:00.000Z`),
        converted('date_updated', (date) => `${date.slice(0, 10)}T00:00:00.000Z`),
      ),
    ),
  },
  'wallets.list': {
    'list-with-dates-is-an-object': answer(all(listWallets, given('start_date')), ({ json }) => {
      json['wallets'] = { ...(json['wallets'] as unknown[]) };
    }),
    'list-named-otherwise-with-a-limit': answer(all(listWallets, given('limit')), renamed('wallets', 'data')),
  },
  'callback-fetch.no-such-id': {
    'unknown-fetch-of-a-wildcard': whenUnknown('fetch', (id, plain) => (id === '%' ? plain.list()[0] : undefined)),
    'unknown-fetch-of-zero': whenUnknown('fetch', (id, plain) => (id === '0' ? plain.list()[0] : undefined)),
    'unknown-fetch-with-more-behind': whenUnknown('fetch', (id, plain) =>
      plain.list().find((one) => id.startsWith(one.id)),
    ),
  },
  'callback-update.unusual-text': {
    'update-description-of-zero-ignored': overrideRequest(all(updateCallback, is('description', '0')), {
      description: undefined,
    }),
  },
  'webhook.new-address': {
    'notified-at-a-decoded-address': overrideCallbacks((plain) => ({
      addresses: (callback) => plain.addresses(callback).map(decodeURIComponent),
    })),
  },
  'auth.key-not-shown': { 'unauthorised-header-shows-key': unauthorised(guarded, showsKey) },
  'error.unauthorised-message': {
    'unauthorised-without-words-in-arabic': unauthorised(
      all(guarded, header('accept-language', /^ar/)),
      without('message'),
    ),
  },
  'json.refusals': {
    'unauthorised-pages-for-browsers': unauthorised(all(guarded, ofBrowser), contentType('text/html; charset=utf-8')),
  },
  'txn.second-currency': {
    'label-missing-in-the-second-currency': refusal(
      all(any(fieldRule, all(hosted, given('mobile_money_number'))), otherCurrency),
      within('error', as('message', 'The number is not valid.')),
    ),
  },
};

/** Other writings of the merchant's own query. */
const queryAs = (turn: (own: string) => string): Change =>
  leadingTo((url) => {
    const { own, ours } = parametersOf(url);
    return `${url.origin}${url.pathname}?${[turn(own), ours].filter(Boolean).join('&')}${url.hash}`;
  });
const valuesAs = (turn: (value: string) => string | undefined): Change =>
  queryAs((own) => {
    const all = [...new URLSearchParams(own)].map(([name, value]) => [name, turn(value)] as const);
    return new URLSearchParams(all.filter((one): one is [string, string] => one[1] !== undefined)).toString();
  });
const pathAs = (turn: (path: string) => string): Change =>
  leadingTo((url) => `${url.origin}${turn(url.pathname)}${url.search}${url.hash}`);

/** A lone question mark at the end of an address is taken for part of its path. */
const secondMark: Change = leadingTo((url, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.successUrl : transaction?.failureUrl;
  return address?.endsWith('?') ? `${address}?${parametersOf(url).ours}` : url.href;
});

const started = { redirect: startedBy('initiation'), form: startedBy('form'), iframe: startedBy('json') };
type Channel = keyof typeof started;
const own = (channel: Channel, words: Words<Change>): Entries =>
  table(`${channel}-own`, words, (change) => merchantRedirect(started[channel], change));
const references = (channel: Channel, words: Words<(reference: string) => string>): Entries =>
  table(`${channel}-reference`, words, (turn) =>
    merchantRedirect(started[channel], parameter('transaction_reference', turn)),
  );
const asNumber = (text: string): string => (/^\d+$/.test(text) ? BigInt(Math.round(Number(text))).toString() : text);
const withoutZeros = (text: string): string => text.replace(/^0+(?=\d)/, '');
const inEuros = text((html) => html.replace(/(?<=<dd>)[A-Z]{3}(?= )/, 'EUR'));

export const notationsInBrowser: Subject = {
  'redirect.own-query': own('redirect', {
    'query-names-in-small-letters': queryAs((query) => query.replace('OrderId', 'orderid')),
    'query-zeros-dropped': valuesAs((value) => (value === '0' ? undefined : value)),
    'query-numbers-rewritten': valuesAs((value) => (/^\d{1,12}$/.test(value) ? String(Number(value)) : value)),
    'query-after-a-second-mark': secondMark,
  }),
  'form.own-query': own('form', {
    'query-values-trimmed': valuesAs((value) => value.trim()),
    'query-split-at-semicolons': queryAs((query) => query.replace(/%3B|;/gi, '&')),
    'query-escapes-decoded': queryAs((query) => query.replaceAll('%25', '%')),
  }),
  'iframe.own-query': own('iframe', {
    'query-marks-of-fragments-decoded': queryAs((query) => query.replaceAll('%23', '#')),
    'query-braces-emptied': queryAs((query) => query.replace(/%7B[^&]*?%7D/gi, '')),
    'path-plus-as-blank': pathAs((path) => path.replaceAll('+', '%20')),
  }),
  'redirect.transaction-reference': references('redirect', { 'as-a-number': asNumber, 'without-zeros': withoutZeros }),
  'form.success': references('form', { 'as-a-number': asNumber, 'without-zeros': withoutZeros }),
  'iframe.success': {
    ...references('iframe', { 'as-a-number': asNumber, 'cut-at-a-hundred': (text) => text.slice(0, 100) }),
    'iframe-forbidden-after-the-decision': anyAnswer(
      all(anyPage, started.iframe, framed, ({ route }) => route !== '/checkout/:id'),
      withHeader('x-frame-options', 'DENY'),
    ),
  },
  'redirect.reference-encoded': {
    ...references('redirect', { 'dollars-halved': (text) => text.replaceAll('$$', '$') }),
    'redirect-script-ends-at-an-apostrophe': merchantRedirect(
      all(started.redirect, ({ transaction }) => transaction?.transactionReference.includes("'") ?? false),
      page(200, 'Payment'),
    ),
  },
  'form.amount-right': {
    'form-receipt-in-euros': anyAnswer(all(receipt, started.form, inSecondCurrency), inEuros),
  },
  'iframe.amount-right': {
    'iframe-receipt-in-euros': anyAnswer(all(receipt, started.iframe, inSecondCurrency), inEuros),
  },
};
