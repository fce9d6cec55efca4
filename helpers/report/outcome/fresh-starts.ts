import type { RuleId } from '../../rules/catalogue.ts';

/** What a second attempt is called in every report. */
export const secondAttempt = { type: 'second attempt', description: 'after an environment fault' } as const;

/** Second attempts at one rule that were in vain before it is believed that the target has lost that rule. */
const enough = 2;

/**
 * Which tests may start afresh, with new data: each at most once, and only after an environment fault. A rule for which
 * that is in vain again and again is not tried any further, since a fault of the service can look the same.
 */
export class FreshStarts {
  readonly #inVain = new Map<RuleId, number>();

  /**
   * @param attempt which one has just ended, from 1
   * @param inEnvironment whether an environment fault ended it
   */
  grants(rule: RuleId, attempt: number, inEnvironment: boolean): boolean {
    const inVain = this.#inVain.get(rule) ?? 0;
    if (!inEnvironment) return false;
    if (attempt === 1) return inVain < enough;
    this.#inVain.set(rule, inVain + 1);
    return false;
  }
}
