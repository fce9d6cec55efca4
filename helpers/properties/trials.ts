import { curlOf } from '../evidence/curl.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { toRun } from '../settings/command-line/target-folder.mjs';

/** A request, or a row of requests, that was not answered as the model allows. */
export interface Counterexample {
  /** What was tried, in a line: a body, a query, or the steps of a sequence. Keys masked. */
  readonly tried: string;
  readonly expected: string;
  /** The answer in a line, keys masked. */
  readonly received: string;
  readonly wrong: readonly string[];
  /** The exchanges that lead to it, the decisive one last. */
  readonly exchanges: readonly Exchange[];
}

/** What came of trying generated cases. */
export interface Trials {
  /** In the words of the interface, for example `POST /v1/transactions`. */
  readonly subject: string;
  readonly tried: number;
  /** Cases there are but which GENERATED_RUNS did not allow. */
  readonly untried: number;
  readonly counterexamples: readonly Counterexample[];
  /** The value of SEED that leads to the counterexample again. */
  readonly seed: string;
}

/** Trials with what repeats their counterexamples; what a matcher judges. */
export interface Tried extends Trials {
  readonly repeat: string;
}

/** What repeats the counterexamples: seed and path, a command, and a request for a shell; the part of a failure below its judgement. */
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
