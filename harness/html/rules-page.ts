import { sectionTitle } from '../../interface/rules/sections.ts';
import { html, page, type Html } from './html.ts';
import { style } from './style.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

/** A rule as the page shows it. */
export interface RuleRow {
  id: string;
  level: string;
  sections: readonly string[];
  sentence: string;
  reason: string | null;
  /** Places of its tests, as file:line. */
  tests: readonly string[];
}

const meaning: Readonly<Record<string, string>> = {
  must: 'must: the interface states it',
  observe: 'observed: the interface leaves it open',
  review: 'review: a person decides it',
  excluded: 'excluded: it cannot be seen through the interface',
};

/** A page of all rules in the order of the interface document; the id of each is an anchor. */
export const rulesPage = (rows: readonly RuleRow[]): string => {
  const homes = [...new Set(rows.map(homeOf))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const links = homes.map((section) => html`<a href="#section-${section}">${section}</a> `);
  return page(
    'Rules of the payment collection service',
    `${style}.rule:target { background: #fff8c5; box-shadow: 0 0 0 .6rem #fff8c5; }`,
    html`<h1>Rules of the payment collection service</h1>
      <p class="soft">${rows.length} rules, by their main section of the interface document.</p>
      <nav><p>${links}</p></nav>
      ${homes.map((section) =>
        sectionOf(
          section,
          rows.filter((row) => homeOf(row) === section),
        ),
      )}`,
  );
};

const homeOf = ({ sections }: RuleRow): string => sections[0] ?? '';

const sectionOf = (section: string, rows: readonly RuleRow[]): Html =>
  html`<h2 id="section-${section}">${sectionTitle(section)}</h2>
    ${rows.map(ruleOf)}`;

const ruleOf = ({ id, level, sections, sentence, reason, tests }: RuleRow): Html =>
  html` <section class="rule whole" id="${id}">
    <h3>${sentence}</h3>
    <p class="soft"><code>${id}</code>, ${meaning[level] ?? level}; section ${sections.join(', ')}</p>
    ${
      reason === null
        ? html`<ul>
              ${tests.map((place) => html`<li><code>${place}</code></li>`)}
            </ul>
            <p>Try it: <code>${toRun('start', '--grep', `@${id}`)}</code></p>`
        : html`<p>No test: ${reason}.</p>`
    }
  </section>`;
