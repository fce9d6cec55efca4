import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../http/refusals.ts';
import type { Variation } from '../service/service.ts';
import type { Settings } from '../service/settings.ts';
import type { Transaction } from '../service/transactions.ts';

export type Json = Record<string, unknown>;

/** The fields of requests and answers (`2`), of queries (`4.3`, `4.4`) and of the form of the payment page. */
export type Field = RequestField | AnswerField | QueryField | FormField;
type RequestField =
  | 'amount'
  | 'currency'
  | 'description'
  | 'email'
  | 'events'
  | 'failure_url'
  | 'is_active'
  | 'mobile_money_number'
  | 'payment_method_code'
  | 'payment_method_type'
  | 'publishable_key'
  | 'requested_response'
  | 'success_url'
  | 'transaction_reference'
  | 'url';
type AnswerField =
  | 'balance'
  | 'callback'
  | 'checkout_id'
  | 'checkout_url'
  | 'code'
  | 'date_created'
  | 'date_updated'
  | 'details'
  | 'error'
  | 'failure_count'
  | 'hosted_url'
  | 'id'
  | 'last_triggered'
  | 'message'
  | 'qr_code'
  | 'result'
  | 'status'
  | 'text_message'
  | 'transaction_id'
  | 'type'
  | 'wallet_id'
  | 'wallets';
type QueryField = 'end_date' | 'limit' | 'start_date';
type FormField = 'decision' | 'operator' | 'outcome';

/** The parameters of a redirect to the merchant (`2.3`). */
export type Parameter = 'status' | 'checkout_id' | 'transaction_id' | 'transaction_reference';

/** One request and its answer, for conditions and changes of faults. */
export type Exchange = {
  readonly method: string;
  /** The address without its query. */
  readonly path: string;
  /** The pattern of the address, for example `/v1/callback/fetch/:id`; empty for unknown addresses. */
  readonly route: string;
  readonly settings: Settings;
  /** As the client sent them, before any fault changed them. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The names of headers, in the letters of the client. */
  readonly headerNames: readonly string[];
  readonly query: Json;
  /** The query as it was written. */
  readonly rawQuery: string;
  /** The fields of the body, or of the query where there is no body, as they were sent. */
  input: Json;
  /** The raw JSON text of the body. */
  readonly rawBody: () => string;
  /** Whether an earlier request on this connection had the right key. */
  readonly knownConnection: boolean;
  /** The transaction that a page or a redirect belongs to. */
  readonly transaction: Transaction | undefined;
  answer: Answer;
};

/** The answer that is about to be sent. Changes modify it in place. */
export type Answer = {
  status: number;
  /** The content type; an empty one is not sent. */
  type: string;
  /** Headers to add or replace; undefined removes one. */
  headers: Record<string, string | undefined>;
  /** The target of a redirect; empty for other answers. */
  location: string;
  /** The body of a JSON answer, an empty object where there is none. */
  json: Json;
  /** The text to send, for example a page; undefined to send `json`. */
  text: string | undefined;
};

/** The state of a fault, one for each sandbox. */
export type FaultState = {
  /** How many exchanges have matched the fault, this one included. */
  times: number;
  /** The first answer, as it was before the fault changed it. */
  first: Answer | undefined;
};

/** The condition under which a fault acts. */
export type Condition = (exchange: Exchange) => boolean;

/** Changes an answer in place. */
export type Change = (answer: Answer, exchange: Exchange, state: FaultState) => void;

/**
 * One effect outside the service: it accepts a key, changes the request or the answer, or refuses the request before
 * the service acts.
 */
export type Alteration = {
  readonly where: Condition;
  /** Acts from this match on; the first is 1. */
  readonly from?: number;
} & (
  | { readonly side: 'key' }
  | { readonly side: 'request'; readonly fields: (exchange: Exchange) => Json }
  | { readonly side: 'refused'; readonly refusal: (exchange: Exchange) => Refusal }
  | { readonly side: 'answer'; readonly changes: readonly Change[] }
);

/** One effect of a fault or a variant, outside the service or within it. */
export type Effect = Alteration | { readonly side: 'service'; readonly variation: Variation };

/** Settings of the suite that show a fault, in addition to those for the default sandbox. */
export type Needs = { readonly needs: Readonly<Record<string, string>> };

/** The effects of one fault. */
export type Effects = Effect | readonly (Effect | Needs)[];

/** Faults by name. A name says what the service does wrong. */
export type Entries = Readonly<Record<string, Effects>>;

/** Faults by the rule they break, then by name. */
export type Subject = Readonly<Record<string, Entries>>;
