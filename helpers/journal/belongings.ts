import { randomUUID } from 'node:crypto';
import type { Api } from '../target/api.ts';
import { createdId } from '../target/callbacks.ts';
import type { Reply } from '../target/exchange.ts';
import { EnvironmentFault } from '../verdict/faults.ts';
import type { Borrowed, OriginalFields } from './book/entries.ts';
import type { Journal } from './book/journal.ts';
import { deleted, originalOf, restored, shows } from './put-right.ts';

/**
 * The callbacks a test has at the target: what it made is deleted and what it borrowed is restored when it gives them
 * back. With a journal each step is written down before it is taken, and what does not succeed is left to the
 * clean-up at the end of the run.
 */
export class Belongings {
  readonly #api: Api;
  readonly #journal: Journal | undefined;
  readonly #made = new Map<string, string>();
  readonly #borrowed = new Map<string, Pick<Borrowed, 'fields' | 'disposable'>>();

  constructor(api: Api, journal: Journal | undefined) {
    this.#api = api;
    this.#journal = journal;
  }

  /**
   * Makes a callback.
   *
   * @param url the address it is made with, by which a person can find it
   * @param send sends the request that creates it
   * @returns the answer, and the id of the callback where the answer has one
   */
  async make(url: string, send: () => Promise<Reply>): Promise<{ reply: Reply; id: string | undefined }> {
    const key = randomUUID();
    this.#journal?.append({ what: 'creating', key, url });
    const reply = await send().catch((error: unknown) => {
      this.#journal?.append({ what: neverSent(error) ? 'settled' : 'unanswered', key });
      throw error;
    });
    const id = reply.status < 300 ? createdId(reply, url) : undefined;
    if (id !== undefined) {
      this.#journal?.append({ what: 'created', key, id });
      this.#made.set(key, id);
    } else if (reply.status >= 300 && reply.status < 500) {
      this.#journal?.append({ what: 'settled', key });
    }
    return { reply, id };
  }

  /**
   * Writes down how a callback of somebody else looks, before it is changed.
   *
   * @param disposable whether it may also be deleted for good
   * @returns the answer of the fetch, which shows no callback when there is none to be borrowed
   */
  async borrow(id: string, disposable = false): Promise<Reply> {
    const reply = await this.#api.fetchCallback(id);
    const seen = originalOf(reply);
    if (!seen || this.#borrowed.has(id)) return reply;
    // Where somebody could not restore it, its original is what was found then.
    const fields = this.#leftUnrestored(id) ?? seen;
    this.#journal?.append({ what: 'borrowed', key: id, fields, disposable });
    this.#borrowed.set(id, { fields, disposable });
    return reply;
  }

  /**
   * Deletes what was made and restores what was borrowed, all of it whatever happens on the way.
   *
   * @throws EnvironmentFault without a journal, when the target gave no answer
   */
  async giveBack(): Promise<void> {
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
        if (disposable && !shows(await this.#api.fetchCallback(id), id)) return undefined;
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
      .find((thing): thing is Borrowed => thing.kind === 'borrowed' && thing.id === id)?.fields;
  }
}

/** Whether a request cannot have reached the target, since no connection came about. */
const neverSent = (error: unknown): boolean =>
  error instanceof EnvironmentFault && ['refused', 'dns', 'connect-timeout'].includes(error.kind ?? '');
