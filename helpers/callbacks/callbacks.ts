import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { callbackOf, settableFields, settableOf, type SettableField } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import { withMerchantOrigin } from '../client/bodies.ts';
import { inParallel } from '../client/in-parallel.ts';
import { NotTested } from '../errors/errors.ts';
import type { Settings } from '../settings/settings.ts';
import { journalsIn, originOf, type CallbackJournal, type OriginalFields } from './callback-journal.ts';
import { createWithRoom, noteCallback } from './callback-room.ts';
import { createCallback, type Creation } from './create-callback.ts';
import { deleteOnce, differing, originalOf, restore, unrestorable } from './restore-callback.ts';
import { defaultWaits, lastAnswer, waitFor, type WaitSettings } from '../run/wait-for.ts';

/** What an update changes, under which the run notes that it has waited for it in vain. */
export const changesOfUpdate = 'what an update of a callback changes';

/** How many callbacks a test changes at once, and how many cases one is made for, since making and deleting it takes as long. */
const [mostAtOnce, casesOfEach] = [3, 3];

/**
 * Provides the callbacks of one test: a new one where CALLBACK_CREATE_PATH is set, else those that CALLBACK_ID and
 * DISPOSABLE_CALLBACK_IDS name. Each method returns an id, and throws NotTested when the target has no such callback.
 * The fields that one is to have are those of 2.7, with events comma-separated.
 */
export class Callbacks {
  readonly #api: Api;
  readonly #settings: Settings & WaitSettings;
  readonly #journal: CallbackJournal | undefined;
  readonly #wait: { timeoutMs: number; extendTimeout: ((ms: number) => void) | undefined };
  /** Makes the addresses that this test gives its callbacks unique. */
  readonly #place: string;
  readonly #created: string[] = [];
  readonly #borrowed = new Map<string, OriginalFields>();

  /**
   * @param journal of the run; undefined where the target ends with the run
   * @param extendTimeout extends the time limit of the test, in milliseconds
   */
  constructor(
    api: Api,
    settings: Settings & WaitSettings,
    journal?: CallbackJournal,
    extendTimeout?: (ms: number) => void,
  ) {
    this.#api = api;
    this.#settings = settings;
    this.#journal = journal;
    this.#wait = { timeoutMs: settings.readDelayMs ?? defaultWaits.readDelayMs, extendTimeout };
    this.#place = `${api.merchantExample}/${randomUUID()}`;
  }

  /** Whether callbacks are created for the test; those that the settings name have a history. */
  get areNew(): boolean {
    return this.#settings.callbackCreatePath !== undefined;
  }

  /** A new callback. */
  async create(fields?: Body): Promise<string> {
    const { proven, notProven } = await this.#create(fields);
    if (proven === undefined) throw notProven;
    return proven;
  }

  /** A callback that the test only reads. Its creation need not be proven, so that a broken fetch is judged. */
  async toFetch(): Promise<string> {
    if (this.areNew) {
      const { named, notProven } = await this.#create();
      if (named === undefined) throw notProven;
      return named;
    }
    const { callbackId, disposableCallbackIds } = this.#settings;
    for (const id of callbackId === undefined ? disposableCallbackIds : [callbackId]) {
      if (callbackOf(await this.#api.fetchCallback(id))) return id;
    }
    throw new NotTested('no callback can be fetched; set CALLBACK_CREATE_PATH or the CALLBACK_ID of an existing one');
  }

  /** A callback whose fields the test may change: a new one, or that of CALLBACK_ID. A subscriber is one, too. */
  toUpdate(fields?: Body): Promise<string> {
    const { callbackId } = this.#settings;
    return this.#newOr(fields, callbackId === undefined ? [] : [callbackId], 'updated', 'CALLBACK_ID');
  }

  /** Some callbacks to change at once: new ones, as many as the service allows, or that of CALLBACK_ID alone. */
  async several(most = mostAtOnce): Promise<string[]> {
    const first = await this.toUpdate();
    const count = this.areNew ? Math.min(most, mostAtOnce) : 1;
    const further = Array.from({ length: count - 1 }, () => this.#create({}, false));
    const made = await Promise.allSettled(further);
    return [first, ...made.flatMap((one) => (one.status === 'fulfilled' ? (one.value.proven ?? []) : []))];
  }

  /** Divides cases among callbacks, `each` to one, and runs an action for each case. Throws the first error when all have ended. */
  async forEach<T>(cases: readonly T[], act: (one: T, id: string) => Promise<void>, each = casesOfEach): Promise<void> {
    const ids = await this.several(Math.ceil(cases.length / each));
    await inParallel(ids.entries(), async ([place, id]) => {
      for (const one of cases.filter((_, index) => index % ids.length === place)) await act(one, id);
    });
  }

  /** A callback beside that of `toUpdate`: a new one, or the next of DISPOSABLE_CALLBACK_IDS that still exists. */
  another(fields?: Body): Promise<string> {
    return this.toDelete(fields);
  }

  /** A callback that the test may delete: a new one, or the next of DISPOSABLE_CALLBACK_IDS that still exists. */
  toDelete(fields?: Body): Promise<string> {
    const unused = this.#settings.disposableCallbackIds.filter((id) => !this.#borrowed.has(id));
    return this.#newOr(fields, unused, 'deleted', 'add unused DISPOSABLE_CALLBACK_IDS');
  }

  /**
   * The same fields, with addresses of `https://merchant.example` moved to the origin of the merchant and to a path
   * unique to this test, since a service may accept an address only once.
   *
   * @param id where several callbacks of the test get such an address: the one that it is for
   */
  placed<T extends object>(fields: T, id = ''): T {
    return withMerchantOrigin(id ? `${this.#place}/${this.#created.indexOf(id)}` : this.#place, fields);
  }

  /**
   * The answer to the fetch of a callback (4.5) once it shows the expected fields, else the last one within the read
   * delay.
   *
   * @param atOnce so many at a time have to show them, since each may come from another copy of the data
   * @throws EnvironmentFault when the service could not be asked
   */
  async fetched(id: string, expected: Body = {}, atOnce = 1): Promise<Reply> {
    const fields = settableFields.filter((field) => field in expected);
    const read = () => inParallel(Array(atOnce).keys(), () => this.#api.fetchCallback(id));
    const missingIn = (reply: Reply) => {
      const callback = callbackOf(reply);
      if (!callback) return ['a callback'];
      return differing(callback, expected, fields).length > 0 ? [changesOfUpdate] : [];
    };
    const missing = (replies: readonly Reply[]) => replies.flatMap(missingIn);
    const isShown = (replies: readonly Reply[]) => missing(replies).length === 0;
    const replies = lastAnswer(await waitFor(read, isShown, { ...this.#wait, missing }));
    return (replies.find((one) => missingIn(one).length > 0) ?? replies[0]) as Reply;
  }

  /** Whether a callback of the test with this address, and any query, says that it is inactive. */
  async isInactiveAt(url: string): Promise<boolean> {
    const ids = [...this.#created, ...this.#borrowed.keys()];
    const all = await Promise.all(ids.map(async (id) => callbackOf(await this.#api.fetchCallback(id))));
    return all.some((one) => String(one?.url).split('?')[0] === url && one?.is_active === false);
  }

  /** The fields of a callback that an update can set, as `fetched` shows them; events are a sorted list. */
  async settings(id: string, expected: Body = {}, atOnce = 1): Promise<Record<SettableField, unknown>> {
    return settableOf(callbackOf(await this.fetched(id, expected, atOnce)));
  }

  /**
   * Deletes what was created and restores what may have been changed; the clean-up of the run repeats what fails.
   *
   * @throws the first failure without a journal, after trying all
   */
  async cleanUp(): Promise<void> {
    const faults: unknown[] = [];
    const attempt = <T>(step: Promise<T>) => step.catch((error: unknown) => void faults.push(error));
    await Promise.all(this.#created.splice(0).map((id) => attempt(this.#delete(id))));
    for (const [id, fields] of this.#borrowed) {
      const isDisposable = this.#settings.disposableCallbackIds.includes(id);
      const restored = restore(this.#api, id, fields, this.#wait.timeoutMs, isDisposable);
      const problem = await attempt(restored);
      if (problem) faults.push(new NotTested(`callback ${id} could not be restored: ${problem}`));
    }
    this.#borrowed.clear();
    if (!this.#journal && faults.length > 0) throw faults[0];
  }

  async #delete(id: string): Promise<void> {
    const answer = await deleteOnce(this.#api, id);
    noteCallback('deleted');
    if (answer) return;
    const line = this.#journal?.leftovers.find(({ ids }) => ids?.[0] === id);
    if (line) this.#journal?.write({ ...line, done: true }, true);
  }

  /** @param waits for room where the service allows few callbacks at once */
  async #create(fields: Body = {}, waits = true): Promise<Creation> {
    if (!this.areNew) throw new NotTested('callbacks cannot be created; set CALLBACK_CREATE_PATH');
    const creating = { api: this.#api, settings: this.#settings, journal: this.#journal, others: this.#created };
    const attempt = () => createCallback(creating, fields);
    const { timeoutMs, extendTimeout } = this.#wait;
    const creation = waits
      ? await createWithRoom(attempt, this.#created.length, timeoutMs, extendTimeout)
      : await attempt();
    if (creation.proven === undefined) return creation;
    this.#created.push(creation.proven);
    noteCallback('created');
    return creation;
  }

  async #newOr(fields: Body | undefined, ids: readonly string[], purpose: string, advice: string): Promise<string> {
    if (this.areNew) return this.create(fields);
    const problems: string[] = [];
    for (const id of ids) {
      const problem = await this.#borrow(id, purpose === 'deleted');
      if (problem !== undefined) problems.push(`; ${id} is not used: ${problem}`);
      else if (fields) await this.#api.updateCallback(id, fields);
      if (problem === undefined) return id;
    }
    throw new NotTested(`no callback may be ${purpose}; set CALLBACK_CREATE_PATH or ${advice}${problems.join('')}`);
  }

  /** Records the fields of a configured callback before it is changed; returns why it cannot be changed. */
  async #borrow(id: string, disposable: boolean): Promise<string | undefined> {
    if (this.#borrowed.has(id)) return undefined;
    const reply = await this.#api.fetchCallback(id);
    const problem = unrestorable(reply, id);
    if (problem !== undefined) return problem;
    const fields = (await this.#recordedFields(id)) ?? originalOf(reply);
    this.#journal?.write({ kind: 'changing', key: id, fields, disposable, ...originOf(this.#settings) });
    this.#borrowed.set(id, fields);
    return undefined;
  }

  /**
   * The original fields of a callback that was changed before, since a read may lag behind its restoration.
   *
   * @throws NotTested when another run is using it, since each would take the other's changes for the original fields
   */
  async #recordedFields(id: string): Promise<OriginalFields | undefined> {
    const { target } = originOf(this.#settings);
    for (const journal of this.#journal ? journalsIn(dirname(this.#journal.path)) : []) {
      const line = journal.leftovers.find((one) => one.kind === 'changing' && one.key === id && one.target === target);
      if (line && journal.path !== this.#journal?.path && (await journal.isRunning())) {
        throw new NotTested('another run is using the configured callbacks; run again when it has ended');
      }
      if (line) return line.fields;
    }
    return undefined;
  }
}
