import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import {
  acceptsKey,
  anyAnswer,
  as,
  body,
  contentType,
  converted,
  eachWallet,
  generalShape,
  header,
  overrideRequest,
  overrideService,
  refusal,
  unauthorised,
  within,
} from '../../faults/changes.ts';
import {
  all,
  always,
  any,
  anyEndpoint,
  answeredWith,
  fetchCallback,
  guarded,
  initiate,
  keyOf,
  lacks,
  listWallets,
  not,
  operator,
  postForm,
  startCheckout,
  unreadable,
  wrongKey,
} from '../../faults/conditions.ts';
import type { Alteration, Change, Condition, Effect, Json } from '../../faults/exchange.ts';
import { answersTo } from '../../faults/fault-tables.ts';
import type { Ids } from '../../service/identifiers.ts';
import { answers, options, question } from '../variant.ts';
import { adding, jsonText, refusedWithStatus, reworded } from '../variant-effects.ts';

const everyAnswer = (...changes: Change[]): Alteration => anyAnswer(anyEndpoint, ...changes);
const started = answersTo(initiate);
const wallets = answersTo(listWallets);
const fetched = answersTo(fetchCallback);
const operatorA = answersTo(operator('a'));
const otherFlows = answersTo(all(initiate, not(operator('a'))));

const idsAre = (newId: Ids['newId']): Effect => overrideService({ ids: () => ({ newId }) });
const referencesAre = (newReference: Ids['newReference']): Effect => overrideService({ ids: () => ({ newReference }) });
const twentyDigits = (): string => `${randomInt(1e9, 1e10)}${randomInt(1e9, 1e10)}`;

/** Identifiers and generated references. The interface says only that they are strings (`2.2`). */
export const identifiers = {
  'form of ids': question(
    'answers initiations operators checkouts callback-fields callback-updates callback-deletions ways-back',
    '',
    {
      'ids-are-uuids': idsAre(() => randomUUID()),
      'ids-count-up': overrideService({
        ids() {
          let last = 0;
          return { newId: () => String((last += 1)) };
        },
      }),
      'ids-are-long-numbers': idsAre(twentyDigits),
      'ids-have-signs': idsAre((prefix) => `${prefix}:${randomBytes(12).toString('base64').replaceAll('/', '.')}=~@!`),
      'ids-are-long': idsAre((prefix) => `${prefix}_${randomBytes(75).toString('hex')}`),
    },
  ),
  'generated references': question('initiations operators ways-back', '', {
    'references-are-numbers': referencesAre(twentyDigits),
    'references-have-slashes': referencesAre(() => `2030/INV#${randomInt(1e9, 1e10)} & co`),
    'references-are-the-id': referencesAre((transactionId) => transactionId),
  }),
  'codes of operator C': question('operators', 'operator-c.code-own', {
    'test-codes-alike': overrideService({ ids: () => ({ newPaymentCode: () => '00000000' }) }),
  }),
  'qr codes of operator C': question('operators', 'operator-c.own-qr-code', {
    'test-qr-codes-alike': answersTo(operator('c'))(as('qr_code', 'data:image/png;base64,iVBORw0KGgo=')),
  }),
};

const optional = ['status', 'checkout_id', 'hosted_url', 'text_message', 'qr_code', 'code'];
const nulls = Object.fromEntries(optional.map((name) => [name, null]));
const furtherFields = 'txn.unknown-fields operator-a.answer-beyond answers.further-fields';
const gatewayFields = { request_id: '01J9Z', timestamp: '2030-01-01T00:00:00Z', meta: null, links: [] };

const callbackFields = adding(() => ({ version: 3, owner: { id: 7 }, secret: 'whsec' }));
const sentAmount = adding(({ input: { amount } }) => ({ amount }));
const withPoint = jsonText((fields) => JSON.stringify(fields).replace(/("amount":\d+)(?=[,}])/, '$1.00'));

/** How JSON is written, and which fields answers have in addition to those that the interface lists. */
export const json = {
  'further fields': question(
    'answers initiations operators checkouts wallets callback-fields callback-updates callback-deletions',
    '',
    {
      'further-fields-everywhere': [
        answers(`${furtherFields} checkout.unknown-fields wallets.unknown-fields callback-fetch.unknown-fields`),
        everyAnswer(adding(() => ({ ...gatewayFields }))),
        wallets(eachWallet(({ json }) => Object.assign(json, { name: 'Main', is_default: true, limits: {} }))),
        fetched(within('callback', callbackFields)),
      ],
      'absent-fields-are-null': [answers(furtherFields), started(adding(() => nulls))],
      'every-field-in-every-flow': [
        answers(furtherFields),
        otherFlows(
          adding(({ answer }) => ({
            status: answer.json['result'] === 'success' ? 'pending' : 'failed',
            checkout_id: `chk-of-${String(answer.json['transaction_id'])}`,
            text_message: answer.json['message'],
          })),
        ),
        operatorA(adding(() => ({ checkout_id: 'chk-0-1' }))),
      ],
    },
  ),
  'amount and currency in the answer': question('initiations operators', 'txn.listed-amount-currency', {
    'amount-and-currency-answered': started(adding(({ input: { amount, currency } }) => ({ amount, currency }))),
    'amount-answered-with-a-point': [answers(''), started(sentAmount, withPoint)],
  }),
  'checkout answers': question('checkouts', 'checkout.unknown-fields', {
    'checkout-answers-like-an-initiation': answersTo(startCheckout)(
      adding(({ transaction }) => ({
        message: 'The checkout is ready.',
        checkout_id: transaction?.checkoutId,
        transaction_reference: transaction?.transactionReference,
      })),
    ),
  }),
  'order of fields': question('answers', '', { 'fields-from-z-to-a': everyAnswer(body(sorted)) }),
  'JSON text': question('answers', '', {
    'json-in-lines': everyAnswer(jsonText((fields) => `${JSON.stringify(fields, null, 2)}\n`)),
    'json-escaped': everyAnswer(jsonText((fields) => escaped(JSON.stringify(fields)))),
    'json-between-blanks': everyAnswer(jsonText((fields) => `\r\n  ${JSON.stringify(fields)} \r\n\r\n`)),
  }),
};

function sortedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedValue);
  return typeof value === 'object' && value !== null ? sorted(value as Json) : value;
}

function sorted(json: Json): Json {
  const fields = Object.entries(json).toSorted(([one], [other]) => (one < other ? 1 : -1));
  return Object.fromEntries(fields.map(([name, value]) => [name, sortedValue(value)]));
}

function escaped(text: string): string {
  const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll('/', String.raw`\/`).replace(/[\u0080-\uffff]/g, escape);
}

const bare: Condition = ({ headers, settings }) => headers.authorization === settings.secretKey;
const basic: Condition = ({ headers, settings }) => headers.authorization === `Basic ${settings.secretKey}`;
const lowerCase: Condition = (exchange) =>
  (exchange.headers.authorization ?? '').startsWith('bearer ') && keyOf(exchange) !== undefined;
const sameButForCase = (sent: string, right: string): boolean => sent.toLowerCase() === right.toLowerCase();
const publishableInEitherCase: Condition = ({ input: { publishable_key: sent }, settings }) =>
  typeof sent === 'string' && sameButForCase(sent, settings.publishableKey);
const notJson = all(initiate, ({ headers }) => !/json/.test(headers['content-type'] ?? ''));

/** Keys, where `5` leaves a choice. */
export const keys = {
  'case of keys': question('keys', 'auth.key-case', {
    'keys-in-either-case': [
      acceptsKey(all(guarded, wrongKey(sameButForCase))),
      overrideRequest(all(startCheckout, publishableInEitherCase), ({ settings }) => ({
        publishable_key: settings.publishableKey,
      })),
    ],
  }),
  'schemes other than Bearer': question('keys', 'auth.scheme-case', {
    'key-without-scheme': acceptsKey(all(guarded, bare)),
    'basic-read-as-bearer': [answers('auth.other-scheme'), acceptsKey(all(guarded, basic))],
    'scheme-in-capitals-only': refusedWithStatus(all(guarded, lowerCase), 401),
  }),
  'order of key and body': question('keys refusals', 'auth.order', options('bodies-read-before-keys')),
  'secret key of a checkout': question('keys forms', 'auth.checkout-secret form.key-secret', {
    'secret-key-opens-checkouts': overrideRequest(
      all(any(startCheckout, postForm), ({ input, settings }) => input['publishable_key'] === settings.secretKey),
      ({ settings }) => ({ publishable_key: settings.publishableKey }),
    ),
  }),
  'checkout without a key': question('checkouts keys', 'checkout.missing-key-status', {
    'missing-publishable-key-is-400': refusedWithStatus(all(startCheckout, lacks('publishable_key')), 400),
  }),
  'other content types': question('initiations operators', 'auth.content-type', {
    'other-content-types-are-415': anyAnswer(notJson, (answer) => {
      if (answer.status === 400) answer.status = 415;
    }),
    'content-type-not-looked-at': [],
  }),
};

const unknownRoute: Condition = ({ route }) => route === '';
const unversioned: Condition = ({ route, path }) => route === '' && !path.startsWith('/v1/');
/** The refusals for the four rules of `4.1`, whose shape the interface states. */
const fieldLevelStated: Condition = all(initiate, ({ answer: { json } }) =>
  /Parameter: (payment_method_code|payment_method_type|mobile_money_number)/.test(
    String((json['error'] as Json | undefined)?.['message']),
  ),
);
const inLines = jsonText((fields) => JSON.stringify(fields, null, 1));
const withCode = { code: 'E1042', documentation: 'https://docs.example/errors' };

/** Refusals, in either of the two shapes of `7`. */
export const refusals = {
  'shape of other refusals': question('refusals checkouts wallets', 'error.general-form', {
    'refusals-in-the-general-shape': refusal(all(anyEndpoint, not(fieldLevelStated)), generalShape),
  }),
  'both shapes': question('refusals checkouts wallets keys', '', {
    'refusals-in-both-shapes': [
      answers('error.field-message'),
      refusal(anyEndpoint, ({ json }) => {
        if (json['error']) json['message'] = (json['error'] as Json)['message'];
      }),
    ],
    'refusals-with-a-code': anyAnswer(all(anyEndpoint, answeredWith(400, 401, 404)), ({ json }) =>
      Object.assign(json, withCode, { details: [] }),
    ),
  }),
  'refused bodies': question('initiations operators', 'error.broken-json', {
    'broken-bodies-are-422': refusal(all(initiate, unreadable), (answer) => (answer.status = 422)),
  }),
  'unknown addresses': question('answers', 'error.unknown-path', {
    'unknown-addresses-in-html': anyAnswer(unknownRoute, (answer) => {
      answer.type = 'text/html';
      answer.text = '<!doctype html><title>404</title><h1>Not Found</h1>';
    }),
    'other-methods-are-404': anyAnswer(answeredWith(405), (answer) => (answer.status = 404)),
    'unknown-addresses-are-403': anyAnswer(unknownRoute, (answer) => (answer.status = 403)),
  }),
  'addresses without a version': question('initiations operators', 'version.elsewhere', {
    'addresses-without-version': [],
    'addresses-without-version-lead-on': anyAnswer(unversioned, (answer, { path }) => {
      Object.assign(answer, { status: 308, location: `/v1${path}` });
    }),
  }),
  'unauthorised answers': question('keys', '', {
    'unauthorised-without-challenge': unauthorised(guarded, header('www-authenticate', undefined), inLines),
  }),
};

/** Other words in messages that have a plain version, with signs of their own in the one with markup. */
const withPlainVersion = (words: string, inMarkup: (words: string) => string): Alteration =>
  started(
    body((json) => {
      if (json['text_message'] === undefined) return json;
      const reference = String(json['transaction_reference']).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return {
        ...json,
        message: `<b>${inMarkup(words)}</b><br>${reference}`,
        text_message: `${words}\n${String(json['transaction_reference'])}`,
      };
    }),
  );

/** Messages for people. Their wording is free, except for the label of `7` and the markup of operator A. */
export const wording = {
  'wording of messages': question(
    'answers refusals operators callback-fields callback-updates callback-deletions',
    'error.wording answers.wording',
    {
      'messages-terse': everyAnswer(...reworded(() => 'OK')),
      'messages-wordy': everyAnswer(
        ...reworded((words) => `Dear "merchant" (ref #42/7): ${words} -- see <https://docs.example/?a=1&b=2>.`),
      ),
      'messages-in-another-script': everyAnswer(...reworded(() => '支付请求已处理')),
      'messages-with-label-in-quotes': everyAnswer(({ json }) => {
        const error = json['error'] as { message?: string } | undefined;
        if (error) error.message = error.message?.replace(/Parameter: (\w+)/g, '[Parameter: "$1"]') ?? '';
      }),
    },
  ),
  'markup in messages': question('initiations operators', '', {
    'messages-marked-up': otherFlows(converted('message', (words) => `<p>${words}</p><br/>`)),
    'messages-in-entities-by-number': withPlainVersion('Платёж одобрен, деньги поступят сегодня', (words) =>
      words.replace(/[^ -~]/g, (letter) => `&#${letter.codePointAt(0)};`),
    ),
    'messages-in-entities-by-name': withPlainVersion('Référence reçue : opération réussie, à bientôt', (words) =>
      words.replace(/[^ -~]/g, (letter) => {
        const [base = '', accent = ''] = letter.normalize('NFD');
        return `&${base}${{ '\u0301': 'acute', '\u0300': 'grave', '\u0327': 'cedil', '\u0302': 'circ' }[accent]};`;
      }),
    ),
    'messages-with-strong-tags': operatorA(
      converted('message', (words) =>
        words.replaceAll('<b>', '<B class="x">').replaceAll('</b>', '</B>').replaceAll('<br>', '<BR />'),
      ),
    ),
  }),
  'empty texts': question('wallets callback-fields callback-updates callback-deletions', '', {
    'texts-empty': wallets(eachWallet(as('message', ''))),
    'fetch-with-a-message': fetched(as('message', 'Found.')),
  }),
};

/** How answers are transferred. The interface defines JSON bodies and leaves the rest to HTTP (`4`). */
export const transport = {
  compression: question('answers', '', options('answers-gzipped answers-deflated answers-in-brotli')),
  'chunks and delays': question(
    'answers',
    '',
    options('answers-in-chunks answers-in-slow-pieces answers-take-a-while'),
  ),
  connections: question('answers', '', {
    'connections-not-kept': anyAnswer(always, header('connection', 'close')),
    'connections-kept-briefly': [],
  }),
  'content type': question('answers', 'answers.headers', {
    'content-type-bare': everyAnswer(contentType('application/json')),
    'content-type-in-capitals': everyAnswer(contentType('Application/JSON;charset="UTF-8"')),
    'content-type-of-problems': refusal(anyEndpoint, contentType('application/problem+json')),
  }),
  headers: question('answers', 'answers.headers', {
    'headers-of-a-gateway': anyAnswer(
      always,
      header('set-cookie', 'route=7f; Path=/; HttpOnly'),
      header('etag', 'W/"1f"'),
      header('x-request-id', '5d0c7d6e'),
      header('strict-transport-security', 'max-age=63072000'),
      header('x-ratelimit-remaining', '4999'),
      header('vary', 'Origin, Accept-Encoding'),
      header('cache-control', 'no-store'),
    ),
  }),
};
