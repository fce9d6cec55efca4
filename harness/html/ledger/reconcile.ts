import type { Entry, Intent, Word } from '../../../helpers/evidence/ledger/entries.ts';
import { wrongAmounts } from '../../../helpers/payments/journeys/amounts.ts';
import { movementsOf, type Movement } from './wallets.ts';

/** A requested payment, with the messages of all channels about it. */
export interface Asked {
  intent: Intent;
  words: Word[];
}

/** The kinds of contradictions between channels. */
export type Kind = 'shared id' | 'other reference' | 'other id' | 'other amount' | 'other currency' | 'unknown payment';

/** Messages about payments that cannot all be true. */
export interface Contradiction {
  what: Kind;
  /** A sentence; values of the target are in quotes. */
  said: string;
  /** The ids of the intents concerned. */
  intents: string[];
}

export interface Reconciled {
  asked: Asked[];
  /** Messages about payments that the suite did not request. */
  strays: Word[];
  /** Contradictions that the interface excludes. */
  contradictions: Contradiction[];
  /** Payments whose channels differ in ways that the interface leaves open. */
  observed: { said: string; intents: string[] }[];
  wallets: Movement[];
}

/** Compares the entries of a ledger with each other. */
export const reconcile = (entries: readonly Entry[]): Reconciled => {
  const asked = entries.flatMap((one): Asked[] => (one.kind === 'intent' ? [{ intent: one, words: [] }] : []));
  const byIntent = new Map(asked.map((one) => [one.intent.id, one]));
  const words = entries.filter((one) => one.kind === 'word');
  const answers = words.filter(({ intent }) => intent !== null);
  for (const answer of answers) byIntent.get(answer.intent ?? '')?.words.push(answer);
  const byId = indexOf(asked, (one) => idsOf(one));
  const byReference = indexOf(asked, (one) => referencesOf(one));
  const strays: Word[] = [];
  const contradictions = asked.flatMap(ofAnswer);
  for (const word of words.filter(({ intent }) => intent === null)) {
    const withId = byId.get(word.transactionId ?? word.about ?? '') ?? [];
    const withReference = byReference.get(word.about ?? word.reference ?? '') ?? [];
    const about = withId.find((one) => withReference.includes(one)) ?? withId[0] ?? withReference[0];
    if (about) {
      about.words.push(word);
      // Payments that share a reference cannot be told apart by it.
      if (withId.length > 0 || withReference.length === 1) {
        contradictions.push(...(word.channel === 'page' ? ofPage : ofWord)(word, about, withId.length > 0));
      }
    } else if (word.channel !== 'page') {
      strays.push(word);
    }
  }
  return {
    asked,
    strays,
    contradictions: [...contradictions, ...sharedIds(byId), ...unknownPayments(strays, asked)],
    observed: asked.flatMap(ofStates),
    wallets: movementsOf(entries),
  };
};

/** Whether the outcome of a payment is unknown: it has no answer and no message in another channel. */
export const isLost = ({ intent, words }: Asked): boolean =>
  // The answer to a form goes to the browser, so the suite does not see it.
  words.every(({ channel, http }) => channel === 'answer' && http === null) && intent.way !== 'form';

const idsOf = ({ words }: Asked): string[] => words.flatMap(({ transactionId }) => transactionId ?? []);
const referencesOf = ({ intent, words }: Asked): string[] => [
  ...new Set([intent, ...words].flatMap(({ reference }) => reference ?? [])),
];

const indexOf = (asked: readonly Asked[], keysOf: (one: Asked) => readonly string[]): Map<string, Asked[]> => {
  const index = new Map<string, Asked[]>();
  for (const one of asked) {
    for (const key of keysOf(one)) {
      const known = index.get(key);
      if (known) known.push(one);
      else index.set(key, [one]);
    }
  }
  return index;
};

/** Compares the answer with the request of a payment (2.2). */
const ofAnswer = ({ intent, words }: Asked): Contradiction[] =>
  words.flatMap((word): Contradiction[] => {
    if (word.http !== 200) return [];
    const differs = (what: Contradiction['what'], wanted: string | number | null, got: string | number | null) =>
      wanted !== null && got !== null && wanted !== got
        ? [{ what, said: `asked for ${shown(wanted)}, answered ${shown(got)}`, intents: [intent.id] }]
        : [];
    return [
      ...differs('other reference', intent.reference, word.reference),
      ...differs('other amount', intent.amount, word.amount),
      ...differs('other currency', intent.currency, word.currency),
    ];
  });

/** Compares a redirect or a notification with the payment it is about (2.3). */
const ofWord = (word: Word, about: Asked, isById: boolean): Contradiction[] => {
  const intents = [about.intent.id];
  const references = referencesOf({ ...about, words: about.words.filter(({ channel }) => channel === 'answer') });
  const ids = idsOf({ ...about, words: about.words.filter(({ channel }) => channel === 'answer') });
  if (isById && word.reference !== null && references.length > 0 && !references.includes(word.reference)) {
    const said = `the ${word.channel} has reference ${shown(word.reference)}, not ${shown(references[0])}`;
    return [{ what: 'other reference', said, intents }];
  }
  if (!isById && word.transactionId !== null && ids.length > 0) {
    const said = `the ${word.channel} has transaction_id ${shown(word.transactionId)}, not ${shown(ids[0])}`;
    return [{ what: 'other id', said, intents }];
  }
  return [];
};

/** Compares a page with the payment that it was opened for (1, 2.1). */
const ofPage = (word: Word, about: Asked): Contradiction[] => {
  const intents = [about.intent.id];
  const { amount, currency } = about.intent;
  const wrong = wrongAmounts[word.shows ?? ''];
  const references = referencesOf({ ...about, words: about.words.filter(({ channel }) => channel === 'answer') });
  return [
    ...(wrong
      ? [
          {
            what: `other ${wrong}` as const,
            said: `asked for ${shown(amount)} ${shown(currency)}, shown ${word.shows} on the page`,
            intents,
          },
        ]
      : []),
    ...(word.reference !== null && references.length > 0 && !references.includes(word.reference)
      ? [
          {
            what: 'other reference' as const,
            said: `the page shows reference ${shown(word.reference)}, not ${shown(references[0])}`,
            intents,
          },
        ]
      : []),
  ];
};

/** The interface does not specify state transitions (3), so different states are not a contradiction. */
const ofStates = ({ intent, words }: Asked): Reconciled['observed'] => {
  const said = words.filter(({ status }) => status === 'success' || status === 'failed' || status === 'cancelled');
  if (new Set(said.map(({ status }) => status)).size < 2) return [];
  return [{ said: said.map(({ channel, status }) => `${channel} ${status}`).join(', then '), intents: [intent.id] }];
};

/** Finds ids that payments share. Requests with the same reference may be the same payment. */
const sharedIds = (byId: ReadonlyMap<string, Asked[]>): Contradiction[] =>
  [...byId].flatMap(([id, sharing]): Contradiction[] => {
    const references = new Set(sharing.map(({ intent }) => intent.reference ?? intent.id));
    if (references.size < 2) return [];
    const said = `${references.size} payments have the transaction_id ${shown(id)}`;
    return [{ what: 'shared id', said, intents: sharing.map(({ intent }) => intent.id) }];
  });

/** Checks redirects only, as webhooks may be about other payments, and only when the ids of all payments are known. */
const unknownPayments = (strays: readonly Word[], asked: readonly Asked[]): Contradiction[] =>
  asked.some((one) => idsOf(one).length === 0 && (one.intent.way === 'form' || isLost(one)))
    ? []
    : strays
        .filter(({ channel, transactionId }) => channel === 'redirect' && transactionId !== null)
        .map(({ transactionId }) => ({
          what: 'unknown payment',
          said: `a redirect has transaction_id ${shown(transactionId)}, which no answer has`,
          intents: [],
        }));

const shown = (value: string | number | null | undefined): string => JSON.stringify(value ?? null);
