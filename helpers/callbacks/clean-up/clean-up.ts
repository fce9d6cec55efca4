import type { Settings } from '../../settings/settings.ts';
import { guardOf } from '../../connection/guard/guard.ts';
import { Api } from '../../client/api.ts';
import { configuredIds } from '../ownership/ownership.ts';
import { Http } from '../../client/http.ts';
import { maskFor } from '../../redaction/secrets.ts';
import type { Outage } from '../../client/network/retries/circuit-breaker.ts';
import { RetryPolicy } from '../../client/network/retries/retry-policy.ts';
import { openNetwork } from '../../client/network/network.ts';
import { EnvironmentFault } from '../../errors/errors.ts';
import { CallbackRegistry } from '../ownership/callback-registry.ts';
import type { Modified, Created, Tracked } from '../journal/entries.ts';
import { lockConfigured } from '../journal/lock.ts';
import { accountOf, type Journal } from '../journal/journal.ts';
import { Ownership } from '../ownership/ownership.ts';
import { deletedForGood, restored, shows, stillThere } from './restore.ts';

/** What a clean-up has done. What it could not do stays in the journal with the reason. */
export interface CleanedUp {
  removed: number;
  restored: number;
  /** Deactivated callbacks, since the settings declare that the target deletes none. */
  deactivated: number;
}

/** Callbacks deleted in parallel. Nothing else uses the target meanwhile. */
const parallelTasks = 24;
/** After this many unanswered attempts in a row, the target counts as down. */
const maxUnanswered = 3;
/** How long to wait for a target that does not answer at all, in milliseconds: short, since the user is waiting. */
const outageMs = 3_000;
/** How long to wait for another run to release the configured callbacks, in milliseconds. */
const lockWaitMs = 60_000;

/**
 * Deletes what a run created and restores what it changed, according to its journal, and removes the journal when
 * nothing is left. Never throws because of the target.
 */
export const cleanUp = async (journal: Journal, settings: Settings): Promise<CleanedUp> => {
  const mask = maskFor(settings);
  const { baseUrl, requestTimeoutMs: timeoutMs } = settings;
  const retryPolicy = retryPolicyOf(settings);
  const http = new Http({ baseUrl, guard: guardOf(settings), timeoutMs, mask, record: () => {}, retryPolicy });
  const cleaner = new CleanUp(journal, new Api(http, settings), settings);
  const attempted = new Set<string>();
  try {
    // A worker of a killed run may still add records.
    for (let things; (things = journal.things.filter(({ key }) => !attempted.has(key))).length > 0;) {
      for (const { key } of things) attempted.add(key);
      await cleaner.settle(things);
    }
  } finally {
    await http.close();
  }
  if (journal.things.length === 0) journal.end();
  return cleaner.done;
};

/** Ignores outages seen by the run, since the target may be back. Every request of a clean-up can be repeated. */
const retryPolicyOf = (settings: Settings): RetryPolicy => {
  const { probe, rateLimiter } = openNetwork(settings);
  let down: string | undefined;
  const circuitBreaker = {
    get down() {
      return down;
    },
    add: (outage: Outage) => void (down ??= outage.down),
  };
  return new RetryPolicy({
    timeoutMs: settings.requestTimeoutMs,
    probe,
    rateLimiter,
    circuitBreaker,
    outageMs,
    repeatsAll: true,
  });
};

class CleanUp {
  readonly done: CleanedUp = { removed: 0, restored: 0, deactivated: 0 };
  readonly #journal: Journal;
  readonly #api: Api;
  readonly #settings: Settings;
  readonly #otherAccount: boolean;
  readonly #foreign: readonly string[];
  readonly #ownership: Ownership;
  #fetchable: Promise<boolean> | undefined;
  #unanswered = 0;

  constructor(journal: Journal, api: Api, settings: Settings) {
    this.#journal = journal;
    this.#api = api;
    this.#settings = settings;
    this.#foreign = configuredIds(settings);
    this.#ownership = new Ownership(api, journal, this.#foreign);
    this.#otherAccount = journal.header?.account !== accountOf(settings);
  }

  async settle(things: readonly Tracked[]): Promise<void> {
    const made = things.filter((thing) => thing.kind === 'made').values();
    await Promise.all(
      Array.from({ length: parallelTasks }, async () => {
        for (const thing of made) await this.#settleCreated(thing);
      }),
    );
    const borrowed = things.filter((thing) => thing.kind === 'borrowed');
    if (borrowed.length === 0) return;
    const release = await lockConfigured(this.#settings, lockWaitMs).catch(() => undefined);
    for (const thing of borrowed) {
      if (release) await this.#attempt(thing, () => this.#restore(thing));
      else this.#leave(thing, 'another run is using the configured callbacks');
    }
    release?.();
  }

  async #settleCreated(thing: Created): Promise<void> {
    const { key, id, claims } = thing;
    if (id !== undefined || (claims?.length && !thing.told)) {
      await this.#attempt(thing, async () => {
        const ours = id ?? (await this.#ownership.prove(claims ?? [], thing));
        if (ours !== undefined && id === undefined) this.#journal.append({ what: 'created', key, id: ours });
        return ours === undefined ? unproven : this.#remove(thing, ours);
      });
      // This run lists it, and no later run can do more.
      if (id === undefined && thing.why !== undefined) this.#journal.append({ what: 'told', key });
    } else if (thing.why === undefined) this.#leave(thing, claims ? unusable : 'its creation got no answer');
    // Its own run has reported it.
    else if (thing.unanswered) this.#journal.append({ what: 'settled', key });
    else if (!thing.told) this.#journal.append({ what: 'told', key });
  }

  async #remove({ deleted }: Created, id: string): Promise<string | undefined> {
    if (deleted && (await stillThere(this.#api, id, this.#fetchWorks)) === undefined) return undefined;
    if (this.#otherAccount && !(await this.#visible(id))) return differentKey;
    const why = await deletedForGood(this.#api, id, this.#fetchWorks);
    if (why === undefined) this.done.removed += 1;
    if (why === undefined || !this.#settings.notApplicable.has('callback-deletion')) return why;
    const { status } = await this.#api.updateCallback(id, { is_active: false });
    if (status >= 300) return `${why}, and its deactivation HTTP ${status}`;
    this.done.deactivated += 1;
    return undefined;
  }

  async #restore({ id, fields, disposable }: Modified): Promise<string | undefined> {
    if ((disposable || this.#otherAccount) && !(await this.#visible(id))) {
      return this.#otherAccount ? differentKey : stillThere(this.#api, id, this.#fetchWorks);
    }
    const why = await restored(this.#api, id, fields);
    if (why === undefined) this.done.restored += 1;
    return why;
  }

  /** Checked at most once, and only if the target answers neither 404 nor 410 for an unknown callback. */
  readonly #fetchWorks = (): Promise<boolean> => (this.#fetchable ??= this.#canFetch());

  async #canFetch(): Promise<boolean> {
    const { callbackId, callbackCreatePath } = this.#settings;
    if (callbackId !== undefined && (await this.#visible(callbackId))) return true;
    // If an earlier creation could not be proven, another one would also be left behind.
    const isBlind = this.#journal.things.some((thing) => thing.kind === 'made' && thing.claims && !thing.id);
    if (!callbackCreatePath || isBlind) return false;
    const registry = new CallbackRegistry(this.#api, this.#journal, this.#foreign);
    const { id } = await registry.create(callbackCreatePath);
    const isSeen = id !== undefined && (await this.#visible(id));
    await registry.cleanUp();
    return isSeen;
  }

  async #visible(id: string): Promise<boolean> {
    return shows(await this.#api.fetchCallback(id), id);
  }

  async #attempt(thing: Tracked, attempt: () => Promise<string | undefined>): Promise<void> {
    if (this.#unanswered >= maxUnanswered) return this.#leave(thing, unresponsive);
    try {
      const why = await attempt();
      this.#unanswered = 0;
      if (why === undefined) this.#journal.append({ what: 'settled', key: thing.key });
      else this.#leave(thing, why);
    } catch (error) {
      // An error of one callback must not stop the others; it is listed.
      if (!(error instanceof EnvironmentFault)) return this.#leave(thing, reasonOf(error));
      // Report the full reason only once.
      if (this.#unanswered >= maxUnanswered) return this.#leave(thing, unresponsive);
      this.#unanswered = error.kind === 'down' ? maxUnanswered : this.#unanswered + 1;
      this.#leave(thing, error.message);
    }
  }

  #leave({ key }: Tracked, why: string): void {
    this.#journal.append({ what: 'left', key, why });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

const unproven = 'no fetch shows it under an id from the answer to its creation, so nothing was deleted';
const unusable = 'its creation was answered without a usable id';
const unresponsive = 'the target does not answer';
const differentKey = 'SECRET_KEY differs from that of the run, and a fetch with it does not show the callback';
