import {
  answer,
  anyAnswer,
  as,
  body,
  contentType,
  converted,
  crash,
  fromSecondRequest,
  generalShape,
  insteadOf,
  overrideRequest,
  refusal,
  refusedAs,
  renamed,
  status,
  text,
  textOf,
  unauthorised,
  within,
  without,
} from '../changes.ts';
import {
  all,
  answeredWith,
  any,
  anyEndpoint,
  anyWallets,
  areas,
  deleteCallback,
  emptyBody,
  endpoints,
  fieldRule,
  fieldRules,
  initiate,
  lacks,
  listWallets,
  matching,
  mistyped,
  mobileMoney,
  noDay,
  noKey,
  not,
  operator,
  rawBodyMatching,
  readBalance,
  secretAsPublishable,
  startCheckout,
  unreadable,
  withExponent,
} from '../conditions.ts';
import type { Alteration, Change, Condition, Entries, Json, Subject } from '../exchange.ts';
import { fieldFaults, keyRefusalsOf, pick, refusalsOf, table } from '../fault-tables.ts';

const refusals = refusalsOf(anyEndpoint);
const fieldRefusals = refusalsOf(fieldRule);
const keyRefusals = keyRefusalsOf(anyEndpoint);

/** One fault for each of the four rules: its name ends with the given words. */
const perRule = (ending: string, change: Change): Entries =>
  Object.fromEntries(Object.entries(fieldRules).map(([rule, where]) => [`${rule}-${ending}`, refusal(where, change)]));
const inError = (change: Change): Alteration => fieldRefusals(within('error', change));
const message = (turn: (text: string) => string): Change => within('error', converted('message', turn));
const unlabelled = message((words) => words.replace('Parameter: ', ''));
const unnamed = message((words) => words.replace(/Parameter: .*/, 'Parameter:'));
const namesType = as('message', 'The request is not complete. Parameter: payment_method_type');
const camelCase = (text: string): string => text.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The shape of a field-level error (`7`). */
export const fieldErrors: Subject = {
  'error.field-object': {
    ...perRule('in-general-shape', generalShape),
    ...perRule('without-type', within('error', without('type'))),
    'field-error-as-text': fieldRefusals(as('error', 'InvalidRequestParameters')),
    'field-error-as-list': fieldRefusals(body(({ error }) => ({ result: 'error', error: [error] }))),
    'field-error-flat': fieldRefusals(body(({ error }) => ({ result: 'error', ...(error as object) }))),
    'field-error-named-errors': fieldRefusals(renamed('error', 'errors')),
    'field-error-without-message': inError(without('message')),
    'field-error-message-outside': fieldRefusals(({ json }) => {
      const { type, message } = json['error'] as Json;
      Object.assign(json, { error: { type }, message });
    }),
  },
  'error.field-type': {
    ...perRule('other-type', within('error', as('type', 'ValidationError'))),
    'field-type-singular': inError(as('type', 'InvalidRequestParameter')),
    'field-type-lower-case': inError(as('type', 'invalidrequestparameters')),
    'field-type-snake-case': inError(as('type', 'invalid_request_parameters')),
    'field-type-number': inError(as('type', 400)),
    'field-type-empty': inError(as('type', '')),
  },
  'error.field-label': {
    ...perRule('without-label', unlabelled),
    ...perRule('without-name', unnamed),
    'field-label-other': fieldRefusals(message((words) => words.replace('Parameter:', 'Field:'))),
    'field-label-behind': fieldRefusals(message((words) => words.replace(/Parameter: (\w+)/, '$1 (Parameter:)'))),
    'field-label-camel-case': fieldRefusals(message(camelCase)),
    'field-label-in-words': fieldRefusals(message((words) => words.replaceAll('_', ' '))),
    'field-message-empty': inError(as('message', '')),
    // For these requests the interface requires no field name.
    ...table(
      'field-named-instead',
      {
        amount: all(initiate, lacks('amount')),
        'prompt-email': all(mobileMoney, lacks('email')),
        'checkout-currency': all(startCheckout, lacks('currency')),
        anything: all(anyEndpoint, not(fieldRule)),
        'start-date': all(listWallets, noDay('start_date')),
      },
      (where) => refusal(where, as('error', undefined), namesType),
    ),
  },
};

const missingField = all(initiate, any(lacks('amount'), lacks('email'), lacks('currency')));
const showsKey: Change = ({ json }, { settings }) => (json['debug'] = `key ${settings.secretKey}`);
/** A path that was deleted before; ids are never used again. */
const onceDeleted = (): Condition => {
  const gone = new Set<string>();
  return ({ path, answer: { status } }) => {
    if (status === 200) gone.add(path);
    return status !== 200 && gone.has(path);
  };
};
/** Gives a general refusal another body. */
const refusedBy = (where: Condition, fields: Json = {}): Alteration =>
  refusal(where, insteadOf({ result: 'error', ...fields }));

/** What every error has, and the general shape (`7`). */
export const errors: Subject = {
  'error.result': {
    ...fieldFaults('refusal-result', 'result', refusals, { 'left-out': undefined, failed: 'failed' }),
    ...fieldFaults('refusal-result', 'result', refusals, { success: 'success', false: false }),
    'refusal-result-missing-field-level': fieldRefusals(without('result')),
    'refusal-result-missing-checkout': refusal(startCheckout, without('result')),
    'general-refusal-without-result': refusal(missingField, insteadOf({ message: 'The request is not valid.' })),
    'refusal-result-missing-wallets': refusal(anyWallets, without('result')),
  },
  'error.unauthorised-message': {
    ...table('unauthorised-without-message', areas, (where) => unauthorised(where, without('message'))),
    ...table('unauthorised-without-result', areas, (where) => unauthorised(where, without('result'))),
    ...fieldFaults('unauthorised-result', 'result', keyRefusals, { unauthorised: 'unauthorised', success: 'success' }),
    ...fieldFaults('unauthorised-message', 'message', keyRefusals, { empty: '', object: { text: 'Wrong key.' } }),
  },
  'error.malformed-body': {
    ...table('malformed-body-breaks', pick(endpoints, 'transactions', 'checkout', 'update'), (where) =>
      refusal(all(where, unreadable), crash),
    ),
    ...table('malformed-body-taken', pick(endpoints, 'transactions', 'checkout'), (where) =>
      refusal(all(where, unreadable), status(200)),
    ),
    'malformed-list-unwrapped': overrideRequest(
      all(initiate, rawBodyMatching(/^\[\{/)),
      ({ rawBody }) => (JSON.parse(rawBody()) as [Json])[0],
    ),
    'malformed-list-breaks': refusal(all(unreadable, rawBodyMatching(/^\[/)), crash),
  },
  'error.general-shape': {
    'general-refusal-result-only': refusedBy(missingField),
    'ill-typed-email-refusal-result-only': refusedBy(all(initiate, mistyped('email', 'string'))),
    'unasked-operator-a-refusal-result-only': refusedBy(all(operator('a'), lacks('requested_response'))),
    'general-refusal-errors': refusedBy(missingField, { errors: ['invalid'] }),
    'general-refusal-message-empty': refusedBy(missingField, { message: '' }),
    'general-refusal-message-list': refusedBy(missingField, { message: ['invalid'] }),
    'general-refusal-error-text': refusedBy(missingField, { error: 'invalid' }),
    'general-refusal-error-empty': refusedBy(missingField, { error: {} }),
    'general-refusal-bare-mistyped': refusedBy(all(initiate, mistyped('amount', 'number'))),
    'general-refusal-bare-empty': refusedBy(all(initiate, emptyBody)),
    'general-refusal-bare-checkout': refusedBy(startCheckout),
    'general-refusal-bare-wallets': refusedBy(listWallets),
    ...table(
      'refusal-of-another-type',
      { initiation: missingField, checkout: startCheckout, wallets: listWallets },
      (where) =>
        refusedBy(where, { error: { type: 'ValidationError', message: 'A value is missing. Parameter: amount' } }),
    ),
    ...table(
      'refusal-without-label',
      { initiation: missingField, checkout: startCheckout, wallets: listWallets },
      (where) => refusedBy(where, { error: { type: 'InvalidRequestParameters', message: 'A value is missing.' } }),
    ),
  },
  'error.no-server-fault': {
    ...table('unknown-callback-breaks', pick(endpoints, 'fetch', 'update', 'delete'), (where) =>
      anyAnswer(all(where, answeredWith(404)), crash),
    ),
    'second-deletion-breaks': anyAnswer(all(deleteCallback, onceDeleted()), crash),
    'unknown-currency-of-balance-breaks': refusal(readBalance, crash),
    'unknown-path-breaks': anyAnswer(({ route, answer: { status } }) => route === '' && status === 404, crash),
    'text-body-breaks': anyAnswer(
      all(initiate, ({ headers }) => (headers['content-type'] ?? '').startsWith('text/')),
      crash,
    ),
    'untyped-body-breaks': anyAnswer(
      all(initiate, ({ headers }) => headers['content-type'] === undefined),
      crash,
    ),
    'power-of-ten-breaks': answer(all(initiate, withExponent), crash),
    'tagged-email-breaks': answer(all(initiate, matching('email', /\+/)), crash),
    'wallet-refusal-breaks': refusal(listWallets, crash),
    'checkout-refusal-breaks': refusal(startCheckout, crash),
  },
  'error.never-success': {
    ...table('unknown-callback-is-success', pick(endpoints, 'fetch', 'update', 'delete'), (where) =>
      anyAnswer(all(where, answeredWith(404)), as('result', 'success')),
    ),
    'unknown-path-is-success': anyAnswer(({ route }) => route === '', as('result', 'success')),
    'refusal-is-success': refusal(missingField, as('result', 'success')),
    'body-empty-is-success': refusal(all(initiate, emptyBody), as('result', 'success')),
    'checkout-refusal-is-success': refusal(startCheckout, as('result', 'success')),
    'unknown-balance-is-success': refusal(readBalance, as('result', 'success')),
  },
  'auth.key-not-shown': {
    ...table('unauthorised-shows-key', areas, (where) => unauthorised(where, showsKey)),
    'refusal-shows-key': refusal(initiate, showsKey),
    'checkout-refusal-shows-key': refusal(startCheckout, showsKey),
  },
};

const asHtml = contentType('text/html; charset=utf-8');
const asPlainText = contentType('text/plain; charset=utf-8');
const cut = text((json) => json.slice(0, -1));
const answers = (...changes: Change[]): Alteration => answer(anyEndpoint, ...changes);

/** JSON, endpoint by endpoint, and the version in the path (`4`, `7`, `9`). */
export const formats: Subject = {
  'json.answers': {
    ...table('answer-html', endpoints, (where) => answer(where, asHtml)),
    ...table('answer-plain', pick(endpoints, 'transactions', 'checkout', 'delete'), (where) =>
      answer(where, asPlainText),
    ),
    'answer-untyped': answers(contentType('')),
    'answer-broken-json': answers(cut),
    'answer-json-as-text': answers(text((json) => JSON.stringify(json))),
    'answer-with-warning': answers(text((json) => `Warning: undefined index\n${json}`)),
    'answer-in-xml': answers(contentType('application/xml'), textOf('<result>success</result>')),
    'answer-html-second-time': fromSecondRequest(answers(asHtml)),
  },
  'json.refusals': {
    ...table('refusal-html', pick(areas, 'transactions', 'wallets', 'checkout'), (where) => refusal(where, asHtml)),
    ...table('refusal-html-rule', fieldRules, (where) => refusal(where, asHtml)),
    ...table('unauthorised-html', areas, (where) => unauthorised(where, asHtml)),
    ...table('unauthorised-html-at', pick(endpoints, 'update', 'delete'), (where) => unauthorised(where, asHtml)),
    ...table('unauthorised-html-given', pick(endpoints, 'transactions', 'fetch'), (where) =>
      unauthorised(all(where, not(noKey)), asHtml),
    ),
    'unauthorised-html-secret-key': unauthorised(secretAsPublishable, asHtml),
    'refusal-plain': refusals(asPlainText),
    'refusal-page': refusals(asHtml, textOf('<!doctype html><title>Bad request</title>')),
    'refusal-empty': refusals(textOf('')),
    'refusal-broken-json': refusals(cut),
    'unauthorised-plain': keyRefusals(asPlainText, textOf('Unauthorized')),
    'unauthorised-without-body': keyRefusals(textOf('')),
  },
  'version.path': {
    ...table('version-gone', endpoints, (where) =>
      anyAnswer(where, refusedAs(404, 'There is nothing at this address.')),
    ),
    'version-moved-transactions': anyAnswer(initiate, (reply) =>
      Object.assign(reply, { status: 301, location: '/v2/transactions' }),
    ),
  },
};
