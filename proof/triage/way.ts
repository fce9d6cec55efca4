import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';

/** A request on its way to a service. */
export interface OnItsWay {
  /** How many requests of the same method and path came, this one included. */
  count: number;
  method: string;
  path: string;
  body: string;
}

/** An answer; `reset` closes the connection instead. */
type Answer = { status: number; type?: string; body: string } | 'reset';

/** What happens to requests between the suite and the services. */
export interface Meddling {
  /** Answers in place of the service; undefined lets the request pass. */
  instead?: (request: OnItsWay) => Answer | undefined;
  /** The body of an answer, changed. */
  changed?: (request: OnItsWay, status: number, body: string) => string;
}

/** Where a way leads, and what happens on it. */
export interface Course extends Meddling {
  /** Beginnings of paths with the addresses that serve them; the first that fits. */
  routes: readonly (readonly [path: string, address: string])[];
}

/**
 * A way to one service or several, that can be bad.
 *
 * @param course as it is when a request comes; requests are counted anew when it changes
 * @returns its address, and what ends it
 */
export const openWay = async (course: () => Course): Promise<{ address: string; close: () => void }> => {
  const counts = new Map<string, number>();
  let current = course();
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (current !== course()) {
      current = course();
      counts.clear();
    }
    const { routes, instead, changed } = current;
    const { method = 'GET', url = '/' } = incoming;
    const sent = await buffer(incoming);
    const path = url.split('?')[0] ?? url;
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1;
    counts.set(`${method} ${path}`, count);
    const onItsWay = { count, method, path, body: sent.toString() };
    const own = instead?.(onItsWay);
    if (own === 'reset') return void incoming.socket.resetAndDestroy();
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': own.type ?? 'application/json' }).end(own.body);
      return;
    }
    const address = routes.find(([beginning]) => path.startsWith(beginning))?.[1] ?? '';
    const onward = ask(address + url, { method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } });
    onward.end(sent);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const body = (await buffer(answer)).toString();
    const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 500, headers);
    outgoing.end(changed?.(onItsWay, answer.statusCode ?? 500, body) ?? body);
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
