import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fetchUntil, longestLagMs } from '../callbacks/fetch-until.ts';
import type { RealCallbacks } from './cases/callback-sequences.ts';
import {
  unknownCallback,
  fetchOutcomes,
  afterFetch,
  afterUpdate,
  deletionOutcomes,
  updateOutcomes,
  wrongState,
  type KnownCallback,
} from '../../interface/model/callback.ts';
import type { Outcome } from '../../interface/model/outcome.ts';
import type { Settings } from '../settings/settings.ts';
import type { Api } from '../client/api.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Exchange, Reply } from '../../interface/messages/exchange.ts';
import { summary, type Findings } from '../../interface/messages/wording/findings.ts';
import { callbackOf, showsCallback } from '../../interface/messages/callback.ts';
import { isLater } from '../../interface/messages/wording/outcome.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { Disagreed, judgedByModel } from './asked.ts';

/** How long to wait for an expected behaviour, and the pause between two checks, in milliseconds. */
const [longestMs, pauseMs] = [3_000, 100];

/** How long to wait for the effect of an update before the next one, in milliseconds. */
const betweenUpdatesMs = 1_000;

/** Fields that a fetch must not change, but deliveries may. */
const countedFields = ['last_triggered', 'failure_count', 'date_updated'];

/**
 * The callbacks of the target, with each answer judged by the model. Throws Disagreed for an answer it does not allow.
 */
export class CallbacksUnderModel implements RealCallbacks {
  readonly #api: Api;
  readonly #callbacks: Callbacks;
  readonly #secret: string;
  readonly #exchanges: readonly Exchange[];
  readonly #ids = new Map<number, string>();
  /** The time of the last update of each callback, by handle. */
  readonly #updatedAt = new Map<number, number>();

  /** @param exchanges the list to which the connection adds its exchanges */
  constructor(api: Api, callbacks: Callbacks, settings: Settings, exchanges: readonly Exchange[]) {
    this.#api = api;
    this.#callbacks = callbacks;
    this.#secret = settings.secretKey;
    this.#exchanges = exchanges;
  }

  async create(handle: number): Promise<KnownCallback> {
    // Alternately active and inactive: only inactive ones may subscribe to payments, because other tests make payments.
    const id = await this.#callbacks.updatable({ events: 'payout.created', is_active: handle % 2 === 0 });
    this.#ids.set(handle, id);
    // A read of an existing callback may lag behind its last write.
    return this.#callbacks.areNew ? this.fetch(handle, unknownCallback) : this.reset(handle);
  }

  /** Whether a callback has this handle. */
  has(handle: number): boolean {
    return this.#ids.has(handle);
  }

  /** Resets all fields of a callback, to remove changes of earlier cases. */
  async reset(handle: number): Promise<KnownCallback> {
    const id = this.#idOf(handle);
    // A fetch that shows the new description does not lag behind earlier writes.
    const description = `afresh ${randomUUID().replaceAll('-', '')}`;
    const fields = { url: 'https://merchant.example/afresh', description, events: 'payout.created', is_active: true };
    const start = this.#callbacks.placed(fields);
    await this.update(handle, start);
    const known = afterUpdate(unknownCallback, start);
    return afterFetch(known, await this.#fetched(id, known));
  }

  async update(handle: number, change: Body): Promise<void> {
    const id = this.#idOf(handle);
    this.#judge(await this.#api.updateCallback(id, change), updateOutcomes(id, change));
    this.#updatedAt.set(handle, Date.now());
  }

  async fetch(handle: number, known: KnownCallback): Promise<KnownCallback> {
    const id = this.#idOf(handle);
    const reply = await this.#fetched(id, known);
    // The result of an unspecified update is unknown while reads may lag behind writes.
    const isSettled = Date.now() - (this.#updatedAt.get(handle) ?? 0) > longestLagMs;
    return isSettled ? afterFetch(known, reply) : known;
  }

  /** Checks that an update advances date_updated, and the next one again (2.7). */
  async movesDate(handle: number, changes: readonly Body[]): Promise<void> {
    const id = this.#idOf(handle);
    let turn = 0;
    for (let moves = 0; moves < 2; moves += 1) {
      const before = callbackOf(await this.#api.fetchCallback(id))?.date_updated;
      // A service may store whole seconds, so updates are repeated until the next second.
      await this.#until('date_updated after an update', `later than ${String(before)}`, async () => {
        await this.update(handle, changes[turn++ % changes.length] ?? {});
        const hasAdvanced = (one: Reply): boolean => isLater(before, callbackOf(one)?.date_updated);
        // Wait before the next update, since reads may lag behind.
        const reply = await fetchUntil(this.#api, id, hasAdvanced, betweenUpdatesMs);
        return { reply, holds: hasAdvanced(reply) };
      });
    }
  }

  /** Checks that two fetches of an unchanged callback show the same (4.5). */
  async staysUnchanged(handle: number): Promise<void> {
    const id = this.#idOf(handle);
    // A service may send a test notification to a new address, and count that delivery late.
    await this.#until('a callback fetched twice', 'the same', async () => {
      const before = callbackOf(await this.#api.fetchCallback(id));
      const reply = await this.#api.fetchCallback(id);
      const after = callbackOf(reply);
      return { reply, holds: countedFields.every((field) => before?.[field] === after?.[field]) };
    });
  }

  async #until(what: string, expected: string, look: () => Promise<{ reply: Reply; holds: boolean }>): Promise<void> {
    const end = Date.now() + longestMs;
    for (;;) {
      const { reply, holds } = await look();
      if (holds) return;
      const wrong = [`${what} is not ${expected}`];
      const counterexample = {
        tried: what,
        expected,
        wrong,
        received: summary(reply),
        exchanges: [...this.#exchanges],
      };
      if (Date.now() > end) throw new Disagreed(counterexample);
      await setTimeout(pauseMs);
    }
  }

  async delete(handle: number): Promise<void> {
    const id = this.#idOf(handle);
    this.#judge(await this.#api.deleteCallback(id), deletionOutcomes(id));
  }

  async fetchDeleted(handle: number): Promise<void> {
    const reply = await fetchUntil(this.#api, this.#idOf(handle), (one) => !showsCallback(one));
    // The answer is unspecified, except that it must not show the callback (4.7).
    this.#judge(reply, [], showsCallback(reply) ? ['a deleted callback is shown'] : []);
  }

  async updateDeleted(handle: number, change: Body): Promise<void> {
    await this.#api.updateCallback(this.#idOf(handle), change);
  }

  async #fetched(id: string, known: KnownCallback): Promise<Reply> {
    const reply = await fetchUntil(this.#api, id, (one) => wrongState(one, id, known).length === 0);
    this.#judge(reply, fetchOutcomes(known), wrongState(reply, id, known));
    return reply;
  }

  #idOf(handle: number): string {
    const id = this.#ids.get(handle);
    if (id === undefined) throw new Error(`no callback has the handle ${handle}`);
    return id;
  }

  #judge(reply: Reply, outcomes: readonly Outcome[], further: Findings = []): void {
    const tried = reply.exchange.requestBody ?? reply.asked;
    const context = { tried, exchanges: this.#exchanges, secret: this.#secret, further };
    const counterexample = judgedByModel(reply, outcomes, context);
    if (counterexample) throw new Disagreed(counterexample);
  }
}
