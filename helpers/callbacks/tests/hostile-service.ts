import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A callback as the service stores it. */
interface Kept {
  id: string;
  url: string;
  description: string;
  events: string[];
  is_active: boolean;
}

export interface Asked {
  method: string;
  operation: string;
  /** Decoded. */
  id: string;
  body: Record<string, unknown>;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The callbacks that the suite did not create, in their original state. */
export const foreign: readonly Kept[] = ['7', 'foreign-1', 'foreign-2'].map((id) => ({
  id,
  url: `https://shop.example/${id}`,
  description: 'of somebody else',
  events: ['payment.completed'],
  is_active: true,
}));

/** A service that creates, fetches, updates and deletes callbacks correctly, unless `lie` says otherwise. */
export class HostileService {
  /** A false answer; undefined for the correct one. */
  lie: (asked: Asked, service: HostileService) => Answer | undefined = () => undefined;
  /** Every request, as `METHOD id`. */
  asked: string[] = [];
  readonly callbacks = new Map<string, Kept>();
  /** Callbacks created so far, so that no id is used twice. */
  #ever = 0;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.reset();
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.lie = () => undefined;
    this.asked = [];
    this.callbacks.clear();
    for (const one of foreign) this.callbacks.set(one.id, { ...one });
    this.#ever = foreign.length;
  }

  /** Updates and deletions. */
  get changes(): string[] {
    return this.asked.filter((one) => /^(?:PUT|DELETE) /.test(one));
  }

  get foreignNow(): Kept[] {
    return foreign.flatMap(({ id }) => this.callbacks.get(id) ?? []);
  }

  /** Stores a new callback and returns its id. */
  keep({ url, description, events, is_active }: Record<string, unknown>, id = `cb-${this.#ever++}`): string {
    const names = String(events).split(',');
    const kept = {
      id,
      url: String(url),
      description: String(description),
      events: names,
      is_active: is_active !== false,
    };
    this.callbacks.set(id, kept);
    return id;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const [, operation = '', id = ''] = /^\/v1\/callback\/(\w+)\/?(.*)$/.exec(url) ?? [];
    const sent = await text(request);
    const body = (sent === '' ? {} : JSON.parse(sent)) as Record<string, unknown>;
    const asked = { method, operation, id: decodeURIComponent(id), body };
    this.asked.push(`${method} ${operation === 'create' ? url : asked.id}`);
    const { status = 200, body: answer = '', headers = {} } = this.lie(asked, this) ?? this.#truth(asked);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }

  #truth({ method, operation, id, body }: Asked): Answer {
    if (operation === 'create') return { body: { result: 'success', id: this.keep(body) } };
    const callback = this.callbacks.get(id);
    if (!callback) return { status: 404, body: { result: 'error', message: `There is no ${id}.` } };
    if (method === 'GET') return { body: { result: 'success', callback } };
    if (method === 'DELETE') this.callbacks.delete(id);
    if (method === 'PUT')
      Object.assign(callback, body, 'events' in body ? { events: String(body.events).split(',') } : {});
    return { body: { result: 'success', id, message: 'Done.' } };
  }
}
