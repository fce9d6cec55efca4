import type { RuleRow } from '../../../harness/html/rules-page.ts';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { ruleOfTags } from '../../../interface/rules/rule.ts';
import type { ListedTest } from './list-tests.ts';

/** Every rule of the catalogue with the places of its tests, each place once: tests made in a loop share one. */
export const ruleRows = (tests: readonly ListedTest[]): RuleRow[] => {
  const places = new Map<string, Set<string>>();
  for (const test of tests) {
    const id = ruleOfTags(test.tags)?.id ?? '';
    places.set(id, (places.get(id) ?? new Set()).add(`${test.file}:${test.line}`));
  }
  return (Object.keys(catalogue) as RuleId[]).map((id) => {
    const { level, sections, sentence, reason } = catalogue[id];
    return { id, level, sections, sentence, reason: reason ?? null, tests: [...(places.get(id) ?? [])] };
  });
};
