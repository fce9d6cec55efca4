import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { notFound } from '../http/refusals.ts';
import { readCallbackCreation, readCallbackUpdate } from '../requests/callback-request.ts';
import { createFaultyLookup } from '../service/webhooks/lookup-faults.ts';
import { postNotification } from '../service/webhooks/post-notification.ts';
import type { Service } from '../service/service.ts';

type WithId = { Params: { id: string } };

/** Management of callbacks (`4.5` to `4.7`), and the creation that the interface does not show. */
export function callbackRoutes(app: FastifyInstance, service: Service): void {
  const faulty = createFaultyLookup(service);

  app.post(service.settings.callbackCreationPath, async (request) => {
    if (service.reading('callbacks-made-elsewhere')) throw notFound('There is nothing at this address.');
    const callback = service.callbacks.create(readCallbackCreation(request.body));
    return { result: 'success', id: callback.id, message: 'The callback was created.', callback };
  });

  app.get<WithId>('/v1/callback/fetch/:id', async (request) => {
    const { id } = request.params;
    const callback = service.callbacks.find(id) ?? faulty.toFetch(id);
    if (!callback) throw notFound(unknownCallback);
    return { result: 'success', callback: faulty.fetched(callback) };
  });

  app.put<WithId>('/v1/callback/update/:id', async (request) => {
    const { id } = request.params;
    const callback = service.callbacks.find(id) ?? faulty.toUpdate(id);
    if (!callback) throw notFound(unknownCallback);
    const change = readCallbackUpdate(request.body, service);
    service.callbacks.update(callback, change);
    // Whoever delivers nothing greets nobody.
    const greets = service.reading('new-addresses-are-greeted') && !service.reading('no-deliveries');
    if (change.url !== undefined && greets) {
      void postNotification(change.url, { event: 'ping' }, service.settings.timings.delivery);
    }
    return { result: 'success', id, message: 'The callback was updated.' };
  });

  app.delete<WithId>('/v1/callback/delete/:id', async (request) => {
    const callback = service.callbacks.find(request.params.id);
    if (!callback) throw notFound(unknownCallback);
    if (!faulty.survives(callback)) service.callbacks.delete(callback);
    return { result: 'success', id: callback.id, message: 'The callback was deleted.' };
  });

  refuseOtherMethods(app, service.settings.callbackCreationPath);
  for (const action of ['fetch', 'update', 'delete']) refuseOtherMethods(app, `/v1/callback/${action}/:id`);
}

const unknownCallback = 'There is no callback with this id.';
