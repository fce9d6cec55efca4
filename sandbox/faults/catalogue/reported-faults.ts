import {
  acceptsKey,
  answer,
  anyAnswer,
  as,
  atOnceMs,
  contentType,
  converted,
  crash,
  header as withHeader,
  kept,
  leadingTo,
  leavingOut,
  merchantRedirect,
  overrideCallbacks,
  overrideRequest,
  parametersOf,
  refusal,
  refusedAs,
  unauthorised,
} from '../changes.ts';
import {
  all,
  always,
  any,
  deleteCallback,
  failureRequested,
  fetchCallback,
  given,
  guarded,
  header,
  hosted,
  inFrench,
  initiate,
  is,
  listWallets,
  matching,
  mobileMoney,
  noKey,
  noLeadingZero,
  not,
  ofBrowser,
  operator,
  rawBodyMatching,
  startCheckout,
  updateCallback,
  withReference,
} from '../conditions.ts';
import { afterUpdate } from '../callback-effects.ts';
import type { Answer, Change, Condition, Effect, Exchange, Field, Subject } from '../exchange.ts';

// Faults of the kinds that public bug reports about payment services, webhooks and web frameworks describe.

const inGerman = header('accept-language', /^de/);
const withPlainText = header('accept', /text\/plain/);
const takesPages = header('accept', /text\/html/);
const asPage = contentType('text/html; charset=utf-8');

const digits = matching('transaction_reference', /^\d+$/);
const withPort = any(
  matching('success_url', /^https?:\/\/[^/?]+:\d/),
  matching('failure_url', /^https?:\/\/[^/?]+:\d/),
);
const rightNumber = { mobile_money_number: '0970000001' };
const keyFirst = rawBodyMatching(/^\s*\{\s*"publishable_key"/);

const joinedEmoji = /\u200d|\ufe0f/;
const afterPlus = matching('amount', /^\+\d+$/);
const betweenBlanks = matching('amount', /^ \d+ $/);
const fromThisMachine = header('x-forwarded-for', /^127\./);
const inSession = header('cookie', /\bsession=open\b/);
const asNumber = ({ input }: Exchange) => ({ amount: Number(input['amount']) });
const builtIn = 'constructor';
const withinWords = /\shttps?:\/\/\w/;
const manyLevels = rawBodyMatching(/(\{"\w+":\[){40}/);

const lastFetched = kept(() => ({ at: 0, callback: undefined as unknown }));
const lastReference = kept(() => ({ at: 0, reference: undefined as unknown }));
const paidBefore = kept(() => new Map<string, Answer['json']>());
const refused = kept(() => new Set<unknown>());
const failing = kept(() => new Set<unknown>());

/** The fields whose names stand after so many characters of the body. */
const fieldsAfter = ({ input, rawBody }: Exchange, place: number): Field[] =>
  (Object.keys(input) as Field[]).filter((name) => rawBody().indexOf(`"${name}"`) > place);

/** Takes a reference for a used one from the moment on at which a request with it was refused. */
const usedUpByRefusal = (where: Condition): Effect[] => [
  refusal(all(where, withReference), (_answer, exchange) => {
    refused(exchange).add(exchange.input['transaction_reference']);
  }),
  answer(
    all(where, (exchange) => refused(exchange).has(exchange.input['transaction_reference'])),
    refusedAs(409),
  ),
];

/** Writes a list of so many wallets in another way. */
const listOf =
  (count: number, write: (wallets: readonly unknown[]) => unknown): Change =>
  ({ json }) => {
    const wallets = json['wallets'] as unknown[];
    if (wallets.length === count) json['wallets'] = write(wallets);
  };

/** Stores the names of events in a column of so many characters. */
const eventsUpTo = (most: number): Effect =>
  overrideCallbacks((plain) => ({
    update(callback, change) {
      const events = change.events?.filter((_, index, names) => names.slice(0, index + 1).join().length <= most);
      plain.update(callback, { ...change, events });
    },
  }));

export const reportedInAnswers: Subject = {
  // As where a function behind a gateway is given the names of headers in the letters of the client.
  'auth.secret': {
    'small-names-of-headers-unread': answer(
      all(guarded, ({ headerNames }) => headerNames.includes('authorization')),
      refusedAs(401),
    ),
  },
  'txn.success-url-format': {
    'success-url-within-words-accepted': overrideRequest(all(hosted, matching('success_url', withinWords)), {
      success_url: undefined,
    }),
  },
  'txn.failure-url-format': {
    'failure-url-within-words-accepted': overrideRequest(all(hosted, matching('failure_url', withinWords)), {
      failure_url: undefined,
    }),
  },
  'checkout.success-url-format': {
    'checkout-success-url-within-words-accepted': overrideRequest(
      all(startCheckout, matching('success_url', withinWords)),
      { success_url: undefined },
    ),
  },
  'txn.reference-kept': {
    'reference-in-decomposed-letters': answer(
      all(hosted, withReference),
      converted('transaction_reference', (text) => text.normalize('NFD')),
    ),
    'reference-in-composed-letters': answer(
      all(hosted, withReference),
      converted('transaction_reference', (text) => text.normalize('NFC')),
    ),
    'reference-in-compatible-letters': answer(
      all(operator('c'), withReference),
      converted('transaction_reference', (text) => text.normalize('NFKC')),
    ),
    'reference-without-joiners': answer(
      all(hosted, matching('transaction_reference', joinedEmoji)),
      converted('transaction_reference', (text) => text.replace(/\u200d|\ufe0f/g, '')),
    ),
    'reference-with-plain-spaces': answer(
      all(operator('b'), withReference),
      converted('transaction_reference', (text) => text.replaceAll('\u00a0', ' ')),
    ),
    'reference-without-what-looks-like-tags': answer(
      all(operator('c'), withReference),
      converted('transaction_reference', (text) => text.replace(/<.*/, '')),
    ),
    'reference-as-a-format': answer(
      all(hosted, withReference),
      converted('transaction_reference', (text) => text.replace(/%[sd]/g, '')),
    ),
    'reference-with-one-slash-for-two': answer(
      all(hosted, withReference),
      converted('transaction_reference', (text) => text.replaceAll('//', '/')),
    ),
    'reference-with-straight-quotes': answer(
      all(mobileMoney, withReference),
      converted('transaction_reference', (text) => text.replace(/[“”]/g, '"')),
    ),
    'reference-without-its-last-stop': answer(
      all(hosted, withReference),
      converted('transaction_reference', (text) => text.replace(/\.$/, '')),
    ),
    'reference-with-an-ellipsis': answer(
      all(hosted, withReference),
      converted('transaction_reference', (text) => text.replace('...', '…')),
    ),
    'reference-in-other-letters-is-the-first': answer(all(initiate, withReference), ({ json }, exchange) => {
      const key = String(exchange.input['transaction_reference']).toLowerCase();
      const before = paidBefore(exchange).get(key);
      if (before?.['transaction_reference'] === json['transaction_reference'] || !before)
        paidBefore(exchange).set(key, { ...json });
      else Object.assign(json, before);
    }),
    'reference-of-another-request-at-once': answer(all(operator('b'), withReference), ({ json }, exchange) => {
      const last = lastReference(exchange);
      if (Date.now() - last.at < atOnceMs) json['transaction_reference'] = last.reference;
      Object.assign(last, { at: Date.now(), reference: exchange.input['transaction_reference'] });
    }),
  },
  'txn.amount-echo': {
    'amount-as-an-inexact-float': answer(initiate, ({ json }, { input }) => {
      json['amount'] = (Number(input['amount']) / 100) * 100;
    }),
  },
  'txn.amount-as-text': {
    'amount-between-blanks-accepted': overrideRequest(betweenBlanks, asNumber),
    'amount-after-a-plus-accepted': overrideRequest(afterPlus, asNumber),
  },
  'txn.requested-response-enum': {
    'response-approved-accepted': overrideRequest(matching('requested_response', /^(approved|completed)$/), {
      requested_response: 'success',
    }),
    'response-with-success-in-it-accepted': overrideRequest(matching('requested_response', /[a-z]success/), {
      requested_response: 'success',
    }),
    'response-of-a-part-accepted': overrideRequest(matching('requested_response', /^fail$|,/), {
      requested_response: 'failed',
    }),
    'response-of-a-built-in-name-accepted': overrideRequest(is('requested_response', builtIn), {
      requested_response: 'success',
    }),
    'response-declined-accepted': overrideRequest(matching('requested_response', /^(declined|0)$/), {
      requested_response: 'failed',
    }),
  },
  'generated.initiation-bodies': {
    'code-of-a-built-in-name-breaks': refusal(all(initiate, is('payment_method_code', builtIn)), crash),
    'currency-of-a-built-in-name-breaks': refusal(all(initiate, is('currency', builtIn)), crash),
    'many-levels-break': anyAnswer(all(initiate, manyLevels), crash),
  },
  'auth.before-validation': {
    'key-needless-behind-a-proxy': acceptsKey(all(initiate, noKey, fromThisMachine)),
  },
  'auth.same-connection': {
    'session-instead-of-a-key': [
      answer(guarded, withHeader('set-cookie', 'lang=en; Expires=Wed, 30 Dec 2099 07:28:00 GMT, session=open; Path=/')),
      acceptsKey(all(guarded, inSession)),
    ],
  },
  'hosted.accepted': { 'hosted-reference-used-up-by-a-refusal': usedUpByRefusal(hosted) },
  'operator-a-success.accepted': {
    'prompt-reference-used-up-by-a-refusal': usedUpByRefusal(operator('a')),
    'failure-repeats-for-the-number': [
      overrideRequest(all(operator('a'), failureRequested), (exchange) => {
        failing(exchange).add(exchange.input['mobile_money_number']);
        return {};
      }),
      answer(
        all(operator('a'), not(failureRequested), (exchange) =>
          failing(exchange).delete(exchange.input['mobile_money_number']),
        ),
        as('status', 'failed'),
      ),
    ],
  },
  'txn.number-leading-zero': {
    'number-zero-unread-with-digits': overrideRequest(all(mobileMoney, noLeadingZero, digits), rightNumber),
    'number-zero-on-a-later-line': overrideRequest(
      all(noLeadingZero, matching('mobile_money_number', /^0/m)),
      rightNumber,
    ),
    'number-zero-unread-with-a-port': overrideRequest(all(mobileMoney, noLeadingZero, withPort), rightNumber),
  },
  'checkout.accepted': {
    'checkout-reference-used-up-by-a-refusal': usedUpByRefusal(startCheckout),
    'checkout-key-not-first': answer(all(startCheckout, not(keyFirst)), refusedAs(400)),
  },
  'events.names': { 'events-cut-at-sixty': eventsUpTo(60) },
  'json.answers': {
    'updates-as-pages-for-who-takes-them': answer(all(updateCallback, takesPages), asPage),
    'checkouts-as-plain-text': anyAnswer(all(startCheckout, withPlainText), contentType('text/plain; charset=utf-8')),
  },
  'json.refusals': {
    'pages-of-refusals-for-who-takes-them': refusal(all(any(initiate, startCheckout), takesPages), asPage),
    'key-pages-for-who-takes-them': unauthorised(all(listWallets, takesPages), asPage),
  },
  'callback-delete.result': {
    'delete-result-in-french': answer(all(deleteCallback, inFrench), as('result', 'succès')),
  },
  'wallets.result': { 'wallets-result-in-german': answer(all(listWallets, inGerman), as('result', 'erfolgreich')) },
  'auth.invalid': {
    'any-key-of-a-browser-lists': acceptsKey(all(listWallets, ofBrowser)),
    'any-key-of-a-browser-deletes': acceptsKey(all(deleteCallback, ofBrowser)),
  },
  'callback-fetch.same-id': {
    'fetched-at-once-with-another': answer(fetchCallback, ({ json }, exchange) => {
      const last = lastFetched(exchange);
      const own = json['callback'];
      if (Date.now() - last.at < atOnceMs) json['callback'] = last.callback;
      Object.assign(last, { at: Date.now(), callback: own });
    }),
  },
  'callback-update.only-the-named': {
    'deactivation-leaks-to-the-same-address': afterUpdate((one, _before, { is_active }, others) => {
      if (is_active === false) for (const other of others()) if (other.url === one.url) other.is_active = false;
    }),
  },
  'callback-update.unusual-text': {
    'update-description-on-one-line': overrideRequest(
      all(updateCallback, matching('description', /\n/)),
      ({ input }) => ({ description: String(input['description']).replaceAll('\n', ' ') }),
    ),
    'update-description-without-markup': overrideRequest(
      all(updateCallback, matching('description', /<[a-z]/)),
      ({ input }) => ({ description: String(input['description']).replaceAll(/<\/?b>/g, '') }),
    ),
    'update-forgets-what-follows-a-long-text': overrideRequest(updateCallback, (exchange) =>
      leavingOut(fieldsAfter(exchange, 200)),
    ),
  },
  'wallets.list': {
    'list-of-one-wallet-is-an-object': answer(
      listWallets,
      listOf(1, ([wallet]) => wallet),
    ),
    'list-of-no-wallet-is-null': answer(
      listWallets,
      listOf(0, () => null),
    ),
    'list-of-no-wallet-is-an-object': answer(
      listWallets,
      listOf(0, () => ({})),
    ),
    'list-of-no-wallet-left-out': answer(
      listWallets,
      listOf(0, () => undefined),
    ),
  },
  'wallets.both-dates': {
    'dates-in-escapes-refused': answer(
      all(listWallets, given('start_date'), ({ rawQuery }) => rawQuery.includes('%')),
      refusedAs(400),
    ),
  },
};

/** Rewrites the query of the merchant's own in the redirect. */
const ownQuery = (rewrite: (own: string) => string): Effect =>
  merchantRedirect(
    always,
    leadingTo((url) => {
      const { own, ours } = parametersOf(url);
      url.search = [rewrite(own).replace(/^&/, ''), ours].filter(Boolean).join('&');
      return url.href;
    }),
  );

export const reportedInBrowser: Subject = {
  'redirect.own-query': {
    'own-query-encoded-twice': merchantRedirect(
      always,
      leadingTo((url) => {
        const { own, ours } = parametersOf(url);
        url.search = [own.replaceAll('%', '%25'), ours].filter(Boolean).join('&');
        return url.href;
      }),
    ),
    'own-query-of-campaigns-dropped': ownQuery((own) => own.replace(/(^|&)utm_[^&]*/g, '')),
    'own-query-key-dropped': ownQuery((own) => own.replace(/(^|&)key=[^&]*/g, '')),
    'own-query-id-dropped': ownQuery((own) => own.replace(/(^|&)id=[^&]*/g, '')),
    'own-query-state-dropped': ownQuery((own) => own.replace(/(^|&)state=[^&]*/g, '')),
    'own-query-session-dropped': ownQuery((own) => own.replace(/(^|&)session_id=[^&]*/g, '')),
    'own-query-tokens-masked': ownQuery((own) => own.replace(/((?:^|&)token=)[^&]*/g, '$1***')),
    'own-query-underscore-dropped': ownQuery((own) => own.replace(/(^|&)_[^&]*/g, '')),
    'own-query-with-entities': ownQuery((own) => own.replace('&copy', '%C2%A9')),
    'own-query-address-dropped': ownQuery((own) => own.replace(/(^|&)\w+=https?[^&]*/g, '')),
    'own-query-ends-at-commas': ownQuery((own) => own.replace(/(%2C|,)[^&]*/gi, '')),
    'own-query-ends-at-colons': ownQuery((own) => own.replace(/(?<!https?)(%3A|:)\d[^&]*/gi, '')),
    'own-query-without-stars': ownQuery((own) => own.replace(/%2A|\*/gi, '')),
    'own-query-quotes-doubled': ownQuery((own) => own.replace(/%27|'/g, '%27%27')),
    'own-query-true-as-one': ownQuery((own) => own.replace(/=true(?=&|$)/g, '=1')),
    'own-query-null-emptied': ownQuery((own) => own.replace(/=null(?=&|$)/g, '=')),
    'own-query-decimals-shortened': ownQuery((own) => own.replace(/(=\d+\.\d)0(?=&|$)/g, '$1')),
    'own-query-integers-rounded': ownQuery((own) => own.replace(/(?<==)\d{17,}(?=&|$)/g, (big) => String(Number(big)))),
    'own-query-days-as-moments': ownQuery((own) => own.replace(/(=\d{4}-\d\d-\d\d)(?=&|$)/g, '$1T00:00:00Z')),
  },
};
