import { command } from '../../helpers/processes/command.ts';
import { readLedger } from '../../helpers/evidence/ledger/book.ts';
import type { Intent, Word } from '../../helpers/evidence/ledger/entries.ts';
import { judgedBy } from '../../harness/html/ledger/judged-by.ts';
import { movementInWords } from '../../harness/html/ledger/wallets.ts';
import { isLost, reconcile, type Asked, type Reconciled } from '../../harness/html/ledger/reconcile.ts';
import { counted } from '../../harness/results/text.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

const usage = `npm run ledger: the payments of the last run, as every channel reports them.

  npm run ledger                   payments by the way they were started, contradictions, and unknown outcomes
  npm run ledger -- TEXT           the payments with this text in reference, transaction_id or checkout_id
  npm run ledger -- --folder PATH  another ledger than reports/ledger

reports/ledger/index.html shows each payment as a timeline.

Exit codes
  0  nothing contradicts
  1  the channels contradict each other
  3  there is no ledger, or no such payment`;

/** Maximum number of entries of each kind that are shown. */
const most = 50;

const ways: readonly Intent['way'][] = ['initiation', 'checkout', 'form'];

const overview = ({ asked, strays, contradictions, observed, wallets }: Reconciled): string[] => [
  `${'way'.padEnd(12)}${['asked', 'accepted', 'refused', 'unknown', 'redirects', 'notified'].map((one) => one.padStart(11)).join('')}`,
  ...ways.map((way) => {
    const of = asked.filter(({ intent }) => intent.way === way);
    const answered = (holds: (http: number) => boolean) =>
      of.filter(({ words }) => words.some(({ channel, http }) => channel === 'answer' && http !== null && holds(http)));
    const words = (channel: Word['channel']) =>
      of.flatMap((one) => one.words.filter((word) => word.channel === channel));
    const cells = [
      of,
      answered((http) => http < 400),
      answered((http) => http >= 400),
      of.filter(isLost),
      words('redirect'),
      words('webhook'),
    ];
    return `${way.padEnd(12)}${cells.map(({ length }) => String(length || '·').padStart(11)).join('')}`;
  }),
  '',
  `${counted(contradictions.length, 'contradiction')}, ${counted(strays.length, 'message')} about unknown payments`,
  ...contradictions
    .slice(0, most)
    .map(({ what, said }) => `  ${what}: ${escapeControlChars(said)} (${judgedBy[what].join(', ')})`),
  ...observed.slice(0, most).map(({ said }) => `  different states, which the interface leaves open: ${said}`),
  ...wallets.slice(0, most).map((one) => `  a wallet of ${escapeControlChars(movementInWords(one))}`),
  ...asked
    .filter(isLost)
    .slice(0, most)
    .map(({ intent }) => `  unknown outcome: ${inOneLine(intent)}`),
];

const inOneLine = ({ at, way, method, reference, amount, currency }: Intent): string =>
  [timeOf(at), way, method, amount === null ? null : String(amount), currency, reference]
    .map((one) => escapeControlChars(one ?? '·'))
    .join('  ');

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);

const stepsOf = ({ intent, words }: Asked): string[] => [
  '',
  `${timeOf(intent.at)}  intent    ${inOneLine(intent)}`,
  ...words.map(({ at, channel, ...word }) => {
    const { http, result, status, transactionId, reference, checkoutId, shows } = word;
    const said = {
      HTTP: http,
      result,
      status,
      transaction_id: transactionId,
      transaction_reference: reference,
      checkout_id: checkoutId,
      amount: shows,
    };
    const parts = Object.entries(said).filter(([, value]) => value !== null);
    return `${timeOf(at)}  ${channel.padEnd(8)}  ${escapeControlChars(parts.map(([name, value]) => `${name} ${value}`).join(', ')) || 'nothing'}`;
  }),
];

const isMeant = ({ intent, words }: Asked, text: string): boolean =>
  [intent.reference, ...words.flatMap((one) => [one.reference, one.transactionId, one.checkoutId])].some((value) =>
    value?.includes(text),
  );

await command(
  usage,
  { allowPositionals: true, options: { folder: { type: 'string', default: 'reports/ledger' } } },
  ({ folder }, [text]) => {
    const entries = readLedger(folder);
    if (entries.length === 0)
      throw new Error(`${folder} contains no ledger. Start a run, which writes one: ${toRun('start')}`);
    const reconciled = reconcile(entries);
    if (text === undefined) console.log(overview(reconciled).join('\n'));
    else {
      const meant = reconciled.asked.filter((one) => isMeant(one, text));
      if (meant.length === 0)
        throw new Error(`No payment of ${folder} has ${JSON.stringify(text)} in its reference or ids.`);
      console.log(meant.slice(0, most).flatMap(stepsOf).join('\n').trimStart());
      if (meant.length > most) console.log(`and ${meant.length - most} more`);
    }
    return reconciled.contradictions.length > 0 ? 1 : 0;
  },
);
