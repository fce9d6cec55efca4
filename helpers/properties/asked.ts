import type { Counterexample } from './trials.ts';
import { disagreement } from '../../interface/model/judge.ts';
import type { Outcome } from '../../interface/model/outcome.ts';
import { summary, type Findings } from '../../interface/messages/wording/findings.ts';
import type { Exchange, Reply } from '../../interface/messages/exchange.ts';

/** Thrown in a sequence of steps for an answer that the model does not allow. */
export class Disagreed extends Error {
  override readonly name = 'Disagreed';
  readonly counterexample: Counterexample;

  constructor(counterexample: Counterexample) {
    super(counterexample.wrong.join('; '));
    this.counterexample = counterexample;
  }
}

/**
 * Compares an answer with the model; undefined when it is allowed.
 *
 * @param tried the request in one line
 * @param exchanges the exchanges that led to the answer, including its own
 * @param further other findings, reported when the answer itself is allowed
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
    (further.length > 0 ? { expected: 'the state after the earlier updates', wrong: further } : undefined);
  return found && { tried, ...found, received: summary(reply), exchanges: [...exchanges] };
};
