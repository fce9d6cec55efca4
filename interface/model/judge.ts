import { asRecord, fieldsOf, type Reply } from '../messages/exchange.ts';
import { fieldIs, generalRefusal, hasStatus, isJson, namesField, type Findings } from '../messages/wording/findings.ts';
import { shapes } from '../messages/shapes.ts';
import { worded, type Answer, type Outcome } from './outcome.ts';

/** The allowed outcomes, and how an answer differs from the nearest of them. */
interface Disagreement {
  readonly expected: string;
  readonly wrong: Findings;
}

/**
 * Judges an answer by the allowed outcomes; undefined when it matches one of them.
 *
 * @param outcomes an empty list allows any answer
 * @param secret the secret key, which no answer may contain
 */
export const disagreement = (reply: Reply, outcomes: readonly Outcome[], secret: string): Disagreement | undefined => {
  if (outcomes.length === 0) return undefined;
  const findings = outcomes.map((outcome) => wrongWith(reply, outcome, secret));
  if (findings.some((wrong) => wrong.length === 0)) return undefined;
  const nearest = findings.toSorted((one, other) => one.length - other.length)[0] ?? [];
  return { expected: outcomes.map(worded).join('; or '), wrong: nearest };
};

/** How an answer differs from an outcome. */
export const wrongWith = (reply: Reply, outcome: Outcome, secret: string): Findings => {
  switch (outcome.kind) {
    case 'answer':
      return [
        ...hasStatus(reply, 200),
        ...isJson(reply),
        ...promised(reply, outcome.answer),
        ...outcome.also.flatMap(([field, shape]) => fieldIs(fieldsOf(reply), field, shape)),
      ];
    case 'field refusal':
      return [...hasStatus(reply, 400), ...isJson(reply), ...isError(reply), ...namesField(reply, outcome.fields)];
    case 'refusal':
      return [
        ...(outcome.statuses.includes(reply.status)
          ? []
          : [`the HTTP status is ${reply.status}, not ${outcome.statuses.join(' or ')}`]),
        ...refusalBody(reply),
      ];
    case 'unauthorised':
      return [...hasStatus(reply, 401), ...unauthorisedBody(reply)];
    case 'open':
      return [
        ...(reply.status >= 500 ? [`the HTTP status is ${reply.status}: the service broke`] : []),
        ...(outcome.shown.includes(reply.status) ? hasShape(reply, outcome.accepted) : []),
        ...leaks(reply, secret),
      ];
  }
};

const isError = (reply: Reply): Findings => fieldIs(fieldsOf(reply), 'result', shapes.exactly('error'));

/** Either body that section 7 shows for 400. */
const refusalBody = (reply: Reply): Findings => [...isJson(reply), ...isError(reply), ...generalRefusal(reply)];

const unauthorisedBody = (reply: Reply): Findings => [
  ...isJson(reply),
  ...isError(reply),
  ...fieldIs(fieldsOf(reply), 'message', shapes.text),
];

/** The shape of every answer with this status. */
const hasShape = (reply: Reply, accepted: Answer): Findings => {
  if (reply.status === 400) return refusalBody(reply);
  if (reply.status === 401) return unauthorisedBody(reply);
  return [...isJson(reply), ...promised(reply, accepted)];
};

const promised = (reply: Reply, { fields, inside }: Answer): Findings => {
  const body = fieldsOf(reply);
  const part = inside && body[inside.field];
  const parts = part === undefined ? [] : [part].flat();
  return [
    ...fields.flatMap(([, field, shape]) => fieldIs(body, field, shape)),
    ...parts.flatMap((one) =>
      (inside?.fields ?? []).flatMap(([, field, shape]) => fieldIs(asRecord(one) ?? {}, field, shape)),
    ),
  ];
};

/** The first lines of stack traces in common languages. */
const stackTrace =
  /\n\s{1,20}at .{1,300}[:(]\d|\\n\s{1,20}at .{1,300}:\d|Traceback \(most recent call last\)|goroutine \d{1,20} \[|#\d{1,9} .{1,300}\.php\(\d{1,9}\)|\w\.rb:\d{1,9}:in |\b(java|javax|System)\.[\w.]{0,200}Exception\b/;

const leaks = (reply: Reply, secret: string): Findings => [
  ...(secret !== '' && reply.text.includes(secret) ? ['the answer contains the secret key'] : []),
  ...(stackTrace.test(reply.text) ? ['the answer contains a stack trace'] : []),
];
