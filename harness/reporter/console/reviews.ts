import { escapeControlChars } from '../../../helpers/redaction/escape-control.ts';
import type { Results } from '../../results/results-schema.ts';
import { coloured, needsSomebody, reviewsInShort, saidOfReview } from '../../results/text.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The manual reviews: a line with their states, and the points that need a decision. */
export const manualReviews = ({ run: { reviews = [] } }: Results): string[] => {
  if (reviews.length === 0) return [];
  return [
    `Manual reviews: ${reviewsInShort(reviews)}; ${toRun('review')}`,
    ...reviews
      .filter(needsSomebody)
      .map(
        (one) =>
          `  ${coloured(one.id, one.state === 'rejected' ? 'bad' : 'open')}  ${escapeControlChars(saidOfReview(one))}`,
      ),
  ];
};
