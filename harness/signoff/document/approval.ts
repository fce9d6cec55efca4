import { html, type Html, table } from '../../html/html.ts';
import { reviewsInShort, saidOfReview } from '../../results/text.ts';
import type { SignOff } from './facts.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The manual reviews, with their decisions. */
export const reviews = ({ results: { run } }: SignOff): Html | undefined =>
  run.reviews === undefined || run.reviews.length === 0
    ? undefined
    : html`<h2>Manual reviews: ${reviewsInShort(run.reviews)}</h2>
        ${table(
          ['Point', 'Decision'],
          run.reviews.map(
            (review) =>
              html`<td>${review.sentence}<br /><code>${review.id}</code></td>
                <td>${saidOfReview(review)}</td>`,
          ),
        )}`;

/** Lines for the signature of the responsible person, and how to verify the files. */
export const approval = ({ manifest }: SignOff): Html =>
  html` <section class="whole">
    <h2>Approval</h2>
    <p>
      ${manifest.rehearsal ? 'A rehearsal cannot be approved.' : 'The verdict above is the suite’s. The decision is taken by:'}
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
      To verify that the files are unchanged: <code>${toRun('signoff', '--verify', 'FOLDER')}</code>, with the public
      key of the issuer if they are signed.
    </p>
  </section>`;
