import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { causesOf } from '../results/causes.ts';
import type { Results } from '../results/results-schema.ts';

/** A broken rule as a category of Allure's report, with the keys of its tests. */
export interface Category {
  id: string;
  name: string;
  tests: string[];
}

/** The label with the key of a test, which the report does not show, and the one with the rule under which it stands. */
export const [testLabel, causeLabel] = ['_test', 'cause'];

/** Identifies a test in Allure's results and in `results.json`. @param title with the titles of its groups */
export const testKey = (file: string, title: string): string =>
  createHash('sha256').update(`${file} ${title}`).digest('hex').slice(0, 16);

/**
 * The broken rules in the order of the causes. Allure puts a test into one category only, so it stands under the first rule
 * that it breaks; a rule that would have none takes a test from the one with most.
 *
 * @param failed the keys of the tests that failed: in others a rule that was broken before is only data
 */
export const categoriesOf = (results: Results, failed: ReadonlySet<string>): Category[] => {
  const rules = causesOf(results).flatMap(({ rule, further }) => [rule, ...further]);
  const placed = new Set<string>();
  const categories = rules.map(({ id, sentence, tests }) => {
    const keys = tests.filter(({ verdict }) => verdict === 'fail').map(({ file, title }) => testKey(file, title));
    const broken = keys.filter((key) => failed.has(key));
    const own = new Set(broken.filter((key) => !placed.has(key)));
    for (const key of own) placed.add(key);
    return { id, name: `${id}: ${sentence}`, broken, own };
  });
  for (const { own, broken } of categories.filter((one) => one.own.size === 0)) {
    const [from] = categories
      .filter((one) => one.own.size > 1 && broken.some((key) => one.own.has(key)))
      .sort((one, other) => other.own.size - one.own.size);
    const taken = broken.find((key) => from?.own.delete(key));
    if (taken !== undefined) own.add(taken);
  }
  return categories.filter(({ own }) => own.size > 0).map(({ id, name, own }) => ({ id, name, tests: [...own] }));
};

/** A result of Allure's. */
interface AllureResult {
  status: string;
  labels: { name: string; value: string }[];
}

/**
 * Labels each of Allure's results with its category, since a result is written before those of other tests are known.
 *
 * @param folder of Allure's results
 * @returns the categories
 */
export const labelCauses = (folder: string, results: Results): Category[] => {
  const files = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  const written = files.map((name) => {
    const result = JSON.parse(readFileSync(join(folder, name), 'utf8')) as AllureResult;
    return { name, result, key: result.labels.find((label) => label.name === testLabel)?.value ?? '' };
  });
  const categories = categoriesOf(
    results,
    new Set(written.filter(({ result }) => result.status !== 'passed').map(({ key }) => key)),
  );
  const causes = new Map(categories.flatMap(({ id, tests }) => tests.map((key) => [key, id] as const)));
  for (const { name, result, key } of written) {
    const value = causes.get(key);
    // An earlier report of the same run may have labelled them.
    const labels = result.labels.filter((label) => label.name !== causeLabel);
    if (value !== undefined) labels.push({ name: causeLabel, value });
    writeFileSync(join(folder, name), JSON.stringify({ ...result, labels }));
  }
  return categories;
};
