import type { TestedRuleId } from '../../../interface/rules/catalogue.ts';
import * as is from './findings.ts';
import type { Journey } from './journey.ts';
import { least, otherAddressOf, plain, type End, type Plan, type Way } from './plan.ts';

type Outcome = Exclude<End, 'cancel'>;

/** Something that a payment owes, by the way it was started in and by its end. */
interface Duty {
  /** Its rule, for each way that has one. */
  rules: Readonly<Partial<Record<Way, TestedRuleId>>>;
  /** What tells its tests from others of the rule. */
  variant?: string | ((end: Outcome) => string);
  /** The end at which it is owed; both unless told otherwise. */
  end?: Outcome;
  /**
   * The payments that are judged. Of several plans for one of them, the first is walked that the service does not
   * refuse.
   */
  walks: (way: Way, end: Outcome) => readonly (readonly Plan[])[];
  judge: (...journeys: Journey[]) => is.Finding;
}

/** One test of a duty. */
export interface Owed extends Pick<Duty, 'judge'> {
  id: TestedRuleId;
  variant: string | undefined;
  walks: readonly (readonly Plan[])[];
}

const one =
  (plan: (way: Way, end: Outcome) => Plan): Duty['walks'] =>
  (way, end) => [[plan(way, end)]];
const withAll = one(plain);
const withLeast = one(least);
const amountLater = one((way, end) => ({ ...plain(way, end), amountLater: true }));
const otherAlone = one((way, end) => ({ way, end, addresses: 'other' }));
const ownAlone = one((way, end) => ({ way, end, addresses: 'own', reference: null }));
const onPhone = one((way, end) => ({ ...plain(way, end), phone: true }));

const oddCharacters = {
  'spaces and plus': 'a b+c  d',
  'signs of a query': 'a&b=c?d#e',
  'percent and slash': '100% a/b %41',
  'letters beyond ASCII': 'é ü 中 ☂',
};
const path = '/orders/7/a%2Fb%20c';
const query = 'order=42&note=two%20words%20%26%20more&tag=a&tag=b&flag&page=%C3%A9';
const own = { path, query: `${query}&status=draft`, fragment: 'receipt-7' };

/** All that is unusual at once; where a service refuses that, less of it. */
const unusual = (way: Way, end: Outcome, ...less: Omit<Plan, 'way' | 'end'>[]): Plan[] =>
  [{ own, reference: ` ${Object.values(oddCharacters).join(' | ')}`, refusable: true as const }, ...less].map(
    (plan) => ({ way, end, ...plan }),
  );
const ownAddress: Duty['walks'] = (way, end) => [unusual(way, end, { own, refusable: true }, { own: { path, query } })];
const ownFragment: Duty['walks'] = (way, end) => [unusual(way, end, { own, refusable: true })];

const the = (end: Outcome): string => end;
const withoutOther = (end: Outcome): string => `without ${otherAddressOf(end)}`;

const onThePage: readonly Duty[] = [
  {
    rules: { hosted: 'page.opens', form: 'form.leads-to-checkout', iframe: 'iframe.loads' },
    end: 'success',
    walks: withAll,
    judge: is.offered,
  },
  {
    rules: { hosted: 'page.opens' },
    variant: 'and the payment can be made',
    end: 'success',
    walks: withAll,
    judge: is.arrived,
  },
  {
    rules: { hosted: 'page.opens' },
    variant: 'without a reference and addresses',
    end: 'success',
    walks: withLeast,
    judge: is.offered,
  },
  {
    rules: { form: 'form.leads-to-checkout', iframe: 'iframe.loads' },
    variant: 'with the required fields alone',
    end: 'success',
    walks: withLeast,
    judge: is.offered,
  },
  {
    rules: { form: 'form.leads-to-checkout' },
    variant: 'without amount',
    end: 'success',
    walks: amountLater,
    judge: is.offered,
  },
  {
    rules: { form: 'form.amount-later', iframe: 'iframe.amount-later' },
    end: 'success',
    walks: amountLater,
    judge: is.amountSet,
  },
  {
    rules: { form: 'form.amount-later', iframe: 'iframe.amount-later' },
    variant: 'and pay it',
    end: 'success',
    walks: amountLater,
    judge: is.arrived,
  },
  { rules: { iframe: 'iframe.stays' }, end: 'success', walks: amountLater, judge: is.leftInFrame },
  {
    rules: { hosted: 'page.without-addresses', form: 'form.without-addresses', iframe: 'iframe.without-addresses' },
    variant: (end) => `ends in ${end}`,
    walks: withLeast,
    judge: is.over,
  },
  {
    rules: { hosted: 'page.small-screen', form: 'form.small-screen', iframe: 'iframe.small-screen' },
    variant: the,
    walks: onPhone,
    judge: is.payable,
  },
];

const arrivals: readonly Duty[] = [
  { rules: { hosted: 'redirect.success-url' }, end: 'success', walks: withAll, judge: is.arrived },
  { rules: { hosted: 'redirect.failure-url' }, end: 'failure', walks: withAll, judge: is.arrived },
  { rules: { form: 'form.success', iframe: 'iframe.success' }, end: 'success', walks: withAll, judge: is.whole },
  { rules: { form: 'form.failure', iframe: 'iframe.failure' }, end: 'failure', walks: withAll, judge: is.whole },
  {
    rules: { form: 'form.success', iframe: 'iframe.success' },
    variant: 'amount set by the customer',
    end: 'success',
    walks: amountLater,
    judge: is.whole,
  },
  {
    rules: { form: 'form.failure', iframe: 'iframe.failure' },
    variant: 'amount set by the customer',
    end: 'failure',
    walks: amountLater,
    judge: is.whole,
  },
  {
    rules: { hosted: 'redirect.success-url' },
    variant: withoutOther,
    end: 'success',
    walks: ownAlone,
    judge: is.arrived,
  },
  {
    rules: { hosted: 'redirect.failure-url' },
    variant: withoutOther,
    end: 'failure',
    walks: ownAlone,
    judge: is.arrived,
  },
  {
    rules: { form: 'form.success', iframe: 'iframe.success' },
    variant: withoutOther,
    end: 'success',
    walks: ownAlone,
    judge: is.whole,
  },
  {
    rules: { form: 'form.failure', iframe: 'iframe.failure' },
    variant: withoutOther,
    end: 'failure',
    walks: ownAlone,
    judge: is.whole,
  },
  {
    rules: { hosted: 'redirect.no-crossing', form: 'form.no-crossing', iframe: 'iframe.no-crossing' },
    variant: (end) => `${end}, with ${otherAddressOf(end)} alone`,
    walks: otherAlone,
    judge: is.awayFromOther,
  },
  {
    rules: { hosted: 'redirect.one-arrival', form: 'form.one-arrival', iframe: 'iframe.one-arrival' },
    variant: the,
    walks: withAll,
    judge: is.once,
  },
  {
    rules: { hosted: 'redirect.own-query', form: 'form.own-query', iframe: 'iframe.own-query' },
    variant: the,
    walks: ownAddress,
    judge: is.atOwnAddress,
  },
  {
    rules: { hosted: 'redirect.own-fragment', form: 'form.own-fragment', iframe: 'iframe.own-fragment' },
    variant: the,
    walks: ownFragment,
    judge: is.atOwnFragment,
  },
  {
    rules: { hosted: 'redirect.own-status', form: 'form.own-status', iframe: 'iframe.own-status' },
    variant: the,
    walks: ownFragment,
    judge: is.besideOwnStatus,
  },
];

const parameters: readonly Duty[] = [
  { rules: { hosted: 'redirect.status-success' }, end: 'success', walks: withAll, judge: is.withStatus },
  { rules: { hosted: 'redirect.status-failed' }, end: 'failure', walks: withAll, judge: is.withStatus },
  { rules: { hosted: 'redirect.checkout-id' }, variant: the, walks: withAll, judge: is.withOwn('checkout_id') },
  { rules: { hosted: 'redirect.transaction-id' }, variant: the, walks: withAll, judge: is.withOwn('transaction_id') },
  {
    rules: { hosted: 'redirect.transaction-reference' },
    variant: the,
    walks: withAll,
    judge: is.withOwn('transaction_reference'),
  },
  {
    rules: {
      hosted: 'redirect.reference-generated',
      form: 'form.reference-generated',
      iframe: 'iframe.reference-generated',
    },
    variant: (end) => (end === 'success' ? '' : end),
    walks: ownAlone,
    judge: is.withOwn('transaction_reference'),
  },
  {
    rules: { hosted: 'redirect.own-checkout-id' },
    end: 'success',
    walks: (way) => [...withAll(way, 'success'), ...withAll(way, 'failure')],
    judge: is.different('checkout_id'),
  },
  {
    rules: { form: 'form.own-ids', iframe: 'iframe.own-ids' },
    end: 'success',
    walks: (way) => [...ownAlone(way, 'success'), ...ownAlone(way, 'failure')],
    judge: is.different('checkout_id', 'transaction_id', 'transaction_reference'),
  },
  ...Object.entries(oddCharacters).map(([name, characters]): Duty => ({
    rules: {
      hosted: 'redirect.reference-encoded',
      form: 'form.reference-encoded',
      iframe: 'iframe.reference-encoded',
    },
    variant: (end) => (end === 'success' ? name : `${name}, ${end}`),
    walks: (way, end) => [unusual(way, end, { reference: ` ${characters}`, refusable: true })],
    judge: is.withReferenceSent,
  })),
];

const table = { page: onThePage, redirect: [...arrivals, ...parameters] };

/** What payments of a way owe, test by test: on the page where they are made, and in the redirect to the merchant. */
export const dutiesOf = (way: Way, about: keyof typeof table): Owed[] =>
  table[about].flatMap(({ rules, variant, end: only, walks, judge }) => {
    const id = rules[way];
    const ends = only ? [only] : (['success', 'failure'] as const);
    return id
      ? ends.map((end) => ({
          id,
          variant: typeof variant === 'function' ? variant(end) : variant,
          walks: walks(way, end),
          judge,
        }))
      : [];
  });
