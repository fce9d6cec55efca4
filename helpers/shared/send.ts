import type { Exchange } from '../../interface/messages/exchange.ts';
import { Http, type HttpOptions } from '../client/http.ts';
import type { Network } from '../client/network/network.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import type { Send, Sent } from './sent.ts';

interface Connection extends Pick<HttpOptions, 'guard' | 'timeoutMs' | 'mask'> {
  /** Undefined where no network failures are expected. */
  network: Network | undefined;
}

/** Sends each call over its own connection. */
export const sendOver =
  ({ network, ...connection }: Connection): Send =>
  async ({ address, call }, extendTimeout) => {
    const exchanges: Exchange[] = [];
    const record = (exchange: Exchange): void => void exchanges.push(exchange);
    const retryPolicy = network?.retryPolicy(extendTimeout);
    const http = new Http({ ...connection, baseUrl: address, retryPolicy, record });
    const sent: Sent = { exchanges };
    try {
      const { text, headers } = await http.send(call);
      sent.answer = { text, headers };
    } catch (error) {
      if (!(error instanceof EnvironmentFault)) throw error;
      sent.fault = { message: error.message, kind: error.kind };
    } finally {
      await http.close();
    }
    return sent;
  };
