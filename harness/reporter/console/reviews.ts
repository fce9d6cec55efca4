import { escapeControlChars } from '../../../helpers/redaction/escape-control.ts';
import type { Results } from '../../results/results-schema.ts';
import { coloured, needsSomebody, reviewsInShort, saidOfReview } from '../../results/text.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** What people decide about the target: one line, and what needs somebody. */
export const forPeople = ({ run: { reviews = [] } }: Results): string[] => {
  if (reviews.length === 0) return [];
  return [
    `For people: ${reviewsInShort(reviews)}; ${toRun('review')}`,
    ...reviews
      .filter(needsSomebody)
      .map(
        (one) =>
          `  ${coloured(one.id, one.state === 'rejected' ? 'bad' : 'open')}  ${escapeControlChars(saidOfReview(one))}`,
      ),
  ];
};
