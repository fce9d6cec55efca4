import type { KnownDeviation } from '../../helpers/deviations/known-deviations.ts';
import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { buildsInWords } from '../preflight/target-build.ts';
import { causesOf } from '../results/causes.ts';
import type { Cause } from '../results/told-cause.ts';
import type { Results, RuleResult } from '../results/results-schema.ts';
import { formatCounts } from '../results/text.ts';
import { unjudged } from '../results/verdicts.ts';
import { headOf, listOf } from '../summary/page-style.ts';
import { paymentsFile } from '../summary/payments-page.ts';
import { stateOf, type Review } from './reviews.ts';
import type { Manifest } from './seal.ts';
import type { SinceLast } from './since-last.ts';

/** What a sign-off may have besides. */
interface Further {
  deviations?: readonly KnownDeviation[];
  since?: SinceLast | undefined;
  /** Whether the pictures of payments are beside the document. */
  hasPictures?: boolean;
}

/** The document that people read and sign; it prints on paper. */
export const signOffPage = (
  manifest: Omit<Manifest, 'version' | 'files' | 'publicKey'>,
  results: Results,
  reviews: readonly Review[],
  faults: { killed: number; all: number },
  { deviations = [], since, hasPictures = false }: Further = {},
): string => {
  const { run, rules } = results;
  const today = manifest.issuedAt.slice(0, 10);
  const ends = (day: string): string => {
    if (day < today) return ', which is over';
    return day <= manifest.expiresAt.slice(0, 10) ? ', which ends the validity' : '';
  };
  const deviationLine = ({ rule, ticket, owner, expires }: KnownDeviation): string =>
    `<li><code>${escapeHtml(rule)}</code>: ${escapeHtml(`${ticket}, ${owner}, until ${expires}${ends(expires)}`)}</li>`;
  const undecided = Object.entries(catalogue).flatMap(([id, { level, sentence }]) =>
    level === 'review' && !reviews.some(({ point }) => point === id)
      ? [`<li><code>${id}</code>: never decided: ${escapeHtml(sentence)}</li>`]
      : [],
  );
  const colour = { GO: 'conforming', 'NO-GO': 'non-conforming', INCONCLUSIVE: 'inconclusive' }[manifest.decision];
  return `${headOf(`${manifest.decision}: ${manifest.host}`)}
<p class="over">Release sign-off of the payment collection service${manifest.rehearsal ? ' · rehearsal on the sandbox, no evidence for a staging' : ''}</p>
<h1 class="${colour}">${manifest.decision}</h1>
${manifest.reasons.map((reason) => `<p>${escapeHtml(reason)}</p>`).join('\n')}
<dl>
<dt>Target</dt><dd>${escapeHtml(`${run.target} at ${manifest.host}`)}</dd>
<dt>Run</dt><dd>${escapeHtml(`${run.startedAt}, ${run.verdict}`)}</dd>
${run.builds ? `<dt>Build</dt><dd>${escapeHtml(buildsInWords(run.builds))}</dd>` : ''}
<dt>Rules</dt><dd>${formatCounts(run.rules)}</dd>
<dt>Suite</dt><dd>${escapeHtml(`${run.suiteVersion}, commit ${manifest.commit}`)}</dd>
<dt>Proof</dt><dd>${faults.killed} of ${faults.all} planted faults were detected by tests of their rule</dd>
<dt>Valid</dt><dd>${escapeHtml(`${manifest.issuedAt} to ${manifest.expiresAt}`)}</dd>
<dt>Approver</dt><dd>${escapeHtml(manifest.approver)}${manifest.approvals === 2 ? ', and a second person: --verify names both' : ''}</dd>
</dl>
${listOf('Causes of broken rules', causesOf(results).map(causeLine))}
${since ? sinceLastOf(since) : ''}
${listOf(
  'Accepted deviations',
  // Entries of other cases may say the same.
  [...new Set(deviations.map(deviationLine))],
)}
${listOf('Known deviations', rules.filter(({ verdict }) => verdict === 'known').map(ruleLine))}
${listOf('Not judged', rules.filter(({ verdict }) => unjudged.includes(verdict)).map(ruleLine))}
${listOf('Not applicable', rules.filter(({ verdict }) => verdict === 'not-applicable').map(ruleLine))}
${hasPictures ? `<h2>To look at</h2>\n<p><a href="${paymentsFile}">What the customer saw</a>: the page before each press, in each channel, and on a phone.</p>` : ''}
${listOf(
  'Decided by people',
  reviews.map(
    (one) =>
      `<li><code>${escapeHtml(one.point)}</code>: ${stateOf(one, today)}${one.required ? ', required' : ''}${one.by ? `, ${escapeHtml(one.by)}` : ''}${one.until ? ` until ${escapeHtml(one.until)}` : ''}${one.until && stateOf(one, today) === 'yes' && one.until <= manifest.expiresAt.slice(0, 10) ? ' <b>(ends within the validity)</b>' : ''}${one.note ? `: ${escapeHtml(one.note)}` : ''}</li>`,
  ),
)}
${listOf('Left to people, and never decided', undecided)}
<h2>Approval</h2>
${'<p>Name, date and signature: ______________________________________________</p>\n'.repeat(manifest.approvals)}
<p class="soft">Verify the files with npm run signoff -- --verify FOLDER --public-key FILE. A person who controls the machine
and the key can sign anything: a sign-off shows changes, not intentions.</p>
</body></html>
`;
};

const sinceLastOf = ({ facts, changes }: SinceLast): string => `<h2>Since the last sign-off</h2>
<dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`).join('\n')}</dl>
${changes.length === 0 ? '<p>Nothing changed.</p>' : ''}
${changes.map(([title, items]) => `<h3>${title}: ${items.length}</h3>\n${inLinesOrRow(items)}`).join('\n')}`;

/** Sentences stand one below the other, ids in a row. */
const inLinesOrRow = (items: readonly string[]): string =>
  items.some((one) => one.includes(' '))
    ? `<ul>${items.map((one) => `<li>${escapeHtml(one)}</li>`).join('\n')}</ul>`
    : `<p>${items.map((one) => `<code>${escapeHtml(one)}</code>`).join(', ')}</p>`;

/** A cause with what shows it, and the rules that it breaks. */
const causeLine = ({ heading, more, extent, shown, evidence, rule, further }: Cause): string => {
  const seen = evidence ? `${evidence.sent}\n\n${evidence.came}` : (shown?.message ?? '');
  const ids = [rule, ...further].map(({ id }) => `<code>${id}</code>`).join(', ');
  return `<li><b>${escapeHtml(heading)}</b><br>${escapeHtml([more, extent].filter(Boolean).join('; '))}
<pre>${escapeHtml(seen.slice(0, 1500))}</pre>${ids}</li>`;
};

const ruleLine = ({ id, sentence, sections, reason, cases }: RuleResult): string => {
  const tickets = [...new Set(cases.flatMap(({ ticket }) => ticket ?? []))].join(', ');
  const why = [tickets, reason].filter(Boolean).join('; ');
  return `<li><code>${escapeHtml(id)}</code> ${escapeHtml(sentence)} (section ${sections.join(', ')})${why ? `: ${escapeHtml(why)}` : ''}</li>`;
};
