import { randomUUID } from 'node:crypto';
import type { Api } from '../../client/api.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { claimedIds } from '../../../interface/messages/callback.ts';
import { creation, isRefusal, sendCreation } from '../create-callback.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import { EnvironmentFault } from '../../errors/errors.ts';
import type { Modified, OriginalFields } from '../journal/entries.ts';
import type { Journal } from '../journal/journal.ts';
import { Ownership } from './ownership.ts';
import { deleted, isGone, originalOf, restored, unrestorable } from '../clean-up/restore.ts';

/** The outcome of a creation. */
export interface Creation {
  reply: Reply;
  /** The id that a fetch has proven to be ours: only this callback may be changed and deleted. */
  id: string | undefined;
  /** The proven id, else the one that the answer names as that of the new callback, which suffices for a fetch. */
  named: string | undefined;
}

/** A created callback that may be passed on. */
export interface Pooled {
  /** The mark of its creation. */
  key: string;
  /** Proven to be ours. */
  id: string;
}

/**
 * The callbacks that a test uses at the target. `cleanUp` deletes those it created and restores those it borrowed. With
 * a journal, each step is recorded before it is taken, and failed steps are left to the clean-up at the end of the run.
 */
export class CallbackRegistry {
  readonly #api: Api;
  readonly #journal: Journal | undefined;
  readonly #foreign: readonly string[];
  readonly #made = new Map<string, string>();
  readonly #borrowed = new Map<string, Pick<Modified, 'fields' | 'disposable'>>();

  /** @param foreign ids of callbacks that are never ours, whatever a creation answers */
  constructor(api: Api, journal: Journal | undefined, foreign: readonly string[]) {
    this.#api = api;
    this.#journal = journal;
    this.#foreign = foreign;
  }

  /**
   * Creates a callback through the target's own operation, which is not part of the interface.
   *
   * @param path of CALLBACK_CREATE_PATH
   * @param wanted fields of 2.7, events comma-separated
   * @throws NotTested when the journal cannot be written; then nothing is created
   */
  async create(path: string, wanted: Body = {}): Promise<Creation> {
    const key = randomUUID();
    const fields = creation(key, this.#api.merchantExample, wanted, this.#journal?.run);
    const { url } = fields;
    this.#journal?.plan({ what: 'creating', key, url });
    const reply = await sendCreation(this.#api, path, fields).catch((error: unknown) => {
      this.#journal?.append({ what: neverSent(error) ? 'settled' : 'unanswered', key });
      throw error;
    });
    if (isRefusal(reply)) this.#journal?.append({ what: 'settled', key });
    const claims = reply.status < 300 ? claimedIds(reply, url) : [];
    const ids = claims.map((claim) => claim.id);
    // Recorded first, so that the next run can clean up if this one is killed now.
    if (!isRefusal(reply)) this.#journal?.append({ what: 'claimed', key, ids });
    const ownership = new Ownership(this.#api, this.#journal, [...this.#foreign, ...this.#made.values()]);
    const id = await ownership.proveNew(ids, { key, url });
    if (id === undefined) return { reply, id, named: claims.find(({ isNamed }) => isNamed)?.id };
    this.#made.set(key, id);
    this.#journal?.append({ what: 'created', key, id });
    return { reply, id, named: id };
  }

  /** The created callback with this id; undefined where it is not proven to be ours. */
  made(id: string): Pooled | undefined {
    const [key] = [...this.#made].find(([, made]) => made === id) ?? [];
    return key === undefined ? undefined : { key, id };
  }

  /** Takes over the clean-up of a callback that was created elsewhere. */
  adopt({ key, id }: Pooled): void {
    this.#made.set(key, id);
  }

  /** Leaves the clean-up of a created callback to another registry. */
  leave(key: string): void {
    this.#made.delete(key);
  }

  /**
   * Records the fields of a callback that is not ours before it is changed.
   *
   * @param disposable whether it may also be deleted without being restored
   * @returns the answer of the fetch and, as `odd`, why the callback could not be restored: then it may not be changed
   * @throws NotTested when the journal cannot be written
   */
  async borrow(id: string, disposable = false): Promise<{ reply: Reply; odd: string | undefined }> {
    const reply = await this.#api.fetchCallback(id);
    const odd = unrestorable(reply, id);
    const seen = originalOf(reply);
    if (odd !== undefined || !seen || this.#borrowed.has(id)) return { reply, odd };
    // If it was changed before, the original fields are those recorded then.
    const fields = this.#leftUnrestored(id) ?? this.#journal?.firstFieldsOf(id) ?? seen;
    this.#journal?.plan({ what: 'borrowed', key: id, fields, disposable });
    this.#borrowed.set(id, { fields, disposable });
    return { reply, odd };
  }

  /**
   * Deletes created callbacks and restores borrowed ones; a failure does not stop the others.
   *
   * @throws EnvironmentFault without a journal, when the target gave no answer
   */
  async cleanUp(): Promise<void> {
    const faults: unknown[] = [];
    const step = async (key: string, what: 'deleted' | 'settled', take: () => Promise<string | undefined>) => {
      try {
        if ((await take()) === undefined) this.#journal?.append({ what, key });
      } catch (error) {
        faults.push(error);
      }
    };
    for (const [key, id] of this.#made) await step(key, 'deleted', () => deleted(this.#api, id));
    for (const [id, { fields, disposable }] of this.#borrowed) {
      await step(id, 'settled', async () => {
        if (disposable && isGone(await this.#api.fetchCallback(id))) return undefined;
        return restored(this.#api, id, fields);
      });
    }
    this.#made.clear();
    this.#borrowed.clear();
    if (!this.#journal && faults.length > 0) throw faults[0];
  }

  #leftUnrestored(id: string): OriginalFields | undefined {
    return this.#journal?.relatives
      .flatMap((journal) => journal.things)
      .find((thing): thing is Modified => thing.kind === 'borrowed' && thing.id === id)?.fields;
  }
}

/** Whether a request cannot have reached the target, since no connection was established. */
const neverSent = (error: unknown): boolean =>
  error instanceof EnvironmentFault && ['refused', 'dns', 'connect-timeout'].includes(error.kind ?? '');
