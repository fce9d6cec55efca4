import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createEncryptedServer, type ServerOptions } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { generate } from 'selfsigned';

/** A private certificate authority that no machine trusts. */
export interface Authority {
  cert: string;
  /** Issues a certificate for a server with this name or for a client, as PEM. */
  issue: (name: string, use: 'server' | 'client') => Promise<{ cert: string; key: string }>;
}

export const makeAuthority = async (): Promise<Authority> => {
  const options = { keyType: 'ec', algorithm: 'sha256' } as const;
  const own = await generate([{ name: 'commonName', value: 'Private authority' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const issue: Authority['issue'] = async (name, use) => {
    const names = [
      { type: 2, value: name } as const,
      { type: 7, ip: '127.0.0.1' } as const,
      { type: 7, ip: '::1' } as const,
    ];
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      ...options,
      ca: { cert: own.cert, key: own.private },
      extensions: [
        { name: 'extKeyUsage', serverAuth: use === 'server', clientAuth: use === 'client' },
        { name: 'subjectAltName', altNames: names },
      ],
    });
    return { cert, key };
  };
  return { cert: own.cert, issue };
};

export const listening = async (t: TestContext, server: Server, host = '127.0.0.1'): Promise<number> => {
  await once(server.listen(0, host), 'listening');
  t.after(() => (server.close(), server.closeAllConnections?.()));
  return (server.address() as AddressInfo).port;
};

/** Starts a site that records its requests, with TLS if its options are given. */
export const startServer = async (
  t: TestContext,
  answer: RequestListener,
  tls?: ServerOptions,
): Promise<{ port: number; heard: IncomingMessage[]; server: Server }> => {
  const heard: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    heard.push(request);
    answer(request, response);
  };
  const server = tls ? createEncryptedServer(tls, listener) : createServer(listener);
  return { port: await listening(t, server), heard, server };
};

/** A proxy that resolves every name to this machine and records what it connects to. @param status if it refuses */
export const startProxy = async (
  t: TestContext,
  login: string,
  status?: number,
): Promise<{ port: number; targets: string[] }> => {
  const targets: string[] = [];
  const server = createServer().on('connect', (request, socket, head) => {
    socket.on('error', () => {});
    const given = request.headers['proxy-authorization'];
    const isKnown = given === `Basic ${Buffer.from(login).toString('base64')}`;
    if (status !== undefined || !isKnown) return socket.end(`HTTP/1.1 ${status ?? 407} Refused\r\n\r\n`);
    targets.push(request.url ?? '');
    const service = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      service.write(head);
      service.pipe(socket).pipe(service);
    });
    service.on('error', () => socket.destroy());
  });
  return { port: await listening(t, server), targets };
};
