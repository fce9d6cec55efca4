import type { Settings } from '../../../helpers/settings/settings.ts';
import { Bodies } from '../../../helpers/client/bodies.ts';
import { shownEvents } from '../../../interface/messages/callback.ts';
import type { Receiver } from '../../../helpers/callbacks/receiver/webhook-receiver.ts';
import { startReceiver } from '../../../helpers/callbacks/receiver/start-receiver.ts';
import { leftBehindAdvice } from './callbacks.ts';
import { ok, reasonOf, warn, type Check } from '../check.ts';
import { tryCallback } from './own-callback.ts';
import type { Ask } from '../probes.ts';

const name = 'notifications';
const untried = 'not tested: without CALLBACK_CREATE_PATH it would change one of your callbacks';
const consequence = 'rules about deliveries cannot be tested; set NOT_APPLICABLE=webhooks if this is intended';

/**
 * Checks that a notification of the target reaches this machine, through WEBHOOK_URL if it is set. Starts a payment
 * with a callback that is deleted again; configured callbacks stay unchanged.
 */
export const checkWebhook = async (settings: Settings, ask: Ask): Promise<Check> => {
  const { notApplicable, callbackCreatePath: path } = settings;
  if (notApplicable.has('webhooks')) return ok(name, 'declared as not available');
  if (!path && !settings.webhookUrl) return ok(name, untried);
  let receiver: Receiver;
  try {
    receiver = await startReceiver(settings);
  } catch (error) {
    return warn(name, reasonOf(error), 'correct WEBHOOK_URL, WEBHOOK_PORT and WEBHOOK_LISTEN, or clear them');
  }
  try {
    // startReceiver has already tested WEBHOOK_URL with a request of its own.
    if (!path) return ok(name, `WEBHOOK_URL leads to this machine; a notification of the target was ${untried}`);
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
  if (trial.left) return warn(name, trial.left, leftBehindAdvice());
  if (trial.used === undefined) return warn(name, trial.fault, 'correct CALLBACK_CREATE_PATH');
  if (trial.used) return ok(name, 'arrive on this machine');
  return warn(name, `no notification arrives at ${url} within ${receiver.patienceMs} ms of a payment`, consequence);
};
