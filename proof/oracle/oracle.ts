import { existsSync } from 'node:fs';
import { command } from '../../helpers/processes/command.ts';
import { recordedExchanges } from '../../helpers/evidence/recorded.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { taggedEmailOf } from '../../interface/messages/requests.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { alterationsOf } from './alterations.ts';
import { readOracle, seenOf, withNames, type Seen } from './statements.ts';
import { outcomesOf, objectionsOfSuite } from './suite.ts';

const usage = `npm run oracle: a second opinion on the answers of a run.

Judges each recorded exchange, and copies of it with one alteration each, both by the suite and by
proof/oracle/statements.yaml.

  RECORD_EXCHANGES_IN=FOLDER npm start    records a run on the sandbox
  npm run oracle -- FOLDER                judges the recorded exchanges

Exit codes
  0  both judgements always agree
  1  they disagree
  3  the folder has no recorded exchanges`;

const settings = parseSettings({}, 'http://127.0.0.1');
const { currency, secondCurrency, operators, customerEmail, mobileMoneyNumber, publishableKey } = settings;
const named = new Map([
  [currency, '<CURRENCY>'],
  [secondCurrency ?? '', '<SECOND_CURRENCY>'],
  [customerEmail, '<CUSTOMER_EMAIL>'],
  [taggedEmailOf(customerEmail), '<CUSTOMER_EMAIL*>'],
  [mobileMoneyNumber, '<MOBILE_MONEY_NUMBER>'],
  [publishableKey, '<PUBLISHABLE_KEY>'],
  ...Object.entries(operators).map(([letter, code]) => [code, `<OPERATOR_${letter}_CODE>`] as const),
  ...lastDays(10).map((day) => [day, '<RECENT_DAY>'] as const),
]);
const masked = {
  '<PUBLISHABLE_KEY*>': 'almost-the-key',
  '<SECRET_KEY>': 'the-secret-key',
  '<SECRET_KEY*>': 'almost-the-secret-key',
  '<CUSTOMER_EMAIL*>': taggedEmailOf(customerEmail),
  '<CUSTOMER_EMAIL>': customerEmail,
  '<MOBILE_MONEY_NUMBER>': mobileMoneyNumber,
  '<PUBLISHABLE_KEY>': publishableKey,
};
const oracle = readOracle();
const disagreements = new Map<string, string>();
const kinds = new Set<string>();
const counts = { judged: 0, altered: 0, refused: 0 };

const main = (folder: string): number => {
  const exchanges = existsSync(folder) ? recordedExchanges(folder) : [];
  if (exchanges.length === 0) throw new Error(`${folder || 'FOLDER'} has no recorded exchanges; see --help`);
  for (const exchange of exchanges) {
    const whole = unmasked(exchange);
    const seen = seenOf(whole);
    const kind = compare('as it came', whole, seen);
    counts.judged += 1;
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    for (const { what, answer } of alterationsOf(seen.answer)) {
      compare(what, whole, { ...seen, answer });
      counts.altered += 1;
    }
  }
  for (const [what, request] of disagreements) console.log(`${what}\n    ${request}`);
  console.log(
    `${counts.judged} exchanges and ${counts.altered} altered answers of ${kinds.size} kinds judged twice, ${counts.refused} refused by both, ${disagreements.size} disagreements`,
  );
  return disagreements.size > 0 ? 1 : 0;
};

await command(usage, { allowPositionals: true }, (_, [folder = '']) => main(folder));

/** Judges an answer both ways and records a disagreement. @returns the kind of the exchange */
function compare(what: string, exchange: Exchange, seen: Seen): string {
  const outcomes = outcomesOf(seen, settings);
  const bySuite = objectionsOfSuite(exchange, seen, outcomes, settings.secretKey);
  const asNamed = withNames(seen, named);
  const byOracle = oracle.objections(asNamed);
  const isOpen = outcomes.length === 0;
  if (!isOpen && (bySuite === undefined) !== (byOracle.length === 0)) {
    const { endpoint, body } = seen.request;
    const sides =
      bySuite === undefined
        ? `only the statements object: ${byOracle.join('; ')}`
        : `only the suite objects: ${bySuite}`;
    disagreements.set(`${endpoint}, ${what}: ${sides}`, JSON.stringify({ body, answer: seen.answer }).slice(0, 700));
  }
  if (bySuite !== undefined && byOracle.length > 0) counts.refused += 1;
  const forms = outcomes.map((one) =>
    one.kind === 'answer' ? [one.answer.name, one.also.map(([field]) => field)] : one.kind,
  );
  return JSON.stringify([seen.request.endpoint, seen.answer.status, forms, oracle.about(asNamed)]);
}

/** The days before today in UTC, as YYYY-MM-DD. */
function lastDays(count: number): string[] {
  const dayMs = 86_400_000;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (index + 1) * dayMs).toISOString().slice(0, 10),
  );
}

/** The exchange with the names of settings replaced by the values of the sandbox. */
function unmasked(exchange: Exchange): Exchange {
  const requestBody = Object.entries(masked).reduce(
    (text, [name, value]) => text?.replaceAll(name, value),
    exchange.requestBody,
  );
  return { ...exchange, requestBody };
}
