import { html, type Html } from '../../html/html.ts';
import { moment, type SignOff } from './facts.ts';

/** The proof that the suite finds faults. */
export const proof = ({ certificate: { faults, provenAt, suite } }: SignOff): Html =>
  html` <h2>How the suite was proven</h2>
    <p>
      Against ${faults} sandboxes with one fault each, exactly this state of the suite found every fault by a failed
      assertion of the rule that the fault breaks, and no test failed without a fault. Every must rule has at least one
      fault.
    </p>
    <dl>
      <dt>Proven</dt>
      <dd>${moment(provenAt)}</dd>
      <dt>State of the suite</dt>
      <dd><code>${suite}</code></dd>
    </dl>`;

/** The settings of the run, without secret values. */
export const settings = ({ manifest }: SignOff): Html | undefined => {
  const all = Object.entries(manifest.settings);
  if (all.length === 0) return undefined;
  return html`<h2>Settings</h2>
    <p class="soft">The settings that were set, without keys and customer data.</p>
    <dl>
      ${all.map(
        ([name, value]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
};
