import { html, type Html } from '../../html/html.ts';
import { moment, type SignOff } from './facts.ts';

/** Why a reader may believe that the suite would have noticed. */
export const proof = ({ certificate: { faults, provenAt, suite } }: SignOff): Html =>
  html` <h2>How the suite was proven</h2>
    <p>
      Against ${faults} sandboxes with one fault each, exactly this state of the suite found every fault, by a failed
      assertion of the rule that the fault breaks, and nothing failed where there was none. Every must rule has at least
      one fault.
    </p>
    <dl>
      <dt>Proven</dt>
      <dd>${moment(provenAt)}</dd>
      <dt>State of the suite</dt>
      <dd><code>${suite}</code></dd>
    </dl>`;

/** The settings of the run, secrets only as set. */
export const settings = ({ manifest }: SignOff): Html | undefined => {
  const all = Object.entries(manifest.settings);
  if (all.length === 0) return undefined;
  return html`<h2>Settings</h2>
    <p class="soft">Those that were set; keys and customer data stay out of this document.</p>
    <dl>
      ${all.map(
        ([name, value]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
};
