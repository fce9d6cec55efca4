import type * as fc from 'fast-check';
import type { Exchange, Reply } from '../../interface/messages/exchange.ts';
import type { Body, Operator } from '../../interface/messages/requests.ts';
import { afterUpdate } from '../../interface/model/callback.ts';
import { checkoutOutcomes } from '../../interface/model/checkout.ts';
import { initiationOutcomes } from '../../interface/model/initiation.ts';
import type { Outcome } from '../../interface/model/outcome.ts';
import { walletOutcomes } from '../../interface/model/wallet-query.ts';
import { Callbacks } from '../callbacks/callbacks.ts';
import type { Journal } from '../callbacks/journal/journal.ts';
import type { Api } from '../client/api.ts';
import { retriesDisabled } from '../client/network/repetition.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import type { Seed } from '../settings/declarations/types.ts';
import type { Settings } from '../settings/settings.ts';
import { Disagreed, judgedByModel } from './asked.ts';
import { CallbacksUnderModel } from './callbacks-under-model.ts';
import { callbackSequences, type KnownCallbacks, runSequence } from './cases/callback-sequences.ts';
import { updatesOfKnown, updatesFirst, turns } from './cases/callback-updates.ts';
import { Bodies } from '../client/bodies.ts';
import { spelled } from '../client/spelling.ts';
import { type Combination } from './cases/combinations.ts';
import { initiationBodies, checkoutBodies, freshened } from './cases/payments.ts';
import { type GeneratedQuery, walletQueries, walletQueriesFirst } from './cases/wallet-queries.ts';
import { type Effort, type Attempt, sampled, falsify } from './falsify.ts';
import type { Trials, Tried, Counterexample } from './trials.ts';

/** How many rows of a matrix are under way at once: no load worth the name, and a slow target is done in time. */
const atOnce = 3;

/** Is told what came of the trials, and how many of the cases started afresh; says how to repeat them. */
export type Done = (trials: Trials, afresh: number) => Tried;

/** Tries generated requests on the target and compares its answers with the model. Nothing is judged twice. */
export class Generated {
  readonly #api: Api;
  readonly #settings: Settings;
  readonly #bodies: Bodies;
  readonly #effort: Effort;
  readonly #done: Done;
  /** The exchanges of the case that is being tried. */
  readonly #exchanges: Exchange[];
  readonly #journal: Journal | undefined;
  #afresh = 0;

  /**
   * @param exchanges where the connection below `api` records what goes to and fro
   * @param journal of the run, for callbacks
   */
  constructor(api: Api, settings: Settings, effort: Effort, exchanges: Exchange[], done: Done, journal?: Journal) {
    this.#api = api;
    this.#settings = settings;
    this.#bodies = new Bodies(settings);
    this.#effort = effort;
    this.#exchanges = exchanges;
    this.#done = done;
    this.#journal = journal;
  }

  /** Initiations, one after the other; all that fail are reported. */
  eachInitiation(bodiesOf: (settings: Settings) => readonly Body[]): Promise<Tried> {
    return this.#each('POST /v1/transactions', bodiesOf(this.#settings), (row) => this.#initiation(row));
  }

  /** Initiations of a covering array, one after the other; all that fail are reported. */
  eachCombination(rowsOf: (settings: Settings) => readonly Combination[]): Promise<Tried> {
    return this.#each('POST /v1/transactions', rowsOf(this.#settings), (row) => this.#combination(row));
  }

  /** JSON checkouts, one after the other; all that fail are reported. */
  eachCheckout(bodiesOf: (settings: Settings) => readonly Body[]): Promise<Tried> {
    return this.#each('POST /v1/checkout', bodiesOf(this.#settings), (row) => this.#checkout(row));
  }

  /** Bodies of an initiation, valid and nearly so. */
  initiations(flow: 'hosted page' | Operator): Promise<Tried> {
    const cases = initiationBodies(flow, this.#settings);
    return this.#falsify(
      'POST /v1/transactions',
      () => cases,
      (body) => this.#initiation(body),
    );
  }

  /** Bodies of a JSON checkout, valid and nearly so, with the right key or another one in them. */
  checkouts(): Promise<Tried> {
    const cases = checkoutBodies(this.#settings);
    return this.#falsify(
      'POST /v1/checkout',
      () => cases,
      (body) => this.#checkout(body),
    );
  }

  /** Queries of the wallet list. */
  wallets(): Promise<Tried> {
    const today = new Date();
    const ask = (query: GeneratedQuery) => this.#once(this.#api.wallets(query), walletOutcomes(query, today));
    const cases = walletQueries(today);
    return this.#falsify('GET /v1/wallets/list', () => cases, ask, { first: walletQueriesFirst(today) });
  }

  /** Updates of one callback, each after an update that leaves it in a known state and followed by a fetch. */
  async updates(): Promise<Tried> {
    const callbacks = new Callbacks(this.#api, this.#settings, this.#journal);
    const one = new CallbacksUnderModel(this.#api, callbacks, this.#settings, this.#exchanges);
    const subject = 'PUT /v1/callback/update';
    try {
      const first = await one.create(0);
      const attempt: Attempt<{ before: Body; change: Body }> = ({ before, change }) =>
        counterexampleOf(async () => {
          await one.update(0, before);
          await one.update(0, change);
          await one.fetch(0, afterUpdate(afterUpdate(first, before), change));
        });
      const placed = ({ before, change }: { before: Body; change: Body }) => ({
        before: this.#bodies.placed(before),
        change: this.#bodies.placed(change),
      });
      const cases = updatesOfKnown.map(placed);
      return await this.#falsify(subject, () => cases, attempt, { first: updatesFirst().map(placed) });
    } catch (error) {
      return this.#fallenAtTheStart(subject, error);
    } finally {
      await callbacks.cleanUp();
    }
  }

  /** Updates that give one field two values by turns, on a callback for each field, and fetches in a row after them. */
  async repeatedUpdates(): Promise<Tried> {
    const callbacks = new Callbacks(this.#api, this.#settings, this.#journal);
    const real = new CallbacksUnderModel(this.#api, callbacks, this.#settings, this.#exchanges);
    const subject = 'PUT /v1/callback/update';
    try {
      const rows: (readonly [number, readonly Body[]])[] = [];
      for (const [handle, [field, values]] of Object.entries(turns).entries()) {
        await real.create(handle);
        rows.push([handle, values.map((value) => this.#bodies.placed({ [field]: value }))]);
      }
      const attempt: Attempt<(typeof rows)[number]> = ([handle, changes]) =>
        counterexampleOf(async () => {
          await real.movesDate(handle, changes);
          await real.staysAsItIs(handle);
        });
      // With CALLBACK_ID all rows are about one callback, which nobody else may change meanwhile.
      return await this.#each(subject, rows, attempt, 1);
    } catch (error) {
      return this.#fallenAtTheStart(subject, error);
    } finally {
      await callbacks.cleanUp();
    }
  }

  /** Sequences of updates and fetches, and where the target allows it of creations and deletions, on several callbacks. */
  sequences(): Promise<Tried> {
    const { callbackCreatePath, notApplicable } = this.#settings;
    const possible = {
      create: callbackCreatePath !== undefined,
      delete: callbackCreatePath !== undefined && !notApplicable.has('callback-deletion'),
    };
    const steps = ({ commands }: Seed) =>
      callbackSequences(possible, commands, (change) => this.#bodies.placed(change));
    const effort = {
      ...this.#effort,
      runs: Math.ceil(this.#effort.runs / 8),
      shrinks: Math.ceil(this.#effort.shrinks / 4),
    };
    return this.#falsify(
      'callbacks',
      steps,
      async (sequence) => {
        const callbacks = new Callbacks(this.#api, this.#settings, this.#journal);
        const real = new CallbacksUnderModel(this.#api, callbacks, this.#settings, this.#exchanges);
        const model: KnownCallbacks = { there: [], gone: [], next: 0 };
        try {
          return await counterexampleOf(
            async () => {
              for (const _ of possible.create ? [0, 1] : [0]) {
                const handle = model.next++;
                model.there.push({ handle, known: await real.create(handle) });
              }
              await runSequence(sequence, model, real);
            },
            () => String(sequence),
          );
        } finally {
          await callbacks.cleanUp();
        }
      },
      { effort },
    );
  }

  /** What came of trials for which not even the callback was as the model allows. */
  #fallenAtTheStart(subject: string, error: unknown): Tried {
    if (!(error instanceof Disagreed)) throw error;
    const seed = String(this.#effort.seed.number);
    return this.#done({ subject, tried: 1, untried: 0, counterexamples: [error.counterexample], seed }, this.#afresh);
  }

  /** Every row, or as many as GENERATED_RUNS allows. */
  async #each<T>(subject: string, all: readonly T[], attempt: Attempt<T>, workers = atOnce): Promise<Tried> {
    const rows = sampled(all, this.#effort);
    const waiting = rows.entries();
    const found: [number, Counterexample][] = [];
    const work = async () => {
      for (const [index, row] of waiting) {
        const counterexample = await this.#judgeable(() => attempt(row));
        if (counterexample) found.push([index, counterexample]);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    const counterexamples = found.sort(([one], [other]) => one - other).map(([, counterexample]) => counterexample);
    const untried = all.length - rows.length;
    const seed = String(this.#effort.seed.number);
    return this.#done({ subject, tried: rows.length, untried, counterexamples, seed }, this.#afresh);
  }

  async #falsify<T>(
    subject: string,
    cases: (seed: Seed) => fc.Arbitrary<T>,
    attempt: Attempt<T>,
    { effort = this.#effort, first = [] as readonly T[] } = {},
  ) {
    const fromTheStart: Attempt<T> = (value) =>
      this.#judgeable(() => {
        this.#exchanges.length = 0;
        return attempt(value);
      });
    return this.#done(await falsify(subject, cases, fromTheStart, effort, first), this.#afresh);
  }

  /**
   * A case that an environment fault kept from being judged starts afresh once, with new data, as a test does that asks
   * for a single thing.
   */
  async #judgeable(attempt: () => Promise<Counterexample | undefined>): Promise<Counterexample | undefined> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EnvironmentFault) || error.kind === 'down' || retriesDisabled()) throw error;
      this.#afresh += 1;
      return attempt();
    }
  }

  #initiation(generated: Body): Promise<Counterexample | undefined> {
    const body = freshened(generated);
    return this.#once(this.#api.initiate(body), initiationOutcomes(body, this.#settings));
  }

  #combination({ body: generated, spell, contentType }: Combination): Promise<Counterexample | undefined> {
    const body = freshened(generated);
    const ask = { ...(spell && { rawBody: spelled(body, spell) }), ...(contentType && { contentType }) };
    return this.#once(this.#api.initiate(body, ask), initiationOutcomes(body, this.#settings));
  }

  #checkout(generated: Body): Promise<Counterexample | undefined> {
    const body = freshened(generated);
    return this.#once(this.#api.checkout(body, { as: 'none' }), checkoutOutcomes(body, this.#settings));
  }

  async #once(asked: Promise<Reply>, outcomes: readonly Outcome[]): Promise<Counterexample | undefined> {
    const reply = await asked;
    return this.#judged(reply, outcomes, [reply.exchange]);
  }

  #judged(reply: Reply, outcomes: readonly Outcome[], exchanges: readonly Exchange[]): Counterexample | undefined {
    const { requestBody, url } = reply.exchange;
    const tried = requestBody ?? new URL(url).search;
    return judgedByModel(reply, outcomes, { tried, exchanges, secret: this.#settings.secretKey });
  }
}

/** The counterexample that steps end with, if they do. */
const counterexampleOf = async (
  steps: () => Promise<void>,
  told: () => string | undefined = () => undefined,
): Promise<Counterexample | undefined> => {
  try {
    await steps();
    return undefined;
  } catch (error) {
    if (!(error instanceof Disagreed)) throw error;
    return { ...error.counterexample, tried: told() ?? error.counterexample.tried };
  }
};
