import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { SuiteCertificate } from './suite-certificate.ts';

// Where the target needs a client certificate, a private authority or the headers of a gateway, the proxy of the browser
// ends TLS for the hosts of the target, and for no other. Playwright cannot add them safely: headers that a route adds
// follow a redirect to other hosts and are missing in WebSockets and redirect hops, its client certificates know no
// private authority, accept any certificate of every other host, and pass by the proxy in a remote browser.

/** The first byte of a TLS connection. */
const handshake = 0x16;

/** Tunnels of a browser that end at the suite's proxy, with the destination of each: scheme, host and port. */
export class TargetTls {
  readonly #origins = new WeakMap<Duplex, string>();
  readonly #server: Server;
  readonly #certificate: SuiteCertificate | undefined;

  /**
   * @param server handles the decrypted requests
   * @param certificate which the browser trusts
   */
  constructor(server: Server, certificate: SuiteCertificate | undefined) {
    this.#server = server;
    this.#certificate = certificate;
  }

  /** The destination of a connection from such a tunnel; undefined for any other. */
  originOf(connection: Duplex): string | undefined {
    return this.#origins.get(connection);
  }

  /** Ends a tunnel in place of the server that the browser addresses, with or without TLS. */
  accept(browser: Socket, host: string, head: Buffer): void {
    const begin = (first: Buffer): void => {
      browser.pause();
      browser.unshift(first);
      const isEncrypted = first[0] === handshake;
      const inside = isEncrypted
        ? new TLSSocket(browser, { isServer: true, ...this.#certificate, ALPNProtocols: ['http/1.1'] })
        : browser;
      inside.on('error', () => browser.destroy());
      this.#origins.set(inside, `${isEncrypted ? 'https' : 'http'}://${host}`);
      this.#server.emit('connection', inside);
    };
    if (head.length > 0) begin(head);
    else browser.once('data', begin);
  }
}
