import type { Answer } from '../../helpers/evidence/answers.ts';
import { keyOfTest, type Answers } from '../baselines/answers/answers.ts';
import type { TestResult } from '../results/results-schema.ts';

/** Differences that are named. */
const named = 3;

/**
 * How the answers to a test differ from those of a run in which it passed, in a few words; undefined when they do not,
 * or it is not known. The last one that differs counts: a judgement ends a test.
 */
export const changeOf = (before: Answers, now: Answers, test: TestResult): string | undefined => {
  const earlierOnes = before.get(keyOfTest(test)) ?? [];
  const changes = (now.get(keyOfTest(test)) ?? []).flatMap((answer, index) => {
    const earlier = earlierOnes[index];
    const differences = earlier?.request === answer.request ? differencesOf(earlier, answer) : [];
    return differences.length > 0 ? [`${answer.request}: ${inWords(differences)}`] : [];
  });
  return changes.at(-1);
};

interface Difference {
  what: string;
  before: string;
  now: string;
}

/** Where the status is another one the whole body is, and says nothing more. */
const differencesOf = (before: Answer, now: Answer): Difference[] => {
  if (before.status !== now.status)
    return [{ what: 'the HTTP status', before: `${before.status}`, now: `${now.status}` }];
  if (!before.kinds || !now.kinds) {
    const said = ({ kinds }: Answer): string => (kinds ? 'JSON' : 'none');
    return said(before) === said(now) ? [] : [{ what: 'the body', before: said(before), now: said(now) }];
  }
  const [old, own] = [before.kinds, now.kinds];
  const fields = [...Object.keys(old), ...Object.keys(own).filter((field) => !Object.hasOwn(old, field))];
  return fields
    .map((field) => ({ what: field || 'the body', before: old[field] ?? 'missing', now: own[field] ?? 'missing' }))
    .filter((one) => one.before !== one.now);
};

/** What is no longer there comes before what is new, and what is within something that differs says nothing more. */
const inWords = (differences: readonly Difference[]): string => {
  const outer = differences.filter(
    ({ what }) => !differences.some((one) => ['.', '[]'].some((sign) => what.startsWith(`${one.what}${sign}`))),
  );
  const sorted = outer.sort((one, other) => Number(one.before === 'missing') - Number(other.before === 'missing'));
  const said = sorted.slice(0, named).map(({ what, before, now }) => `${what} was ${before}, is ${now}`);
  return said.join('; ') + (sorted.length > named ? `; and ${sorted.length - named} more` : '');
};
