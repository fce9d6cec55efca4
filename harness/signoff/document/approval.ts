import { html, type Html, table } from '../../html/html.ts';
import { reviewsInShort, saidOfReview } from '../../results/text.ts';
import type { SignOff } from './facts.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** What people have decided about the points that no test can judge. */
export const reviews = ({ results: { run } }: SignOff): Html | undefined =>
  run.reviews === undefined || run.reviews.length === 0
    ? undefined
    : html`<h2>Decided by people: ${reviewsInShort(run.reviews)}</h2>
        ${table(
          ['Point', 'Decision'],
          run.reviews.map(
            (review) =>
              html`<td>${review.sentence}<br /><code>${review.id}</code></td>
                <td>${saidOfReview(review)}</td>`,
          ),
        )}`;

/** Lines for the person who answers for the decision, and how anybody checks that nothing was changed. */
export const approval = ({ manifest }: SignOff): Html =>
  html` <section class="whole">
    <h2>Approval</h2>
    <p>
      ${manifest.rehearsal ? 'A rehearsal is not to be approved.' : 'The verdict above is the suite’s. The decision is taken by:'}
    </p>
    <table class="lines">
      <tbody>
        <tr>
          <td>Name</td>
          <td></td>
        </tr>
        <tr>
          <td>Date</td>
          <td></td>
        </tr>
        <tr>
          <td>Signature</td>
          <td></td>
        </tr>
      </tbody>
    </table>
    <p class="soft">
      Whether the files are as they were issued: <code>${toRun('signoff', '--verify', 'FOLDER')}</code>, with the public
      key of the issuer where they are signed.
    </p>
  </section>`;
