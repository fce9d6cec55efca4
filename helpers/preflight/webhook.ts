import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '../settings/settings.ts';
import { Bodies } from '../target/bodies.ts';
import { shownEvents } from '../target/callbacks.ts';
import { createCallback } from '../target/create-callback.ts';
import { ok, warn, type Check } from './check.ts';
import type { Ask } from './probes.ts';

const name = 'notifications';
const consequence = 'rules about a delivery then have no case; NOT_APPLICABLE=webhooks says that this is meant';
/** Milliseconds a notification is waited for. */
const longestWaitMs = 3_000;

/**
 * Whether a notification of the target reaches this machine. Starts a payment, with a callback that is deleted again;
 * one that is merely configured is left alone.
 */
export const checkWebhook = async (settings: Settings, ask: Ask): Promise<Check> => {
  const { notApplicable, callbackCreatePath: path, operators } = settings;
  if (notApplicable.has('webhooks')) return ok(name, 'declared not to be there');
  if (!path) return ok(name, 'not tried: without CALLBACK_CREATE_PATH it would change a callback of yours');
  const arrivals = new EventEmitter();
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
    arrivals.emit('one');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  let id: string | undefined;
  try {
    const created = await ask(`POST ${path}`, async (api) => {
      id = await createCallback(api, path, { url, events: shownEvents.join(',') });
      return api.fetchCallback(id);
    });
    if (!id) return warn(name, created.fault, 'correct CALLBACK_CREATE_PATH');
    const patience = new AbortController();
    const arrived = once(arrivals, 'one', { signal: patience.signal }).then(
      () => true,
      () => false,
    );
    const bodies = new Bodies(settings);
    await ask('POST /v1/transactions', (api) =>
      api.initiate(operators.A ? bodies.mobileMoney('A') : bodies.hostedPage()),
    );
    setTimeout(() => patience.abort(), longestWaitMs).unref();
    if (await arrived) return ok(name, 'arrive on this machine');
    return warn(name, `none arrives at ${url} within ${longestWaitMs} ms of a payment`, consequence);
  } finally {
    const made = id;
    if (made) await ask('DELETE /v1/callback/delete', (api) => api.deleteCallback(made));
    receiver.closeAllConnections();
    receiver.close();
  }
};
