import { setTimeout as pause } from 'node:timers/promises';
import { guardOf } from '../../helpers/connection/guard/guard.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { Api } from '../../helpers/client/api.ts';
import { Bodies } from '../../helpers/client/bodies.ts';
import type { Exchange, Reply } from '../../interface/messages/exchange.ts';
import { Http } from '../../helpers/client/http.ts';
import { failureOfStatus } from '../../helpers/client/network/transport-failure.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import { reasonOf } from './check.ts';
import type { Patience } from './patience.ts';

/** A request to an endpoint, and its outcome. */
export interface Probe {
  endpoint: string;
  /** Whether the endpoint requires the secret key; the checkout requires the publishable key. */
  secured: boolean;
  /** Undefined when the service did not answer. */
  reply: Reply | undefined;
  /** Why there is no response of the service; empty when there is one. */
  fault: string;
  /** The last exchange; it may be the response of a gateway. */
  exchange: Exchange | undefined;
}

/** Sends a request to a target over its own connection. */
export type Ask = (endpoint: string, send: (api: Api) => Promise<Reply>) => Promise<Probe>;

/**
 * @param took called with the duration of each response, in milliseconds
 * @param patience the waiting time for a target that asks to retry later; without it each request is sent once
 */
export const askWith =
  (settings: Settings, took: (ms: number) => void = () => {}, patience?: Patience): Ask =>
  async (endpoint, send) => {
    const exchanges: Exchange[] = [];
    const http = new Http({
      baseUrl: settings.baseUrl,
      guard: guardOf(settings),
      timeoutMs: settings.requestTimeoutMs,
      mask: maskFor(settings),
      record: (exchange) => exchanges.push(exchange),
    });
    const asked = { endpoint, secured: !endpoint.endsWith('/checkout') };
    try {
      for (;;) {
        try {
          const reply = await send(new Api(http, settings));
          patience?.renew();
          took(reply.exchange.durationMs);
          return { ...asked, reply, fault: '', exchange: reply.exchange };
        } catch (error) {
          const exchange = exchanges.at(-1);
          const later = failureOfStatus(exchange?.status ?? 0, exchange?.responseHeaders ?? {});
          const fault = reasonOf(error);
          if (later?.harmless && (await patience?.wait(fault, later.retryAfterMs))) continue;
          return { ...asked, reply: undefined, fault, exchange };
        }
      }
    } finally {
      await http.close();
    }
  };

export const isAccepted = ({ reply }: Probe): boolean => reply !== undefined && reply.status < 300;
export const isRefused = ({ reply }: Probe): boolean => reply?.status === 401 || reply?.status === 403;

/** How long to wait for the requests that cost nothing before payments are started as well. */
const freeMs = 3_000;

/**
 * Sends requests to the endpoints that cost nothing. Only when none of them accepts its request, the two endpoints that
 * start a payment are used as well: whether a single endpoint is faulty is for the rules to judge.
 *
 * @param mayPay whether payments may be started
 */
export const probe = async (settings: Settings, ask: Ask, mayPay = true): Promise<Probe[]> => {
  const has = (name: 'wallets' | 'balance' | 'callbacks' | 'checkout') => !settings.notApplicable.has(name);
  const { callbackId } = settings;
  const free = Promise.all([
    ...(has('wallets') ? [ask('GET /v1/wallets/list', (api) => api.wallets())] : []),
    ...(has('balance')
      ? [
          ask('GET /v1/wallets/balance', (api) => api.balance('plural')),
          ask('GET /v1/wallet/balance', (api) => api.balance('singular')),
        ]
      : []),
    ...(callbackId && has('callbacks') ? [ask('GET /v1/callback/fetch', (api) => api.fetchCallback(callbackId))] : []),
  ]);
  if (!mayPay) return free;
  const soon = await Promise.race([free, pause(freeMs, [], { ref: false })]);
  if (soon.some(isAccepted)) return soon;
  const bodies = new Bodies(settings);
  const costly = Promise.all([
    ask('POST /v1/transactions', (api) => api.initiate(bodies.hostedPage())),
    ...(has('checkout') ? [ask('POST /v1/checkout', (api) => api.checkout(bodies.checkout()))] : []),
  ]);
  return [...(await free), ...(await costly)];
};
