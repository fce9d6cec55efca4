import { randomUUID } from 'node:crypto';
import { callbackOf, claimedIds, shownEvents, unknownIdLike } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { eventNames, nameAfterLabel } from '../../interface/messages/shapes.ts';
import type { Api } from '../client/api.ts';
import { isLostAnswer } from '../client/transport-failure.ts';
import { EnvironmentFault, NotTested } from '../errors/errors.ts';
import type { Settings } from '../settings/settings.ts';
import { originOf, type CallbackJournal, type Line } from './callback-journal.ts';
import { defaultWaits, lastAnswer, patienceFor, waitFor, type WaitSettings } from '../run/wait-for.ts';

// When a callback is ours. The interface shows no creation, so the answer to one proves nothing: an id in it may be that
// of a merchant or of another party's callback. A callback is ours when a fetch of its id shows an unguessable mark of
// the creation in its url or description; either suffices, so that a service which garbles the other is still judged. A
// fetch that also shows the mark for an id that never existed proves nothing.

/** The outcome of a creation. Only the proven id may be changed and deleted; the named one suffices for a fetch. */
export interface Creation {
  proven: string | undefined;
  /** The proven id, else the one that the answer names as that of the new callback. */
  named: string | undefined;
  /** The error for a test that needs an id which is not there. */
  notProven: NotTested;
  /** Whether the service may have refused it because it has too many. */
  mayBeFull: boolean;
}

/** With what a test creates callbacks. */
interface Creating {
  readonly api: Api;
  readonly settings: Settings & WaitSettings;
  /** Of the run; undefined where the target ends with the run. */
  readonly journal: CallbackJournal | undefined;
  /** Ids that are not those of the new callback. */
  readonly others: readonly string[];
}

/** The callbacks that the settings name: never ours, whatever a creation answers. */
export const configuredIds = ({ callbackId, disposableCallbackIds }: Settings): string[] =>
  callbackId === undefined ? [...disposableCallbackIds] : [callbackId, ...disposableCallbackIds];

/**
 * Creates a callback through the operation of CALLBACK_CREATE_PATH, and proves that it is ours. Where the answer gets
 * lost, a new one is created; the journal has both.
 *
 * @param wanted fields of 2.7, events comma-separated
 * @throws NotTested when the journal cannot be written; then nothing is created
 */
export const createCallback = async (creating: Creating, wanted: Body, mayRepeat = true): Promise<Creation> => {
  const { api, settings, journal, others } = creating;
  const mark = randomUUID();
  const fields = {
    url: `${api.merchantExample}/hooks/${mark}`,
    description: `made by the conformance suite${journal ? `, run ${journal.run}` : ''} (${mark})`,
    is_active: true,
    // Payouts are unlikely during a run, so that deliveries do not change the callback under test.
    events: shownEvents.filter((name) => name.startsWith('payout.')).join(','),
    ...wanted,
  };
  const line: Line = { kind: 'creating', key: mark, url: fields.url, ...originOf(settings) };
  journal?.write(line);
  let reply: Reply;
  try {
    reply = await send(api, settings.callbackCreatePath ?? '', fields);
  } catch (error) {
    if (wasNeverSent(error)) journal?.write({ ...line, done: true }, true);
    if (!mayRepeat || !isLostAnswer(error)) throw error;
    return createCallback(creating, wanted, false);
  }
  const excluded = [...configuredIds(settings), ...others];
  const claims = reply.status < 300 ? claimedIds(reply, fields.url).filter(({ id }) => !excluded.includes(id)) : [];
  const ids = claims.map((claim) => claim.id);
  // Before the fetch, so that the next run can clean up if this one is killed now.
  journal?.write({ ...line, ids, done: isRefusal(reply) }, true);
  const newOne = ['a new callback'];
  const missing = () => (ids.length === 0 ? [] : newOne);
  const readDelayMs = settings.readDelayMs ?? defaultWaits.readDelayMs;
  const timeoutMs = ids.length === 0 ? 0 : patienceFor(newOne, readDelayMs, 0);
  const proven = lastAnswer(await waitFor(() => provenId(api, ids, line, journal), Boolean, { timeoutMs, missing }));
  if (proven !== undefined) journal?.write({ ...line, ids: [proven], proven: true }, true);
  const notProven = new NotTested(
    `${reply.asked} (CALLBACK_CREATE_PATH) was answered ${reply.status}, and no fetch shows what was sent under an id ` +
      'of the answer',
  );
  const named = proven ?? claims.find(({ isNamed }) => isNamed)?.id;
  return { proven, named, notProven, mayBeFull: mayBeFull(reply) };
};

/**
 * The first of the ids under which a fetch shows a created callback; undefined when there is none.
 *
 * @param journal of the run; without it, the service is trusted to distinguish ids
 */
export const provenId = async (
  api: Api,
  ids: readonly string[],
  created: Line,
  journal: CallbackJournal | undefined,
): Promise<string | undefined> => {
  for (const id of ids) {
    const reply = await api.fetchCallback(id);
    if (!showsMark(reply, created)) continue;
    const showsId = String(callbackOf(reply)?.id) === id;
    const isAlone = async (): Promise<boolean> => !showsMark(await api.fetchCallback(unknownIdLike(id)), created);
    if (!showsId ? await isAlone() : !journal || (await onceIn(journal, isAlone))) return id;
  }
  return undefined;
};

/** Asks once in the journal of a run, whatever the test, until the answer is yes. */
const onceIn = async ({ path }: CallbackJournal, ask: () => Promise<boolean>): Promise<boolean> => {
  if (await asked.get(path)?.catch(() => false)) return true;
  const answer = ask();
  asked.set(path, answer);
  return answer;
};

/** By the path of its journal: whether a run's target shows no callback under an id that never existed. */
const asked = new Map<string, Promise<boolean>>();

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Whether an answer shows a mark of a creation, ignoring case; an address given by a test has the mark of that test. */
const showsMark = (reply: Reply, { key, url = '' }: Line): boolean => {
  const { url: address, description } = callbackOf(reply) ?? {};
  const shown = [address, description].filter((text) => typeof text === 'string').map((text) => text.toLowerCase());
  return shown.some((text) => [key, ...(url.match(uuid) ?? [])].some((mark) => text.includes(mark)));
};

/** The interface shows no form for the events of a creation: first sent as in an update, then as a list. */
const send = async (api: Api, path: string, fields: Body): Promise<Reply> => {
  const attempt = await api.probe('POST', path, fields);
  return isRefusal(attempt) ? api.probe('POST', path, { ...fields, events: eventNames(fields.events) }) : attempt;
};

/** Whether the answer shows that nothing was created. */
const isRefusal = ({ status }: Reply): boolean => status >= 400 && status < 500;

/** Whether a refusal may be about the number of callbacks: it names no field, and is not about the key or the path. */
const mayBeFull = (reply: Reply): boolean =>
  isRefusal(reply) && ![401, 404, 405].includes(reply.status) && nameAfterLabel(reply.text) === undefined;

/** Whether a request cannot have reached the target, since no connection was established. */
const wasNeverSent = (error: unknown): boolean =>
  error instanceof EnvironmentFault && ['refused', 'dns', 'connect-timeout'].includes(error.kind ?? '');
