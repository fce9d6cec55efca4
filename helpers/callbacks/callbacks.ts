import { randomUUID } from 'node:crypto';
import { callbackOf, settableFields, type SettableField } from '../../interface/messages/callback.ts';
import { configuredIds } from './ownership/ownership.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { eventNames } from '../../interface/messages/shapes.ts';
import type { Api } from '../client/api.ts';
import { placedAt } from '../client/bodies.ts';
import { NotTested } from '../errors/errors.ts';
import type { Settings } from '../settings/settings.ts';
import { CallbackRegistry } from './ownership/callback-registry.ts';
import { notProven } from './create-callback.ts';
import { fetchUntil } from './fetch-until.ts';
import type { Journal } from './journal/journal.ts';
import type { CallbackPool, PoolKind } from './ownership/pool.ts';
import { type Release, lockConfigured } from './journal/lock.ts';

/** How long a test waits for another run to release the configured callbacks, in milliseconds. */
const lockWaitMs = 45_000;

/**
 * Provides callbacks in whichever way the target allows: created through CALLBACK_CREATE_PATH, or those that
 * CALLBACK_ID and DISPOSABLE_CALLBACK_IDS name. When the test ends, whatever its outcome, what it changed is restored
 * and what it created is deleted; what fails is left to the clean-up at the end of the run.
 *
 * Each method returns an id and throws NotTested when the target has no such callback.
 */
export class Callbacks {
  readonly #api: Api;
  readonly #settings: Settings;
  readonly #journal: Journal | undefined;
  readonly #registry: CallbackRegistry;
  /** Makes the addresses that this test gives its callbacks unique. */
  readonly #mark = randomUUID();
  readonly #pool: CallbackPool | undefined;
  /** The callbacks of the pool that this test uses. */
  readonly #pooled: CallbackPool = new Map();
  #release: Release | undefined;

  /**
   * @param journal of the run; undefined where the target ends with the run
   * @param pool callbacks that one test passes on to the next; without it, each test has its own
   */
  constructor(api: Api, settings: Settings, journal: Journal | undefined, pool?: CallbackPool) {
    this.#api = api;
    this.#settings = settings;
    this.#journal = journal;
    this.#pool = pool;
    this.#registry = new CallbackRegistry(api, journal, configuredIds(settings));
  }

  /**
   * A callback whose fields the test may change.
   *
   * @param fields what it is created with, or updated to where it exists already; events comma-separated
   */
  async updatable(fields?: Body): Promise<string> {
    const { callbackCreatePath, callbackId } = this.#settings;
    if (callbackCreatePath) return this.#ours(callbackCreatePath, fields);
    if (!callbackId) throw noneToUpdate();
    await this.#takeTurn();
    const { odd } = await this.#registry.borrow(callbackId);
    if (odd !== undefined) throw new NotTested(`the callback of CALLBACK_ID is not changed: ${odd}`);
    if (fields) await this.#api.updateCallback(callbackId, fields);
    return callbackId;
  }

  /** A callback that the test may delete: a new one, or the first of DISPOSABLE_CALLBACK_IDS that still exists. */
  async disposable(): Promise<string> {
    const { callbackCreatePath, disposableCallbackIds } = this.#settings;
    if (callbackCreatePath) return this.#ours(callbackCreatePath);
    const id = await this.#firstOf(disposableCallbackIds);
    if (id) return id;
    throw noneToDelete();
  }

  /** A read-only callback other than the given one. */
  async unrelatedCallback(other: string): Promise<string> {
    const { callbackCreatePath, callbackId, disposableCallbackIds } = this.#settings;
    if (callbackCreatePath) return this.#named(callbackCreatePath);
    const id = await this.#firstOf([callbackId ?? other, ...disposableCallbackIds].filter((one) => one !== other));
    if (!id)
      throw new NotTested('a second callback is needed; set CALLBACK_CREATE_PATH or add DISPOSABLE_CALLBACK_IDS');
    // Deactivated, so that notifications of other tests' payments cannot change it.
    const silent = { is_active: false };
    await this.#api.updateCallback(id, silent);
    await this.shown(id, silent);
    return id;
  }

  /** A callback that the test only reads. */
  async readable(): Promise<string> {
    const { callbackCreatePath, callbackId, disposableCallbackIds } = this.#settings;
    if (callbackCreatePath) return this.#named(callbackCreatePath);
    if (!callbackId && disposableCallbackIds.length === 0) throw noneToUpdate();
    await this.#takeTurn();
    for (const id of callbackId ? [callbackId] : disposableCallbackIds) {
      const reply = await this.fetched(id);
      if (callbackOf(reply)) return id;
      if (callbackId) throw new NotTested(`the callback of CALLBACK_ID cannot be fetched (HTTP ${reply.status})`);
    }
    throw noneToDelete();
  }

  /** A callback that the test only reads; other tests may have read it before. */
  anyReadable(): Promise<string> {
    return this.#handedOn('readable', () => this.readable());
  }

  /**
   * A callback whose fields the test may change; other tests may have changed them before. A test that subscribes it to
   * payments uses `updatable` instead, since failed deliveries would change it for the next test. So does a test that
   * compares it with its earlier state, since a read may lag behind another test's write.
   */
  anyUpdatable(): Promise<string> {
    return this.#handedOn('updatable', () => this.updatable());
  }

  /** A callback for a deletion that a conforming service refuses; other tests may have tried before. */
  anyDisposable(): Promise<string> {
    return this.#handedOn('disposable', () => this.disposable());
  }

  /**
   * The same fields, with addresses of `https://merchant.example` moved to the origin of MERCHANT_EXAMPLE and to a path
   * unique to this test, since a service may accept an address only once.
   */
  placed<T extends object>(fields: T): T {
    return placedAt(`${this.#api.merchantExample}/${this.#mark}`, fields);
  }

  /** Whether callbacks are created for the test; those that the settings name have a history. */
  get areNew(): boolean {
    return this.#settings.callbackCreatePath !== undefined;
  }

  /** The words to observe about a field of a new callback. A callback that the settings name may have a history. */
  ofItsOwn(field: string, said: string): string {
    return this.areNew ? said : `the callback is not new, so its ${field} is not looked at`;
  }

  /**
   * The fields of a callback that an update can set, as a fetch answers them now (2.7), to be compared as a whole.
   * Events are sorted and always a list, since their form and order are open.
   */
  async settings(id: string, expected: Body = {}): Promise<Record<SettableField, unknown>> {
    return settingsOf(await this.shown(id, expected));
  }

  /**
   * A callback (2.7) as a fetch answers it once it shows what was written, or two seconds later.
   *
   * @param expected fields as they were written; events comma-separated
   */
  async shown(id: string, expected: Body = {}): Promise<Record<string, unknown> | undefined> {
    return callbackOf(await this.fetched(id, expected));
  }

  /** The answer to the fetch of a callback once it shows what was written, or two seconds later. */
  fetched(id: string, expected: Body = {}): Promise<Reply> {
    return fetchUntil(this.#api, id, (reply) => shows(callbackOf(reply), expected));
  }

  /**
   * Deletes what was created and restores what was borrowed.
   *
   * @param handsOn whether the next test may reuse the callbacks of the pool, since nothing went wrong with them
   */
  async cleanUp(handsOn = false): Promise<void> {
    for (const [kind, { key }] of handsOn ? this.#pooled : []) {
      this.#registry.leave(key);
      this.#pooled.delete(kind);
    }
    for (const kind of this.#pooled.keys()) this.#pool?.delete(kind);
    this.#pooled.clear();
    try {
      await this.#registry.cleanUp();
    } finally {
      this.#release?.();
    }
  }

  /** The first configured callback that still exists and can be restored after a change. */
  async #firstOf(ids: readonly string[]): Promise<string | undefined> {
    if (ids.length > 0) await this.#takeTurn();
    for (const id of ids) {
      const disposable = this.#settings.disposableCallbackIds.includes(id);
      const { odd } = await this.#registry.borrow(id, disposable);
      if (odd === undefined) return id;
    }
    return undefined;
  }

  /** The pooled callback of a kind, else a new one added to the pool. Only created callbacks are pooled. */
  async #handedOn(kind: PoolKind, make: () => Promise<string>): Promise<string> {
    if (!this.#pool || !this.areNew) return make();
    const kept = this.#pool.get(kind);
    if (kept) this.#registry.adopt(kept);
    const id = kept?.id ?? (await make());
    const pooled = kept ?? this.#registry.made(id);
    if (pooled) {
      this.#pool.set(kind, pooled);
      this.#pooled.set(kind, pooled);
    }
    return id;
  }

  /** A new callback that is proven to be ours. */
  async #ours(path: string, wanted?: Body): Promise<string> {
    const { reply, id } = await this.#registry.create(path, wanted);
    if (id !== undefined) return id;
    throw notProven(reply);
  }

  /** A new callback that is only fetched. The id named by its creation suffices, so that a broken fetch is judged. */
  async #named(path: string): Promise<string> {
    const { reply, named } = await this.#registry.create(path);
    if (named !== undefined) return named;
    throw notProven(reply);
  }

  /** Concurrent runs take turns with configured callbacks; within a run the tests do so anyway. */
  async #takeTurn(): Promise<void> {
    if (!this.#journal || this.#release) return;
    this.#release = await lockConfigured(this.#settings, lockWaitMs).catch((error: unknown) => {
      throw new NotTested(`the journal folder cannot be written (${String(error)}); set JOURNAL_FOLDER`);
    });
    if (!this.#release)
      throw new NotTested('another run is using the configured callbacks; run again when it has ended');
  }
}

const noneToUpdate = () => new NotTested('no callback may be updated; set CALLBACK_CREATE_PATH or CALLBACK_ID');

const settingsOf = (callback: Readonly<Record<string, unknown>> = {}): Record<SettableField, unknown> => {
  const { url, description, events, is_active } = callback;
  return { url, description, events: eventNames(events).sort(), is_active };
};

const shows = (callback: Record<string, unknown> | undefined, expected: Body): boolean => {
  if (!callback) return false;
  const [now, written] = [settingsOf(callback), settingsOf(expected)];
  return settableFields
    .filter((field) => field in expected)
    .every((field) => JSON.stringify(now[field]) === JSON.stringify(written[field]));
};

const noneToDelete = () =>
  new NotTested('no callback may be deleted; set CALLBACK_CREATE_PATH or add unused DISPOSABLE_CALLBACK_IDS');
