import type { Cause, RuleResult, Triage } from '../results/results-schema.ts';
import { causeOfRest } from './cause.ts';
import type { Failure, Group } from './groups.ts';

/** The outcome of the triage of a broken rule. */
export interface Outcome {
  cause: Cause;
  /** The outcomes of the attempts as text. */
  said: string;
  /** Whether its test was repeated on the target. */
  isAsked: boolean;
  /** The command of the smallest request that still fails, keys masked. */
  smallest: string | undefined;
}

/** Further information about broken rules. */
export interface Background {
  /** The start of the first run in which each rule was broken, by rule id. */
  since: ReadonlyMap<string, string>;
  /** How the answers to a test differ from those of the last conforming run; undefined when they do not. */
  changeOf: (failure: Failure) => string | undefined;
}

/** Adds causes to groups, and splits groups whose rules have different causes. @param outcomes by rule id */
export const withCauses = (
  groups: readonly Group[],
  outcomes: ReadonlyMap<string, Outcome>,
  { since, changeOf }: Background,
): Triage['groups'] =>
  groups.flatMap(({ common, failures }) => {
    const ofRest = causeOfRest(failures.flatMap(({ rule }) => outcomes.get(rule.id)?.cause ?? []));
    const all = failures.map((failure) => {
      const { rule } = failure;
      const outcome = outcomes.get(rule.id);
      const cause = outcome?.cause ?? ofRest;
      // `changed` is a special case of `product`: the answer differs from that of the last conforming run.
      const change = cause === 'product' ? changeOf(failure) : undefined;
      return { rule, outcome, change, cause: change ? ('changed' as const) : cause };
    });
    const causes = [...new Set(all.map(({ cause }) => cause))];
    return causes.map((cause) => {
      const own = all.filter((one) => one.cause === cause);
      const known = own.filter(({ outcome }) => outcome);
      const representative = known.find(({ outcome }) => outcome?.isAsked) ?? known[0] ?? own[0];
      const shown = representative?.outcome?.said ?? 'not repeated, because there were too many';
      const rules = own.map(({ rule }) => rule.id);
      return {
        cause,
        common,
        said: representative?.change ? `since the last conforming run ${representative.change}; ${shown}` : shown,
        rules,
        asked: idsOf(own.filter(({ outcome }) => outcome?.isAsked)),
        since: rules.flatMap((id) => since.get(id) ?? []).sort()[0] ?? null,
        smallest: own.flatMap(({ outcome }) => outcome?.smallest ?? [])[0] ?? null,
      };
    });
  });

const idsOf = (rows: readonly { rule: RuleResult }[]): string[] => rows.map(({ rule }) => rule.id);
