import type { Settings } from '../../settings/settings.ts';
import { guardOf } from '../../guard/guard.ts';
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

/** What a clean-up has done. What it could not do stays in the journal, each thing with the reason. */
export interface CleanedUp {
  removed: number;
  restored: number;
  /** Made active by nobody any more, since the target is declared to delete nothing. */
  deactivated: number;
}

/** Things that are looked after at a time. Nothing else is asked of the target meanwhile. */
const atOnce = 24;
/** So many times in a row without an answer, and the target is taken to be down. */
const enoughSilence = 3;
/** How long the target is waited for when it does not answer at all, in milliseconds: whoever waits wants to see the end. */
const outageMs = 3_000;
/** How long another run may keep the configured callbacks, in milliseconds. */
const holdMs = 60_000;

/**
 * Deletes what a run made and restores what it changed, as its journal has it, and ends the journal when nothing is
 * left. Never throws for what the target does.
 */
export const cleanUp = async (journal: Journal, settings: Settings): Promise<CleanedUp> => {
  const mask = maskFor(settings);
  const { baseUrl, requestTimeoutMs: timeoutMs } = settings;
  const retryPolicy = retryPolicyOf(settings);
  const http = new Http({ baseUrl, guard: guardOf(settings), timeoutMs, mask, record: () => {}, retryPolicy });
  const work = new CleanUp(journal, new Api(http, settings), settings);
  const tried = new Set<string>();
  try {
    // A worker of a run that was killed may still write while this reads.
    for (let things; (things = journal.things.filter(({ key }) => !tried.has(key))).length > 0;) {
      for (const { key } of things) tried.add(key);
      await work.settle(things);
    }
  } finally {
    await http.close();
  }
  if (journal.things.length === 0) journal.end();
  return work.done;
};

/** What the run knew of outages counts no more: the target may be back. All that is asked can be done twice. */
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
  #open: Promise<boolean> | undefined;
  #silence = 0;

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
      Array.from({ length: atOnce }, async () => {
        for (const thing of made) await this.#removal(thing);
      }),
    );
    const borrowed = things.filter((thing) => thing.kind === 'borrowed');
    if (borrowed.length === 0) return;
    const release = await lockConfigured(this.#settings, holdMs).catch(() => undefined);
    for (const thing of borrowed) {
      if (release) await this.#attempt(thing, () => this.#restore(thing));
      else this.#left(thing, 'another run works on the configured callbacks');
    }
    release?.();
  }

  async #removal(thing: Created): Promise<void> {
    const { key, id, claims } = thing;
    if (id !== undefined || (claims?.length && !thing.told)) {
      await this.#attempt(thing, async () => {
        const ours = id ?? (await this.#ownership.prove(claims ?? [], thing));
        if (ours !== undefined && id === undefined) this.#journal.append({ what: 'created', key, id: ours });
        return ours === undefined ? unproven : this.#remove(thing, ours);
      });
      // It is listed by this run, and no later one can do more.
      if (id === undefined && thing.why !== undefined) this.#journal.append({ what: 'told', key });
    } else if (thing.why === undefined) this.#left(thing, claims ? unusable : 'its creation got no answer');
    // Its own run has told of it.
    else if (thing.unanswered) this.#journal.append({ what: 'settled', key });
    else if (!thing.told) this.#journal.append({ what: 'told', key });
  }

  async #remove({ deleted }: Created, id: string): Promise<string | undefined> {
    if (deleted && (await stillThere(this.#api, id, this.#isOpen)) === undefined) return undefined;
    if (this.#otherAccount && !(await this.#visible(id))) return anotherKey;
    const why = await deletedForGood(this.#api, id, this.#isOpen);
    if (why === undefined) this.done.removed += 1;
    if (why === undefined || !this.#settings.notApplicable.has('callback-deletion')) return why;
    const { status } = await this.#api.updateCallback(id, { is_active: false });
    if (status >= 300) return `${why}, and its deactivation HTTP ${status}`;
    this.done.deactivated += 1;
    return undefined;
  }

  async #restore({ id, fields, disposable }: Modified): Promise<string | undefined> {
    if ((disposable || this.#otherAccount) && !(await this.#visible(id))) {
      return this.#otherAccount ? anotherKey : stillThere(this.#api, id, this.#isOpen);
    }
    const why = await restored(this.#api, id, fields);
    if (why === undefined) this.done.restored += 1;
    return why;
  }

  /** Found out at most once, and only of a target that answers neither 404 nor 410 for an unknown callback. */
  readonly #isOpen = (): Promise<boolean> => (this.#open ??= this.#seeOpen());

  async #seeOpen(): Promise<boolean> {
    const { callbackId, callbackCreatePath } = this.#settings;
    if (callbackId !== undefined && (await this.#visible(callbackId))) return true;
    // Where a creation could not be proven before, another would only be one more that is left behind.
    const isBlind = this.#journal.things.some((thing) => thing.kind === 'made' && thing.claims && !thing.id);
    if (!callbackCreatePath || isBlind) return false;
    const belongings = new CallbackRegistry(this.#api, this.#journal, this.#foreign);
    const { id } = await belongings.create(callbackCreatePath);
    const isSeen = id !== undefined && (await this.#visible(id));
    await belongings.cleanUp();
    return isSeen;
  }

  async #visible(id: string): Promise<boolean> {
    return shows(await this.#api.fetchCallback(id), id);
  }

  async #attempt(thing: Tracked, attempt: () => Promise<string | undefined>): Promise<void> {
    if (this.#silence >= enoughSilence) return this.#left(thing, silent);
    try {
      const why = await attempt();
      this.#silence = 0;
      if (why === undefined) this.#journal.append({ what: 'settled', key: thing.key });
      else this.#left(thing, why);
    } catch (error) {
      // Whatever one thing does, the others are looked after, and it is listed.
      if (!(error instanceof EnvironmentFault)) return this.#left(thing, reasonOf(error));
      // Why is said once.
      if (this.#silence >= enoughSilence) return this.#left(thing, silent);
      this.#silence = error.kind === 'down' ? enoughSilence : this.#silence + 1;
      this.#left(thing, error.message);
    }
  }

  #left({ key }: Tracked, why: string): void {
    this.#journal.append({ what: 'left', key, why });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

const unproven = 'no fetch shows it under an id that its creation was answered with, so nothing was deleted';
const unusable = 'its creation was answered without an id that can be used';
const silent = 'the target does not answer';
const anotherKey = 'SECRET_KEY is another one than the run had, and does not show it';
