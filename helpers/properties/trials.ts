import { curlOf } from '../evidence/curl.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { toRun } from '../settings/command-line/target-folder.mjs';

/** A request or sequence of requests with an answer that the model does not allow. */
export interface Counterexample {
  /** The case in one line, with masked keys: a body, a query, or the steps of a sequence. */
  readonly tried: string;
  readonly expected: string;
  /** The answer in one line, with masked keys. */
  readonly received: string;
  readonly wrong: readonly string[];
  /** The exchanges that lead to the answer; the last one contains it. */
  readonly exchanges: readonly Exchange[];
}

/** The outcome of generated cases. */
export interface Trials {
  /** In the words of the interface, for example `POST /v1/transactions`. */
  readonly subject: string;
  readonly tried: number;
  /** Cases that were skipped because of GENERATED_RUNS. */
  readonly untried: number;
  readonly counterexamples: readonly Counterexample[];
  /** The value of SEED that reproduces the trials, or their counterexample. */
  readonly seed: string;
}

/** Trials for a matcher, with instructions to reproduce their counterexamples. */
export interface Tried extends Trials {
  readonly repeat: string;
}

/** Instructions to reproduce the counterexamples, shown below a failure: the seed, a command, and curl requests. */
export const repeated = (trials: Trials, baseUrl: string, title: string): string => {
  const many = trials.counterexamples.length > 1;
  return [
    `Seed: SEED=${trials.seed}, after ${trials.tried} cases`,
    `Repeat: SEED=${trials.seed} ${toRun('start', '--grep', quoted(title))}`,
    ...trials.counterexamples.flatMap(({ tried, exchanges }) => [
      ...(many ? [`# ${tried}`] : []),
      ...exchanges.map((exchange) => curlOf(exchange, baseUrl)),
    ]),
  ].join('\n');
};

const quoted = (text: string): string => `"${text.replace(/[\\^$.*+?()[\]{}|"`]/g, '.')}"`;
