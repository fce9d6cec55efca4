import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import { catalogue, type RuleId } from '../../interface/rules/catalogue.ts';
import type { Drift } from '../baselines/pinned-observations.ts';
import { causesOf, sinceWhen } from '../results/causes.ts';
import type { Cause } from '../results/told-cause.ts';
import { buildsInWords, isOtherBuild } from '../preflight/target-build.ts';
import type { Results, RuleCase, RuleResult } from '../results/results-schema.ts';
import { counted, duration, formatCounts, meaning, notJudged, warningsOf } from '../results/text.ts';
import { speedDrift } from '../results/speed.ts';
import { verdicts } from '../results/verdicts.ts';
import { paymentsFile } from './payments-page.ts';
import { headOf, listOf } from './page-style.ts';

/** The front page of a run: what is broken and how, what was not judged, and every rule by section. No scripts. */
export const frontPageOf = (results: Results, drift: readonly Drift[], hasPictures = false): string => {
  const { run, rules } = results;
  const host = run.host ? ` at ${run.host}` : '';
  const causes = causesOf(results);
  return `${headOf(`${run.verdict}: ${run.target}${host}`)}
<p class="over">Payment collection conformance</p>
<h1 class="${run.verdict}">${escapeHtml(run.verdict)}</h1>
<p>${escapeHtml(`${run.target}${host}, ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${duration(run.durationMs)}`)}</p>
${isOtherBuild(run.builds) ? `<p class="inconclusive">The target changed during the run: ${escapeHtml(buildsInWords(run.builds))}</p>` : ''}
${causes.map((cause, index) => causeOf(cause, index, run.startedAt)).join('\n')}
${causes.length > 0 ? '<h2>The run</h2>' : ''}
<dl>
${fact('Rules', formatCounts(run.rules))}
${fact('Tests', formatCounts(run.tests))}
${fact('Sent', `${counted(run.sent?.requests ?? 0, 'request')}, ${run.sent?.payments ?? 0} of which may start a payment`)}
${run.builds ? fact('Build', buildsInWords(run.builds)) : ''}
${run.commit ? fact('Suite', `${run.suiteVersion}, ${run.commit.slice(0, 12)}${run.modified ? ' with changes' : ''}`) : ''}
${run.mark && run.target === 'staging' ? fact('References', `begin with Ref-${run.mark}`) : ''}
${warningsOf(run)
  .map((text) => fact('Warning', text))
  .join('')}
${run.partial ? fact('Partial', `only what was selected: ${run.limitedBy.join(' ')}`) : ''}
${run.interrupted ? fact('Stopped', 'the run was interrupted') : ''}
${run.outage ? fact('Outage', run.outage) : ''}
</dl>
<p>${hasPictures ? `<a href="${paymentsFile}">What the customer saw</a> · ` : ''}<a href="digest.md">digest.md</a> · <a href="results.json">results.json</a> · <a href="junit.xml">junit.xml</a> ·
<a href="playwright/index.html">Playwright's report</a> · <a href="allure/index.html">Allure's report</a> (after npm run report)</p>
${listOf(
  'The suite itself failed',
  run.errors.map((error) => `<li><pre>${escapeHtml(error)}</pre></li>`),
)}
${listOf(
  'The target is not ready',
  (run.preflight ?? [])
    .filter(({ verdict }) => verdict === 'fail')
    .map(
      ({ name, message, fix }) =>
        `<li><b>${escapeHtml(name)}</b>: ${escapeHtml(message)}${fix ? `<br>${escapeHtml(fix)}` : ''}</li>`,
    ),
)}
${section(
  'Known deviations',
  rules.filter(({ cases }) => cases.some(({ verdict }) => verdict === 'known')).map((rule) => details(rule, 'known')),
)}
${listOf('Not judged', openRules(rules))}
${listOf(
  'Left behind at the target',
  [...(run.leftBehind ?? []), ...(run.mayExist ?? [])].map((one) => `<li>${escapeHtml(one)}</li>`),
)}
${listOf(
  'Observed otherwise than pinned; this breaks no rule',
  drift
    .slice(0, 100)
    .map(
      ({ rule, case: name, before, after }) =>
        `<li>${link(rule)} · ${escapeHtml(name)}: <code>${escapeHtml(before ?? 'nothing')}</code> → <code>${escapeHtml(after ?? 'nothing')}</code></li>`,
    ),
)}
${listOf(
  `Left to people, and not decided${hasPictures ? `, with <a href="${paymentsFile}">what the customer saw</a>` : ''}`,
  (run.undecided ?? []).map((id) => `<li>${escapeHtml(`${id}: ${catalogue[id as RuleId]?.sentence}`)}</li>`),
)}
${speedOf(run)}
<h2>Rules by section</h2>
${table(results)}
${run.sections.map((one) => everyRule(one.section, rules)).join('\n')}
</body></html>
`;
};

/** A cause with the shortest exchange that shows it, and the rules that it breaks with their cases. */
const causeOf = (cause: Cause, index: number, startedAt: string): string => {
  const { rule, further, heading, more, extent, evidence, shown } = cause;
  const facts = [more, `${extent}${sinceWhen(cause, startedAt)}`].filter(Boolean).join('; ');
  return `<h2><span class="fail">${index + 1}.</span> ${escapeHtml(heading)}</h2>
<p>${escapeHtml(facts)}</p>
${
  evidence
    ? `<pre>${escapeHtml(evidence.sent)}</pre>\n<pre>${escapeHtml(evidence.came)}</pre>\n<details><summary>Send it again</summary><pre>${escapeHtml(evidence.curl)}</pre></details>`
    : `<pre>${escapeHtml((shown?.message ?? '').slice(0, 4_000))}</pre>`
}
<p>Again: <code>npm start -- --grep @${escapeHtml(rule.id)}</code></p>
<details><summary>${counted(further.length + 1, 'rule')}</summary>
${[rule, ...further].map((one) => details(one, 'fail')).join('\n')}
</details>`;
};

const fact = (name: string, text: string): string => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`;
const link = (rule: string): string => `<a href="#${escapeHtml(rule)}">${escapeHtml(rule)}</a>`;

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<h2>${title}: ${items.length}</h2>\n${items.join('\n')}`;

const openRules = (rules: readonly RuleResult[]): string[] =>
  [...notJudged(rules)].map(([reason, ids]) => {
    const shown = ids.length > 8 ? `<details><summary>${counted(ids.length, 'rule')}</summary>` : '';
    return `<li>${escapeHtml(reason)}<br>${shown}${ids.map(link).join(', ')}${shown && '</details>'}</li>`;
  });

/** A rule with its cases of one verdict. */
const details = (rule: RuleResult, verdict: string): string => {
  const cases = rule.cases.filter((one) => one.verdict === verdict);
  return `<h3><span class="${verdict}">${verdict}</span> ${link(rule.id)}</h3>
<p>${escapeHtml(rule.sentence)} <span class="soft">(section ${rule.sections.join(', ')})</span></p>
${cases.slice(0, 8).map(caseOf).join('\n') || `<p>${escapeHtml(rule.reason ?? '')}</p>`}
${cases.length > 8 ? `<p class="soft">and ${counted(cases.length - 8, 'more case')}, see results.json</p>` : ''}`;
};

const caseOf = (one: RuleCase): string =>
  `<details><summary>${escapeHtml(one.case)} <span class="soft">${escapeHtml(`${one.file}:${one.line}`)}${one.ticket ? ` · ${escapeHtml(one.ticket)}` : ''}</span></summary>
<pre>${escapeHtml((one.message ?? '').slice(0, 4_000))}</pre></details>`;

const table = ({ run }: Results): string => {
  const columns = verdicts.filter((name) => run.rules[name] > 0);
  const rows = [...run.sections, { section: 'all', rules: run.rules }];
  const cells = (of: (column: (typeof columns)[number]) => string | number): string =>
    columns.map((column) => `<td class="number">${of(column) || '·'}</td>`).join('');
  return `<div class="wide"><table><thead><tr><th>section</th>${columns.map((name) => `<th class="number" title="${meaning[name]}">${name}</th>`).join('')}</tr></thead><tbody>
${rows.map((row) => `<tr><td>${row.section}</td>${cells((column) => row.rules[column])}</tr>`).join('\n')}
</tbody></table></div>`;
};

/** How fast each endpoint answered: from the median to the 95th percentile, on one logarithmic scale. */
const speedOf = (run: Results['run']): string => {
  const { speed = [] } = run;
  if (speed.length === 0) return '';
  const most = Math.max(10, ...speed.map(({ slowestMs }) => slowestMs));
  const at = (ms: number): number => Math.round((100 * Math.log10(1 + ms)) / Math.log10(1 + most));
  const row = ({ answer, count, medianMs, p95Ms, slowestMs, medianBeforeMs }: (typeof speed)[number]): string => {
    const before = medianBeforeMs === undefined ? '' : `<circle cx="${at(medianBeforeMs) + 4}" cy="6" r="2.5"/>`;
    const line = `<rect x="${at(medianMs) + 4}" y="4" width="${Math.max(2, at(p95Ms) - at(medianMs))}" height="4"/>`;
    const plot = `<svg class="plot" width="112" height="12" aria-hidden="true">${line}${before}</svg>`;
    const numbers = [count, medianMs, p95Ms, slowestMs].map((one) => `<td class="number">${one}</td>`).join('');
    return `<tr><td>${escapeHtml(answer)}</td><td>${plot}</td>${numbers}</tr>`;
  };
  const drift = speedDrift(run).map((one) => `<li>${escapeHtml(one)}</li>`);
  return `<h2>How fast it answered</h2>
<p class="soft">In milliseconds, on a logarithmic scale: the bar is from the median to the 95th percentile, the ring the median of
the run before. What the limiter of the suite waited does not count. No verdict.</p>
${drift.length > 0 ? `<ul>${drift.join('')}</ul>` : ''}
<div class="wide"><table><thead><tr><th>answer</th><th></th><th class="number">count</th><th class="number">median</th><th class="number">95 %</th><th class="number">slowest</th></tr></thead><tbody>
${speed.map(row).join('\n')}
</tbody></table></div>`;
};

const everyRule = (name: string, rules: readonly RuleResult[]): string => {
  const own = rules.filter(({ sections }) => sections[0] === name);
  return `<details><summary>Section ${name}: ${counted(own.length, 'rule')}</summary>
<table><tbody>
${own
  .map(
    (rule) =>
      `<tr id="${escapeHtml(rule.id)}"><td class="${rule.verdict}">${rule.verdict}</td><td><code>${escapeHtml(rule.id)}</code><br>${escapeHtml(rule.sentence)}${rule.reason ? `<br><span class="soft">${escapeHtml(rule.reason)}</span>` : ''}${rule.observed
        .slice(0, 12)
        .map((one) => `<br><span class="soft">${escapeHtml(one)}</span>`)
        .join('')}</td></tr>`,
  )
  .join('\n')}
</tbody></table></details>`;
};
