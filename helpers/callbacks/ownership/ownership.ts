import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../../settings/settings.ts';
import type { Api } from '../../client/api.ts';
import { callbackOf, unknownIdLike } from '../../../interface/messages/callback.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import { longestLagMs, pauseMs } from '../fetch-until.ts';
import type { Journal } from '../journal/journal.ts';

/** The callbacks that the settings name: never ours, whatever a creation answers. */
export const configuredIds = ({
  callbackId,
  disposableCallbackIds,
}: Pick<Settings, 'callbackId' | 'disposableCallbackIds'>): string[] => [
  ...(callbackId === undefined ? [] : [callbackId]),
  ...disposableCallbackIds,
];

// When a callback is ours. The interface defines no creation, so the answer to one proves nothing: an id in it may be
// that of a merchant or of another party's callback. The address and the description that we send contain an
// unguessable mark. A callback is ours when a fetch of its id shows that mark in one of the two; either suffices, so
// that a service which garbles the other is still judged. The fetch request does not contain the mark, so the mark is
// not an echo. A fetch that also shows the mark for an id that never existed proves nothing.

/** Identifies a creation by its marks. */
export interface Marked {
  /** The mark itself. */
  key: string;
  /** The address that was sent; an address given by a test contains the mark of that test. */
  url: string;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Whether an answer shows a callback with a mark of a creation, ignoring case, ports and slashes of its address. */
const showsMark = (reply: Reply, { key, url }: Marked): boolean => {
  const { url: address, description } = callbackOf(reply) ?? {};
  const shown = [address, description].filter((text) => typeof text === 'string').map((text) => text.toLowerCase());
  const marks = [key, ...(url.match(uuid) ?? [])];
  return shown.some((text) => marks.some((mark) => text.includes(mark)));
};

const hasId = (reply: Reply, id: string): boolean => String(callbackOf(reply)?.id) === id;

/** How long this process waits for a fetch to show a new callback. */
let patienceMs = longestLagMs;

/** Whether the fetch of a target distinguishes ids, checked once per journal. */
const distinguishesIds = new WeakMap<Journal, boolean>();

/** Proves with fetches alone which callbacks are ours. */
export class Ownership {
  readonly #api: Api;
  readonly #journal: Journal | undefined;
  readonly #foreign: ReadonlySet<string>;

  /**
   * @param journal of the run; undefined where the target ends with the run, so that all callbacks are ours
   * @param foreign ids that are never ours
   */
  constructor(api: Api, journal: Journal | undefined, foreign: Iterable<string> = []) {
    this.#api = api;
    this.#journal = journal;
    this.#foreign = new Set(foreign);
  }

  /** The first id under which a fetch shows the created callback; undefined when there is none. */
  async prove(ids: readonly string[], marked: Marked): Promise<string | undefined> {
    for (const id of ids) if (!this.#foreign.has(id) && (await this.#isOurs(id, marked))) return id;
    return undefined;
  }

  /** The same of a callback that was created just now, since reads may lag behind its creation. */
  async proveNew(ids: readonly string[], marked: Marked): Promise<string | undefined> {
    const candidates = ids.filter((id) => !this.#foreign.has(id));
    if (candidates.length === 0) return undefined;
    const until = Date.now() + patienceMs;
    for (;;) {
      const id = await this.prove(candidates, marked);
      if (id !== undefined) return id;
      if (Date.now() >= until) break;
      await pause(pauseMs);
    }
    // A service whose creations are never shown is not waited for again.
    patienceMs = 0;
    return undefined;
  }

  async #isOurs(id: string, marked: Marked): Promise<boolean> {
    const reply = await this.#api.fetchCallback(id);
    if (!showsMark(reply, marked)) return false;
    const control = unknownIdLike(id);
    // The fetch shows our callback with a different id or none: does it do so for any id?
    if (!hasId(reply, id)) return !showsMark(await this.#api.fetchCallback(control), marked);
    if (!this.#journal) return true;
    const known = distinguishesIds.get(this.#journal);
    if (known !== undefined) return known;
    const unknown = await this.#api.fetchCallback(control);
    const found = !(showsMark(unknown, marked) && hasId(unknown, control));
    distinguishesIds.set(this.#journal, found);
    return found;
  }
}
