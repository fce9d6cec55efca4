import type { Operator } from '../messages/requests.ts';
import { capabilities, capabilityOf, capabilityOfOperator, type Capability } from './capabilities.ts';
import { catalogue, type RuleId, type TestedRuleId } from './catalogue.ts';
import { sectionTitle } from './sections.ts';
import { endpointOf } from './subjects/endpoints.ts';

/** Tags and annotations of a test or a `describe`: the rules it covers and the capabilities it needs. */
export interface TestDetails {
  tag: string[];
  annotation: { type: string; description: string }[];
}

/**
 * The details of a test that judges these rules: `test(title, covers('hosted.url'), …)`. They become the tags `@id`,
 * `@level` and `@section-N`, so that `--grep` selects by each of them.
 */
export const covers = (...ids: readonly TestedRuleId[]): TestDetails => {
  const [main] = ids;
  const rules = ids.map((id) => catalogue[id]);
  const tags = [
    ...ids.map((id) => `@${id}`),
    ...rules.map(({ level }) => `@${level}`),
    ...ids.flatMap((id) => capabilityOf(id) ?? []).map(needTag),
    ...rules.flatMap(({ sections }) => sections.map((section) => `@section-${section}`)),
  ];
  return {
    tag: [...new Set(tags)],
    annotation: main
      ? [
          { type: 'allure.label.epic', description: sectionTitle(catalogue[main].sections[0] ?? '') },
          { type: 'allure.label.feature', description: endpointOf(main) },
          {
            type: 'allure.label.severity',
            description: rules.some(({ level }) => level === 'must') ? 'critical' : 'trivial',
          },
        ]
      : [],
  };
};

/** The same details, for a test that needs a further capability of the target. */
export const needs = (capability: Capability, details: TestDetails = covers()): TestDetails => ({
  ...details,
  tag: [...new Set([...details.tag, needTag(capability)])],
});

/** The same details, for a test that needs an operator. */
export const needsOperator = (operator: Operator, details?: TestDetails): TestDetails =>
  needs(capabilityOfOperator(operator), details);

/** The same details, for a test that runs without a capability of the target, too; what it covers of it is then left out. */
export const alsoWithout = (capability: Capability, details: TestDetails): TestDetails => ({
  ...details,
  tag: details.tag.filter((tag) => tag !== needTag(capability)),
});

/** The same details, for a test of the smoke profile. */
export const smoke = (details: TestDetails): TestDetails => ({ ...details, tag: [...details.tag, '@smoke'] });

/** The rules that a test covers, read from its tags. */
export const rulesOfTags = (tags: readonly string[]): TestedRuleId[] =>
  tags.map((tag) => tag.slice(1)).filter((name): name is TestedRuleId => Object.hasOwn(catalogue, name as RuleId));

/** The capabilities a test needs, read from its tags. */
export const capabilitiesOfTags = (tags: readonly string[]): Capability[] =>
  capabilities.filter((name) => tags.includes(needTag(name)));

const needTag = (capability: string): string => `@needs-${capability}`;
