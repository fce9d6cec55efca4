import { normalize } from '../../redaction/placeholders.ts';
import type { Api } from '../../client/api.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import {
  showsCallback,
  callbackOf,
  settableFields,
  unknownIdLike,
  type SettableField,
} from '../../../interface/messages/callback.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import { summarizeReply } from '../../../interface/messages/wording/outcome.ts';
import { eventNames } from '../../../interface/messages/shapes.ts';
import { fetchUntil } from '../fetch-until.ts';
import type { OriginalFields } from '../journal/entries.ts';

// Each of these answers why it did not come about; undefined when it did. They throw EnvironmentFault when the
// target gave no answer.

/** Deletes a callback. An answer of success is believed here: a fetch at the end of the run looks again. */
export const deleted = async (api: Api, id: string): Promise<string | undefined> => {
  const { status } = await api.deleteCallback(id);
  if (status < 300 || isGone(await api.fetchCallback(id))) return undefined;
  return `its deletion was answered HTTP ${status}`;
};

/** Whether an answer to a fetch says by its status alone that there is no such callback. */
export const isGone = ({ status }: Reply): boolean => status === 404 || status === 410;

/** Shows that a fetch finds, at this moment and with this key, a callback that is there. */
export type SeeDoorOpen = () => Promise<boolean>;

/**
 * Why a callback cannot be taken for gone; undefined when it is. Only 404, 410 and the answer that this target gives for
 * an id that never was prove that, in whichever words where both are result error; the last only while the fetch of a
 * callback that is there is answered with it: whoever is not let in sees nothing at all.
 */
export const stillThere = async (api: Api, id: string, isOpen: SeeDoorOpen): Promise<string | undefined> => {
  // Reads may lag behind the deletion.
  const fetched = await fetchUntil(api, id, (reply) => !shows(reply, id));
  if (isGone(fetched)) return undefined;
  if (shows(fetched, id)) return 'it is still there';
  const said = `a fetch is answered HTTP ${fetched.status}`;
  const unknown = unknownIdLike(id);
  const never = await api.fetchCallback(unknown);
  if (wordsOf(never, unknown) !== wordsOf(fetched, id) && !(saysError(never) && saysError(fetched))) {
    return `${said}, and otherwise for an id that never was`;
  }
  return (await isOpen()) ? undefined : `${said}, and so it may be for every callback`;
};

/** Deletes a callback, and looks whether it is gone. */
export const deletedForGood = async (api: Api, id: string, isOpen: SeeDoorOpen): Promise<string | undefined> => {
  const { status } = await api.deleteCallback(id);
  const why = await stillThere(api, id, isOpen);
  return why && `its deletion was answered HTTP ${status}, and ${why}`;
};

/** Whether an answer to a fetch is the error that section 4.5 shows, or a 400: its words may be others for a deleted id. */
const saysError = (reply: Reply): boolean => [200, 400].includes(reply.status) && reply.field('result') === 'error';

/** An answer without what is another for each id. */
const wordsOf = (reply: Reply, id: string): string =>
  JSON.stringify([summarizeReply(reply), normalize(reply.text.replaceAll(id, '#'))]);

/** Gives a callback its fields back, exactly, and looks whether it has them. */
export const restored = async (api: Api, id: string, original: OriginalFields): Promise<string | undefined> => {
  const hasThem = (reply: Reply) => differences(reply, original).length === 0;
  const differing = async () => differences(await fetchUntil(api, id, hasThem), original);
  let wrong = differences(await api.fetchCallback(id), original);
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
  const found = showsCallback(reply);
  return found && (shown === undefined || String(shown) === id);
};

/**
 * What is odd about a fetched callback, so that it could not be given its fields back once they were changed; undefined
 * when nothing is.
 */
export const unrestorable = (reply: Reply, id: string): string | undefined => {
  const original = originalOf(reply);
  if (!original || !shows(reply, id)) return `a fetch does not show it (HTTP ${reply.status})`;
  const { url, description, events, is_active } = original;
  const odd: Record<SettableField, boolean> = {
    url: typeof url !== 'string' || !URL.canParse(url),
    description: typeof description !== 'string' && description !== null,
    events: ![events].flat().every((name) => typeof name === 'string'),
    is_active: typeof is_active !== 'boolean',
  };
  const fields = settableFields.filter((field) => odd[field]);
  return fields.length === 0 ? undefined : `a fetch shows its ${fields.join(', ')} in no form that could be restored`;
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
