import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/error-answers.ts';
import { FieldRefusal, notFound } from '../http/refusals.ts';
import type { Callback, CallbackChange, CallbackUpdates } from '../service/callbacks.ts';
import type { Service } from '../service/service.ts';
import { postNotification } from '../service/webhooks.ts';
import { anyText, asFields, type Fields, flag, required, sent, webAddress } from './request-fields.ts';

/** Milliseconds between the two checks of a new address, with `new-addresses-are-checked`. */
const secondCheckMs = 150;

type WithId = { Params: { id: string } };

/** Management of callbacks (`4.5` to `4.7`), and their creation, which the interface does not define. */
export function callbackRoutes(app: FastifyInstance, service: Service): void {
  const { callbacks } = service;
  const find = (id: string, purpose: 'fetch' | 'update' | 'delete'): Callback => {
    const callback = callbacks.find(id, purpose);
    if (!callback) throw notFound('There is no callback with this id.');
    return callback;
  };

  const checks = service.has('new-addresses-are-checked') && !service.has('no-deliveries');
  const greets =
    service.has('greetings-alone') || (service.has('new-addresses-are-greeted') && !service.has('no-deliveries'));
  const greet = async (address: string): Promise<void> => {
    const ping = () => postNotification(address, { event: 'ping' }, service.settings.timings.delivery);
    if (greets || checks) await ping();
    if (!checks) return;
    await pause(secondCheckMs);
    await ping();
  };

  app.post(service.settings.callbackCreationPath, async (request) => {
    const callback = callbacks.create(readCallbackCreation(request.body));
    void greet(callback.url);
    return { result: 'success', id: callback.id, message: 'The callback was created.', callback };
  });

  app.get<WithId>('/v1/callback/fetch/:id', async (request) => {
    const callback = find(request.params.id, 'fetch');
    return { result: 'success', callback: callbacks.show(callback) };
  });

  app.put<WithId>('/v1/callback/update/:id', async (request) => {
    const { id } = request.params;
    const callback = find(id, 'update');
    const change = service.callbackUpdates.read(asFields(request.body));
    callbacks.update(callback, change);
    if (change.url !== undefined) void greet(change.url);
    return { result: 'success', id, message: 'The callback was updated.' };
  });

  app.delete<WithId>('/v1/callback/delete/:id', async (request) => {
    const callback = find(request.params.id, 'delete');
    callbacks.delete(callback);
    return { result: 'success', id: callback.id, message: 'The callback was deleted.' };
  });

  refuseOtherMethods(app, service.settings.callbackCreationPath);
  for (const action of ['fetch', 'update', 'delete']) refuseOtherMethods(app, `/v1/callback/${action}/:id`);
}

/** `events` of an update is comma-separated text (`4.6`). */
export const plainCallbackUpdates: CallbackUpdates = {
  read: (fields) => ({ ...commonFields(fields), events: eventText(fields, 'events') }),
};

/** Reads the body of a callback creation: like an update, but `url` is required and `events` may be a list. */
function readCallbackCreation(body: unknown): CallbackChange & { url: string } {
  const fields = asFields(body);
  const common = commonFields(fields);
  const events = Array.isArray(sent(fields, 'events')) ? eventList(fields, 'events') : eventText(fields, 'events');
  return { ...common, url: required('url', common.url), events };
}

function commonFields(fields: Fields): CallbackChange {
  return {
    url: webAddress(fields, 'url'),
    description: anyText(fields, 'description'),
    is_active: flag(fields, 'is_active'),
  };
}

function eventText(fields: Fields, name: string): string[] | undefined {
  return eventNames(anyText(fields, name)?.split(','), name);
}

function eventList(fields: Fields, name: string): string[] | undefined {
  return eventNames(sent(fields, name) as unknown[], name);
}

/** Distinct names in the order given. Any `<object>.<action>` is accepted: the interface has no full list (`6`). */
function eventNames(names: unknown[] | undefined, field: string): string[] | undefined {
  if (names === undefined) return undefined;
  const trimmed = names.map((name) => (typeof name === 'string' ? name.trim() : ''));
  if (!trimmed.every((name) => /^[a-z][a-z_]{0,40}\.[a-z][a-z_]{0,40}$/.test(name))) {
    throw new FieldRefusal(field, 'Each event must be named <object>.<action>.');
  }
  return [...new Set(trimmed)];
}
