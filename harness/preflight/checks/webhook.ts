import type { Settings } from '../../../helpers/settings/settings.ts';
import { Bodies } from '../../../helpers/client/bodies.ts';
import { shownEvents } from '../../../interface/messages/callback.ts';
import type { Receiver } from '../../../helpers/callbacks/receiver/webhook-receiver.ts';
import { startReceiver } from '../../../helpers/callbacks/receiver/start-receiver.ts';
import { leftMend } from './callbacks.ts';
import { ok, reasonOf, warn, type Check } from '../check.ts';
import { tryCallback } from './own-callback.ts';
import type { Ask } from '../probes.ts';

const name = 'notifications';
const untried = 'not tried: without CALLBACK_CREATE_PATH it would change a callback of yours';
const consequence = 'rules about a delivery then have no case; NOT_APPLICABLE=webhooks says that this is meant';

/**
 * Whether a notification of the target reaches this machine, by way of WEBHOOK_URL where that is set. Starts a payment,
 * with a callback that is deleted again; one that is merely configured is left alone.
 */
export const checkWebhook = async (settings: Settings, ask: Ask): Promise<Check> => {
  const { notApplicable, callbackCreatePath: path } = settings;
  if (notApplicable.has('webhooks')) return ok(name, 'declared as not available');
  if (!path && !settings.webhookUrl) return ok(name, untried);
  let receiver: Receiver;
  try {
    receiver = await startReceiver(settings);
  } catch (error) {
    return warn(name, reasonOf(error), 'correct WEBHOOK_URL, WEBHOOK_PORT and WEBHOOK_LISTEN, or empty them');
  }
  try {
    // The receiver has been sent something by way of WEBHOOK_URL before it came here.
    if (!path) return ok(name, `WEBHOOK_URL leads to this machine; one of the target is ${untried}`);
    return await checkDelivery(settings, ask, path, receiver);
  } finally {
    receiver.stop();
  }
};

const checkDelivery = async (settings: Settings, ask: Ask, path: string, receiver: Receiver): Promise<Check> => {
  const url = receiver.address('doctor');
  const bodies = new Bodies(settings);
  const body = settings.operators.A ? bodies.mobileMoney('A') : bodies.hostedPage();
  const trial = await tryCallback(settings, ask, path, { url, events: shownEvents.join(',') }, async () => {
    await ask('POST /v1/transactions', (api) => api.initiate(body));
    return (await receiver.next('doctor')) !== undefined;
  });
  if (trial.left) return warn(name, trial.left, leftMend());
  if (trial.used === undefined) return warn(name, trial.fault, 'correct CALLBACK_CREATE_PATH');
  if (trial.used) return ok(name, 'arrive on this machine');
  return warn(name, `none arrives at ${url} within ${receiver.patienceMs} ms of a payment`, consequence);
};
