import type * as fc from 'fast-check';
import type { Exchange } from '../../interface/messages/exchange.ts';
import type { Sender } from '../client/http.ts';
import { retriesDisabled } from '../client/network/retries/repetition.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import type { Seed } from '../settings/declarations/types.ts';
import { casesAtOnce } from './cases-at-once.ts';
import { falsify, sampled, forEachConcurrently, type Attempt, type Effort } from './falsify.ts';
import type { Counterexample, Tried, Trials } from './trials.ts';

/** Receives the trials and the number of retried cases; adds instructions to reproduce them. */
export type Done = (trials: Trials, afresh: number) => Tried;

/** Tries the cases of a test. Cases with an environment fault are retried once, with new data. */
export class Trying {
  readonly effort: Effort;
  readonly #done: Done;
  #retried = 0;

  constructor(effort: Effort, done: Done) {
    this.effort = effort;
    this.#done = done;
  }

  /** Tries every row, or as many as GENERATED_RUNS allows; reports all failures. */
  async each<T>(subject: string, all: readonly T[], attempt: Attempt<T>, atOnce = casesAtOnce()): Promise<Tried> {
    const rows = sampled(all, this.effort);
    const found: [number, Counterexample][] = [];
    await forEachConcurrently(rows, atOnce, async (row, index) => {
      const counterexample = await this.#withRetry(() => attempt(row));
      if (counterexample) found.push([index, counterexample]);
    });
    const counterexamples = found.sort(([one], [other]) => one - other).map(([, counterexample]) => counterexample);
    const untried = all.length - rows.length;
    return this.ended({ subject, tried: rows.length, untried, counterexamples });
  }

  /** Searches for a case that the model does not allow; reports the smallest one. */
  async falsify<T>(
    subject: string,
    cases: (seed: Seed) => fc.Arbitrary<T>,
    attempt: Attempt<T>,
    { first = [] as readonly T[], ...change }: Partial<Effort> & { first?: readonly T[] } = {},
  ): Promise<Tried> {
    const effort = { ...this.effort, atOnce: casesAtOnce(), ...change };
    const trials = await falsify(subject, cases, (value) => this.#withRetry(() => attempt(value)), effort, first);
    return this.#done(trials, this.#retried);
  }

  /** Completes trials without random cases, which any seed reproduces. */
  ended(trials: Omit<Trials, 'seed'>): Tried {
    return this.#done({ ...trials, seed: String(this.effort.seed.number) }, this.#retried);
  }

  async #withRetry(attempt: () => Promise<Counterexample | undefined>): Promise<Counterexample | undefined> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EnvironmentFault) || error.kind === 'down' || retriesDisabled()) throw error;
      this.#retried += 1;
      return attempt();
    }
  }
}

/** A sender for one of several concurrent cases, with the exchanges of that case. */
export const recording = (sender: Sender): { sender: Sender; exchanges: Exchange[] } => {
  const exchanges: Exchange[] = [];
  const send: Sender['send'] = async (call) => {
    const reply = await sender.send(call);
    exchanges.push(reply.exchange);
    return reply;
  };
  return { sender: { send, close: () => sender.close() }, exchanges };
};
