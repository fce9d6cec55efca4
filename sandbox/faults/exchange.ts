import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from '../service/transaction.ts';
import type { Variation } from '../service/variation.ts';
import type { Refusal } from '../http/refusals.ts';
import type { Settings } from '../service/settings.ts';

export type Json = Record<string, unknown>;

/** One request and its answer, as a fault sees them. */
export type Exchange = {
  readonly method: string;
  /** The address without its query. */
  readonly path: string;
  /** The pattern of the address, for example `/v1/callback/fetch/:id`; empty where there is nothing. */
  readonly route: string;
  readonly settings: Settings;
  /** As the client sent them, whatever a fault has made of them since. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly query: Json;
  /** The fields of the body, or of the query where there is no body, as they were sent. */
  asked: Json;
  /** The JSON text of the body, as it was written. */
  readonly written: () => string;
  /** Whether an earlier request on this connection had the right key. */
  readonly knownConnection: boolean;
  /** The transaction that a page or a redirect belongs to. */
  readonly transaction: Transaction | undefined;
  answer: Answer;
};

/** What is about to be sent; a change of a fault is made in place. */
export type Answer = {
  status: number;
  /** The content type; an empty one is not sent. */
  type: string;
  /** Headers to set on top of those that are there; undefined takes one away. */
  headers: Record<string, string | undefined>;
  /** Where a redirect leads, empty when the answer is none. */
  location: string;
  /** The body of a JSON answer, an empty object where there is none. */
  json: Json;
  /** What is sent in place of `json`, or the page. */
  text: string | undefined;
};

/** What a fault remembers. Each sandbox has its own. */
export type Memory = {
  /** How often the fault had an occasion to act, this one included. */
  times: number;
  /** The first answer, as it was before the fault changed it. */
  first: Answer | undefined;
};

/** An occasion on which a fault acts. */
export type Where = (exchange: Exchange) => boolean;

/** What a fault does to an answer. */
export type Change = (answer: Answer, exchange: Exchange, memory: Memory) => void;

/**
 * One thing a fault or a reading does at the edge of the service: to the key, to the request, or to the answer; or a
 * refusal in place of what the service would do.
 */
export type Alteration = {
  readonly where: Where;
  /** Acts from this occasion on; the first is 1. */
  readonly from?: number;
} & (
  | { readonly side: 'key' }
  | { readonly side: 'asked'; readonly fields: (exchange: Exchange) => Json }
  | { readonly side: 'refused'; readonly refusal: (exchange: Exchange) => Refusal }
  | { readonly side: 'answer'; readonly changes: readonly Change[] }
);

/** One thing a fault or a reading does: at the edge of the service, or within it. */
export type Effect = Alteration | { readonly side: 'service'; readonly variation: Variation };

/** What a fault does, in one sentence; and how. */
export type Entry = readonly [what: string, ...effects: Effect[]];

/** Faults by name. */
export type Entries = Readonly<Record<string, Entry>>;

/** Faults by the rule they break, then by name. */
export type Subject = Readonly<Record<string, Entries>>;
