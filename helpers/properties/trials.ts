import { curlOf } from '../evidence/curl.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { toRun } from '../settings/command-line/target-folder.mjs';

/** A request, or a sequence of requests, whose answer the model does not allow. */
export interface Counterexample {
  /** The case in one line: a body, a query, or the steps of a sequence. Keys are masked. */
  readonly tried: string;
  readonly expected: string;
  /** The answer in one line. Keys are masked. */
  readonly received: string;
  readonly wrong: readonly string[];
  /** The exchanges that lead to the answer, which is the last one. */
  readonly exchanges: readonly Exchange[];
}

/** The outcome of generated cases. */
export interface Trials {
  /** The endpoint, for example `POST /v1/transactions`. */
  readonly subject: string;
  readonly tried: number;
  /** The number of cases that were left out because of GENERATED_RUNS. */
  readonly untried: number;
  readonly counterexamples: readonly Counterexample[];
  /** The value of SEED that reproduces the counterexample. */
  readonly seed: string;
}

/** Trials with the means to reproduce their counterexamples; the input of the matcher. */
export interface Tried extends Trials {
  readonly repeat: string;
}

/** How to reproduce the counterexamples: seed and path, a command, and a shell request. Printed below the judgement. */
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
