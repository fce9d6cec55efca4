import type { Results } from './results-schema.ts';

/** Broken rules that differ from the interface in the same way. */
export interface FailureGroup {
  /** In words: the field, what was expected and what came. */
  readonly difference: string;
  readonly rules: readonly string[];
}

/** The broken rules of a run by their first difference, the largest group first. */
export const groupsOf = ({ rules }: Results): FailureGroup[] => {
  const groups = new Map<string, Set<string>>();
  for (const { id, verdict, cases } of rules) {
    if (verdict !== 'fail') continue;
    const [first] = cases.find((one) => one.verdict === 'fail')?.differences ?? [];
    const { field = '', expected = '', received = '' } = first ?? {};
    const difference = `${field ? `${field}: ` : ''}expected ${expected || 'otherwise'}, received ${received || 'this'}`;
    groups.set(difference, (groups.get(difference) ?? new Set()).add(id));
  }
  return [...groups]
    .map(([difference, ids]) => ({ difference: difference.slice(0, 200), rules: [...ids] }))
    .toSorted((one, other) => other.rules.length - one.rules.length);
};
