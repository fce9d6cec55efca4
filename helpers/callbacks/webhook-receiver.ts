import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf } from '../client/body-of.ts';
import { noteOtherRuns } from '../client/references.ts';
import { NotTested } from '../errors/errors.ts';
import { isLoopback } from '../settings/safety/money-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { defaultWaits, type WaitSettings } from '../run/wait-for.ts';

/** A notification as it arrived. */
export interface Notification {
  /** The name that `address` was given. */
  name: string;
  /** When, in milliseconds since the epoch. */
  at: number;
  method: string;
  /** The whole query of the address, without the first question mark. */
  query: string;
  contentType: string;
  headers: IncomingHttpHeaders;
  /** Up to 64 KiB of it. */
  body: string;
}

/** The part of a body that is kept; bodies that are longer than the second are refused. */
const [keptBodyBytes, maxBodyBytes] = [64 * 1024, 1024 * 1024];
/** The maximum number of notifications kept; no test expects nearly so many. */
const maxNotifications = 10_000;

/** A receiver of webhook notifications, with as many addresses as a test needs; other paths are answered 404. */
export class WebhookReceiver {
  /** The HTTP status of the answer to further notifications; `none` closes their connections. */
  answer: number | 'none' = 200;
  /** The answers at single addresses, by their names. */
  readonly answers = new Map<string, number | 'none'>();
  /** Runs while a notification waits for its answer. */
  beforeAnswer: (() => Promise<unknown>) | undefined;
  /** How long to wait for a notification before it counts as not sent, in milliseconds. */
  readonly timeoutMs: number;
  readonly #settings: Settings;
  /** A unique path, so that requests for an earlier receiver on the same port do not count. */
  readonly #token = randomUUID();
  /** The names at which a notification was refused, or not answered in time. */
  readonly #refusing = new Set<string>();
  readonly #arrivals = new EventEmitter();
  #all: Notification[] = [];
  #unread: Notification[] = [];
  readonly #server = createServer((request, response) => {
    // No incoming request may end the run.
    this.#receive(request, response).catch(() => response.destroy());
  });

  constructor(settings: Settings & WaitSettings) {
    this.#settings = settings;
    this.timeoutMs = settings.notificationTimeoutMs ?? defaultWaits.notificationTimeoutMs;
  }

  /** Listens on a free port of the loopback address, or where WEBHOOK_URL leads; throws when it cannot. */
  async start(): Promise<void> {
    const { webhookUrl, webhookPort: port, webhookListen: host } = this.#settings;
    await once(this.#server.listen(webhookUrl ? { port, host } : { port: 0, host: '127.0.0.1' }), 'listening');
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An address for one callback. */
  address(name: string): string {
    const local = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return `${this.#settings.webhookUrl ?? local}/${this.#token}/${name}`;
  }

  /** The notifications since the last `forget`, in the order of arrival; those to one address if it is named. */
  notifications(name?: string): readonly Notification[] {
    return this.#all.filter((one) => name === undefined || one.name === name);
  }

  /** The next wanted notification that this has not returned before; undefined when none comes in time. */
  async next(isWanted: (one: Notification) => boolean, timeoutMs = this.timeoutMs): Promise<Notification | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const found = this.#unread.find(isWanted);
      this.#unread = this.#unread.filter((one) => one !== found);
      if (found || signal.aborted) return found;
      await once(this.#arrivals, 'arrival', { signal }).catch(() => undefined);
    }
  }

  /** Whether a notification to an address was refused. */
  hasRefused(name: string): boolean {
    return this.#refusing.has(name);
  }

  /** Drops the notifications received so far. */
  forget(): void {
    [this.#all, this.#unread] = [[], []];
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const [path = '', ...queries] = url.split('?');
    // A proxy may keep or remove the path of the public address, so only the end of the path is compared.
    const [token, last = ''] = path.replace(/\/$/, '').split('/').slice(-2);
    const name = path.endsWith('/') ? `${last}/` : last;
    if (token !== this.#token) return void response.writeHead(404).end();
    const at = Date.now();
    // Who does not wait for the answer counts a failure as well.
    response.once('close', () => !response.writableFinished && this.#refusing.add(name));
    const { bytes, isWhole } = await bodyOf(request, maxBodyBytes);
    await this.beforeAnswer?.();
    const answer = this.answers.get(name) ?? this.answer;
    if (answer !== 'none' && answer >= 300) this.#refusing.add(name);
    if (answer === 'none') response.destroy();
    else response.writeHead(isWhole ? answer : 413, isWhole ? {} : { connection: 'close' }).end();
    if (this.#all.length >= maxNotifications) return;
    const body = new TextDecoder().decode(bytes.subarray(0, keptBodyBytes));
    noteOtherRuns(body);
    const contentType = headers['content-type'] ?? '';
    const notification = { name, at, method, query: queries.join('?'), contentType, headers, body };
    this.#all.push(notification);
    this.#unread.push(notification);
    this.#arrivals.emit('arrival');
  }
}

/**
 * Starts a receiver at an address that the target can reach: that of WEBHOOK_URL, else one of this machine.
 *
 * @throws NotTested when the target cannot reach it, which would look like a target that sends nothing
 */
export const startReceiver = async (settings: Settings & WaitSettings): Promise<WebhookReceiver> => {
  const { webhookUrl, webhookPort, webhookListen, baseUrl, requestTimeoutMs } = settings;
  const place = `port ${webhookPort} at ${webhookListen} of this machine`;
  if (!webhookUrl && !isLoopback(baseUrl)) {
    throw new NotTested('the target cannot notify this machine; set WEBHOOK_URL, or add webhooks to NOT_APPLICABLE');
  }
  const receiver = new WebhookReceiver(settings);
  await receiver.start().catch((error: unknown) => {
    throw new NotTested(`WEBHOOK_LISTEN: the suite cannot listen on ${place} (${String(error)})`);
  });
  if (!webhookUrl) return receiver;
  const options = { method: 'POST', body: '{}', signal: AbortSignal.timeout(requestTimeoutMs) };
  const answer = await fetch(receiver.address('self'), options).catch(() => undefined);
  const hasArrived = receiver.notifications('self').length > 0;
  receiver.forget();
  if (hasArrived) return receiver;
  receiver.stop();
  const problem = answer ? `was answered HTTP ${answer.status}` : 'failed';
  throw new NotTested(
    `WEBHOOK_URL does not lead to ${place}: a request to it ${problem}; fix the forwarding, and set WEBHOOK_LISTEN if ` +
      'the proxy runs on another machine',
  );
};
