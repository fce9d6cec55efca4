import { least, onPage, plain, type End, type Plan, type Way } from '../plan.ts';

/** The ends of payments that are paid or fail. */
export type Outcome = Exclude<End, 'cancel' | 'none'>;

/**
 * The payments that a duty is judged by, one for each list. Of several plans in a list, the first is walked that the
 * service does not refuse.
 */
export type WalksFor = (way: Way, end: Outcome) => readonly (readonly Plan[])[];

const one =
  (plan: (way: Way, end: Outcome) => Plan): WalksFor =>
  (way, end) => [[plan(way, end)]];
export const withAll = one(plain);
export const fromThePage = one(onPage);
export const withLeast = one(least);
export const otherAlone = one((way, end) => ({ way, end, addresses: 'other' }));

/** One address, a generated reference and a small screen have nothing to do with each other, so one walk will do. */
export const ownAlone = one((way, end) => ({ ...plain(way, end), addresses: 'own', reference: null, phone: true }));
/** Apart from all else, since a page that asks for the amount has a step of its own. */
export const amountLater = one((way, end) => ({ ...plain(way, end), amountLater: true }));

export const besideAnother = one((way, end) => ({ way, end, besideAnother: true }));

const look = (way: Way): Plan => ({ way, end: 'none', look: true, ...(way === 'hosted' ? { reloads: true } : {}) });
const lookAtFraction = (way: Way): Plan => ({ ...look(way), fraction: true, refusable: true });
export const lookedAt: WalksFor = (way) => [[lookAtFraction(way)]];
/** Of a hosted page alone: a form would be sent again. */
export const reloaded = [lookAtFraction('hosted'), look('hosted')] as const;
/** Only looked at: the number of the settings may be none of that currency's country. */
export const inSecondCurrency: WalksFor = (way) => [[{ way, end: 'none', look: true, secondCurrency: true }]];

export const oddCharacters = {
  'spaces and plus': 'a b+c  d',
  'signs of a query': 'a&b=c?d#e',
  'percent and slash': '100% a/b %41',
  'letters beyond ASCII': 'é ü 中 ☂',
};
const path = '/Orders/7/a%2Fb%20c';
const query = 'order=42&note=two%20words%20%26%20more&tag=a&tag=b&flag&page=%C3%A9';
const usual = { path: '/orders/7', query: 'order=42&note=two%20words%20%26%20more&tag=a&page=%C3%A9' };
const own = { path, query: `${query}&status=draft`, fragment: 'receipt-7' };

/** All that is unusual at once; where a service refuses that, less of it. */
const unusual = (way: Way, end: Outcome, ...less: Omit<Plan, 'way' | 'end'>[]): Plan[] =>
  [{ own, reference: ` ${Object.values(oddCharacters).join(' | ')}`, refusable: true as const }, ...less].map(
    (plan) => ({ way, end, ...plan }),
  );
export const ownAddress: WalksFor = (way, end) => [
  unusual(way, end, { own, refusable: true }, { own: { path, query }, refusable: true }, { own: usual }),
];
export const ownFragment: WalksFor = (way, end) => [unusual(way, end, { own, refusable: true })];
/** With one kind of odd characters alone, where they are refused together. */
export const withReference =
  (characters: string): WalksFor =>
  (way, end) => [unusual(way, end, { reference: ` ${characters}`, refusable: true })];
