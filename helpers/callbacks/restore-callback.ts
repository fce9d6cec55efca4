import {
  callbackOf,
  settableFields,
  settableOf,
  showsCallback,
  type SettableField,
} from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { eventNames } from '../../interface/messages/shapes.ts';
import type { Api } from '../client/api.ts';
import type { OriginalFields } from './callback-journal.ts';
import { isLostAnswer } from '../client/transport-failure.ts';
import { lastAnswer, waitFor } from '../run/wait-for.ts';

// `deleteForGood` and `restore` return why they failed; undefined when they succeeded. They throw EnvironmentFault when
// the target gave no answer.

/** Whether an answer reports success and shows a callback with this id, or without an id. */
export const shows = (reply: Reply, id: string): boolean =>
  showsCallback(reply) && String(callbackOf(reply)?.id ?? id) === id;

/** Whether a fetch tells that there is no such callback: 404, 410, or an error as in section 4.5. */
export const isGone = (reply: Reply): boolean =>
  [404, 410].includes(reply.status) || ([200, 400].includes(reply.status) && reply.field('result') === 'error');

/**
 * The answer to a deletion; undefined when it got lost, and a fetch tells that the callback is gone. When it is still
 * there, it is deleted once more.
 */
export const deleteOnce = async (api: Api, id: string): Promise<Reply | undefined> => {
  try {
    return await api.deleteCallback(id);
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    return isGone(await api.fetchCallback(id)) ? undefined : api.deleteCallback(id);
  }
};

/** Deletes a callback, and verifies that it is gone. */
export const deleteForGood = async (api: Api, id: string, timeoutMs: number): Promise<string | undefined> => {
  const deleted = await deleteOnce(api, id);
  if (!deleted) return undefined;
  const { status } = deleted;
  const fetched = lastAnswer(await waitFor(() => api.fetchCallback(id), isGone, { timeoutMs }));
  if (isGone(fetched)) return undefined;
  const state = shows(fetched, id) ? 'it is still there' : `a fetch is answered HTTP ${fetched.status}`;
  return `its deletion was answered HTTP ${status}, and ${state}`;
};

/**
 * Restores the fields of a callback exactly, and verifies them.
 *
 * @param mayBeGone whether nothing has to be restored if it was deleted
 */
export const restore = async (
  api: Api,
  id: string,
  original: OriginalFields,
  timeoutMs: number,
  mayBeGone: boolean,
): Promise<string | undefined> => {
  if (mayBeGone && isGone(await api.fetchCallback(id))) return undefined;
  const differences = (reply: Reply) => differing(callbackOf(reply), original, settableFields);
  const isRestored = (reply: Reply) => shows(reply, id) && differences(reply).length === 0;
  const fetched = async () => lastAnswer(await waitFor(() => api.fetchCallback(id), isRestored, { timeoutMs }));
  const update = { ...original, events: eventNames(original.events).join(',') };
  // Updated even if it looks unchanged: a read may lag behind a change.
  await api.updateCallback(id, update);
  let reply = await fetched();
  // A refused field must not prevent the others from being restored.
  for (const field of differences(reply)) await api.updateCallback(id, { [field]: update[field] });
  if (!isRestored(reply)) reply = await fetched();
  if (isRestored(reply)) return undefined;
  return shows(reply, id)
    ? `an update does not restore its ${differences(reply).join(', ')}`
    : 'it can no longer be fetched';
};

/** The fields of a callback that an update can set, exactly as an answer shows them. */
export const originalOf = (reply: Reply): OriginalFields => {
  const { url, description, events, is_active } = callbackOf(reply) ?? {};
  return { url, description, events, is_active };
};

/** Why the fields of a fetched callback could not be restored after a change; undefined when they could. */
export const unrestorable = (reply: Reply, id: string): string | undefined => {
  if (!shows(reply, id)) return `a fetch does not show it (HTTP ${reply.status})`;
  const { url, description, events, is_active } = originalOf(reply);
  const invalid: Record<SettableField, boolean> = {
    url: typeof url !== 'string' || !URL.canParse(url),
    description: typeof description !== 'string' && description !== null,
    events: ![events].flat().every((name) => typeof name === 'string'),
    is_active: typeof is_active !== 'boolean',
  };
  const fields = settableFields.filter((field) => invalid[field]);
  return fields.length === 0 ? undefined : `a fetch shows its ${fields.join(', ')} in a form that cannot be restored`;
};

/** Those of the fields that a callback shows differently. */
export const differing = (
  shown: Body | undefined,
  expected: Body,
  fields: readonly SettableField[],
): SettableField[] => {
  const [now, wanted] = [settableOf(shown), settableOf(expected)];
  return fields.filter((field) => JSON.stringify(now[field] ?? null) !== JSON.stringify(wanted[field] ?? null));
};
