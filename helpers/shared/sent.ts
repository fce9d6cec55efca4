import type { Exchange, FaultKind } from '../../interface/messages/exchange.ts';
import type { Call } from '../client/http.ts';

/** A call to a target. The body has a placeholder for each new reference. */
export interface Question {
  /** The address of the target, without a trailing slash. */
  address: string;
  call: Call;
}

/** The outcome of a call. */
export interface Sent {
  /** Every attempt, with keys masked. */
  exchanges: Exchange[];
  /** The original answer, in which keys are not masked; undefined when there was none. */
  answer?: { text: string; headers: Readonly<Record<string, string>> };
  fault?: { message: string; kind: FaultKind | undefined };
}

/** Receives how much to extend the timeout of a test, in milliseconds. */
export type ExtendTimeout = (ms: number) => void;

/** Sends a call, and never throws because of the target. */
export type Send = (question: Question, extendTimeout: ExtendTimeout) => Promise<Sent>;

/** The interface through which tests ask questions. */
export interface Answering {
  /**
   * The answer to a question, shared by all tests that ask the same.
   *
   * @param test the title of the test
   * @returns the outcome, and the test that it was sent for if that is another one
   */
  ask: (question: Question, test: string, extendTimeout: ExtendTimeout) => Promise<{ sent: Sent; by: string | null }>;
  /** Pauses prefetching for a test that other requests would disturb. */
  hold: (extendTimeout: ExtendTimeout) => Promise<void>;
  release: () => Promise<void>;
}
