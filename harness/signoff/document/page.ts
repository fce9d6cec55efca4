import { duration } from '../../results/text.ts';
import { html, page, type Html } from '../../html/html.ts';
import { style } from '../../html/style.ts';
import { clockInWords } from '../requirements/clock.ts';
import { approval, reviews } from './approval.ts';
import { deviations, knownDeviations } from './deviations.ts';
import { headline, moment, type SignOff } from './facts.ts';
import { checked, drift, excluded, notApplicable, notJudged } from './rules.ts';
import { proof, settings } from './suite.ts';

/** The document of a sign-off: a page for screen and print, without scripts and requests. */
export const signOffPage = (signOff: SignOff): string =>
  page(
    `${headline(signOff)}: ${placeOf(signOff)}`,
    style + ownStyle,
    html`${rehearsal(signOff)}
      <p class="soft over">Sign-off of the payment collection service</p>
      <h1>${placeOf(signOff)}</h1>
      ${verdict(signOff)} ${facts(signOff)} ${deviations(signOff)} ${knownDeviations(signOff)} ${notJudged(signOff)}
      ${checked(signOff)} ${notApplicable(signOff)} ${drift(signOff)} ${reviews(signOff)} ${proof(signOff)}
      ${excluded(signOff)} ${settings(signOff)} ${approval(signOff)}`,
  );

const ownStyle = `
.over { margin: 0; text-transform: uppercase; letter-spacing: .06em; font-size: .8rem; }
.verdict { margin: 1.2rem 0; padding: 1rem 1.2rem; border: 1px solid var(--line); border-left: .5rem solid var(--open);
  border-radius: 4px; }
.verdict strong { font-size: 1.7rem; line-height: 1.1; color: var(--open); }
.verdict.good, .verdict.good strong { border-left-color: var(--good); color: var(--good); }
.verdict.bad, .verdict.bad strong { border-left-color: var(--bad); color: var(--bad); }
.verdict p, .verdict li { color: var(--ink); }
.verdict p { margin-bottom: 0; }
.rehearsal { margin: 0 0 1.5rem; padding: .8rem 1.2rem; background: #fff8c5; border: 2px solid #9a6700;
  border-radius: 4px; font-size: 1.05rem; }
.rehearsal p { max-width: none; margin: 0; }
.deviation { margin: 1.4rem 0 2rem; }
.deviation h3 { color: var(--bad); }
.lines td { height: 2.6rem; vertical-align: bottom; }
@media print { .verdict, .rehearsal { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

const placeOf = ({ manifest }: SignOff): string => (manifest.rehearsal ? 'The embedded sandbox' : manifest.host);

const rehearsal = ({ manifest }: SignOff): Html | undefined =>
  manifest.rehearsal
    ? html`<div class="rehearsal">
        <p>
          <b>Rehearsal.</b> The run checked the sandbox of the suite. This document is no evidence about a staging
          system, and no basis for a release.
        </p>
      </div>`
    : undefined;

const verdict = (signOff: SignOff): Html => {
  const { decision, reasons } = signOff.decided;
  const sense = { GO: 'good', 'NO-GO': 'bad', INCONCLUSIVE: 'open' }[decision];
  return html`<div class="verdict whole ${sense}">
    <strong>${headline(signOff)}</strong>
    ${
      reasons.length === 1
        ? html`<p>${reasons[0]}</p>`
        : html`<ul>
            ${reasons.map((one) => html`<li>${one}</li>`)}
          </ul>`
    }
  </div>`;
};

const packagesInWords = (packages: SignOff['manifest']['packages']): Html | undefined => {
  if (!packages) return undefined;
  const { hash, proven, unproven } = packages;
  const rest =
    unproven.length > 0 ? `; ${unproven.length} could not be compared, because their tarballs are not available` : '';
  return html`${proven} compared file by file with package-lock.json${rest}; <code>${hash}</code>`;
};

const suiteInWords = ({ version, commit, package: name }: SignOff['manifest']['suite']): Html =>
  name ? html`package <code>${name}</code>` : html`version ${version}, commit <code>${commit}</code>`;

const facts = ({ manifest, results: { run } }: SignOff): Html =>
  html`<dl class="whole">
    <dt>Target</dt>
    <dd>${run.target}${run.host ? `, ${run.host}` : ''}</dd>
    <dt>Checked</dt>
    <dd>${moment(run.startedAt)}, ${duration(run.durationMs)}</dd>
    ${
      run.mark
        ? html`<dt>Payments</dt>
            <dd>references begin with <code>Ref-${run.mark}</code></dd>`
        : undefined
    }
    <dt>Issued</dt>
    <dd>${moment(manifest.issuedAt)}</dd>
    <dt>Valid until</dt>
    <dd>${moment(manifest.expiresAt)}</dd>
    <dt>Suite</dt>
    <dd>${suiteInWords(manifest.suite)}</dd>
    ${
      manifest.folder &&
      html`<dt>Folder of the target</dt>
        <dd>commit <code>${manifest.folder.commit}</code></dd>`
    }
    <dt>State of the suite</dt>
    <dd><code>${manifest.suite.hash}</code></dd>
    <dt>Packages</dt>
    <dd>${packagesInWords(manifest.packages)}</dd>
    <dt>Clock</dt>
    <dd>
      ${manifest.rehearsal || !manifest.clock ? 'the sandbox uses the clock of this machine' : clockInWords(manifest.clock)}
    </dd>
    <dt>Generated tests</dt>
    <dd>seed ${run.seed}, ${run.generatedRuns} cases each</dd>
    <dt>Signature</dt>
    <dd>
      ${manifest.publicKey === null ? 'none: only the consistency of the files can be checked' : html`Ed25519, key <code>${manifest.publicKey}</code>`}
    </dd>
  </dl>`;
