import type { Variation } from '../service/variation.ts';
import type { Alteration, Answer, Change, Effect, Exchange, Json, Where } from './exchange.ts';
import { all, anyPage } from './places.ts';

/** The effects of faults on requests, keys and answers. */

/** Replaces fields of the request before the service reads them; undefined removes a field. */
export const readsAs = (where: Where, fields: Json | ((exchange: Exchange) => Json)): Alteration => ({
  side: 'request',
  where,
  fields: typeof fields === 'function' ? fields : () => fields,
});

/** Fields for `readsAs` that remove these from the request. */
export const leavingOut = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Accepts the key of the request, whatever it is. */
export const acceptsKey = (where: Where): Alteration => ({ side: 'key', where });

/** Replaces parts of the service; each sandbox has its own. */
export const inService = (variation: Variation): Effect => ({ side: 'service', variation });

/** Changes a successful answer. */
export const answer = (where: Where, ...changes: Change[]): Alteration =>
  on(where, ({ status, location }) => status < 400 && location === '', changes);

/** Changes a 400. */
export const refusal = (where: Where, ...changes: Change[]): Alteration =>
  on(where, ({ status }) => status === 400, changes);

/** Changes a 401. */
export const unauthorised = (where: Where, ...changes: Change[]): Alteration =>
  on(where, ({ status }) => status === 401, changes);

/** Changes any answer, including pages and redirects, whatever its status. */
export const anyAnswer = (where: Where, ...changes: Change[]): Alteration => on(where, () => true, changes);

/** Changes the redirect to the merchant. */
export const merchantRedirect = (where: Where, ...changes: Change[]): Alteration =>
  on(all(anyPage, where), ({ location }) => /^https?:/.test(location), changes);

/** Applies the alteration from the second matching request on. */
export const secondTime = (alteration: Alteration): Alteration => ({ ...alteration, from: 2 });

function on(where: Where, test: (answer: Answer) => boolean, changes: readonly Change[]): Alteration {
  return { side: 'answer', where: (exchange) => where(exchange) && test(exchange.answer), changes };
}

// Changes of one field.

export const without =
  (name: string): Change =>
  ({ json }) => {
    delete json[name];
  };

export const as =
  (name: string, value: unknown): Change =>
  ({ json }) => {
    json[name] = value;
  };

/** Derives the value from the original one. */
export const converted =
  (name: string, turn: (value: string, exchange: Exchange) => unknown): Change =>
  ({ json }, exchange) => {
    json[name] = turn(String(json[name] ?? ''), exchange);
  };

export const renamed =
  (name: string, other: string): Change =>
  ({ json }) => {
    json[other] = json[name];
    delete json[name];
  };

/** Repeats the value of the first matching answer. */
export const ofFirst =
  (name: string): Change =>
  ({ json }, _exchange, { first }) => {
    if (first) json[name] = first.json[name];
  };

/** Changes an object within the body. */
export const within =
  (name: string, ...changes: Change[]): Change =>
  (answer, exchange, memory) => {
    const json = answer.json[name] as Json | undefined;
    if (json) for (const change of changes) change({ ...answer, json }, exchange, memory);
  };

/** Changes every wallet of a list, or only the last. */
export const wallets =
  (change: Change, which: 'each' | 'last' = 'each'): Change =>
  (answer, exchange, memory) => {
    const list = answer.json['wallets'] as Json[];
    for (const json of which === 'last' ? list.slice(-1) : list) change({ ...answer, json }, exchange, memory);
  };

// Changes of a whole answer.

export const status =
  (code: number): Change =>
  (answer) => {
    answer.status = code;
    if (code === 204) answer.text = '';
  };

export const contentType =
  (type: string): Change =>
  (answer) => {
    answer.type = type;
  };

export const header =
  (name: string, value: string | undefined): Change =>
  (answer) => {
    answer.headers[name] = value;
  };

export const body =
  (make: (json: Json, exchange: Exchange) => Json): Change =>
  (answer, exchange) => {
    answer.json = make(answer.json, exchange);
  };

/** Changes the text that is sent: the page, or the JSON text. */
export const text =
  (make: (text: string) => string): Change =>
  (answer) => {
    answer.text = make(answer.text ?? JSON.stringify(answer.json));
  };

export const refusedAs = (code: number, message = 'The request cannot be accepted.'): Change => {
  return (answer) => {
    answer.status = code;
    answer.location = '';
    answer.type = 'application/json; charset=utf-8';
    answer.text = undefined;
    answer.json = { result: 'error', message };
  };
};

export const crash = refusedAs(500, 'Internal server error. Try again later.');

/** A field-level refusal that names this field, and no other. */
export const naming = (field: string): Change =>
  within('error', as('message', `The request is not complete. Parameter: ${field}`));

/** The first body shape of `7` in place of the second. */
export const generalShape: Change = body(({ error }) => ({
  result: 'error',
  message: (error as Json | undefined)?.['message'] ?? 'Invalid request.',
}));

// Changes of the redirect to the merchant.

/** Changes the address of the redirect; an empty text removes the redirect. */
export const leadingTo =
  (make: (url: URL, exchange: Exchange) => string): Change =>
  (answer, exchange) => {
    answer.location = make(new URL(answer.location), exchange);
  };

/** Changes one parameter; undefined removes it. */
export const parameter = (name: string, make: (value: string, exchange: Exchange) => string | undefined): Change =>
  leadingTo((url, exchange) => {
    const value = make(url.searchParams.get(name) ?? '', exchange);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.href;
  });

/** Repeats the parameter of the first matching redirect. */
export const parameterOfFirst =
  (name: string): Change =>
  (answer, exchange, memory) => {
    const value = memory.first && new URL(memory.first.location).searchParams.get(name);
    if (value) parameter(name, () => value)(answer, exchange, memory);
  };

export const parameterInFragment = (name: string): Change =>
  leadingTo((url) => {
    const value = url.searchParams.get(name) ?? '';
    url.searchParams.delete(name);
    url.hash = `${name}=${encodeURIComponent(value)}`;
    return url.href;
  });

/** Writes the value of a parameter with another encoding. */
export const parameterEncoded = (name: string, write: (value: string) => string): Change =>
  leadingTo((url) => {
    const value = url.searchParams.get(name) ?? '';
    url.searchParams.delete(name);
    return `${url.href}${url.search === '' ? '?' : '&'}${name}=${write(value)}`;
  });
