import type { Exchange, FaultKind } from '../../interface/messages/exchange.ts';
import type { Call } from '../client/http.ts';

/** A call to a target. A reference that nobody has used stands in its body as a placeholder. */
export interface Question {
  /** The address of the target, without a slash at its end. */
  address: string;
  call: Call;
}

/** What came of a call. */
export interface Sent {
  /** Every attempt, keys masked. */
  exchanges: Exchange[];
  /** The answer as it came, so keys in it are not masked; undefined when there was none. */
  answer?: { text: string; headers: Readonly<Record<string, string>> };
  fault?: { message: string; kind: FaultKind | undefined };
}

/** Told how much more time a test needs, in milliseconds. */
export type ExtendTimeout = (ms: number) => void;

/** Sends a call and never throws for what the target does. */
export type Send = (question: Question, extendTimeout: ExtendTimeout) => Promise<Sent>;

/** Where a test puts its questions. */
export interface Answering {
  /**
   * The answer to a question; every test that asks the same has the same one.
   *
   * @param test who asks, by its title
   * @returns what came of it, and the test that it was sent for where that is another one
   */
  ask: (question: Question, test: string, extendTimeout: ExtendTimeout) => Promise<{ sent: Sent; by: string | null }>;
  /** For a test that the requests of others would disturb: nothing is sent ahead until it is released. */
  hold: (extendTimeout: ExtendTimeout) => Promise<void>;
  release: () => Promise<void>;
}
