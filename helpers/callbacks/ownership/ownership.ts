import type { Settings } from '../../settings/settings.ts';
import type { Api } from '../../client/api.ts';
import { callbackOf, unknownIdLike } from '../../../interface/messages/callback.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import type { Journal } from '../journal/journal.ts';

/** The callbacks that the settings name: somebody else's, whatever a creation answers. */
export const configuredIds = ({
  callbackId,
  disposableCallbackIds,
}: Pick<Settings, 'callbackId' | 'disposableCallbackIds'>): string[] => [
  ...(callbackId === undefined ? [] : [callbackId]),
  ...disposableCallbackIds,
];

// What makes a callback ours. A creation is not shown by the interface, so its answer proves nothing, whatever it says:
// an id in it may be that of a merchant, or of somebody else's callback. The address and the description that we send
// have a mark that nobody can guess. A callback is ours when a fetch of its id shows that mark in one of the two;
// either suffices, so that a service which garbles the other is still judged. The request of a fetch does not have the
// mark, so no echo can be taken for it. A fetch that shows the mark for an id that never was proves nothing.

/** A creation: where its mark stands. */
export interface Marked {
  /** The mark itself. */
  key: string;
  /** The address that was sent; where a test gave its own, it has a mark of its own. */
  url: string;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Whether an answer shows a callback with the mark of a creation. Case, ports and slashes of its address do not count. */
const showsMark = (reply: Reply, { key, url }: Marked): boolean => {
  const { url: address, description } = callbackOf(reply) ?? {};
  const shown = [address, description].filter((text) => typeof text === 'string').map((text) => text.toLowerCase());
  const marks = [key, ...(url.match(uuid) ?? [])];
  return shown.some((text) => marks.some((mark) => text.includes(mark)));
};

const hasId = (reply: Reply, id: string): boolean => String(callbackOf(reply)?.id) === id;

/** Whether the fetch of a target knows one id from another, as each journal has found out. */
const tellsApart = new WeakMap<Journal, boolean>();

/** Proves which callbacks are ours, with fetches alone. */
export class Ownership {
  readonly #api: Api;
  readonly #journal: Journal | undefined;
  readonly #foreign: ReadonlySet<string>;

  /**
   * @param journal of the run; none where the target ends with it, and nobody else has callbacks
   * @param foreign ids that are never ours
   */
  constructor(api: Api, journal: Journal | undefined, foreign: Iterable<string> = []) {
    this.#api = api;
    this.#journal = journal;
    this.#foreign = new Set(foreign);
  }

  /** The first of some ids under which a fetch shows the callback of a creation; undefined when there is none. */
  async prove(ids: readonly string[], marked: Marked): Promise<string | undefined> {
    for (const id of ids) if (!this.#foreign.has(id) && (await this.#isOurs(id, marked))) return id;
    return undefined;
  }

  async #isOurs(id: string, marked: Marked): Promise<boolean> {
    const reply = await this.#api.fetchCallback(id);
    if (!showsMark(reply, marked)) return false;
    const control = unknownIdLike(id);
    // Our callback under another id, or none: is it shown for this one alone, or for whatever is asked?
    if (!hasId(reply, id)) return !showsMark(await this.#api.fetchCallback(control), marked);
    if (!this.#journal) return true;
    const known = tellsApart.get(this.#journal);
    if (known !== undefined) return known;
    const unknown = await this.#api.fetchCallback(control);
    const found = !(showsMark(unknown, marked) && hasId(unknown, control));
    tellsApart.set(this.#journal, found);
    return found;
  }
}
