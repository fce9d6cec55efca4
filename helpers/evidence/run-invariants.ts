import { createHash } from 'node:crypto';
import { appendToRun, readRun } from '../run/run-log.ts';
import type { RuleJudgement } from '../../interface/answers/judge-exchange.ts';
import type { UniqueValue } from '../../interface/answers/unique-values.ts';
import { mismatch } from '../../interface/messages/mismatch.ts';

/** What the invariants remember across tests and workers, in the log of the run. */
export class RunInvariants {
  readonly #seen = new Map<string, Set<string>>();
  readonly #broken = new Set<string>();

  /** Whether the run has not seen this before, such as a broken rule; notes that it has now. */
  isFirst(what: string): boolean {
    if (this.#broken.has(what)) return false;
    const isKnown = readRun('broken').some((one) => one.what === what);
    this.#broken.add(what);
    if (!isKnown) appendToRun('broken', { what });
    return !isKnown;
  }

  /**
   * Judges values that must be unique. Workers do not see each other's values here: the log has them for the end of the
   * run.
   *
   * @param service the address whose values are compared
   */
  repeated(service: string, values: readonly UniqueValue[]): RuleJudgement[] {
    return values.map(({ rule, kind, value, reference }) => {
      const seen = this.#seen.get(`${service} ${kind}`) ?? new Set();
      this.#seen.set(`${service} ${kind}`, seen);
      const digest = digestOf(value);
      const again = digestOf(`${value} ${reference}`);
      const isAgain = reference !== '' && seen.has(again);
      const isRepeated = seen.has(digest) && !isAgain;
      seen.add(digest).add(again);
      if (!isAgain) appendToRun('unique', { service, rule, kind, digest, again: reference === '' ? '' : again });
      const text = `${JSON.stringify(value.slice(0, 200))} was answered to an earlier request of the run as well`;
      return {
        rule,
        expected: 'a value that no other answer of the run has',
        mismatches: isRepeated ? [mismatch('value', 'unique', 'repeated', text)] : [],
      };
    });
  }
}

/** The rules whose values repeat in the lines of the log, from all workers and shards of a run. */
export const repeatedValuesIn = (lines: readonly Record<string, unknown>[]): Set<string> => {
  const seen = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { service, rule, kind, digest, again = '' } of lines) {
    const key = `${String(service)} ${String(kind)} ${String(digest)}`;
    const before = seen.get(key);
    // Another worker may have sent the same reference.
    if (before !== undefined && (before === '' || before !== again)) repeated.add(String(rule));
    seen.set(key, String(again));
  }
  return repeated;
};

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 24);
