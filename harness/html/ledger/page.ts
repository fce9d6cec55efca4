import type { Intent, Word } from '../../../helpers/evidence/ledger/entries.ts';
import { escapeControlChars } from '../../../helpers/redaction/escape-control.ts';
import { Html, html, page } from '../html.ts';
import { lightAndDark } from '../style.ts';
import { counted, duration } from '../../results/text.ts';
import { judgedBy } from './judged-by.ts';
import { isLost, type Asked, type Reconciled } from './reconcile.ts';
import { movementInWords } from './wallets.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The maximum number of payments, and of lines in a list. */
const limits = { payments: 1_500, lines: 100 };

/**
 * A page of the payments of a run, each as a timeline with a lane for each channel, without scripts and requests.
 *
 * @param reconciled the reconciled ledger, without keys
 */
export const ledgerPage = (reconciled: Reconciled): string => {
  const { asked, contradictions, observed, strays, wallets } = reconciled;
  const marked = new Set([...contradictions, ...observed].flatMap(({ intents }) => intents));
  const isOdd = (one: Asked): boolean => marked.has(one.intent.id) || isLost(one);
  // Conspicuous payments come first, then those with the most channels.
  const shown = asked
    .toSorted((one, other) => Number(isOdd(other)) - Number(isOdd(one)) || channelsOf(other) - channelsOf(one))
    .slice(0, limits.payments);
  const places = new Map(shown.map(({ intent }, index) => [intent.id, `p${index + 1}`]));
  const entryOf = (said: string, intents: readonly string[]): Html =>
    html`<li>
      ${text(said)}
      ${intents
        .slice(0, 5)
        .flatMap((id) => places.get(id) ?? [])
        .map((id) => html`<a href="#${id}">${id}</a> `)}
    </li>`;
  return page(
    'Payments of the run',
    `${lightAndDark}${style}`,
    html`<main>
      <p class="soft over">Conformance of the payment collection service</p>
      <h1>Payments of the run</h1>
      <p>
        ${counted(asked.length, 'request')} that may have started a payment;
        ${counted(contradictions.length, 'contradiction')} between channels; ${asked.filter(isLost).length} of unknown
        fate; ${counted(strays.length, 'message')} about no payment of this run.
        <a href="../index.html">The run</a>
      </p>
      ${list(
        'Contradictions',
        contradictions.map(({ what, said, intents }) =>
          entryOf(`${what}: ${said}; judged by ${judgedBy[what].join(', ')}`, intents),
        ),
      )}
      ${list(
        'States that differ, which the interface leaves open',
        observed.map(({ said, intents }) => entryOf(said, intents)),
      )}
      ${list(
        'Wallets',
        wallets.map((one) => entryOf(movementInWords(one), [])),
      )}
      <h2 id="payments">Payments: ${shown.length}${shown.length < asked.length ? ` of ${asked.length}` : ''}</h2>
      ${shown.map((one) => paymentOf(one, places.get(one.intent.id) ?? '', isOdd(one)))}
    </main>`,
  );
};

const channelsOf = ({ words }: Asked): number => new Set(words.map(({ channel }) => channel)).size;

const list = (title: string, items: readonly Html[]): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<h2>${title}: ${items.length}</h2>
        <ul>
          ${items.slice(0, limits.lines)}
        </ul>
        ${items.length > limits.lines ? html`<p>And ${items.length - limits.lines} more: ${toRun('ledger')}</p>` : undefined}`;

const paymentOf = ({ intent, words }: Asked, id: string, isOdd: boolean): Html =>
  html`<details id="${id}" ${isOdd ? new Html('open') : undefined}>
    <summary>${inShort(intent)}</summary>
    <ol class="lanes">
      ${momentOf('asked', '0 ms', [
        ['way', intent.way],
        ['operator', intent.method],
        ['amount', intent.amount],
        ['currency', intent.currency],
        ['reference', intent.reference],
      ])}
      ${words.map((word) => momentOf(word.channel, `+${duration(word.at - intent.at)}`, fieldsOf(word)))}
    </ol>
  </details>`;

const inShort = ({ at, way, method, amount, currency, reference }: Intent): string =>
  text([clock(at), way, method, amount, currency, reference].filter((one) => one !== null).join('  '));

type Fields = readonly (readonly [name: string, value: string | number | null])[];

const fieldsOf = (word: Word): Fields => [
  ['HTTP', word.http],
  ['result', word.result],
  ['status', word.status],
  ['transaction_id', word.transactionId],
  ['reference', word.reference],
  ['checkout_id', word.checkoutId],
  ['amount', word.shows ?? word.amount],
  ['currency', word.currency],
];

const momentOf = (lane: Word['channel'] | 'asked', when: string, fields: Fields): Html =>
  html`<li>
    <span class="soft">${when}</span>
    <div class="${lane}">
      <b>${lane}</b>
      ${fields.map(([name, value]) => (value === null ? html`` : html`<span>${name} <code>${text(String(value))}</code></span>`))}
    </div>
  </li>`;

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23);

const text = escapeControlChars;

const style = `
body { max-width: 80rem; }
.lanes { list-style: none; margin: .4rem 0 1.2rem; padding: 0;
  background: linear-gradient(to right, var(--line) 1px, transparent 1px) 4.6rem 0 / calc((100% - 4rem) / 5) 100% repeat-x; }
.lanes li { display: grid; grid-template-columns: 4rem repeat(5, minmax(0, 1fr)); gap: .6rem; font-size: .86rem; }
.lanes div { grid-row: 1; padding: 0 .5rem .5rem; border-left: 4px solid var(--soft); overflow-wrap: anywhere; }
.lanes b, .lanes div span { display: block; }
.asked { grid-column: 2; } .answer { grid-column: 3; } .page { grid-column: 4; } .redirect { grid-column: 5; }
.webhook { grid-column: 6; }
summary { white-space: pre-wrap; font-variant-numeric: tabular-nums; }
@media (max-width: 48rem) {
  .lanes { background: none; }
  .lanes li { grid-template-columns: 4rem minmax(0, 1fr); }
  .lanes div { grid-column: 2; }
}
`;
