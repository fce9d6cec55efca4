import { cut } from '../../helpers/redaction/escape-control.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { html, type Html, table } from '../html/html.ts';
import { counted, fieldIn, minute, saidOfGroup } from '../results/text.ts';
import type { Results, RuleResult, TestResult, TriageGroup } from '../results/results-schema.ts';

/** Rules of a group that are shown in full. */
const mostRules = 20;
/** Things that one judgement found. */
const mostFindings = 10;
/** Screenshots of one rule. */
const mostPictures = 3;
/** Characters of one text of a judgement. */
const enough = 1_500;

/** Where a screenshot is, seen from the page; undefined for one that cannot be shown. */
export type PictureOf = (screenshot: string) => string | undefined;

/** Broken rules, below their causes where somebody looked into them. */
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
  html`${rules.slice(0, mostRules).map((rule) => ruleOf(rule, newly.has(rule.id), pictureOf))}
  ${
    rules.length > mostRules
      ? html`<p>
          And ${counted(rules.length - mostRules, 'more rule')}:
          ${rules.slice(mostRules).map(({ id }) => html`<code id="${id}">${id}</code> `)}
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
    .slice(0, mostPictures)
    .flatMap(({ title, one }) => {
      const href = pictureOf(one);
      const what = `The page at the end of: ${title}`;
      return href ? html`<a href="${href}"><img class="shot" src="${href}" alt="${what}" loading="lazy" /></a> ` : [];
    });

/** What was expected and what came, one below the other, and each thing that is wrong. */
const judgementOf = ({ error }: TestResult): Html => {
  const text = error ?? '';
  const expected = /^Expected: (.*)$/m.exec(text)?.[1];
  const received = /^Received: (.*)$/m.exec(text)?.[1];
  const findings = [...text.matchAll(/^ {2}- (.*)$/gm)].map(([, finding = '']) => finding);
  if (expected === undefined || received === undefined) return html`<pre>${cut(text, enough)}</pre>`;
  return html`<div class="pair">
      <span class="plus">+ expected</span><code>${cut(expected, enough)}</code> <span class="minus">- received</span
      ><code>${cut(received, enough)}</code>
    </div>
    ${byField(findings)}`;
};

/** Each field that is wrong in a row of its own; what is not about a field, below. */
const byField = (findings: readonly string[]): Html => {
  const shown = findings.slice(0, mostFindings).map((text) => ({ text, about: fieldIn(text) }));
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
                  <td class="plus">${cut(expected, enough)}</td>
                  <td class="minus">${cut(received, enough)}</td>`,
            ),
          )}
        </div>`
      : undefined
  }${
    others.length > 0
      ? html`<ul>
          ${others.map(({ text }) => html`<li>${cut(text, enough)}</li>`)}
        </ul>`
      : undefined
  }`;
};

/** What has changed since the last kept run. */
export const sinceLast = ({ run: { comparison } }: Results): Html | undefined => {
  if (!comparison) return undefined;
  const lists: [string, readonly string[]][] = [
    ['Broken', comparison.broken],
    ['Fixed', comparison.fixed],
    ['No longer judged', comparison.newlyNotTested],
    ['Judged again', comparison.judgedAgain],
    ['Observed otherwise', comparison.observations],
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
                    ${ids.slice(0, mostRules).map((id) => html`<code>${id}</code> `)}${ids.length > mostRules ? `and ${ids.length - mostRules} more` : ''}
                  </dd>`,
            )}
          </dl>`
    }`;
};
