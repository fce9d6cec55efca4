import { jsonOf, withoutEscapes } from '../messages/bounded-json.ts';
import { callbackOf, settableFields } from '../messages/callback.ts';
import { asRecord, type Reply, type SentRequest } from '../messages/exchange.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { anyAnswer, open, type Outcome } from './allowed-answer.ts';
import { deletionOutcomes, fetchOutcomes, updateOutcomes } from './callback-answers.ts';
import { checkoutOutcomes } from './checkout-answers.ts';
import { anyInitiation, initiationOutcomes } from './initiation-answers.ts';
import { answers } from './shown-answers.ts';
import { acceptedIn, flowOf, notSeenAccepted, type Facts } from './target-facts.ts';
import { mayBeBlocked } from './values.ts';
import { walletOutcomes } from './wallet-answers.ts';

/** The answers that the interface allows to a request; none where it says nothing. */
export const outcomesOf = (request: SentRequest, facts: Facts, others: readonly Reply[] = []): readonly Outcome[] => {
  const [path = '', query = ''] = request.path.split('?');
  const endpoint = `${request.method} ${path}`;
  if (endpoint === 'POST /v1/checkout') {
    const body = bodyOf(request);
    const outcomes = body ? checkoutOutcomes(body, facts) : [];
    if (!isReferenceRepeated(request, others)) return outcomes;
    const isKeyWrong = outcomes.some(({ kind }) => kind === 'unauthorised');
    return isKeyWrong
      ? [{ kind: 'refusal', statuses: [400, 401], rules: ['auth.checkout-invalid'] }]
      : [open(answers.checkout)];
  }
  const byKey = (accepted: readonly Outcome[]): readonly Outcome[] => withCredential(request, accepted, facts);
  if (endpoint === 'POST /v1/transactions') {
    if (isReferenceRepeated(request, others)) return byKey([open(anyInitiation)]);
    const body = bodyOf(request);
    return body ? byKey(initiationOutcomes(body, facts)) : [];
  }
  if (endpoint === 'GET /v1/wallets/list') {
    return byKey(walletOutcomes(Object.fromEntries(new URLSearchParams(query)), new Date()));
  }
  if (/^\/v1\/wallets?\/balance$/.test(path)) {
    // Only one of the two paths may exist (4.4).
    return request.credential === 'secret'
      ? [{ kind: 'may exist', accepted: undefined }]
      : [{ kind: 'open', shown: [401], accepted: anyAnswer }];
  }
  const [, operation, id] = /^\/v1\/callback\/(fetch|update|delete)\/([^/]+)$/.exec(path) ?? [];
  if (operation === undefined || id === undefined) return [];
  const ownId = withoutEscapes(id);
  const body = bodyOf(request) ?? {};
  const accepted = {
    fetch: fetchOutcomes(ownId, updatesOf(ownId, others), isDescribed(ownId, before(request, others)))[0],
    update: updateOutcomes(ownId, body)[0],
    delete: deletionOutcomes(ownId)[0],
  }[operation as 'fetch' | 'update' | 'delete'];
  // What a service says of a change to a callback that it does not have is not shown.
  if (operation !== 'fetch' && !isThere(ownId, request, others))
    return byKey([{ kind: 'may exist', accepted: undefined }]);
  // Whether the callback exists is not known here, and the error answers of callbacks are not shown (4.7).
  return byKey([{ kind: 'may exist', accepted: accepted?.kind === 'answer' ? accepted : undefined }]);
};

/** Whether a fetch has shown a callback, and nothing deleted it before this request. */
const isThere = (id: string, request: SentRequest, replies: readonly Reply[]): boolean => {
  const deletion = replies.find(({ asked }) => asked.startsWith('DELETE ') && asked.endsWith(`/${id}`));
  const isGone = deletion && deletion.request !== request && !isBefore(request, deletion, replies);
  return !isGone && replies.some((reply) => callbackOf(reply)?.id === id);
};

const isBefore = (request: SentRequest, other: Reply, replies: readonly Reply[]): boolean => {
  const at = replies.findIndex((reply) => reply.request === request);
  return at !== -1 && at < replies.indexOf(other);
};

/** A body that cannot be read here may set any field. */
const anyFields = Object.fromEntries(settableFields.map((field) => [field, undefined]));

/** Whether the test used the reference of a request before, which a service may refuse (4.1). */
const isReferenceRepeated = (request: SentRequest, replies: readonly Reply[]): boolean => {
  const reference = bodyOf(request)?.transaction_reference;
  if (reference === undefined) return false;
  const first = replies.find((one) => bodyOf(one.request)?.transaction_reference === reference);
  return first !== undefined && first.request !== request;
};

const before = (request: SentRequest, replies: readonly Reply[]): readonly Reply[] =>
  replies.slice(
    0,
    replies.findIndex((reply) => reply.request === request),
  );

/** Whether the test has described a callback: with an update, or where it creates callbacks. */
const isDescribed = (id: string, replies: readonly Reply[]): boolean =>
  replies.some(({ request }) => request.method === 'POST' && typeof bodyOf(request)?.description === 'string') ||
  updatesOf(id, replies).some((update) => typeof update['description'] === 'string');

/** The fields of every update of a callback. */
const updatesOf = (id: string, replies: readonly Reply[]): Record<string, unknown>[] =>
  replies.flatMap(({ request }) => {
    const [, updated] = /^\/v1\/callback\/update\/([^/?]+)/.exec(request.path) ?? [];
    return updated !== undefined && withoutEscapes(updated) === id ? [bodyOf(request) ?? anyFields] : [];
  });

/** Credentials that are certainly no valid secret key (5). Others, such as another scheme, are left open. */
const invalidKeys: Readonly<Record<string, TestedRuleId>> = {
  none: 'auth.missing',
  invalid: 'auth.invalid',
  undefined: 'auth.invalid',
  null: 'auth.invalid',
  wildcard: 'auth.invalid',
  'other-scheme-invalid': 'auth.invalid',
  empty: 'auth.empty',
  'near-miss': 'auth.near-miss',
  'first-miss': 'auth.near-miss',
  'middle-miss': 'auth.near-miss',
  'look-alike': 'auth.near-miss',
  truncated: 'auth.truncated',
  extended: 'auth.extended',
  publishable: 'auth.publishable',
};

/**
 * With a missing or invalid key the answer is 401 (5, 7), whatever else is wrong: an unknown id, a query, or a body that
 * can be read. What cannot be read may be refused before the key is looked at.
 */
const withCredential = (request: SentRequest, outcomes: readonly Outcome[], facts: Facts): readonly Outcome[] => {
  const { credential, body = '', path } = request;
  if (credential === 'secret') return outcomes;
  const rule = invalidKeys[credential];
  const fields = body === '' ? {} : bodyOf(request);
  if (rule === undefined || fields === undefined) return [];
  if (mayBeBlocked([withoutEscapes(path), notSeenAccepted(fields, acceptedIn(flowOf(fields, facts), facts))]))
    return [];
  return [{ kind: 'unauthorised', rule }];
};

/** The JSON object of a request with a JSON content type; undefined for any other body. */
export const bodyOf = ({ body = '', contentType }: SentRequest): Record<string, unknown> | undefined => {
  const fields = /^application\/json\s*(;|$)/i.test(contentType ?? '') ? asRecord(jsonOf(body)) : undefined;
  // A service with whole numbers may refuse 1000.0 and 1e3, as any amount that the settings do not name.
  return fields && /"amount":\s*[\d.]*[.e]/i.test(body) ? { ...fields, amount: Number.NaN } : fields;
};
