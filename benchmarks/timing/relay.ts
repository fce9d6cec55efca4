import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a service and refuses what is too much in any one second. */
interface Relay {
  address: string;
  passed: () => number;
  close: () => void;
}

/**
 * Starts a relay that answers 429 beyond so many requests in any one second.
 *
 * @param target the address of the service
 */
export const startRelay = async (target: string, perSecond: number): Promise<Relay> => {
  const agent = new Agent({ keepAlive: true });
  const lately: number[] = [];
  let passed = 0;
  const server = createServer((asked, answer) => {
    const now = performance.now();
    while (lately[0] !== undefined && lately[0] <= now - 1000) lately.shift();
    if (lately.length >= perSecond) {
      asked.resume();
      answer.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
      answer.end('{"result":"error","message":"Too many requests."}');
      return;
    }
    lately.push(now);
    passed += 1;
    const { method, headers, url = '/' } = asked;
    const onward = request(new URL(url, target), { method, headers, agent }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => passed, close };
};
