import { cut } from '../../../helpers/redaction/escape-control.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import { html, type Html, table } from '../html.ts';
import { counted, fieldIn, minute, saidOfGroup } from '../../results/text.ts';
import type { Results, RuleResult, TestResult, TriageGroup } from '../../results/results-schema.ts';

/** The maximum number of rules of a group shown in full. */
const maxRules = 20;
/** The maximum number of findings of a judgement. */
const maxFindings = 10;
/** The maximum number of screenshots of a rule. */
const maxPictures = 3;
/** The maximum length of a text of a judgement. */
const maxText = 1_500;

/** Returns the path of a screenshot relative to the page; undefined when it cannot be shown. */
export type PictureOf = (screenshot: string) => string | undefined;

/** The broken rules, grouped by cause when they were triaged. */
export const brokenRules = (results: Results, pictureOf: PictureOf): Html | undefined => {
  const broken = results.rules.filter(({ verdict }) => verdict === 'fail');
  if (broken.length === 0) return undefined;
  const groups = results.run.triage?.groups ?? [];
  const others = broken.filter(({ id }) => !groups.some(({ rules }) => rules.includes(id)));
  const newly = new Set(results.run.comparison?.broken);
  return html`<h2 id="broken">
      Broken: ${counted(broken.length, 'rule')}${groups.length > 0 ? `, ${counted(groups.length, 'cause')}` : ''}
    </h2>
    ${groups.map((group) => groupOf(group, broken, newly, pictureOf))} ${rulesIn(others, newly, pictureOf)}`;
};

const groupOf = (
  group: TriageGroup,
  broken: readonly RuleResult[],
  newly: ReadonlySet<string>,
  pictureOf: PictureOf,
): Html =>
  html`<section class="group">
    <h3>${group.common}</h3>
    <p><span class="cause ${group.cause}">${group.cause}</span> ${saidOfGroup(group)}</p>
    ${rulesIn(
      group.rules.flatMap((id) => broken.find((rule) => rule.id === id) ?? []),
      newly,
      pictureOf,
    )}
    ${
      group.smallest
        ? html`<details>
            <summary>The smallest request that fails</summary>
            <div><pre>${group.smallest}</pre></div>
          </details>`
        : undefined
    }
  </section>`;

const rulesIn = (rules: readonly RuleResult[], newly: ReadonlySet<string>, pictureOf: PictureOf): Html =>
  html`${rules.slice(0, maxRules).map((rule) => ruleOf(rule, newly.has(rule.id), pictureOf))}
  ${
    rules.length > maxRules
      ? html`<p>
          And ${counted(rules.length - maxRules, 'more rule')}:
          ${rules.slice(maxRules).map(({ id }) => html`<code id="${id}">${id}</code> `)}
        </p>`
      : undefined
  }`;

const ruleOf = (rule: RuleResult, isNew: boolean, pictureOf: PictureOf): Html => {
  const failed = rule.tests.filter(({ verdict }) => verdict === 'fail');
  return html`<details id="${rule.id}">
    <summary>${isNew ? html`<b>new</b> ` : undefined}${rule.sentence} <code>${rule.id}</code></summary>
    <div>
      <p class="soft">
        Section ${rule.sections.join(', ')} of the interface; ${counted(failed.length, 'test')} of ${rule.tests.length}
        failed
      </p>
      ${failed.slice(0, 1).map(judgementOf)} ${picturesOf(failed, pictureOf)}
      <p class="soft">
        ${failed.slice(0, 1).map(({ file, line }) => html`<code>${file}:${line}</code>`)}; repeat it with
        <code>${toRun('start', '--grep', `@${rule.id}`)}</code>
      </p>
    </div>
  </details>`;
};

const picturesOf = (failed: readonly TestResult[], pictureOf: PictureOf): Html[] =>
  failed
    .flatMap(({ title, screenshots = [] }) => screenshots.map((one) => ({ title, one })))
    .slice(0, maxPictures)
    .flatMap(({ title, one }) => {
      const href = pictureOf(one);
      const what = `The page at the end of: ${title}`;
      return href ? html`<a href="${href}"><img class="shot" src="${href}" alt="${what}" loading="lazy" /></a> ` : [];
    });

/** The expected and received responses, and each finding. */
const judgementOf = ({ error }: TestResult): Html => {
  const text = error ?? '';
  const expected = /^Expected: (.*)$/m.exec(text)?.[1];
  const received = /^Received: (.*)$/m.exec(text)?.[1];
  const findings = [...text.matchAll(/^ {2}- (.*)$/gm)].map(([, finding = '']) => finding);
  if (expected === undefined || received === undefined) return html`<pre>${cut(text, maxText)}</pre>`;
  return html`<div class="pair">
      <span class="plus">+ expected</span><code>${cut(expected, maxText)}</code> <span class="minus">- received</span
      ><code>${cut(received, maxText)}</code>
    </div>
    ${byField(findings)}`;
};

/** A table of the wrong fields, followed by the findings that are not about a field. */
const byField = (findings: readonly string[]): Html => {
  const shown = findings.slice(0, maxFindings).map((text) => ({ text, about: fieldIn(text) }));
  const rows = shown.flatMap(({ about }) => about ?? []);
  const others = shown.filter(({ about }) => !about);
  return html`${
    rows.length > 0
      ? html`<div class="wide" tabindex="0">
          ${table(
            ['Field', 'Expected', 'Received'],
            rows.map(
              ({ field, expected, received }) =>
                html`<td><code>${field}</code></td>
                  <td class="plus">${cut(expected, maxText)}</td>
                  <td class="minus">${cut(received, maxText)}</td>`,
            ),
          )}
        </div>`
      : undefined
  }${
    others.length > 0
      ? html`<ul>
          ${others.map(({ text }) => html`<li>${cut(text, maxText)}</li>`)}
        </ul>`
      : undefined
  }`;
};

/** The changes since the last kept run. */
export const sinceLast = ({ run: { comparison } }: Results): Html | undefined => {
  if (!comparison) return undefined;
  const lists: [string, readonly string[]][] = [
    ['Broken', comparison.broken],
    ['Fixed', comparison.fixed],
    ['No longer judged', comparison.newlyNotTested],
    ['Judged again', comparison.judgedAgain],
    ['Observed differently', comparison.observations],
    ['Slower', comparison.slower.map(({ endpoint, ratio }) => `${endpoint} (× ${ratio})`)],
  ];
  const changed = lists.filter(([, ids]) => ids.length > 0);
  return html`<h2 id="since">Since ${minute(comparison.with.startedAt)}</h2>
    ${
      changed.length === 0
        ? html`<p>Nothing has changed; it was ${comparison.with.verdict}.</p>`
        : html`<dl>
            ${changed.map(
              ([what, ids]) =>
                html`<dt>${what}</dt>
                  <dd>
                    ${ids.slice(0, maxRules).map((id) => html`<code>${id}</code> `)}${ids.length > maxRules ? `and ${ids.length - maxRules} more` : ''}
                  </dd>`,
            )}
          </dl>`
    }`;
};
