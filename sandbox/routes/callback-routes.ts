import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { notFound } from '../http/refusals.ts';
import { readCallbackCreation } from './requests/callback-request.ts';
import { asFields } from './requests/fields.ts';
import { postNotification } from '../service/webhooks/post-notification.ts';
import type { Callback } from '../service/webhooks/callback.ts';
import type { Service } from '../service/service.ts';

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
