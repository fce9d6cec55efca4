import { type Exchange, type Reply, replyOf } from '../../interface/messages/exchange.ts';
import type { Call, Sender } from '../client/http.ts';
import { noteShared } from '../client/network/traffic.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import type { Answering, ExtendTimeout } from './sent.ts';

/** Endpoints whose answers, as far as tests judge them, do not depend on earlier requests. */
const stateless = {
  POST: /^\/v1\/(?:transactions|checkout)$/,
  GET: /^\/v1\/(?:wallets\/list|wallets?\/balance)(?:\?|$)/,
} as const;

interface Asking {
  answering: Answering;
  /** The address of the target, without a trailing slash. */
  address: string;
  /** The title of the test. */
  test: string;
  record: (exchange: Exchange) => void;
  extendTimeout: ExtendTimeout;
  /** Sends calls that are not shared. */
  fresh: Sender;
}

/**
 * Shares answers to equal calls among tests. A call that a test repeats is sent anew, so that the test never gets one
 * answer twice.
 */
export class SharedSender implements Sender {
  readonly #asking: Asking;
  readonly #before = new Set<string>();

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  async send(call: Call): Promise<Reply> {
    const { answering, address, test, record, extendTimeout, fresh } = this.#asking;
    const text = JSON.stringify(call);
    if (!isStateless(call) || this.#before.has(text)) return fresh.send(call);
    this.#before.add(text);
    const { sent, by } = await answering.ask({ address, call }, test, extendTimeout);
    const exchanges = by === null ? sent.exchanges : sharedExchanges(sent.exchanges, by);
    for (const exchange of exchanges) record(exchange);
    if (sent.fault) throw new EnvironmentFault(sent.fault.message, sent.fault.kind);
    const exchange = exchanges.at(-1);
    if (!sent.answer || exchange?.status === undefined)
      throw new Error('fault of the suite: a shared call has neither an answer nor a fault');
    return replyOf({ ...exchange, status: exchange.status }, sent.answer.text, sent.answer.headers);
  }

  close(): Promise<void> {
    return this.#asking.fresh.close();
  }
}

/** Exchanges of another test, as evidence. @param by its title */
export const sharedExchanges = (exchanges: readonly Exchange[], by: string): Exchange[] =>
  exchanges.map((exchange) => {
    noteShared(exchange.method, new URL(exchange.url).pathname);
    return { ...exchange, sharedBy: by };
  });

/** Whether the answer to a call may be shared. */
export const isStateless = ({ method, path }: Call): boolean =>
  (method === 'POST' || method === 'GET') && stateless[method].test(path);
