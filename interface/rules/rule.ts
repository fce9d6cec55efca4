import { capabilityOf, type Capability } from './capabilities.ts';
import { endpointOf } from './subjects/endpoints.ts';
import { catalogue, type RuleId, type TestedRuleId } from './catalogue.ts';
import type { Level, Rule } from './levels.ts';
import { sectionTitle } from './sections.ts';
import { isSmoke } from './smoke.ts';
import { beforeVariant } from './variant.ts';

/** The severity of a rule in reports. */
export const severityOf = (level: Level): 'critical' | 'trivial' => (level === 'must' ? 'critical' : 'trivial');

/** The tags and annotations of a test: its rule, and the capabilities it needs. */
interface TestDetails {
  tag: string[];
  annotation: { type: string; description: string }[];
}

/**
 * Title and details of a test of a rule; spread it into `test(...)`.
 *
 * @param id the rule
 * @param variant distinguishes this test from the other tests of the rule, for example `operator A`
 * @param capability a needed capability that does not follow from the rule
 */
export const rule = (id: TestedRuleId, variant?: string, capability?: Capability): [string, TestDetails] => {
  const { level, sections, sentence } = catalogue[id];
  const needs = new Set([capability, capabilityOf(id), operatorOf(variant)].filter((name) => name !== undefined));
  return [
    variant ? sentence + beforeVariant + variant : sentence,
    {
      tag: [
        `@${id}`,
        `@${level}`,
        ...[...needs].map((name) => `@needs-${name}`),
        ...sections.map((section) => `@section-${section}`),
        ...(isSmoke(id, variant) ? ['@smoke'] : []),
      ],
      annotation: [
        { type: 'allure.label.epic', description: sectionTitle(sections[0] ?? '') },
        { type: 'allure.label.feature', description: endpointOf(id) },
        { type: 'allure.label.story', description: id },
        { type: 'allure.label.severity', description: severityOf(level) },
        { type: 'description', description: `${sentence} (section ${sections.join(', ')})` },
      ],
    },
  ];
};

/** The rule of a test, read from its tags; undefined when it has none. */
export const ruleOfTags = (tags: readonly string[]): (Rule & { id: RuleId }) | undefined => {
  const id = tags.map((tag) => tag.slice(1)).find((name): name is RuleId => Object.hasOwn(catalogue, name));
  return id && { id, ...catalogue[id] };
};

/** The capabilities a test needs, read from its tags. */
export const capabilitiesOfTags = (tags: readonly string[]): string[] =>
  tags.filter((tag) => tag.startsWith('@needs-')).map((tag) => tag.slice('@needs-'.length));

const operatorOf = (variant = ''): Capability | undefined => {
  const letter = /\boperator ([ABC])\b/.exec(variant)?.[1];
  return letter ? (`operator-${letter.toLowerCase()}` as Capability) : undefined;
};
