import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body, Operator } from '../../interface/messages/requests.ts';
import { checkoutOutcomes } from '../../interface/model/checkout.ts';
import { initiationOutcomes } from '../../interface/model/initiation.ts';
import type { Outcome } from '../../interface/model/outcome.ts';
import { walletOutcomes } from '../../interface/model/wallet-query.ts';
import type { Journal } from '../callbacks/journal/journal.ts';
import { Api } from '../client/api.ts';
import type { Sender } from '../client/http.ts';
import { spelled } from '../client/spelling.ts';
import type { Settings } from '../settings/settings.ts';
import { judgedByModel } from './asked.ts';
import type { Combination } from './cases/combinations.ts';
import { initiationBodies, checkoutBodies, freshened } from './cases/payments.ts';
import { type GeneratedQuery, walletQueries, walletQueriesFirst } from './cases/wallet-queries.ts';
import type { Effort } from './falsify.ts';
import { GeneratedCallbacks } from './generated-callbacks.ts';
import type { Tried, Counterexample } from './trials.ts';
import { Trying, type Done } from './trying.ts';

/** Sends generated requests to the target and compares its answers with the model. */
export class Generated {
  readonly #api: Api;
  readonly #settings: Settings;
  readonly #trying: Trying;
  readonly #callbacks: GeneratedCallbacks;

  /** @param journal the journal of the run, which records callbacks */
  constructor(http: Sender, settings: Settings, effort: Effort, done: Done, journal?: Journal) {
    this.#api = new Api(http, settings);
    this.#settings = settings;
    this.#trying = new Trying(effort, done);
    this.#callbacks = new GeneratedCallbacks(http, settings, this.#trying, journal);
  }

  /** Initiations; all failures are reported. */
  eachInitiation(bodiesOf: (settings: Settings) => readonly Body[]): Promise<Tried> {
    return this.#trying.each('POST /v1/transactions', bodiesOf(this.#settings), (row) => this.#initiation(row));
  }

  /** Initiations of a covering array; all failures are reported. */
  eachCombination(rowsOf: (settings: Settings) => readonly Combination[]): Promise<Tried> {
    return this.#trying.each('POST /v1/transactions', rowsOf(this.#settings), (row) => this.#combination(row));
  }

  /** JSON checkouts; all failures are reported. */
  eachCheckout(bodiesOf: (settings: Settings) => readonly Body[]): Promise<Tried> {
    return this.#trying.each('POST /v1/checkout', bodiesOf(this.#settings), (row) => this.#checkout(row));
  }

  /** Valid and almost valid bodies of an initiation. */
  initiations(flow: 'hosted page' | Operator): Promise<Tried> {
    const cases = initiationBodies(flow, this.#settings);
    return this.#trying.falsify(
      'POST /v1/transactions',
      () => cases,
      (body) => this.#initiation(body),
    );
  }

  /** Valid and almost valid bodies of a JSON checkout, with a right or wrong key. */
  checkouts(): Promise<Tried> {
    const cases = checkoutBodies(this.#settings);
    return this.#trying.falsify(
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
    return this.#trying.falsify('GET /v1/wallets/list', () => cases, ask, { first: walletQueriesFirst(today) });
  }

  /** Updates, each after one that leaves its callback in a known state and followed by a fetch. */
  updates(): Promise<Tried> {
    return this.#callbacks.updates();
  }

  /** Updates that alternate between two values of a field, on one callback per field, followed by two fetches. */
  repeatedUpdates(): Promise<Tried> {
    return this.#callbacks.repeated();
  }

  /** Sequences of updates and fetches on several callbacks, with creations and deletions if the target allows them. */
  sequences(): Promise<Tried> {
    return this.#callbacks.sequences();
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
    const { requestBody, url } = reply.exchange;
    const tried = requestBody ?? new URL(url).search;
    return judgedByModel(reply, outcomes, {
      tried,
      exchanges: [reply.exchange],
      secret: this.#settings.secretKey,
    });
  }
}
