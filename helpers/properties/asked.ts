import type { Counterexample } from './trials.ts';
import { disagreement } from '../../interface/model/judge.ts';
import type { Outcome } from '../../interface/model/outcome.ts';
import { summary, type Findings } from '../../interface/messages/wording/findings.ts';
import type { Exchange, Reply } from '../../interface/messages/exchange.ts';

/** Thrown out of a sequence of steps by an answer that the model does not allow. */
export class Disagreed extends Error {
  override readonly name = 'Disagreed';
  readonly counterexample: Counterexample;

  constructor(counterexample: Counterexample) {
    super(counterexample.wrong.join('; '));
    this.counterexample = counterexample;
  }
}

/**
 * Judges an answer by the model.
 *
 * @param tried the request in one line
 * @param exchanges the exchanges up to and including the answer
 * @param further another mismatch, if the answer itself is allowed
 */
export const judgedByModel = (
  reply: Reply,
  outcomes: readonly Outcome[],
  {
    tried,
    exchanges,
    secret,
    further = [],
  }: {
    tried: string;
    exchanges: readonly Exchange[];
    secret: string;
    further?: Findings;
  },
): Counterexample | undefined => {
  const found =
    disagreement(reply, outcomes, secret) ??
    (further.length > 0 ? { expected: 'what the updates before it leave', wrong: further } : undefined);
  return found && { tried, ...found, received: summary(reply), exchanges: [...exchanges] };
};
