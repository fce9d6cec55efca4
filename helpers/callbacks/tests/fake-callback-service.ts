import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openApi } from '../../client/open-api.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { parseSettings } from '../../settings/settings.ts';

type Fields = Record<string, unknown>;
type Request = Record<'method' | 'operation' | 'id', string> & { body: Fields };
type Answer = { status?: number; body?: unknown };

/** A service with callbacks 7 and foreign-1, which answers correctly unless `lie` says otherwise. */
export class FakeCallbackService {
  /** A false answer; undefined for the correct one. */
  lie: (request: Request) => Answer | undefined = () => undefined;
  readonly callbacks = new Map<string, Fields>();
  /** Whether the answer to a request gets lost after it took effect. */
  loses: (request: Request) => boolean = () => false;
  /** Every update and deletion, as `METHOD id`. */
  changes: string[] = [];
  #created = 0;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1').unref(), 'listening');
  }

  reset(): void {
    this.lie = () => undefined;
    this.loses = () => false;
    this.callbacks.clear();
    const fields = { description: 'of somebody else', events: 'payment.completed', is_active: true };
    for (const id of ['7', 'foreign-1']) this.store({ ...fields, url: `https://shop.example/${id}` }, id);
    this.changes = [];
  }

  /** The settings of a run against this service, and its endpoints. */
  target(more: Record<string, string> = {}) {
    const address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const settings = { ...parseSettings({ ...sandboxAsStaging(address), ...more }), readDelayMs: 150 };
    return { settings, ...openApi(settings) };
  }

  store(fields: Fields, id = `cb-${(this.#created += 1)}`): string {
    this.callbacks.set(id, { ...fields, id, events: String(fields['events']).split(',') });
    return id;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const [, operation = '', id = ''] = /^\/v1\/callback\/(\w+)\/?(.*)$/.exec(url) ?? [];
    const body = JSON.parse((await text(request)) || '{}') as Fields;
    if (['PUT', 'DELETE'].includes(method)) this.changes.push(`${method} ${id}`);
    const asked = { method, operation, id, body };
    const { status = 200, body: answer } = this.lie(asked) ?? this.#truth(asked);
    if (this.loses(asked)) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  #truth({ method, operation, id, body }: Request): Answer {
    if (operation === 'create') return { body: { result: 'success', id: this.store(body) } };
    const callback = this.callbacks.get(id);
    if (!callback) return { status: 404, body: { result: 'error', message: `There is no ${id}.` } };
    if (method === 'DELETE') this.callbacks.delete(id);
    if (method === 'PUT') this.store({ ...callback, ...body }, id);
    return { body: method === 'GET' ? { result: 'success', callback } : { result: 'success', id, message: 'Done.' } };
  }
}
