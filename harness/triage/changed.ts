import type { Answer } from '../../helpers/evidence/answers.ts';
import { keyOfTest, type Answers } from '../baselines/answers/answers.ts';
import type { TestResult } from '../results/results-schema.ts';

/** The maximum number of listed differences. */
const maxListed = 3;

/**
 * Describes how the answers to a test differ from those of a run in which it passed; undefined without a known
 * difference. The last difference counts, because a test ends with the judgement.
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

/** The differences of an answer. With a different status, the body is not compared. */
const differencesOf = (before: Answer, now: Answer): Difference[] => {
  if (before.status !== now.status)
    return [{ what: 'the HTTP status', before: `${before.status}`, now: `${now.status}` }];
  if (!before.kinds || !now.kinds) {
    const kindOf = ({ kinds }: Answer): string => (kinds ? 'JSON' : 'none');
    return kindOf(before) === kindOf(now) ? [] : [{ what: 'the body', before: kindOf(before), now: kindOf(now) }];
  }
  const [old, own] = [before.kinds, now.kinds];
  const fields = [...Object.keys(old), ...Object.keys(own).filter((field) => !Object.hasOwn(old, field))];
  return fields
    .map((field) => ({ what: field || 'the body', before: old[field] ?? 'missing', now: own[field] ?? 'missing' }))
    .filter((one) => one.before !== one.now);
};

/** Lists removed fields before new ones, without fields inside of fields that differ themselves. */
const inWords = (differences: readonly Difference[]): string => {
  const outer = differences.filter(
    ({ what }) => !differences.some((one) => ['.', '[]'].some((sign) => what.startsWith(`${one.what}${sign}`))),
  );
  const sorted = outer.sort((one, other) => Number(one.before === 'missing') - Number(other.before === 'missing'));
  const texts = sorted.slice(0, maxListed).map(({ what, before, now }) => `${what} was ${before}, is ${now}`);
  return texts.join('; ') + (sorted.length > maxListed ? `; and ${sorted.length - maxListed} more` : '');
};
