import { html, type Html } from '../../html/html.ts';
import type { SignOff } from './facts.ts';

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
      Whether the files are as they were issued: <code>npm run signoff -- --verify FOLDER</code>, with the public key of
      the issuer where they are signed.
    </p>
  </section>`;
