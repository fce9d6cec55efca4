import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createEncryptedServer, type ServerOptions } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { generate } from 'selfsigned';

/** Certificate and key in PEM. */
interface Identity {
  cert: string;
  key: string;
}

/** A private certificate authority that no machine trusts. */
export interface Authority {
  cert: string;
  /** Issues a certificate for a server with this name or for a client. */
  issue: (name: string, use: 'server' | 'client') => Promise<Identity>;
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
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      ...options,
      ca: { cert: own.cert, key: own.private },
      extensions: [
        { name: 'extKeyUsage', serverAuth: use === 'server', clientAuth: use === 'client' },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: name },
            { type: 7, ip: '127.0.0.1' },
            { type: 7, ip: '::1' },
          ],
        },
      ],
    });
    return { cert, key };
  };
  return { cert: own.cert, issue };
};

const listening = async (t: TestContext, server: Server, host = '127.0.0.1'): Promise<number> => {
  server.listen(0, host);
  await once(server, 'listening');
  t.after(() => (server.close(), server.closeAllConnections()));
  return (server.address() as AddressInfo).port;
};

/** A server that records its requests. */
interface Heard {
  port: number;
  heard: IncomingMessage[];
}

/** Starts a site, with TLS if its options are given. */
export const startServer = async (
  t: TestContext,
  answer: RequestListener,
  { tls, host }: { tls?: ServerOptions; host?: string } = {},
): Promise<Heard> => {
  const heard: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    heard.push(request);
    answer(request, response);
  };
  const server = tls ? createEncryptedServer(tls, listener) : createServer(listener);
  return { port: await listening(t, server, host), heard };
};

/** An access gateway, which answers requests without access with a page of its own. */
export const gated =
  (hasAccess: (request: IncomingMessage) => boolean, service: RequestListener): RequestListener =>
  (request, response) => {
    if (hasAccess(request)) return service(request, response);
    request.resume();
    response.writeHead(403, { 'content-type': 'text/html' }).end('<!doctype html><title>Access denied</title>');
  };

interface Proxy {
  port: number;
  /** The requested destinations, as `host:port`. */
  asked: string[];
}

/**
 * A forward proxy that resolves every name to this machine.
 *
 * @param login the required `user:password`
 */
export const startProxy = async (t: TestContext, login?: string, status = 200): Promise<Proxy> => {
  const asked: string[] = [];
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request: IncomingMessage, socket, head: Buffer) => {
    socket.on('error', () => {});
    asked.push(request.url ?? '');
    const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="p"\r\n\r\n');
    }
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  return { port: await listening(t, server), asked };
};
