import { least, onPage, plain, type End, type Plan, type Way } from '../plan.ts';

/** The ends of payments that succeed or fail. */
export type Outcome = Exclude<End, 'cancel' | 'none'>;

/**
 * The payments on which a duty is judged, one per list. The first plan of a list that the service does not refuse is
 * walked.
 */
export type WalksFor = (way: Way, end: Outcome) => readonly (readonly Plan[])[];

const one =
  (plan: (way: Way, end: Outcome) => Plan): WalksFor =>
  (way, end) => [[plan(way, end)]];
export const withAll = one(plain);
export const fromThePage = one(onPage);
export const withLeast = one(least);
export const otherAlone = one((way, end) => ({ way, end, addresses: 'other' }));

/**
 * One address, a generated reference and a small screen are independent of each other, so one walk covers all three.
 */
export const ownAlone = one((way, end) => ({ ...plain(way, end), addresses: 'own', reference: null, phone: true }));
/** Not combined with anything else, since a page that asks for the amount has an additional step. */
export const amountLater = one((way, end) => ({ ...plain(way, end), amountLater: true }));

export const besideAnother = one((way, end) => ({ way, end, besideAnother: true }));

const look = (way: Way): Plan => ({ way, end: 'none', look: true, ...(way === 'hosted' ? { reloads: true } : {}) });
const lookAtFraction = (way: Way): Plan => ({ ...look(way), fraction: true, refusable: true });
export const lookedAt: WalksFor = (way) => [[lookAtFraction(way)]];
/** Only for hosted pages, since reloading would submit a form again. */
export const reloaded = [lookAtFraction('hosted'), look('hosted')] as const;
/** Only examined, since the number of the settings may not belong to the country of that currency. */
export const inSecondCurrency: WalksFor = (way) => [[{ way, end: 'none', look: true, secondCurrency: true }]];

export const oddCharacters = {
  'spaces and plus': 'a b+c  d',
  'signs of a query': 'a&b=c?d#e',
  'percent and slash': '100% a/b %41',
  'letters beyond ASCII': 'é ü 中 ☂',
};
const path = '/Orders/7/a%2Fb%20c';
const query = 'note=two%20words%20%26%20more&tag=a&tag=b&flag&page=%C3%A9';
const usual = { path: '/orders/7', query: 'order=42&note=two%20words%20%26%20more&tag=a&page=%C3%A9' };
// Not at either end of the query, where a service that loses the first or the last parameter would go unnoticed.
const own = { path, query: `order=42&status=draft&${query}`, fragment: 'receipt-7' };

/** All unusual parts at once, then fewer of them if the service refuses that. */
const unusual = (way: Way, end: Outcome, ...less: Omit<Plan, 'way' | 'end'>[]): Plan[] =>
  [{ own, reference: ` ${Object.values(oddCharacters).join(' | ')}`, refusable: true as const }, ...less].map(
    (plan) => ({ way, end, ...plan }),
  );
export const ownAddress: WalksFor = (way, end) => [
  unusual(
    way,
    end,
    { own, refusable: true },
    { own: { path, query: `order=42&${query}` }, refusable: true },
    { own: usual },
  ),
];
export const ownFragment: WalksFor = (way, end) => [unusual(way, end, { own, refusable: true })];
/** Falls back to one kind of unusual characters if all together are refused. */
export const withReference =
  (characters: string): WalksFor =>
  (way, end) => [unusual(way, end, { reference: ` ${characters}`, refusable: true })];
