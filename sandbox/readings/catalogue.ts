import type { Effect } from '../faults/exchange.ts';
import { identifiers } from './catalogue/answers/identifiers.ts';
import { json } from './catalogue/answers/json.ts';
import { keys } from './catalogue/answers/keys.ts';
import { refusals } from './catalogue/answers/refusals.ts';
import { transport } from './catalogue/answers/transport.ts';
import { wording } from './catalogue/answers/wording.ts';
import { forms } from './catalogue/browser/forms.ts';
import { pageContents } from './catalogue/browser/page-contents.ts';
import { pages } from './catalogue/browser/page.ts';
import { merchantReturns } from './catalogue/browser/way-back.ts';
import { callbackFields } from './catalogue/callbacks/fields.ts';
import { callbackRequests } from './catalogue/callbacks/requests.ts';
import { webhooks } from './catalogue/callbacks/webhooks.ts';
import { lenient } from './catalogue/initiation/lenient.ts';
import { operators } from './catalogue/initiation/operators.ts';
import { stricter } from './catalogue/initiation/stricter.ts';
import { balances } from './catalogue/wallets/balances.ts';
import { walletLists } from './catalogue/wallets/wallets.ts';
import { readingsOf, type Reading, type Subject } from './reading.ts';

// The order in which readings act: on fields first, then on the JSON text, then on the transport.
const parts = [
  lenient,
  stricter,
  operators,
  identifiers,
  callbackFields,
  callbackRequests,
  webhooks,
  walletLists,
  balances,
  pages,
  pageContents,
  merchantReturns,
  forms,
  refusals,
  wording,
  keys,
  json,
  transport,
] as const;

type Subjects = (typeof parts)[number];
type NamesOf<S> = S extends Subject<infer Name> ? Name : never;
type NamesIn<Part> = Part extends Part ? NamesOf<Part[keyof Part]> : never;

/** Every reading of the catalogue. */
export type ReadingName = NamesIn<Subjects>;

/** Every reading, in the order in which several of them take effect. */
export const readings: readonly Reading[] = parts.flatMap((part) =>
  Object.entries<Subject>(part).flatMap(([subject, one]) => readingsOf(subject, one)),
);

const byName = new Map(readings.map((reading) => [reading.name, reading]));

/** The reading with this name, or undefined. */
export const findReading = (name: string): Reading | undefined => byName.get(name);

/** The combined effects of several readings. */
export const effectsOf = (names: readonly string[]): Effect[] =>
  readings.filter(({ name }) => names.includes(name)).flatMap(({ effects }) => effects);

/**
 * Parses comma-separated names: `a,b`.
 *
 * @throws Error when a name is unknown, or when two readings answer the same question
 */
export const parseReadings = (text: string): ReadingName[] => {
  const names = text.split(',').map((name) => name.trim());
  const bySubject = new Map<string, string>();
  for (const name of names) {
    const reading = findReading(name);
    if (!reading) throw new Error(`There is no reading '${name}'; --readings lists them.`);
    const other = bySubject.get(reading.subject);
    if (other) throw new Error(`'${other}' and '${name}' answer the same question, ${reading.subject}: choose one.`);
    bySubject.set(reading.subject, name);
  }
  return names as ReadingName[];
};
