import { counted } from '../../results/text.ts';
import { html, type Html, table } from '../../html/html.ts';
import type { RuleResult } from '../../results/results-schema.ts';
import { cut } from '../../../helpers/redaction/escape-control.ts';
import { sectionTitle } from '../../../interface/rules/sections.ts';
import { verdicts } from '../../results/judgement/verdict.ts';
import type { SignOff } from './facts.ts';

/** The rules that were not judged, by reason. */
export const notJudged = ({ results: { rules } }: SignOff): Html | undefined => {
  const open = rules.filter(({ verdict }) => ['not-tested', 'environment', 'harness'].includes(verdict));
  if (open.length === 0) return undefined;
  const causes = [...new Set(open.map(causeOf))];
  return html`<h2>Not judged: ${counted(open.length, 'rule')}</h2>
    ${causes.map((cause) => {
      const concerned = open.filter((rule) => causeOf(rule) === cause);
      return html`<h3>${cut(cause, 400)}</h3>
        <p class="soft">${counted(concerned.length, 'rule')}: ${idsOf(concerned)}</p>`;
    })}`;
};

const causeOf = ({ reason, verdict }: RuleResult): string => reason ?? verdict;

const idsOf = (rules: readonly RuleResult[]): Html[] =>
  rules.map(({ id }, index) => html`${index > 0 ? ', ' : ''}<code>${id}</code>`);

/** The number of rules by section and verdict. */
export const checked = ({ results: { run } }: SignOff): Html => {
  const columns = verdicts.filter((name) => run.rules[name] > 0);
  const cells = (counts: typeof run.rules) =>
    columns.map((name) => html`<td class="number">${counts[name] === 0 ? '·' : counts[name]}</td>`);
  return html`<h2>What was checked</h2>
    <p>Rules by section of the interface document; ${counted(sum(run.tests), 'test')} in all.</p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Section</th>
            ${columns.map((name) => html`<th class="number">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${run.sections.map(
            ({ section, rules }) =>
              html`<tr>
                <td>${sectionTitle(section)}</td>
                ${cells(rules)}
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <td>All</td>
            ${cells(run.rules)}
          </tr>
        </tfoot>
      </table>
    </div>`;
};

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** The capabilities that the settings declare as not available. */
export const notApplicable = ({ results: { run, rules }, absenceReasons }: SignOff): Html | undefined => {
  if (run.notApplicable.length === 0) return undefined;
  const concerned = rules.filter(({ verdict }) => verdict === 'not-applicable');
  return html`<h2>Declared as not available</h2>
    <p>The settings declare that the target does not have these capabilities. They were not checked.</p>
    <dl>
      ${run.notApplicable.map(
        (name) =>
          html`<dt>${name}</dt>
            <dd>${absenceReasons.get(name) ?? 'no reason was given'}</dd>`,
      )}
    </dl>
    ${concerned.length > 0 ? html`<p class="soft">${counted(concerned.length, 'rule')}: ${idsOf(concerned)}</p>` : undefined}`;
};

/** The rules that cannot be tested through the interface, and why. */
export const excluded = ({ results: { rules } }: SignOff): Html => {
  const rows = rules.filter(({ verdict }) => verdict === 'excluded');
  return html`<h2>Not testable: ${counted(rows.length, 'rule')}</h2>
    <p>No test through the interface can judge these rules. A sign-off says nothing about them.</p>
    ${table(
      ['Rule', 'Why'],
      rows.map(
        ({ sentence, id, reason }) =>
          html`<td>${sentence}<br /><code>${id}</code></td>
            <td>${reason ?? ''}</td>`,
      ),
    )}`;
};

/** The differences from the pinned observations. */
export const drift = ({ results: { run, rules } }: SignOff): Html => {
  const { observations } = run;
  const title = html`<h2>Questions that the interface leaves open</h2>`;
  const count = counted(run.rules.observed, 'question');
  if (!observations)
    return html`${title}
      <p>${count} observed. Nothing to compare with: observations are not pinned.</p>`;
  const { pinned, changed, gone } = observations;
  const added = pinned ? observations.new : [];
  const listed = (values: readonly string[] | undefined): string => values?.join('; ') || '·';
  const rows = [
    ...changed,
    ...added.map((one) => ({ ...one, before: undefined })),
    ...gone.map((one) => ({ ...one, after: undefined })),
  ];
  if (!pinned)
    return html`${title}
      <p>${count} observed; nothing is pinned for this target yet (${observations.file}).</p>`;
  if (rows.length === 0)
    return html`${title}
      <p>${count} observed, all as pinned in ${observations.file}.</p>`;
  const sentenceOf = (id: string): string => rules.find((rule) => rule.id === id)?.sentence ?? id;
  return html`${title}
    <p>
      ${count} observed; ${counted(rows.length, 'answer')} differ from those pinned in ${observations.file}. This breaks
      no rule.
    </p>
    <div class="wide">
      <table class="even">
        <thead>
          <tr>
            <th>Question</th>
            <th>Pinned</th>
            <th>Now</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ rule, before, after }) =>
              html`<tr>
                <td>${sentenceOf(rule)}<br /><code>${rule}</code></td>
                <td>${listed(before)}</td>
                <td>${listed(after)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
};
