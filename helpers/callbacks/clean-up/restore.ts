import { setTimeout as pause } from 'node:timers/promises';
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
import { fetchUntil, longestLagMs } from '../fetch-until.ts';
import type { OriginalFields } from '../journal/entries.ts';

// Each of these operations returns why it failed; undefined when it succeeded. They throw EnvironmentFault when the
// target gave no answer.

/** Deletes a callback. A success status is trusted here, since the clean-up at the end of the run verifies it. */
export const deleted = async (api: Api, id: string): Promise<string | undefined> => {
  const { status } = await api.deleteCallback(id);
  if (status < 300 || isGone(await api.fetchCallback(id))) return undefined;
  return `its deletion was answered HTTP ${status}`;
};

/** Whether the status of a fetch alone proves that there is no such callback. */
export const isGone = ({ status }: Reply): boolean => status === 404 || status === 410;

/** Checks that a fetch with the current key finds an existing callback now. */
export type CheckFetchWorks = () => Promise<boolean>;

/**
 * Why a callback does not count as deleted; undefined when it does. 404 and 410 prove it. Otherwise the fetch must be
 * answered as for an id that never existed (error messages may differ), while a fetch finds an existing callback: a
 * target that denies access gives the same answer for every callback.
 */
export const stillThere = async (api: Api, id: string, fetchWorks: CheckFetchWorks): Promise<string | undefined> => {
  // Reads may lag behind the deletion.
  const fetched = await fetchUntil(api, id, (reply) => !shows(reply, id));
  if (isGone(fetched)) return undefined;
  if (shows(fetched, id)) return 'it is still there';
  const fetchAnswer = `a fetch is answered HTTP ${fetched.status}`;
  const unknown = unknownIdLike(id);
  const control = await api.fetchCallback(unknown);
  if (
    comparableText(control, unknown) !== comparableText(fetched, id) &&
    !(isErrorResult(control) && isErrorResult(fetched))
  ) {
    return `${fetchAnswer}, and differently for an id that never existed`;
  }
  return (await fetchWorks()) ? undefined : `${fetchAnswer}, which may be so for every callback`;
};

/** Deletes a callback and verifies that it is gone. */
export const deletedForGood = async (
  api: Api,
  id: string,
  fetchWorks: CheckFetchWorks,
): Promise<string | undefined> => {
  const { status } = await api.deleteCallback(id);
  const why = await stillThere(api, id, fetchWorks);
  return why && `its deletion was answered HTTP ${status}, and ${why}`;
};

/** Whether a fetch is answered with an error as in section 4.5, or a 400; the message may differ for a deleted id. */
const isErrorResult = (reply: Reply): boolean => [200, 400].includes(reply.status) && reply.field('result') === 'error';

/** An answer without the parts that differ from id to id. */
const comparableText = (reply: Reply, id: string): string =>
  JSON.stringify([summarizeReply(reply), normalize(reply.text.replaceAll(id, '#'))]);

/** Restores the fields of a callback exactly, and verifies them. */
export const restored = async (api: Api, id: string, original: OriginalFields): Promise<string | undefined> => {
  const isRestored = (reply: Reply) => differences(reply, original).length === 0;
  const remaining = async () => differences(await fetchUntil(api, id, isRestored), original);
  if (!originalOf(await fetchUntil(api, id, (reply) => originalOf(reply) !== undefined))) return 'it cannot be fetched';
  // Updated even if it looks unchanged: that read may lag behind a change.
  const { status } = await api.updateCallback(id, asUpdate(original, settableFields));
  if (status >= 300) await pause(longestLagMs);
  let wrong = await remaining();
  // A refused field must not prevent the others from being restored.
  for (const field of wrong === 'unseen' ? [] : wrong) await api.updateCallback(id, asUpdate(original, [field]));
  if (wrong.length > 0) wrong = await remaining();
  if (wrong === 'unseen') return 'it can no longer be fetched';
  return wrong.length === 0 ? undefined : `an update does not restore its ${wrong.join(', ')}`;
};

/** The fields of a callback as a fetch shows them; undefined when it shows no callback. */
export const originalOf = (reply: Reply): OriginalFields | undefined => {
  const callback = callbackOf(reply);
  if (!callback) return undefined;
  const { url, description, events, is_active } = callback;
  return { url, description, events, is_active };
};

/** Whether an answer reports success and shows a callback with this id, or without an id. */
export const shows = (reply: Reply, id: string): boolean => {
  const shown = callbackOf(reply)?.id;
  const found = showsCallback(reply);
  return found && (shown === undefined || String(shown) === id);
};

/**
 * Why the fields of a fetched callback could not be restored after a change; undefined when they could.
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
  return fields.length === 0 ? undefined : `a fetch shows its ${fields.join(', ')} in a form that cannot be restored`;
};

const differences = (reply: Reply, original: OriginalFields): SettableField[] | 'unseen' => {
  const now = originalOf(reply);
  return now
    ? settableFields.filter((field) => comparable(field, now[field]) !== comparable(field, original[field]))
    : 'unseen';
};

/** Events are a list or a text, in any order (2.7); other fields are compared exactly. */
const comparable = (field: SettableField, value: unknown): string =>
  JSON.stringify(field === 'events' ? eventNames(value).sort() : (value ?? null));

const asUpdate = (original: OriginalFields, fields: readonly SettableField[]): Body =>
  Object.fromEntries(
    fields
      .filter((field) => original[field] !== undefined)
      .map((field) => [field, field === 'events' ? eventNames(original.events).join(',') : original[field]]),
  );
