import { createHash } from 'node:crypto';
import { causesOf } from '../results/causes.ts';
import type { Results } from '../results/results-schema.ts';

/** A broken rule as a category of Allure's report, with the keys of its tests. */
export interface Category {
  name: string;
  tests: string[];
}

/** The label of a test's key; Allure hides labels that begin so. */
export const testLabel = '_test';

/** Identifies a test in Allure's results and in `results.json`. @param title with the titles of its groups */
export const testKey = (file: string, title: string): string =>
  createHash('sha256').update(`${file} ${title}`).digest('hex').slice(0, 16);

/**
 * The broken rules in the order of the causes. Allure puts a test into one category only, so it stands under the first rule
 * that it breaks; a rule that would have none takes a test from the one with most.
 */
export const categoriesOf = (results: Results): Category[] => {
  const rules = causesOf(results).flatMap(({ rule, further }) => [rule, ...further]);
  const placed = new Set<string>();
  const categories = rules.map(({ id, sentence, tests }) => {
    const broken = tests.filter(({ verdict }) => verdict === 'fail').map(({ file, title }) => testKey(file, title));
    const own = new Set(broken.filter((key) => !placed.has(key)));
    for (const key of own) placed.add(key);
    return { name: `${id}: ${sentence}`, broken, own };
  });
  for (const { own, broken } of categories.filter((one) => one.own.size === 0)) {
    const [from] = categories
      .filter((one) => one.own.size > 1 && broken.some((key) => one.own.has(key)))
      .sort((one, other) => other.own.size - one.own.size);
    const taken = broken.find((key) => from?.own.delete(key));
    if (taken !== undefined) own.add(taken);
  }
  return categories.filter(({ own }) => own.size > 0).map(({ name, own }) => ({ name, tests: [...own] }));
};
