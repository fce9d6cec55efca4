import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';

/** A request that the proxy has received. */
export interface ProxiedRequest {
  /** Number of requests with the same method and path so far, including this one. */
  count: number;
  method: string;
  path: string;
  body: string;
}

/** An answer; `reset` closes the connection instead. */
type Answer = { status: number; type?: string; body: string } | 'reset';

/** How a proxy changes requests and answers between the suite and the services. */
export interface Interference {
  /** An answer in place of the service's; undefined forwards the request. */
  instead?: (request: ProxiedRequest) => Answer | undefined;
  /** Changes the body of an answer. */
  changed?: (request: ProxiedRequest, status: number, body: string) => string;
}

/** The routes of a proxy, and its interference. */
export interface ProxyBehaviour extends Interference {
  /** Path prefixes with the addresses that serve them; the first match applies. */
  routes: readonly (readonly [path: string, address: string])[];
}

/**
 * Starts a proxy to one or more services that can interfere with the traffic.
 *
 * @param behaviour the behaviour for the next request; counting restarts when it changes
 * @returns its address, and a function that closes it
 */
export const openProxy = async (behaviour: () => ProxyBehaviour): Promise<{ address: string; close: () => void }> => {
  const counts = new Map<string, number>();
  let current = behaviour();
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (current !== behaviour()) {
      current = behaviour();
      counts.clear();
    }
    const { routes, instead, changed } = current;
    const { method = 'GET', url = '/' } = incoming;
    const sent = await buffer(incoming);
    const path = url.split('?')[0] ?? url;
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1;
    counts.set(`${method} ${path}`, count);
    const request = { count, method, path, body: sent.toString() };
    const own = instead?.(request);
    if (own === 'reset') return void incoming.socket.resetAndDestroy();
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': own.type ?? 'application/json' }).end(own.body);
      return;
    }
    const address = routes.find(([beginning]) => path.startsWith(beginning))?.[1] ?? '';
    const forwarded = send(address + url, { method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } });
    forwarded.end(sent);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const body = (await buffer(answer)).toString();
    const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 500, headers);
    outgoing.end(changed?.(request, answer.statusCode ?? 500, body) ?? body);
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
