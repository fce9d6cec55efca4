import { type Exchange, type Reply, replyOf, type FaultKind } from '../../interface/messages/exchange.ts';
import type { Call, Sender } from '../client/http.ts';
import { noteRequest } from '../client/network/traffic.ts';
import { EnvironmentFault } from '../errors/errors.ts';

/** A call that was sent ahead, with what came of it. */
export interface SentCall {
  call: Call;
  /** Every attempt, keys masked. */
  exchanges: Exchange[];
  /** The answer as it came, so keys in it are not masked; undefined when there was none. */
  answer?: { text: string; headers: Readonly<Record<string, string>> };
  fault?: { message: string; kind: FaultKind | undefined };
}

/** All that was sent ahead for one test. */
export interface Sent {
  calls: SentCall[];
  /** What its references are made from. */
  seed: string;
}

/**
 * Hands a test the answers to the calls that were sent ahead for it, as long as it makes just these calls in just this
 * order. From the first other one it sends its calls itself.
 */
export class AlreadySent implements Sender {
  readonly #calls: SentCall[];
  readonly #record: (exchange: Exchange) => void;
  readonly #live: Sender;

  constructor(calls: readonly SentCall[], record: (exchange: Exchange) => void, live: Sender) {
    this.#calls = [...calls];
    this.#record = record;
    this.#live = live;
  }

  async send(call: Call): Promise<Reply> {
    const sent = this.#calls.shift();
    if (!sent || !isSame(sent.call, call)) {
      this.#calls.length = 0;
      return this.#live.send(call);
    }
    for (const exchange of sent.exchanges) {
      this.#record(exchange);
      noteRequest(call.method, call.path);
    }
    if (sent.fault) throw new EnvironmentFault(sent.fault.message, sent.fault.kind);
    const exchange = sent.exchanges.at(-1);
    if (!sent.answer || exchange?.status === undefined) throw new Error('a call was sent ahead without an outcome');
    return replyOf({ ...exchange, status: exchange.status }, sent.answer.text, sent.answer.headers);
  }

  close(): Promise<void> {
    return this.#live.close();
  }
}

const isSame = (one: Call, other: Call): boolean => JSON.stringify(one) === JSON.stringify(other);
