import { html, type Html } from '../html.ts';
import type { RuleResult } from '../../results/results-schema.ts';

/** The payment methods and operators, and patterns that recognise their tests by rule id or title. */
const ways: readonly (readonly [name: string, id: RegExp, title: RegExp])[] = [
  ['Hosted page', /^(hosted|page|redirect)\./, /\bhosted page\b/],
  ['Checkout, JSON', /^checkout\./, /\bJSON checkout\b/],
  ['Checkout, form post', /^form\./, /\bform post\b/],
  ['Checkout in an iframe', /^iframe\./, /\bin an iframe\b/],
  ['Operator A', /^operator-a/, /\boperator A\b/],
  ['Operator B', /^operator-b/, /\boperator B\b/],
  ['Operator C', /^operator-c/, /\boperator C\b/],
];

/** The numbers of rules, tests and failures for each payment method and operator. */
export const waysAndOperators = (rules: readonly RuleResult[]): Html => {
  const rows = ways.map(([name, id, title]) => {
    const met = rules.flatMap((rule) =>
      rule.tests
        .filter(({ verdict }) => verdict !== 'not-applicable')
        .filter((test) => id.test(rule.id) || title.test(test.title))
        .map(({ verdict }) => ({ rule: rule.id, verdict })),
    );
    const failed = met.filter(({ verdict }) => verdict === 'fail').length;
    return { name, counts: [new Set(met.map(({ rule }) => rule)).size, met.length, failed] };
  });
  return html`<h3>Ways to pay and operators</h3>
    <table>
      <thead>
        <tr>
          <th>Tested with</th>
          <th class="number">Rules</th>
          <th class="number">Tests</th>
          <th class="number">Failed</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, counts }) =>
            html`<tr>
              <td>${name}</td>
              ${counts.map((one) => html`<td class="number">${one || '·'}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
};
