import {
  acceptsKey,
  answer,
  anyAnswer,
  as,
  body,
  fromSecondRequest,
  fieldsOf,
  leavingOut,
  overrideRequest,
  refusedAs,
  status,
  unauthorised,
} from '../changes.ts';
import {
  alike,
  all,
  any,
  deleteCallback,
  endpoints,
  failureRequested,
  fetchCallback,
  given,
  guarded,
  hosted,
  initiate,
  keyOf,
  knownConnection,
  lacks,
  is,
  listWallets,
  mobileMoney,
  noDay,
  noKey,
  noLeadingZero,
  not,
  otherCurrency,
  readBalance,
  publishableKey,
  updateCallback,
  wrongKey,
} from '../conditions.ts';
import type { Alteration, Change, Condition, Effects, Entries, Json, Subject } from '../exchange.ts';
import { keyRefusalsOf, pick, refusedWith, table, type Words } from '../fault-tables.ts';

const { checkout: _checkout, ...everyEndpoint } = endpoints;
const emptyKey: Condition = (exchange) => keyOf(exchange) === '';
const otherKey = all(wrongKey(), not(publishableKey));
const basic: Condition = ({ headers }) => headers.authorization?.startsWith('Basic ') ?? false;
const complete = all(given('amount'), given('email'), given('currency'));
const nearlyRight = wrongKey(alike.differsInOne);
const beginning = wrongKey(alike.cutShort);
const extended = wrongKey(alike.extended);
const unknownId: Condition = ({ path }) => /\/no-such-callback/.test(path);

/** Narrow kinds of requests. Each fault accepts a missing or wrong key for one of them only. */
const narrower = {
  'list-with-limit': all(listWallets, given('limit')),
  'list-with-dates': all(listWallets, given('start_date')),
  'second-currency': all(initiate, otherCurrency),
  'failing-prompt': all(mobileMoney, failureRequested),
  addresses: all(initiate, given('success_url')),
  'url-update': all(updateCallback, given('url'), lacks('description')),
  activation: all(updateCallback, given('is_active')),
  deactivation: all(updateCallback, is('is_active', false)),
  'balance-of-one-currency': all(readBalance, given('currency')),
};

/** What is wrong with a request besides its key. Each fault looks at it first. */
const lookedAtFirst: Entries = {
  'unknown-fetch-before-key': unauthorised(all(fetchCallback, unknownId), refusedAs(404)),
  'unknown-update-before-key': unauthorised(all(updateCallback, unknownId), refusedAs(404)),
  'unknown-deletion-before-key': unauthorised(all(deleteCallback, unknownId), refusedAs(404)),
  'query-before-key': unauthorised(all(listWallets, noDay('start_date')), refusedAs(400)),
  'body-before-key': unauthorised(all(initiate, lacks('amount')), refusedAs(400)),
  'number-before-key': unauthorised(noLeadingZero, refusedAs(400)),
};

/** Accepts a key everywhere that the sandbox refuses. */
const accepts = (...sent: Condition[]): Alteration => acceptsKey(all(guarded, ...sent));
/** Accepts it for some requests only. */
const allows = (prefix: string, sent: Condition, requests: Words<Condition>): Entries =>
  table(prefix, requests, (where) => acceptsKey(all(where, sent)));
/** Refuses it there with HTTP 403. */
const forbids = (prefix: string, sent: Condition): Entries =>
  table(prefix, pick(endpoints, 'transactions', 'fetch', 'delete'), (where) =>
    unauthorised(all(where, sent), status(403)),
  );
/** Refuses it with other statuses. */
const refuses = (prefix: string, sent: Condition, ...codes: number[]): Entries =>
  refusedWith(prefix, keyRefusalsOf(all(guarded, sent)), ...codes);
const some = pick(endpoints, 'transactions', 'wallets', 'fetch', 'delete');

/** Which keys each endpoint accepts (`5`). */
export const credentials: Subject = {
  'auth.missing': {
    ...allows('key-absent', noKey, everyEndpoint),
    ...allows('unkeyed', noKey, narrower),
    ...forbids('key-absent-403', noKey),
    ...refuses('key-absent', noKey, 200, 400, 500),
    ...lookedAtFirst,
    'key-absent-is-404': unauthorised(all(guarded, noKey), refusedAs(404)),
  },
  'auth.invalid': {
    ...allows('key-any', otherKey, everyEndpoint),
    ...allows('any-key', otherKey, narrower),
    ...forbids('key-wrong-403', otherKey),
    ...refuses('key-wrong', otherKey, 500),
    'key-of-other-scheme': accepts(otherKey, basic),
    'key-word-undefined': accepts((exchange) => keyOf(exchange) === 'undefined'),
    'key-word-null': accepts((exchange) => keyOf(exchange) === 'null'),
    'key-word-wildcard': accepts((exchange) => keyOf(exchange) === '%'),
    'key-any-second-time': fromSecondRequest(accepts(otherKey)),
  },
  'auth.empty': { ...allows('key-empty', emptyKey, everyEndpoint), ...refuses('key-empty', emptyKey, 400, 403, 500) },
  'auth.publishable': {
    ...allows('key-publishable', publishableKey, everyEndpoint),
    ...allows('publishable', publishableKey, narrower),
    ...forbids('key-publishable-403', publishableKey),
  },
  'auth.secret': {
    ...table('key-right-refused', everyEndpoint, (where) => answer(where, refusedAs(401))),
    'key-right-only-once': fromSecondRequest(answer(guarded, refusedAs(401))),
  },
  'auth.before-validation': {
    'unkeyed-payment-accepted': acceptsKey(all(hosted, noKey, complete)),
    'unkeyed-prompt-accepted': acceptsKey(all(mobileMoney, noKey, complete)),
    'unkeyed-payment-says-success': unauthorised(all(initiate, noKey), status(200), as('result', 'success')),
  },
  'auth.near-miss': {
    'key-any-alike': accepts(wrongKey(alike.begins)),
    'key-tail-compared': accepts(wrongKey(alike.ends)),
    'key-ends-compared': accepts(wrongKey(alike.beginsAndEnds)),
    'key-of-same-length': accepts(wrongKey(alike.sameLength)),
    ...allows('key-nearly-right', nearlyRight, some),
    ...refuses('key-nearly-right', nearlyRight, 403),
  },
  'auth.truncated': { ...allows('key-truncated', beginning, some), ...refuses('key-truncated', beginning, 403) },
  'auth.extended': { ...allows('key-extended', extended, some), ...refuses('key-extended', extended, 403) },
};

const inHeader: Condition = ({ headers, settings }) =>
  Object.values(headers).some((value) => String(value).includes(settings.secretKey));
const inQuery: Condition = ({ query, settings }) => Object.values(query).includes(settings.secretKey);
const inBody: Condition = ({ input, settings }) => Object.values(input).includes(settings.secretKey);
const onKnownConnection = all(wrongKey(), knownConnection);

/** Answers a request with 401 but executes it. */
const appliedDespite401 = (prefix: string, where: Condition): Entries =>
  table(
    prefix,
    { 'without-key': noKey, 'with-wrong-key': wrongKey(), 'with-publishable-key': publishableKey },
    (sent) => [acceptsKey(all(where, sent)), answer(all(where, sent), refusedAs(401))],
  );

const unkeyedUpdate = all(updateCallback, any(noKey, wrongKey()));

/** Returns a callback to requests with another key, in a changed answer. */
const shownTo = (key: Condition, ...changes: Change[]): Effects => [
  acceptsKey(all(fetchCallback, key)),
  answer(all(fetchCallback, key), ...changes),
];
const wrong = [as('result', 'error'), as('message', 'Wrong key.')];
const addressOnly = body(({ callback }) => {
  const { url } = callback as Json;
  return { result: 'error', message: `Wrong key for ${String(url)}.`, url };
});

/** Keys in the wrong place, and requests that are executed despite a refusal (`5`). */
export const keyEffects: Subject = {
  'auth.key-in-body': {
    'key-elsewhere-transactions': acceptsKey(all(initiate, noKey, any(inHeader, inQuery, inBody))),
    'key-in-body-accepted': accepts(noKey, inBody),
  },
  'auth.other-path': table(
    'unkeyed',
    {
      'with-slash': /(list|transactions)\/$/,
      'with-extension': /\.json$/,
      'after-a-semicolon': /;v=1$/,
      'after-two-slashes': /\/\//,
      'in-capitals': /^\/V1/,
      'with-escape': /%73/,
      'without-version': /^\/(wallets|transactions)/,
    },
    (spelling) =>
      anyAnswer(
        all(noKey, ({ path }) => spelling.test(path)),
        status(200),
        as('result', 'success'),
      ),
  ),
  'auth.same-connection': {
    ...allows('key-of-connection', onKnownConnection, { ...some, update: updateCallback }),
    'key-of-connection-anywhere': accepts(knownConnection),
    ...refuses('key-of-connection', onKnownConnection, 403),
  },
  'auth.callback-unchanged': {
    ...appliedDespite401('update-applied', updateCallback),
    // Without its fields, the update changes only date_updated.
    'refused-update-moves-date-updated': [
      acceptsKey(unkeyedUpdate),
      overrideRequest(unkeyedUpdate, ({ input }) => leavingOut(fieldsOf(input))),
      answer(unkeyedUpdate, refusedAs(401)),
    ],
  },
  'auth.callback-not-deleted': appliedDespite401('delete-applied', deleteCallback),
  'auth.callback-not-shown': {
    'callback-shown-to-publishable-key': acceptsKey(all(fetchCallback, publishableKey)),
    'callback-shown-with-401': shownTo(publishableKey, status(401), ...wrong),
    'callback-shown-with-403': shownTo(publishableKey, status(403), ...wrong),
    'callback-shown-to-strangers': shownTo(noKey, status(401), ...wrong),
    'callback-shown-to-any-key': shownTo(otherKey, status(401), ...wrong),
    'callback-address-shown': shownTo(publishableKey, status(401), addressOnly),
  },
};
