import type { TestedRuleId } from '../rules/catalogue.ts';
import { shapes, type Shape } from '../messages/shapes.ts';

/** A field of an answer, the rule that promises it, and its shape. */
export type PromisedField = readonly [rule: TestedRuleId, field: string, shape: Shape];

/** An accepting answer that the interface shows. */
export interface Answer {
  /** In the words of the interface: `hosted page`, `operator C`. */
  readonly name: string;
  /** The rule that such a request is accepted with HTTP 200. */
  readonly accepted: TestedRuleId;
  readonly fields: readonly PromisedField[];
  /** Fields of an object in the body, or of each object of a list in it. */
  readonly inside?: { readonly field: string; readonly fields: readonly PromisedField[] };
  /** The rule that text_message is the plain version of this very message (2.2). */
  readonly plainVersion?: TestedRuleId;
  /** What tells it from the other answers to the same request; the usual one of them has none. */
  readonly toldBy?: { readonly field: 'result' | 'status'; readonly value: string };
}

/** One allowed answer to a request. */
export type Outcome =
  /** HTTP 200 with these fields; `also` adds requirements of this request, for example its reference. */
  | { readonly kind: 'answer'; readonly answer: Answer; readonly also: readonly PromisedField[] }
  /** The field-level refusal of section 7, naming any one of these fields. */
  | { readonly kind: 'field refusal'; readonly fields: readonly string[]; readonly rules: readonly TestedRuleId[] }
  /** A refusal with either body of section 7; of the fields of a request it names only those it `mayName`. */
  | {
      readonly kind: 'refusal';
      readonly statuses: readonly number[];
      readonly rules: readonly TestedRuleId[];
      readonly mayName?: readonly string[];
    }
  /** HTTP 401 (5, 7). */
  | { readonly kind: 'unauthorised'; readonly rule?: TestedRuleId }
  /** An answer about a callback or a path that may exist or not; `accepted` is undefined where its shape is open. */
  | { readonly kind: 'may exist'; readonly accepted: Extract<Outcome, { kind: 'answer' }> | undefined }
  /**
   * The interface does not say whether the request is accepted. An answer with one of the `shown` statuses must have
   * the shape of that status: an acceptance the fields of `accepted`, a refusal a body of section 7.
   */
  | { readonly kind: 'open'; readonly shown: readonly number[]; readonly accepted: Answer };

/** The fields of every answer. */
export const anyAnswer: Answer = {
  name: 'any answer',
  accepted: 'json.answers',
  fields: [['error.result', 'result', shapes.result]],
};

/** An accepting answer, with requirements of this request. */
export const answeredAs = (answer: Answer, ...also: PromisedField[]): Outcome => ({
  kind: 'answer',
  answer,
  also,
});

/** @param accepted the fields of every acceptance at this endpoint */
export const open = (accepted: Answer): Outcome => ({
  kind: 'open',
  shown: [200, 400, 401],
  accepted,
});
/** The outcome of a request that a firewall or proxy may refuse with its own page. */
export const openWhenBlocked: Outcome = { kind: 'open', shown: [200], accepted: anyAnswer };

/** The description of an outcome in a failed judgement. */
export const describeOutcome = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'answer':
      return `HTTP 200 of the shape "${outcome.answer.name}"`;
    case 'field refusal':
      return `HTTP 400 with error.message naming "Parameter: ${outcome.fields.join('" or "Parameter: ')}"`;
    case 'refusal':
      return `HTTP ${outcome.statuses.join(' or ')}, result "error", with a message or an error object`;
    case 'unauthorised':
      return 'HTTP 401, result "error" and a message';
    case 'may exist':
      return 'HTTP 200 of the shown shape, or an error that claims no success';
    case 'open':
      return 'any answer but a 5xx, of a documented shape, without secret and stack trace';
  }
};
