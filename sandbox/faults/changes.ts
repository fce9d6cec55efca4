import type { Callbacks } from '../service/callbacks.ts';
import type { Settings } from '../service/settings.ts';
import type { Variation } from '../service/service.ts';
import { all, anyPage } from './conditions.ts';
import type { Alteration, Answer, Change, Condition, Effect, Exchange, Field, Json, Parameter } from './exchange.ts';

/** The effects of faults and variants on requests, keys, answers, pages and redirects. */

/** Replaces fields of the request before the service reads them; undefined removes a field. */
export const overrideRequest = (where: Condition, fields: Json | ((exchange: Exchange) => Json)): Alteration => ({
  side: 'request',
  where,
  fields: typeof fields === 'function' ? fields : () => fields,
});

/** The fields that a request has. */
export const fieldsOf = (input: Json): Field[] => Object.keys(input) as Field[];

/** Fields for `overrideRequest` that remove these from the request. */
export const leavingOut = (names: readonly Field[]): Json => Object.fromEntries(names.map((name) => [name, undefined]));

/** Accepts the key of the request, whatever it is. */
export const acceptsKey = (where: Condition): Alteration => ({ side: 'key', where });

/** Replaces parts of the service; each sandbox has its own. */
export const overrideService = (variation: Variation): Effect => ({ side: 'service', variation });

/** Replaces methods of the callbacks of a service. */
export const overrideCallbacks = (change: (plain: Callbacks) => Partial<Callbacks>): Effect =>
  overrideService({ callbacks: change });

/** Changes a successful answer. */
export const answer = (where: Condition, ...changes: Change[]): Alteration =>
  on(where, ({ status, location }) => status < 400 && location === '', changes);

/** Changes a 400. */
export const refusal = (where: Condition, ...changes: Change[]): Alteration =>
  on(where, ({ status }) => status === 400, changes);

/** Changes a 401. */
export const unauthorised = (where: Condition, ...changes: Change[]): Alteration =>
  on(where, ({ status }) => status === 401, changes);

/** Changes any answer, including pages and redirects, whatever its status. */
export const anyAnswer = (where: Condition, ...changes: Change[]): Alteration => on(where, () => true, changes);

/** Changes the redirect to the merchant. */
export const merchantRedirect = (where: Condition, ...changes: Change[]): Alteration =>
  on(all(anyPage, where), ({ location }) => /^https?:/.test(location), changes);

/** Applies the alteration from the second matching request on. */
export const fromSecondRequest = (alteration: Alteration): Alteration => ({ ...alteration, from: 2 });

function on(where: Condition, test: (answer: Answer) => boolean, changes: readonly Change[]): Alteration {
  return { side: 'answer', where: (exchange) => where(exchange) && test(exchange.answer), changes };
}

// Changes of one field.

const onJson =
  (act: (json: Json) => void): Change =>
  ({ json }) =>
    act(json);

export const without = (name: Field): Change => onJson((json) => delete json[name]);
export const as = (name: Field, value: unknown): Change => onJson((json) => (json[name] = value));
/** Repeats a field under the name of another. */
export const copied = (name: Field, other: Field): Change => onJson((json) => (json[other] = json[name]));
export const renamed = (name: Field, other: string): Change =>
  onJson((json) => {
    json[other] = json[name];
    delete json[name];
  });

/** Derives the value from the original one. */
export function converted(name: Field, turn: (value: string, exchange: Exchange) => unknown): Change {
  return ({ json }, exchange) => (json[name] = turn(String(json[name] ?? ''), exchange));
}

/** Repeats the value of the first matching answer. */
export function ofFirst(name: Field): Change {
  return ({ json }, _exchange, { first }) => first && (json[name] = first.json[name]);
}

/** Numbers the answers, from a first number on, up to a last one. */
export const numbered =
  (name: Field, prefix: string, first: number, most = Infinity): Change =>
  ({ json }, _exchange, { times }) => {
    json[name] = `${prefix}${first + (times % most)}`;
  };

/** Changes an object within the body. */
export const within =
  (name: Field, ...changes: Change[]): Change =>
  (answer, exchange, state) => {
    const json = answer.json[name] as Json | undefined;
    if (json) for (const change of changes) change({ ...answer, json }, exchange, state);
  };

/** Changes every wallet of a list, or only the last. */
export const eachWallet =
  (change: Change, which: 'each' | 'last' = 'each'): Change =>
  (answer, exchange, state) => {
    const list = answer.json['wallets'] as Json[];
    for (const json of which === 'last' ? list.slice(-1) : list) change({ ...answer, json }, exchange, state);
  };

// Changes of a whole answer.

export function status(code: number): Change {
  return (answer) => Object.assign(answer, { status: code, ...(code === 204 && { text: '' }) });
}

export function contentType(type: string): Change {
  return (answer) => (answer.type = type);
}

export function header(name: string, value: string | undefined): Change {
  return ({ headers }) => (headers[name] = value);
}

export function body(make: (json: Json, exchange: Exchange) => Json): Change {
  return (answer, exchange) => (answer.json = make(answer.json, exchange));
}

/** Replaces the whole body. */
export const insteadOf = (json: Json): Change => body(() => ({ ...json }));

/** Changes the text that is sent: the page, or the JSON text. */
export function text(make: (text: string) => string): Change {
  return (answer) => (answer.text = make(answer.text ?? JSON.stringify(answer.json)));
}

export const textOf = (words: string): Change => text(() => words);

const jsonType = 'application/json; charset=utf-8';
export const refusedAs =
  (code: number, message = 'The request cannot be accepted.'): Change =>
  (answer) => {
    const json = { result: 'error', message };
    Object.assign(answer, { status: code, location: '', type: jsonType, text: undefined, json });
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

/** The parameters of `2.3`. */
export const parameterNames: readonly Parameter[] = [
  'status',
  'checkout_id',
  'transaction_id',
  'transaction_reference',
];

/** Changes the address of the redirect; an empty text removes the redirect. */
export function leadingTo(make: (url: URL, exchange: Exchange) => string): Change {
  return (answer, exchange) => (answer.location = make(new URL(answer.location), exchange));
}

/** Changes one parameter; undefined removes it. */
export const parameter = (name: Parameter, make: (value: string, exchange: Exchange) => string | undefined): Change =>
  leadingTo((url, exchange) => {
    const value = make(url.searchParams.get(name) ?? '', exchange);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.href;
  });

/** Repeats the parameter of the first matching redirect. */
export const parameterOfFirst =
  (name: Parameter): Change =>
  (answer, exchange, state) => {
    const value = state.first && new URL(state.first.location).searchParams.get(name);
    if (value) parameter(name, () => value)(answer, exchange, state);
  };

/** Moves a parameter to the end of the address, as written there. */
const moved = (name: string, write: (url: URL, value: string) => string): Change =>
  leadingTo((url) => {
    const value = url.searchParams.get(name) ?? '';
    url.searchParams.delete(name);
    return write(url, value);
  });

export const parameterInFragment = (name: Parameter): Change =>
  moved(name, (url, value) => {
    url.hash = `${name}=${encodeURIComponent(value)}`;
    return url.href;
  });

/** Writes the value of a parameter with another encoding. */
export const parameterEncoded = (name: Parameter, write: (value: string) => string): Change =>
  moved(name, (url, value) => `${url.href}${url.search === '' ? '?' : '&'}${name}=${write(value)}`);

/** Redirects to the merchant's other address, with the same parameters. */
export const crossed: Change = leadingTo((url, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.failureUrl : transaction?.successUrl;
  if (address === undefined) return url.href;
  const other = new URL(address);
  for (const name of parameterNames) other.searchParams.set(name, url.searchParams.get(name) ?? '');
  return other.href;
});

/** Redirects to the receipt in place of the merchant's address. */
export const toReceipt: Change = leadingTo((_url, { transaction }) => `/checkout/${transaction?.checkoutId}/receipt`);

/** The two parts of the query of a merchant's address: the merchant's own, and the parameters of `2.3`. */
export const parametersOf = (url: URL): { own: string; ours: string } => {
  const part = (isOurs: boolean): string =>
    new URLSearchParams(
      [...url.searchParams].filter(([name]) => parameterNames.some((ours) => ours === name) === isOurs),
    ).toString();
  return { own: part(false), ours: part(true) };
};

/** Redirects to the address of a host alone without any parameter. */
export const bareHost: Change = leadingTo((url) => (url.pathname === '/' ? url.origin : url.href));

// Changes of pages.

/** Replaces the answer by another page. */
export const page =
  (code: number, title: string): Change =>
  (answer) => {
    const text = `<!doctype html><html lang="en"><title>${title}</title><body><h1>${title}</h1></body></html>`;
    Object.assign(answer, { status: code, location: '', type: 'text/html; charset=utf-8', text });
  };

/** Redirects to another address. */
export function leadsTo(location: string): Change {
  return (answer) => Object.assign(answer, { status: 303, location });
}

/** Adds a script to the end of the page, and removes the policy that would block it. */
export const script =
  (code: string): Change =>
  (answer) => {
    answer.headers['content-security-policy'] = undefined;
    answer.text = (answer.text ?? '').replace('</body>', `<script>${code}</script></body>`);
  };

/** Removes the amount field from the payment page. */
export const withoutAmount = text((html) => html.replace(/<input\s+id="amount"[^>]*>/, ''));

/** Removes the Pay button from the payment page. */
export const withoutPay = text((html) => html.replace(/<button [^>]*value="pay">[^<]*<\/button>/, ''));

/** Opens the merchant's address in a hidden frame, then in the window. */
export const twice: Change = (answer, exchange, state) => {
  const address = JSON.stringify(answer.location).replaceAll('<', String.raw`\u003c`);
  page(200, 'Payment')(answer, exchange, state);
  answer.headers['content-security-policy'] = undefined;
  answer.text += `<script>
    const frame = document.createElement('iframe');
    frame.onload = () => location.replace(${address});
    frame.src = ${address};
    document.body.append(frame);
  </script>`;
};

/** What a service keeps between requests, for each sandbox. */
export const kept = <T>(make: () => T): ((exchange: Pick<Exchange, 'settings'>) => T) => {
  const bySandbox = new WeakMap<Settings, T>();
  return ({ settings }) => {
    const known = bySandbox.get(settings) ?? make();
    bySandbox.set(settings, known);
    return known;
  };
};

/** Requests that are no further apart are sent at once, in milliseconds. */
export const atOnceMs = 100;
