import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that limits the rate of requests to a service. */
interface Relay {
  address: string;
  passed: () => number;
  close: () => void;
}

/**
 * Starts a relay that answers 429 to more than `perSecond` requests within a second.
 *
 * @param target the address of the service
 */
export const startRelay = async (target: string, perSecond: number): Promise<Relay> => {
  const agent = new Agent({ keepAlive: true });
  const recent: number[] = [];
  let passed = 0;
  const server = createServer((asked, answer) => {
    const now = performance.now();
    while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
    if (recent.length >= perSecond) {
      asked.resume();
      answer.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
      answer.end('{"result":"error","message":"Too many requests."}');
      return;
    }
    recent.push(now);
    passed += 1;
    const { method, headers, url = '/' } = asked;
    const forwarded = request(new URL(url, target), { method, headers, agent }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => passed, close };
};
