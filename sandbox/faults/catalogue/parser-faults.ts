import { Refusal } from '../../http/refusals.ts';
import { afterDelivery } from '../callback-effects.ts';
import {
  acceptsKey,
  answer,
  anyAnswer,
  atOnceMs,
  converted,
  crash,
  header as withHeader,
  kept,
  leadingTo,
  merchantRedirect,
  overrideCallbacks,
  overrideRequest,
  page,
  parametersOf,
  refusal,
  within,
} from '../changes.ts';
import {
  all,
  decide,
  fetchCallback,
  framed,
  header,
  initiate,
  listWallets,
  matching,
  paymentPage,
  postForm,
  rawBodyMatching,
  readBalance,
  startCheckout,
  startedBy,
  updateCallback,
} from '../conditions.ts';
import type { Alteration, Change, Condition, Effect, Json, Subject } from '../exchange.ts';

// Faults of what stands around a service: parsers that break on a text, caches that forget who asked, and objects that are
// used again for the next request.

const before = kept(() => ({ fields: {} as Json }));
/** Takes fields that a request lacks from those before it, as an object does that is used again. */
const leftOver = (where: Condition, ...names: string[]): Effect =>
  overrideRequest(where, (exchange) => {
    const last = before(exchange);
    const missing = names.filter((name) => exchange.input[name] === undefined && name in last.fields);
    const fields = Object.fromEntries(missing.map((name) => [name, last.fields[name]]));
    last.fields = { ...last.fields, ...exchange.input };
    return fields;
  });

const addresses = kept(() => new Set<string>());
/** Accepts any key for what was asked with the right one before. */
const cachedForAnyKey = (where: Condition): Effect[] => [
  answer(where, (_answer, exchange) => void addresses(exchange).add(exchange.path + exchange.rawQuery)),
  acceptsKey(all(where, (exchange) => addresses(exchange).has(exchange.path + exchange.rawQuery))),
];
const lastBalance = kept(() => ({ at: 0, json: {} as Json }));

const reference = (form: RegExp): Condition => all(initiate, matching('transaction_reference', form));
const breaks = (where: Condition): Alteration => anyAnswer(where, crash);
const isMalformed = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
};
const isNull = rawBodyMatching(/^\s*null\s*$/);
/** What is read in place of bytes that are none in UTF-8. */
const notUtf8 = rawBodyMatching(/\u{fffd}/u);

const lastRefusal = kept(() => ({ at: 0, message: '' }));
const withoutSession: Condition = ({ headers }) => !/\bsession=1/.test(headers.cookie ?? '');

/** How parsers, caches and objects that are used again change answers. */
export const parsersInAnswers: Subject = {
  'txn.reference-distinct': { 'reference-left-from-the-request-before': leftOver(initiate, 'transaction_reference') },
  'callback-update.leaves-rest': {
    'fields-left-from-the-update-before': leftOver(updateCallback, 'description', 'events', 'url', 'is_active'),
  },
  'auth.callback-not-shown': { 'fetch-cached-for-any-key': cachedForAnyKey(fetchCallback) },
  'auth.same-connection': { 'list-cached-for-any-key': cachedForAnyKey(listWallets) },
  'balance.one-currency': {
    'balances-cached-by-path': answer(readBalance, (reply, exchange) => {
      const last = lastBalance(exchange);
      if (Date.now() - last.at < 1_000) reply.json = last.json;
      else Object.assign(last, { at: Date.now(), json: reply.json });
    }),
  },
  'txn.reference-kept': {
    'reference-in-exponents-as-a-number': answer(
      reference(/^\d+e\d+$/i),
      converted('transaction_reference', (text) => String(Number(text))),
    ),
    'reference-cut-at-a-colon': answer(
      reference(/:/),
      converted('transaction_reference', (text) => text.replace(/:.*/s, '')),
    ),
  },
  'txn.reference-unusual': {
    'reference-of-a-moment-in-another-zone': answer(
      reference(/^\d{4}-\d\d-\d\dT/),
      converted('transaction_reference', (text) => new Date(text).toISOString()),
    ),
    'reference-of-the-word-true-is-a-boolean': answer(
      reference(/^true$/),
      converted('transaction_reference', () => true),
    ),
    'reference-of-a-decimal-without-zeros': answer(
      reference(/^\d+\.\d*0$/),
      converted('transaction_reference', (text) => String(Number(text))),
    ),
  },
  'error.no-server-fault': {
    'body-of-null-breaks': breaks(all(initiate, isNull)),
    'any-language-breaks': breaks(all(initiate, header('accept-language', /^\*/))),
    'language-with-a-script-breaks': breaks(all(initiate, header('accept-language', /^[a-z]{2}-[A-Z][a-z]{3}/))),
  },
  'error.malformed-body': {
    'update-of-null-breaks': breaks(all(updateCallback, isNull)),
    'bytes-that-are-no-text-break-initiations': breaks(all(initiate, notUtf8)),
    'bytes-that-are-no-text-break-checkouts': breaks(all(startCheckout, notUtf8)),
    'bytes-that-are-no-text-break-updates': breaks(all(updateCallback, notUtf8)),
  },
  'generated.initiation-bodies': {
    'deep-value-breaks': breaks(all(initiate, rawBodyMatching(/(?:\{[^{}]*){6}/))),
    'field-of-prototypes-breaks': breaks(all(initiate, rawBodyMatching(/"__proto__"/))),
    'null-character-breaks': breaks(all(initiate, rawBodyMatching(/\\u0000/))),
  },
  'generated.checkout-bodies': {
    'checkout-of-half-a-character-breaks': breaks(all(startCheckout, rawBodyMatching(/\\ud[89a-f][\da-f]{2}/i))),
  },
  'generated.wallet-queries': {
    'broken-escape-of-a-date-breaks': breaks(all(listWallets, ({ rawQuery }) => isMalformed(rawQuery))),
    'date-given-twice-breaks': breaks(all(listWallets, ({ query }) => Object.values(query).some(Array.isArray))),
  },
  'webhook.new-address': {
    'notified-without-the-last-slash': overrideCallbacks((plain) => ({
      addresses: (one) => plain.addresses(one).map((url) => url.replace(/\/(?=\?|$)/, '')),
    })),
    'notified-with-the-last-of-equal-parameters': overrideCallbacks((plain) => ({
      addresses: (one) =>
        plain.addresses(one).map((address) => {
          const url = new URL(address);
          url.search = String(new URLSearchParams(Object.fromEntries(url.searchParams)));
          return url.href;
        }),
    })),
    'notified-with-underscores-for-dots': overrideCallbacks((plain) => ({
      addresses: (one) => plain.addresses(one).map((url) => url.replace(/([?&]\w+)\.(?=\w+=)/g, '$1_')),
    })),
    'notified-with-sorted-parameters': overrideCallbacks((plain) => ({
      addresses: (one) =>
        plain.addresses(one).map((address) => {
          const url = new URL(address);
          url.searchParams.sort();
          return url.href;
        }),
    })),
  },
  'webhook.failures-counted': {
    'failures-counted-up-to-two': afterDelivery((one) => (one.failure_count = Math.min(2, one.failure_count))),
  },
  'error.field-label': {
    'refusal-of-another-at-once': refusal(
      initiate,
      within('error', ({ json }, exchange) => {
        const last = lastRefusal(exchange);
        const own = String(json['message']);
        if (Date.now() - last.at < atOnceMs) json['message'] = last.message;
        Object.assign(last, { at: Date.now(), message: own });
      }),
    ),
  },
  'callback-update.unusual-text': {
    'update-url-without-the-last-slash': overrideRequest(all(updateCallback, matching('url', /\/$/)), ({ input }) => ({
      url: String(input['url']).replace(/\/$/, ''),
    })),
  },
};

const returning = (change: Change): Alteration => merchantRedirect(startedBy('initiation'), change);
const ownQuery = (make: (own: string, url: URL) => string): Change =>
  leadingTo((url) => {
    const { own, ours } = parametersOf(url);
    url.search = [make(own, url), ours].filter(Boolean).join('&');
    return url.href;
  });

/** The same for pages and the ways back from them. */
export const parsersInBrowser: Subject = {
  'form.amount-later': { 'amount-left-from-the-checkout-before': leftOver(postForm, 'amount') },
  'iframe.success': {
    'iframe-needs-a-lax-cookie': [
      anyAnswer(all(paymentPage, startedBy('json')), withHeader('set-cookie', 'session=1; Path=/; SameSite=Lax')),
      {
        side: 'refused',
        where: all(decide, startedBy('json'), framed, withoutSession),
        refusal: () => new Refusal(403, 'There is no session.'),
      },
    ],
  },
  'form.leads-to-checkout': {
    'form-needs-a-strict-cookie': [
      anyAnswer(postForm, withHeader('set-cookie', 'session=1; Path=/; SameSite=Strict')),
      anyAnswer(all(paymentPage, startedBy('form'), withoutSession), page(403, 'There is no session')),
    ],
  },
  'redirect.success-url': {
    'redirect-without-port': returning(leadingTo((url) => Object.assign(url, { port: '' }).href)),
  },
  'redirect.own-query': {
    'redirect-path-in-small-letters': returning(
      leadingTo((url) => Object.assign(url, { pathname: url.pathname.toLowerCase() }).href),
    ),
    'redirect-own-query-in-latin': returning(ownQuery((own) => own.replaceAll('%C3%A9', '%E9'))),
    'redirect-own-query-cut-at-200': returning(
      ownQuery((own, { origin, pathname }) => own.slice(0, Math.max(0, 200 - origin.length - pathname.length))),
    ),
  },
};
