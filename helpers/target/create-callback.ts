import { randomUUID } from 'node:crypto';
import { NotTested } from '../verdict/faults.ts';
import type { Api, Body } from './api.ts';
import { createdId, shownEvents } from './callbacks.ts';
import type { Reply } from './exchange.ts';
import { eventNames } from './shapes.ts';

/** What a callback of ours is created with; its address and, with a run, its description tell whose it is. */
export const creation = (wanted: Body = {}, run?: string) => ({
  url: `https://merchant.example/hooks/${randomUUID()}`,
  description: `made by the conformance suite${run ? `, run ${run}` : ''}`,
  is_active: true,
  // No payment is likely to be told to it, so what deliveries do to a callback does not disturb the tests.
  events: shownEvents.filter((name) => name.startsWith('payout.')).join(','),
  ...wanted,
});

/** Sends a creation. None is shown, so neither is the form of its events: first as an update sends them, then as a list. */
export const sendCreation = async (api: Api, path: string, fields: ReturnType<typeof creation>): Promise<Reply> => {
  const attempt = await api.probe('POST', path, fields);
  const asList = { ...fields, events: eventNames(fields.events) };
  return attempt.status < 300 ? attempt : api.probe('POST', path, asList);
};

/** An answer to a creation that has no id. */
export const notCreated = ({ asked, status }: Reply): NotTested =>
  new NotTested(`${asked} (CALLBACK_CREATE_PATH) was answered ${status} without the id of a callback`);

/**
 * Creates a callback through the target's own operation, of which the interface shows nothing.
 *
 * @param path of CALLBACK_CREATE_PATH
 * @param wanted fields of 2.7, events comma-separated
 * @returns the id of the callback
 * @throws NotTested when the answer has none
 */
export const createCallback = async (api: Api, path: string, wanted: Body = {}): Promise<string> => {
  const fields = creation(wanted);
  const reply = await sendCreation(api, path, fields);
  const created = reply.status < 300 ? createdId(reply, fields.url) : undefined;
  if (created) return created;
  throw notCreated(reply);
};
