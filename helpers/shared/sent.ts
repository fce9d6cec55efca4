import type { Exchange, FaultKind } from '../../interface/messages/exchange.ts';
import type { Call } from '../client/http.ts';

/** A call to a target. Its body has placeholders for unused references. */
export interface Question {
  /** The address of the target, without a trailing slash. */
  address: string;
  call: Call;
}

/** The outcome of a call. */
export interface Sent {
  /** All attempts, with masked keys. */
  exchanges: Exchange[];
  /** The original answer, in which keys are not masked; undefined when there was none. */
  answer?: { text: string; headers: Readonly<Record<string, string>> };
  fault?: { message: string; kind: FaultKind | undefined };
}

/** Extends the timeout of a test, in milliseconds. */
export type ExtendTimeout = (ms: number) => void;

/** Sends a call and never throws because of the target. */
export type Send = (question: Question, extendTimeout: ExtendTimeout) => Promise<Sent>;

/** Answers the requests of tests. */
export interface Answering {
  /**
   * The answer to a request, shared by all tests with the same request.
   *
   * @param test the title of the test
   * @returns the outcome, and the title of the test for which it was sent if that is a different one
   */
  ask: (question: Question, test: string, extendTimeout: ExtendTimeout) => Promise<{ sent: Sent; by: string | null }>;
  /** Stops prefetching until released, for a test that other requests would disturb. */
  hold: (extendTimeout: ExtendTimeout) => Promise<void>;
  release: () => Promise<void>;
}
