import type { TestedRuleId } from '../rules/catalogue.ts';
import { shapes, type Shape } from '../messages/shapes.ts';

/** A field of an answer, the rule that promises it, and what it may be. */
export type PromisedField = readonly [rule: TestedRuleId, field: string, shape: Shape];

/** An answer that accepts, as the interface shows it. */
export interface Answer {
  /** In the words of the interface: `hosted page`, `operator C`. */
  readonly name: string;
  readonly fields: readonly PromisedField[];
  /** Fields of an object in the body, or of each object of a list in it. */
  readonly inside?: { readonly field: string; readonly fields: readonly PromisedField[] };
}

/** One way in which a request may rightly be answered. */
export type Outcome =
  /** HTTP 200 with these fields; `also` holds for this one request, for example its own reference. */
  | { readonly kind: 'answer'; readonly answer: Answer; readonly also: readonly (readonly [string, Shape])[] }
  /** The field-level refusal of section 7, naming any one of these fields. */
  | { readonly kind: 'field refusal'; readonly fields: readonly string[] }
  /** A refusal with either body of section 7. */
  | { readonly kind: 'refusal'; readonly statuses: readonly number[] }
  /** HTTP 401 (5, 7). */
  | { readonly kind: 'unauthorised' }
  /**
   * Nobody knows whether the request is accepted. An answer with one of the statuses that are shown must have what
   * every answer with that status has: an acceptance what is named here, a refusal a body of section 7.
   */
  | { readonly kind: 'open'; readonly shown: readonly number[]; readonly accepted: Answer };

/** What is promised of every answer. */
export const anyAnswer: Answer = { name: 'any answer', fields: [['error.result', 'result', shapes.result]] };

/** An answer that accepts, with what holds for this one request. */
export const answeredAs = (answer: Answer, ...also: (readonly [string, Shape])[]): Outcome => ({
  kind: 'answer',
  answer,
  also,
});

export const refused: Outcome = { kind: 'refusal', statuses: [400] };
/** @param accepted what every acceptance at this endpoint has */
export const open = (accepted: Answer): Outcome => ({
  kind: 'open',
  shown: [200, 400, 401],
  accepted,
});
/** Something in front of the service may refuse such a request with a page of its own. */
export const openBeforeTheService: Outcome = { kind: 'open', shown: [200], accepted: anyAnswer };

/** An outcome as a failed judgement shows it. */
export const worded = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'answer':
      return `HTTP 200 of the shape "${outcome.answer.name}"`;
    case 'field refusal':
      return `HTTP 400 with error.message naming "Parameter: ${outcome.fields.join('" or "Parameter: ')}"`;
    case 'refusal':
      return `HTTP ${outcome.statuses.join(' or ')}, result "error", with a message or an error object`;
    case 'unauthorised':
      return 'HTTP 401, result "error" and a message';
    case 'open':
      return 'any answer but a 5xx, of a documented shape, without secret and stack trace';
  }
};
