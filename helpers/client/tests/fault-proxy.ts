import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What happens to a request: it passes, is reset before or after it has reached the service, gets a truncated answer,
 * none, that of a gateway (without reaching the service), or a delayed one.
 */
export type Fault =
  | 'pass'
  | 'reset'
  | 'reset-after-request'
  | 'cut'
  | 'silence'
  | { status: number; headers?: string }
  | { delayMs: number };

/** Chooses what happens to a request, by its number (from 1) and its head. */
type Choose = (number: number, head: string) => Fault;

/** An unreliable network: a TCP proxy that chooses a fault by the head of each request. */
export class FaultProxy {
  /** May be changed at any time. */
  choose: Choose;
  /** The heads of all requests received, without bodies. */
  readonly heads: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  readonly #server = createServer((client) => this.#serve(client));

  constructor(target: string, choose: Choose = () => 'pass') {
    this.#target = new URL(target);
    this.choose = choose;
  }

  /** @returns its address, without a trailing slash */
  async start(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets all connections and refuses new ones. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    if (this.#server.listening) await new Promise((done) => this.#server.close(done));
  }

  #serve(client: Socket): void {
    let fault: Fault = 'pass';
    let service: Socket | undefined;
    const later = (act: () => void) =>
      typeof fault === 'object' && 'delayMs' in fault ? setTimeout(act, fault.delayMs) : act();
    const open = () => {
      const socket = connect(Number(this.#target.port), this.#target.hostname);
      this.#keep(socket);
      socket.on('data', (chunk) => {
        if (fault === 'reset-after-request') client.resetAndDestroy();
        else if (fault === 'cut') client.end(chunk.subarray(0, chunk.length - 20));
        else later(() => client.write(chunk));
      });
      socket.on('close', () => later(() => client.end()));
      return socket;
    };
    this.#keep(client);
    client.on('close', () => service?.destroy());
    client.on('data', (chunk) => {
      if (/^[A-Z]+ \//.test(chunk.toString('latin1', 0, 20))) fault = this.#faultFor(chunk);
      if (fault === 'reset') client.resetAndDestroy();
      else if (typeof fault === 'object' && 'status' in fault) {
        const { status, headers = '' } = fault;
        client.end(`HTTP/1.1 ${status} Gateway\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      } else if (fault !== 'silence') (service ??= open()).write(chunk);
    });
  }

  #faultFor(chunk: Buffer): Fault {
    const head = chunk.toString('latin1').split('\r\n\r\n')[0] ?? '';
    this.heads.push(head);
    return this.choose(this.heads.length, head);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }
}
