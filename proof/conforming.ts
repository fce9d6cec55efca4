import { capabilitiesOfTags } from '../interface/rules/covers.ts';
import { catalogue } from '../interface/rules/catalogue.ts';
import type { ListedTest } from './mutant-plan.ts';
import type { MutantResult } from './run-mutants.ts';
import { rulesOfAreas } from './variant-areas.ts';

/** A conforming variant of the sandbox. */
export interface Variant {
  name: string;
  /** The open question; two variants of one question exclude each other. */
  question: string;
  /** The observe rules whose observations it changes. */
  answers: string[];
  areas: string[];
  /** The settings that such a service needs, by variable. */
  needs: Readonly<Record<string, string>>;
}

/** A page of a variant shows in any payment, so a variant alone meets one in so many tests in the browser. */
const oneInBrowser = 3;

/**
 * The tests by which a variant can be noticed.
 *
 * @param index of the variant: others of its area meet the tests in the browser that it does not
 */
export const testsOf = (
  { areas, answers, needs }: Variant,
  tests: readonly ListedTest[],
  index: number,
): ListedTest[] => {
  const rules = new Set([...rulesOfAreas(areas), ...answers].map((id) => `@${id}`));
  const own = tests.filter(({ tags }) => tags.some((tag) => rules.has(tag)));
  const inBrowser = own.filter(({ project }) => project === 'browser');
  const left = inBrowser.filter((_, at) => (at + index) % oneInBrowser !== 0);
  return applicable(needs, own).filter((test) => !left.includes(test));
};

export const usesCallbacks = ({ tags }: ListedTest): boolean =>
  capabilitiesOfTags(tags).some((capability) => /^(?:callback|webhook)/.test(capability));

/** The tests of a service that `NOT_APPLICABLE` does not leave out. */
export const applicable = (settings: Readonly<Record<string, string>>, tests: readonly ListedTest[]): ListedTest[] => {
  const absent = new Set(settings['NOT_APPLICABLE']?.split(','));
  return tests.filter(({ tags }) => !capabilitiesOfTags(tags).some((capability) => absent.has(capability)));
};

/**
 * Services with one variant of each question, so that each variant is in one of them. A page with a description of its
 * own would hide all variants of the default page, and callbacks that cannot be created do not suffice for every test.
 */
export const combinations = (all: readonly Variant[]): Variant[][] => {
  const variants = all.filter(({ needs }) => !('CHECKOUT_PAGE' in needs || 'CALLBACK_CREATE_PATH' in needs));
  const questions = [...new Set(variants.map(({ question }) => question))];
  const lists = questions.map((question) => variants.filter((one) => one.question === question));
  const count = Math.max(10, ...lists.map((list) => list.length));
  return Array.from({ length: count }, (_, index) =>
    lists.flatMap((list, at) => list[(index + at) % count] ?? []),
  ).filter((group) => group.length > 1);
};

/** The settings that a service with these variants needs. */
export const settingsOf = (service: readonly Variant[]): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const [name, value] of service.flatMap(({ needs }) => Object.entries(needs)))
    all[name] = name === 'NOT_APPLICABLE' && all[name] ? `${all[name]},${value}` : value;
  return all;
};

/** Variants with too few notifications to judge them all. */
const quiet = new Set([
  'no-deliveries',
  'greetings-alone',
  'deliveries-at-once-then-paused',
  'callback-addresses-https-only',
  'callback-addresses-public-only',
  'addresses-of-the-simplest-form',
  'callbacks-retired-after-five-failures',
]);

/** At these, tests leave out what no payment in the second currency shows, or no delivery to a callback that was switched off. */
const leavingOut = new Set([
  'second-currency-fails',
  'callbacks-retired-after-two-failures',
  'callbacks-retired-after-five-failures',
]);

/** The case of payments that no page need let go on: after a mistake, or when it was loaded again. */
const withHistory = 'a page with a history';

/** What a correct service must not see: a broken must, or a rule that could not be judged. */
export const problemsOf = ({ name, test, ended, error, checks }: MutantResult): string[] => {
  const isQuiet = name.split(',').some((one) => quiet.has(one));
  const isLeftOut = name.split(',').some((one) => leavingOut.has(one));
  const bad = checks.filter(
    ({ rule, case: circumstance, verdict }) =>
      verdict === 'fail' ||
      verdict === 'harness' ||
      (verdict !== 'pass' &&
        !(isQuiet && verdict === 'not-tested') &&
        !(verdict === 'not-applicable' && (isLeftOut || circumstance === withHistory)) &&
        catalogue[rule as keyof typeof catalogue]?.level === 'must'),
  );
  const all = bad.map(
    (one) =>
      `${test}: ${one.rule} · ${one.case}: ${one.verdict} ${(one.message ?? '').split('\n').slice(0, 6).join(' | ')}`,
  );
  const isEnded = ended === 'passed' || isQuiet || (isLeftOut && error?.startsWith('LeftOut'));
  return isEnded || all.length > 0 ? all : [`${test}: ${ended} ${error ?? ''}`];
};
