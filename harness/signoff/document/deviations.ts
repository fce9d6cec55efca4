import { counted, groupOf, saidOfGroup } from '../../results/text.ts';
import { html, type Html, table } from '../../html/html.ts';
import type { RuleResult, TestResult, TriageGroup } from '../../results/results-schema.ts';
import { cut } from '../../../helpers/redaction/escape-control.ts';
import type { ShownExchange } from '../evidence.ts';
import type { SignOff } from './facts.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The maximum number of tests of a rule shown with evidence. */
const maxTests = 2;

/** Each broken rule with its sentence, expected and received values, exchanges, and the command that repeats it. */
export const deviations = ({ results, evidence }: SignOff): Html | undefined => {
  const broken = results.rules.filter(({ verdict }) => verdict === 'fail');
  if (broken.length === 0) return undefined;
  return html`<h2>Deviations from the interface: ${broken.length}</h2>
    ${broken.map((rule) => deviation(rule, evidence, groupOf(results, rule.id)))}`;
};

const deviation = (rule: RuleResult, evidence: SignOff['evidence'], group: TriageGroup | undefined): Html => {
  const failed = rule.tests.filter(({ verdict }) => verdict === 'fail');
  const more = failed.slice(maxTests);
  return html`<section class="deviation" id="${rule.id}">
    <h3>${rule.sentence}</h3>
    <p class="soft">Rule <code>${rule.id}</code>, section ${rule.sections.join(', ')} of the interface</p>
    ${group && html`<p>Cause: ${group.cause}; ${group.common}; ${saidOfGroup(group)}</p>`}
    ${failed.slice(0, maxTests).map((test) => finding(test, evidence(test)))}
    ${more.length > 0 ? html`<p>And ${counted(more.length, 'more test')}, in full in results.json: ${more.map(({ title }) => variantOf(title, rule)).join('; ')}.</p>` : undefined}
    <p>Repeat it: <code>${toRun('start', '--grep', `@${rule.id}`)}</code></p>
  </section>`;
};

const variantOf = (title: string, { sentence }: RuleResult): string =>
  title.startsWith(`${sentence} · `) ? title.slice(sentence.length + 3) : title;

const finding = (test: TestResult, exchanges: readonly ShownExchange[]): Html =>
  html` <p><small>${test.file}:${test.line}, ${test.title}</small></p>
    <pre>${judgementIn(test.error ?? '')}</pre>
    ${exchanges.map(exchange)}`;

/** The expected and received values, without the name of the matcher and the stack. */
const judgementIn = (error: string): string => {
  const from = error.search(/^[ \t]{0,40}(Expected|Received|Locator)\b/m);
  const text = (from < 0 ? error : error.slice(from)).replace(/\n[ \t]{1,40}at [^]*$/, '');
  return cut(text.trim(), 1_200);
};

const exchange = ({ asked, requestBody, answered, responseBody }: ShownExchange): Html =>
  html` <p>
      <small>Exchange: <code>${asked}</code> → ${answered}</small>
    </p>
    ${requestBody === '' ? undefined : html`<pre>${requestBody}</pre>`}
    ${responseBody === '' ? undefined : html`<pre>${responseBody}</pre>`}`;

/** The known deviations, with owner and expiry date. */
export const knownDeviations = ({ decided: { known } }: SignOff): Html | undefined =>
  known.length === 0
    ? undefined
    : html`<h2>Known deviations: ${known.length}</h2>
        <p>These rules are broken as listed. The signature accepts them until they expire.</p>
        <div class="wide">
          ${table(
            ['Rule', 'Why it is accepted', 'Owner', 'Ticket', 'Expires'],
            known.map(
              ({ id, sentence, known: listed }) =>
                html`<td>${sentence}<br /><code>${id}</code></td>
                  <td>${listed?.reason}</td>
                  <td>${listed?.owner}</td>
                  <td>${listed?.ticket}</td>
                  <td class="date">${listed?.expires}</td>`,
            ),
          )}
        </div>`;
