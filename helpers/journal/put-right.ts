import type { Api, Body } from '../target/api.ts';
import { callbackOf, settableFields, unknownIdLike, type SettableField } from '../target/callbacks.ts';
import type { Reply } from '../target/exchange.ts';
import { eventNames } from '../target/shapes.ts';
import type { OriginalFields } from './book/entries.ts';

// Each of these answers why it did not come about; undefined when it did. They throw EnvironmentFault when the
// target gave no answer.

/** Deletes a callback. An answer of success is believed here: a fetch at the end of the run looks again. */
export const deleted = async (api: Api, id: string): Promise<string | undefined> => {
  const answer = await api.deleteCallback(id);
  return answer.status < 300 ? undefined : stillThere(api, id, answer);
};

/** Deletes a callback, and looks whether it is gone. */
export const deletedForGood = async (api: Api, id: string): Promise<string | undefined> =>
  stillThere(api, id, await api.deleteCallback(id));

/** Why a callback cannot be taken for gone; undefined when a fetch does not show it. */
export const stillThere = async (api: Api, id: string, deletion?: Reply): Promise<string | undefined> => {
  const fetched = await api.fetchCallback(id);
  const answered = deletion ? `its deletion was answered HTTP ${deletion.status}` : 'its deletion was answered';
  if (shows(fetched, id)) return `${answered}, and it is still there`;
  // Who is not let in cannot see that it is gone, nor who asks a service that is broken.
  const blind =
    fetched.status === 401 || (fetched.status >= 500 && !(await answersSoToUnknown(api, id, fetched.status)));
  return blind ? `${answered}, and a fetch is answered HTTP ${fetched.status}` : undefined;
};

/** Whether a status is what this target answers to an unknown callback, which the interface leaves open. */
const answersSoToUnknown = async (api: Api, id: string, status: number): Promise<boolean> =>
  (await api.fetchCallback(unknownIdLike(id))).status === status && (await api.wallets()).status < 500;

/** Gives a callback its fields back, exactly, and looks whether it has them. */
export const restored = async (api: Api, id: string, original: OriginalFields): Promise<string | undefined> => {
  const differing = async () => differences(await api.fetchCallback(id), original);
  let wrong = await differing();
  if (wrong === 'unseen') return 'it cannot be fetched';
  if (wrong.length === 0) return undefined;
  await api.updateCallback(id, asUpdate(original, settableFields));
  wrong = await differing();
  // One field that is refused must not keep the others from being restored.
  for (const field of wrong === 'unseen' ? [] : wrong) await api.updateCallback(id, asUpdate(original, [field]));
  if (wrong.length > 0) wrong = await differing();
  if (wrong === 'unseen') return 'it can no longer be fetched';
  return wrong.length === 0 ? undefined : `an update does not bring back its ${wrong.join(', ')}`;
};

/** The fields of a callback as a fetch shows them; undefined when it shows none. */
export const originalOf = (reply: Reply): OriginalFields | undefined => {
  const callback = callbackOf(reply);
  if (!callback) return undefined;
  const { url, description, events, is_active } = callback;
  return { url, description, events, is_active };
};

/** Whether an answer shows the callback with an id, and says that it found it. */
export const shows = (reply: Reply, id: string): boolean => {
  const shown = callbackOf(reply)?.id;
  const found = reply.status < 300 && reply.field('result') === 'success' && callbackOf(reply) !== undefined;
  return found && (shown === undefined || String(shown) === id);
};

const differences = (reply: Reply, original: OriginalFields): SettableField[] | 'unseen' => {
  const now = originalOf(reply);
  return now
    ? settableFields.filter((field) => comparable(field, now[field]) !== comparable(field, original[field]))
    : 'unseen';
};

/** Events are a list or text and in any order (2.7); the rest counts as it stands. */
const comparable = (field: SettableField, value: unknown): string =>
  JSON.stringify(field === 'events' ? eventNames(value).sort() : (value ?? null));

const asUpdate = (original: OriginalFields, fields: readonly SettableField[]): Body =>
  Object.fromEntries(
    fields
      .filter((field) => original[field] !== undefined)
      .map((field) => [field, field === 'events' ? eventNames(original.events).join(',') : original[field]]),
  );
