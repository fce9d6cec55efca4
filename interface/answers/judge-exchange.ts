import { jsonOf, textOf } from '../messages/bounded-json.ts';
import { callbackOf, settableFields } from '../messages/callback.ts';
import { asRecord, fieldsOf, type Reply, type SentRequest } from '../messages/exchange.ts';
import {
  fieldIs,
  generalRefusal,
  hasStatus,
  isJson,
  mismatch,
  namesField,
  type Mismatch,
} from '../messages/mismatch.ts';
import { nameAfterLabel, shapes } from '../messages/shapes.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { anyAnswer, describeOutcome, open, type Answer, type Outcome, type PromisedField } from './allowed-answer.ts';
import { judgeHistory } from './callback-history.ts';
import { deletionOutcomes, fetchOutcomes, updateOutcomes } from './callback-answers.ts';
import { checkoutFields, checkoutOutcomes } from './checkout-answers.ts';
import {
  anyInitiation,
  initiationFields,
  initiationOutcomes,
  acceptedIn,
  flowOf,
  notSeenAccepted,
  type Facts,
} from './initiation-answers.ts';
import { answers } from './shown-answers.ts';
import { mayBeBlocked } from './values.ts';
import { walletOutcomes } from './wallet-answers.ts';

export type { Facts };

/** What an exchange shows about one rule: nothing wrong, or how it breaks the rule. */
export interface RuleJudgement {
  readonly rule: TestedRuleId;
  readonly expected: string;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Judges one exchange by all that the interface states about the answer to this very request (2.2, 2.5 to 2.7, 4, 5, 7).
 * What it leaves open is allowed. Only rules that the exchange exercises are in the result.
 *
 * @param others the other exchanges of the test, which may have left a callback in a state that the interface does not show
 */
export const judgeExchange = (reply: Reply, facts: Facts, others: readonly Reply[] = []): RuleJudgement[] => {
  const outcomes = outcomesOf(reply.request, facts, others);
  const meant = outcomes.find((outcome) => isTold(outcome, reply)) ?? outcomes[0];
  const history = judgeHistory(reply, others).map(({ rule, mismatches }) => judgement(rule, mismatches));
  const all = [...(meant ? judgementsBy(meant, reply) : []), ...judgeAnyAnswer(reply, facts), ...history];
  const expected = outcomes.map(describeOutcome).join('; or ');
  return merged(all.map((one) => ({ ...one, expected: one.expected || expected })));
};

/** Whether a field tells that this one of several allowed answers is meant. */
const isTold = (outcome: Outcome, reply: Reply): boolean => {
  const toldBy = outcome.kind === 'answer' ? outcome.answer.toldBy : undefined;
  return toldBy !== undefined && fieldsOf(reply)[toldBy.field] === toldBy.value;
};

/** The answers that the interface allows to a request; none where it says nothing. */
export const outcomesOf = (request: SentRequest, facts: Facts, others: readonly Reply[] = []): readonly Outcome[] => {
  const [path = '', query = ''] = request.path.split('?');
  const endpoint = `${request.method} ${path}`;
  if (endpoint === 'POST /v1/checkout') {
    const body = bodyOf(request);
    const outcomes = body && request.credential !== 'in-header' ? checkoutOutcomes(body, facts) : [];
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
  const ownId = decoded(id);
  const body = bodyOf(request) ?? {};
  const accepted = {
    fetch: fetchOutcomes(ownId, updatesOf(ownId, others))[0],
    update: updateOutcomes(ownId, body)[0],
    delete: deletionOutcomes(ownId)[0],
  }[operation as 'fetch' | 'update' | 'delete'] as Outcome;
  // What a service says of a change to a callback that it does not have is not shown.
  if (operation !== 'fetch' && !isThere(ownId, request, others))
    return byKey([{ kind: 'may exist', accepted: undefined }]);
  // Whether the callback exists is not known here, and the error answers of callbacks are not shown (4.7).
  return byKey([{ kind: 'may exist', accepted: accepted.kind === 'answer' ? accepted : undefined }]);
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

/** The fields of every update of a callback. */
const updatesOf = (id: string, replies: readonly Reply[]): Record<string, unknown>[] =>
  replies.flatMap(({ request }) => {
    const [, updated] = /^\/v1\/callback\/update\/([^/?]+)/.exec(request.path) ?? [];
    return updated !== undefined && decoded(updated) === id ? [bodyOf(request) ?? anyFields] : [];
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
  if (mayBeBlocked([decoded(path), notSeenAccepted(fields, acceptedIn(flowOf(fields, facts), facts))])) return [];
  return [{ kind: 'unauthorised', rule }];
};

const judgementsBy = (outcome: Outcome, reply: Reply): RuleJudgement[] => {
  switch (outcome.kind) {
    case 'answer':
      return [
        judgement(outcome.answer.accepted, hasStatus(reply, 200)),
        judgement('json.answers', isJson(reply)),
        ...promised(reply, outcome.answer, outcome.also),
      ];
    case 'field refusal': {
      const status = hasStatus(reply, 400);
      const all = [...status, ...namesField(reply, outcome.fields)];
      return [
        ...outcome.rules.map((rule) => judgement(rule, all)),
        ...(status.length > 0 ? [] : fieldRefusal(reply, outcome.fields)),
      ];
    }
    case 'refusal': {
      const status = hasStatus(reply, ...outcome.statuses);
      const shape = reply.status === 401 ? unauthorisedBody(reply) : refusalBody(reply, outcome.mayName);
      const of = shape.filter(({ rule }) => !['json.refusals', 'error.result'].includes(rule));
      const all = [...status, ...of.flatMap(({ mismatches }) => mismatches)];
      return [...outcome.rules.map((rule) => judgement(rule, all)), ...(status.length > 0 ? [] : shape)];
    }
    case 'unauthorised':
      return [
        judgement(outcome.rule ?? 'auth.checkout-invalid', hasStatus(reply, 401)),
        ...(reply.status === 401 ? unauthorisedBody(reply) : []),
      ];
    case 'may exist':
      return judgeIfThere(reply, outcome.accepted);
    case 'open':
      return outcome.shown.includes(reply.status) ? shownShape(reply, outcome.accepted) : [];
  }
};

/** The first lines of stack traces in common languages. */
const stackTrace =
  /\n\s{1,20}at .{1,300}[:(]\d|\\n\s{1,20}at .{1,300}:\d|Traceback \(most recent call last\)|goroutine \d{1,20} \[|#\d{1,9} .{1,300}\.php\(\d{1,9}\)|\w\.rb:\d{1,9}:in |\b(java|javax|System)\.[\w.]{0,200}Exception\b/;

/** What holds for every answer, whatever was asked: no server fault, no key, and a result that fits the status. */
const judgeAnyAnswer = (reply: Reply, { secretKey }: Facts): RuleJudgement[] => {
  const { result } = fieldsOf(reply);
  const claims = reply.status >= 400 && result === 'success';
  const leaks = secretKey !== '' && reply.text.includes(secretKey);
  return [
    judgement(
      'auth.key-not-shown',
      leaks ? [mismatch('body', 'no key', 'the secret key', 'the answer contains the secret key')] : [],
    ),
    judgement(
      'error.never-success',
      claims ? [mismatch('result', 'error', 'success', `HTTP ${reply.status} comes with result success`)] : [],
    ),
    judgement('error.no-server-fault', [
      // 501 says that there is no such method or path, as 404 and 405 do.
      ...(reply.status >= 500 && reply.status !== 501 ? hasStatus(reply, 200, 400, 401) : []),
      ...(stackTrace.test(reply.text)
        ? [mismatch('body', 'no stack trace', 'a stack trace', 'the answer contains a stack trace')]
        : []),
    ]),
  ];
};

/**
 * If what was asked for may not exist, an answer of any status may say so, unless it claims success or carries the
 * callback: then it is as shown.
 */
const judgeIfThere = (reply: Reply, accepted: (Outcome & { kind: 'answer' }) | undefined): RuleJudgement[] => {
  const { result } = fieldsOf(reply);
  const isAnswered = reply.status === 200 && result !== 'error';
  if (accepted === undefined) return isAnswered ? [judgement('json.answers', isJson(reply))] : [];
  const isClaimed = reply.status < 300 && (result === 'success' || typeof callbackOf(reply)?.id === 'string');
  return isAnswered || isClaimed ? judgementsBy(accepted, reply) : [];
};

const isError = (reply: Reply): Mismatch[] => fieldIs(fieldsOf(reply), 'result', shapes.exactly('error'));

const isErrorObject = (reply: Reply): Mismatch[] => {
  const error = asRecord(fieldsOf(reply).error) ?? {};
  return (['type', 'message'] as const).flatMap((field) => fieldIs(error, field, shapes.text, 'error.'));
};

/** The field-level error of section 7, in its parts. */
const fieldRefusal = (reply: Reply, fields: readonly string[]): RuleJudgement[] => {
  const naming = namesField(reply, fields);
  const of = (...names: string[]) => naming.filter(({ field }) => names.includes(field));
  return [
    judgement('json.refusals', isJson(reply)),
    judgement('error.result', isError(reply)),
    judgement('error.field-object', [...of('error'), ...isErrorObject(reply)]),
    judgement('error.field-type', of('error', 'error.type')),
    judgement('error.field-label', of('error', 'error.message')),
  ];
};

/**
 * Either body that section 7 shows for 400: a message, or a field-level error that names a field of the request.
 *
 * @param mayName the fields that the request had wrong; undefined where that is not known
 */
const refusalBody = (reply: Reply, mayName?: readonly string[]): RuleJudgement[] => {
  const { error, message } = fieldsOf(reply);
  const object = asRecord(error);
  const named = nameAfterLabel(textOf(object?.message ?? message ?? ''));
  const isWrongField =
    named !== undefined && mayName !== undefined && requestFields.has(named) && !mayName.includes(named);
  const text = `the message names ${named}, which is not wrong`;
  return [
    judgement('json.refusals', isJson(reply)),
    judgement('error.result', isError(reply)),
    judgement('error.field-label', isWrongField ? [mismatch('error.message', mayName.join(' or '), named, text)] : []),
    judgement('error.general-shape', generalRefusal(reply)),
  ];
};

const unauthorisedBody = (reply: Reply): RuleJudgement[] => [
  judgement('json.refusals', isJson(reply)),
  judgement('error.unauthorised-message', [...isError(reply), ...fieldIs(fieldsOf(reply), 'message', shapes.text)]),
];

/** The shape of every answer with this status. */
const shownShape = (reply: Reply, accepted: Answer): RuleJudgement[] => {
  if (reply.status === 400) return refusalBody(reply);
  if (reply.status === 401) return unauthorisedBody(reply);
  return [judgement('json.answers', isJson(reply)), ...promised(reply, accepted, [])];
};

const promised = (
  reply: Reply,
  { fields, inside, plainVersion }: Answer,
  also: readonly PromisedField[],
): RuleJudgement[] => {
  const body = fieldsOf(reply);
  const part = inside && body[inside.field];
  const parts = part === undefined ? [] : [part].flat();
  return [
    ...[...fields, ...also].map(([rule, field, shape]) => judgement(rule, fieldIs(body, field, shape))),
    ...(plainVersion
      ? [judgement(plainVersion, fieldIs(body, 'text_message', shapes.plainVersionOf(body.message)))]
      : []),
    ...parts.flatMap((one) =>
      (inside?.fields ?? []).map(([rule, field, shape]) =>
        judgement(rule, fieldIs(asRecord(one) ?? {}, field, shape, `${inside?.field}.`)),
      ),
    ),
  ];
};

const judgement = (rule: TestedRuleId, mismatches: readonly Mismatch[]): RuleJudgement => ({
  rule,
  expected: '',
  mismatches,
});

/** One judgement for each rule, with each mismatch once. */
const merged = (judgements: readonly RuleJudgement[]): RuleJudgement[] => {
  const byRule = new Map<TestedRuleId, RuleJudgement>();
  for (const one of judgements) {
    const before = byRule.get(one.rule);
    const mismatches = [...(before?.mismatches ?? []), ...one.mismatches];
    const unique = mismatches.filter(
      ({ text }, index) => mismatches.findIndex((other) => other.text === text) === index,
    );
    byRule.set(one.rule, { ...one, mismatches: unique });
  }
  return [...byRule.values()];
};

/** The JSON object of a request with a JSON content type; undefined for any other body. */
const bodyOf = ({ body = '', contentType }: SentRequest): Record<string, unknown> | undefined => {
  const fields = /^application\/json\s*(;|$)/i.test(contentType ?? '') ? asRecord(jsonOf(body)) : undefined;
  // A service with whole numbers may refuse 1000.0 and 1e3, as any amount that the settings do not name.
  return fields && /"amount":\s*[\d.]*[.e]/i.test(body) ? { ...fields, amount: Number.NaN } : fields;
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Every field that a request of the interface may have. */
export const requestFields: ReadonlySet<string> = new Set([
  ...initiationFields,
  ...checkoutFields,
  'start_date',
  'end_date',
  'limit',
]);

/** A value that no answer to another transaction or checkout has. */
export interface UniqueValue {
  readonly rule: TestedRuleId;
  readonly value: string;
  /** The reference that was sent: to a repeated one a service may answer the same transaction again. Empty without. */
  readonly reference: string;
}

/** The values of an answer that are unique to its transaction or checkout (2.2, 2.5). */
export const uniqueValues = (reply: Reply): UniqueValue[] => {
  const { path, method } = reply.request;
  const endpoint = `${method} ${path}`;
  const sent = bodyOf(reply.request)?.transaction_reference;
  const fields: (readonly [TestedRuleId, string])[] =
    endpoint === 'POST /v1/transactions'
      ? [
          ['txn.id-unique', 'transaction_id'],
          ['hosted.own-page', 'hosted_url'],
          ...(sent === undefined ? [['txn.reference-distinct', 'transaction_reference'] as const] : []),
        ]
      : endpoint === 'POST /v1/checkout'
        ? [
            ['checkout.id-unique', 'transaction_id'],
            ['checkout.own-url', 'checkout_url'],
          ]
        : [];
  if (reply.status !== 200) return [];
  const reference = typeof sent === 'string' ? sent : '';
  return fields.flatMap(([rule, field]) => {
    const value = fieldsOf(reply)[field];
    return typeof value === 'string' && value !== '' ? [{ rule, value, reference }] : [];
  });
};
