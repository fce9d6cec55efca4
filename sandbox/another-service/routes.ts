import type { IncomingMessage } from 'node:http';
import { fetchHook, removeHook, updateHook } from './hooks.ts';
import { checkout, initiate } from './initiation.ts';
import { pay, show } from './page.ts';
import { asJson, asPage, Refusal, type Answer, type Fields } from './replies.ts';
import { facts, type Store } from './store.ts';
import { balance, list } from './wallets.ts';

interface Asked {
  store: Store;
  query: URLSearchParams;
  /** The last part of the path. */
  id: string;
  fields: Fields;
  isForm: boolean;
  host: string;
}

const open: readonly [pattern: RegExp, answer: (asked: Asked) => Answer][] = [
  [/^POST \/v1\/checkout$/, checkout],
  [/^GET \/pay\/[^/]+$/, ({ store, id }) => show(store, id)],
  [/^POST \/pay\/[^/]+$/, ({ store, id, fields }) => pay(store, id, fields)],
];

const secured: typeof open = [
  [/^POST \/v1\/transactions$/, initiate],
  [/^GET \/v1\/wallets\/list$/, ({ query }) => list(query)],
  // All balances on one path, the balance of one currency on the other.
  [/^GET \/v1\/wallets\/balance$/, ({ query }) => balance(query, false)],
  [/^GET \/v1\/wallet\/balance$/, ({ query }) => balance(query, true)],
  [/^GET \/v1\/callback\/fetch\/[^/]+$/, ({ store, id }) => fetchHook(store, id)],
  [/^PUT \/v1\/callback\/update\/[^/]+$/, ({ store, id, fields }) => updateHook(store, id, fields)],
  [/^DELETE \/v1\/callback\/delete\/[^/]+$/, ({ store, id }) => removeHook(store, id)],
];

export const answerTo = (store: Store, request: IncomingMessage, text: string): Answer => {
  const url = new URL(request.url ?? '/', 'http://service');
  const line = `${request.method} ${url.pathname}`;
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  try {
    const matches = (route: (typeof open)[number]) => route[0].test(line);
    const found = open.find(matches) ?? secured.find(matches);
    if (!found) throw new Refusal(404, 'Nothing lives at this path');
    if (secured.includes(found) && request.headers.authorization !== `Bearer ${facts.SECRET_KEY}`) {
      throw new Refusal(401, 'This API key is missing or not one of ours');
    }
    const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const host = `http://${request.headers.host}`;
    return found[1]({ store, query: url.searchParams, id, fields: fieldsOf(text, isForm), isForm, host });
  } catch (error) {
    if (!(error instanceof Refusal)) {
      console.error(error);
      return asJson({ result: 'error', message: 'Something broke on our side, try again later' }, 500);
    }
    return isForm
      ? asPage(
          'Not possible',
          `<p>Error: ${error.status === 401 ? 'unauthorized' : 'invalid request'}.</p>`,
          error.status,
        )
      : error.answer;
  }
};

const fieldsOf = (text: string, isForm: boolean): Fields => {
  if (isForm) return Object.fromEntries(new URLSearchParams(text));
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Refused below, like everything else that is no object.
  }
  throw new Refusal(400, 'The body has to be one JSON object');
};
