import { randomUUID } from 'node:crypto';
import { NotTested } from '../verdict/faults.ts';
import type { Api, Body } from './api.ts';
import { createdId, shownEvents } from './callbacks.ts';
import { eventNames } from './shapes.ts';

/**
 * Creates a callback through the target's own operation, of which the interface shows nothing.
 *
 * @param path of CALLBACK_CREATE_PATH
 * @param wanted fields of 2.7, events comma-separated
 * @returns the id of the callback
 * @throws NotTested when the answer has none
 */
export const createCallback = async (api: Api, path: string, wanted: Body = {}): Promise<string> => {
  const fields = {
    url: `https://merchant.example/hooks/${randomUUID()}`,
    description: 'made by the conformance suite',
    is_active: true,
    // No payment is likely to be told to it, so what deliveries do to a callback does not disturb the tests.
    events: shownEvents.filter((name) => name.startsWith('payout.')).join(','),
    ...wanted,
  };
  // No creation is shown, so neither is the form of its events: first as an update sends them, then as a list.
  const attempt = await api.probe('POST', path, fields);
  const asList = { ...fields, events: eventNames(fields.events) };
  const reply = attempt.status < 300 ? attempt : await api.probe('POST', path, asList);
  const created = reply.status < 300 ? createdId(reply) : undefined;
  if (created) return created;
  throw new NotTested(
    `${reply.asked} (CALLBACK_CREATE_PATH) was answered ${reply.status} without the id of a callback`,
  );
};
