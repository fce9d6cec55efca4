import { basename } from 'node:path';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { hasTests } from '../../../interface/rules/levels.ts';
import { ruleOfTags } from '../../../interface/rules/rule.ts';
import { smokeTests } from '../../../interface/rules/smoke.ts';
import { variantOf } from '../../../interface/rules/variant.ts';
import type { ListedTest } from './list-tests.ts';

/** Mismatches between catalogue and tests, one sentence each; empty when there are none. */
export const mismatches = (tests: readonly ListedTest[]): string[] => [
  ...prefixes(Object.keys(catalogue)),
  ...tests.flatMap(mismatchesOfTest),
  ...rulesWithoutTest(tests),
  ...unnamedVariants(tests),
  ...mismatchesOfSmoke(tests),
];

/** `--grep @id` also selects every rule whose id begins with that id. */
export const prefixes = (ids: readonly string[]): string[] =>
  ids.flatMap((id) =>
    ids
      .filter((other) => other !== id && other.startsWith(id))
      .map((other) => `${id}: is a prefix of ${other}; rename one`),
  );

const rulesWithoutTest = (tests: readonly ListedTest[]): string[] => {
  const tested = new Set(tests.map((test) => ruleOfTags(test.tags)?.id));
  return (Object.keys(catalogue) as RuleId[])
    .filter((id) => hasTests(catalogue[id].level) && !tested.has(id))
    .map((id) => `${id}: has no test; write one in tests/, or exclude the rule with a reason`);
};

/** Observations are pinned by the variant of their test, so that a partial run can be compared. */
const unnamedVariants = (tests: readonly ListedTest[]): string[] => {
  const observing = tests.flatMap((test) => {
    const rule = ruleOfTags(test.tags);
    return rule?.level === 'observe' ? [{ ...test, rule, variant: variantOf(test.title, rule.sentence) }] : [];
  });
  return observing
    .filter(
      ({ rule, variant, file, line }) =>
        observing.some(
          (other) =>
            other.rule.id === rule.id &&
            other.variant === variant &&
            `${other.file}:${other.line}` !== `${file}:${line}`,
        ) ||
        (variant === '' && observing.some((other) => other.rule.id === rule.id && other.variant !== '')),
    )
    .map(
      ({ rule, file, line }) =>
        `${file}:${line}: is one of several tests of ${rule.id}; give each of them a unique variant`,
    );
};

/** The smoke profile needs exactly one test of each rule it names, and a rule of each section with must rules. */
const mismatchesOfSmoke = (tests: readonly ListedTest[]): string[] => {
  const smoke = tests.filter(({ tags }) => tags.includes('@smoke')).map(({ tags }) => ruleOfTags(tags));
  const touched = new Set(smoke.map((rule) => rule?.sections[0]));
  const stated = tests.map(({ tags }) => ruleOfTags(tags)).filter((rule) => rule?.level === 'must');
  const homes = new Set(stated.map((rule) => rule?.sections[0]));
  return [
    ...(Object.keys(smokeTests) as RuleId[])
      .map((id) => ({ id, count: smoke.filter((rule) => rule?.id === id).length }))
      .filter(({ count }) => count !== 1)
      .map(
        ({ id, count }) => `${id}: interface/rules/smoke.ts names it, which takes exactly one test; there are ${count}`,
      ),
    ...[...homes]
      .filter((section) => !touched.has(section))
      .map((section) => `section ${section}: has no rule in interface/rules/smoke.ts; add one`),
  ];
};

const mismatchesOfTest = ({ file, line, title, tags }: ListedTest): string[] => {
  const place = `${file}:${line} (${title})`;
  const ids = tags.map((tag) => tag.slice(1)).filter((name): name is RuleId => Object.hasOwn(catalogue, name));
  const [id] = ids;
  if (id === undefined || ids.length > 1) {
    return [`${place}: belongs to ${ids.join(' and ') || 'no rule'}; give it exactly one with ...rule(id)`];
  }
  const { level, sections } = catalogue[id];
  const home = basename(file).split('-')[0] ?? '';
  return [
    ...(hasTests(level) ? [] : [`${place}: tests ${id}, whose level is ${level}`]),
    ...(sections.includes(home)
      ? []
      : [`${place}: tests ${id} of section ${sections.join(', ')} in a file of section ${home}`]),
  ];
};
