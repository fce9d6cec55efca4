import { textOf } from '../messages/bounded-json.ts';
import { callbackOf } from '../messages/callback.ts';
import { asRecord, fieldsOf, type Reply } from '../messages/exchange.ts';
import {
  distinct,
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
import { describeOutcome, type Answer, type Outcome, type PromisedField } from './allowed-answer.ts';
import { judgeHistory } from './callback-history.ts';
import { checkoutFields } from './checkout-answers.ts';
import { initiationFields } from './initiation-answers.ts';
import { outcomesOf } from './outcomes.ts';
import type { Facts } from './target-facts.ts';

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
      const own = shape.filter(({ rule }) => !['json.refusals', 'error.result'].includes(rule));
      const all = [...status, ...own.flatMap(({ mismatches }) => mismatches)];
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
  const shown = [reply.text, ...Object.values(reply.headers)];
  const leaks = secretKey !== '' && shown.some((text) => text.includes(secretKey));
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
  const misnamed = namesField(reply, fields);
  const misnamedIn = (...names: string[]) => misnamed.filter(({ field }) => names.includes(field));
  return [
    judgement('json.refusals', isJson(reply)),
    judgement('error.result', isError(reply)),
    judgement('error.field-object', [...misnamedIn('error'), ...isErrorObject(reply)]),
    judgement('error.field-type', misnamedIn('error', 'error.type')),
    judgement('error.field-label', misnamedIn('error', 'error.message')),
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
      ? [shapes.plainText, shapes.plainVersionOf(body.message)].map((shape) =>
          judgement(plainVersion, fieldIs(body, 'text_message', shape)),
        )
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
    const mismatches = distinct([...(byRule.get(one.rule)?.mismatches ?? []), ...one.mismatches]);
    byRule.set(one.rule, { ...one, mismatches });
  }
  return [...byRule.values()];
};

/** Every field that a request of the interface may have. */
const requestFields: ReadonlySet<string> = new Set([
  ...initiationFields,
  ...checkoutFields,
  'start_date',
  'end_date',
  'limit',
]);
