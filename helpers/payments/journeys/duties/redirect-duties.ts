import type { Duty } from './duty.ts';
import * as is from '../findings.ts';
import { otherAddressOf } from '../plan.ts';
import {
  amountLater,
  besideAnother,
  oddCharacters,
  otherAlone,
  ownAddress,
  ownAlone,
  ownFragment,
  withAll,
  withReference,
  type Outcome,
  type WalksFor,
} from './walks-for.ts';

const endName = (end: Outcome): string => end;
const withoutOther = (end: Outcome): string => `without ${otherAddressOf(end)}`;

/** Two payments of each end, since ids may be unique among different ends but not among equal ones. */
const allPaid: WalksFor = (way) =>
  [ownAlone, withAll].flatMap((walks) => [...walks(way, 'success'), ...walks(way, 'failure')]);

type Rules = Duty['rules'];

/** One duty for each end, of which each has rules of its own. */
const ofEnds =
  (rules: Record<Outcome, Rules>) =>
  (duty: Omit<Duty, 'rules' | 'end'>): Duty[] =>
    (['success', 'failure'] as const).map((end) => ({ rules: rules[end], end, ...duty }));

const redirect = ofEnds({ success: { hosted: 'redirect.success-url' }, failure: { hosted: 'redirect.failure-url' } });
const checkout = ofEnds({
  success: { form: 'form.success', iframe: 'iframe.success' },
  failure: { form: 'form.failure', iframe: 'iframe.failure' },
});
const status = ofEnds({
  success: { hosted: 'redirect.status-success' },
  failure: { hosted: 'redirect.status-failed' },
});

/** The parameter of the redirect, with both addresses and with one. */
const carries = (rules: Rules, parameter: 'checkout_id' | 'transaction_id'): Duty[] => [
  { rules, variant: endName, walks: withAll, judge: is.withOwn(parameter) },
  { rules, variant: withoutOther, walks: ownAlone, judge: is.withOwn(parameter) },
];

/** Duties on the arrival of the browser (2.3, 2.1). */
export const arrivalDuties: readonly Duty[] = [
  ...redirect({ walks: withAll, judge: is.arrived }),
  ...checkout({ walks: withAll, judge: is.whole }),
  ...checkout({ variant: 'amount set by the customer', walks: amountLater, judge: is.whole }),
  ...redirect({ variant: withoutOther, walks: ownAlone, judge: is.arrived }),
  ...checkout({ variant: withoutOther, walks: ownAlone, judge: is.whole }),
  {
    rules: { hosted: 'redirect.no-crossing', form: 'form.no-crossing', iframe: 'iframe.no-crossing' },
    variant: (end) => `${end}, with ${otherAddressOf(end)} alone`,
    walks: otherAlone,
    judge: is.awayFromOther,
  },
  {
    rules: { hosted: 'redirect.one-arrival', form: 'form.one-arrival', iframe: 'iframe.one-arrival' },
    variant: endName,
    walks: withAll,
    judge: is.once,
  },
  {
    rules: { hosted: 'redirect.small-screen', form: 'form.small-screen', iframe: 'iframe.small-screen' },
    variant: endName,
    walks: ownAlone,
    judge: is.payable,
  },
  {
    rules: { hosted: 'redirect.two-tabs', form: 'form.two-tabs', iframe: 'iframe.two-tabs' },
    end: 'success',
    walks: besideAnother,
    judge: is.besideAnother,
  },
  {
    rules: { hosted: 'redirect.own-query', form: 'form.own-query', iframe: 'iframe.own-query' },
    variant: endName,
    walks: ownAddress,
    judge: is.atOwnAddress,
  },
  {
    rules: { hosted: 'redirect.own-fragment', form: 'form.own-fragment', iframe: 'iframe.own-fragment' },
    variant: endName,
    walks: ownFragment,
    judge: is.atOwnFragment,
  },
  {
    rules: { hosted: 'redirect.own-status', form: 'form.own-status', iframe: 'iframe.own-status' },
    variant: endName,
    walks: ownFragment,
    judge: is.besideOwnStatus,
  },
];

/** Duties on the parameters of the redirect (2.3, 3). */
export const parameterDuties: readonly Duty[] = [
  ...status({ walks: withAll, judge: is.withStatus }),
  ...status({ variant: withoutOther, walks: ownAlone, judge: is.withStatus }),
  ...carries({ hosted: 'redirect.checkout-id' }, 'checkout_id'),
  ...carries({ hosted: 'redirect.transaction-id' }, 'transaction_id'),
  {
    rules: { hosted: 'redirect.transaction-reference' },
    variant: endName,
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
    walks: allPaid,
    judge: is.different('checkout_id'),
  },
  {
    rules: { form: 'form.own-ids', iframe: 'iframe.own-ids' },
    end: 'success',
    walks: allPaid,
    judge: is.different('checkout_id', 'transaction_id', 'transaction_reference'),
  },
  ...Object.entries(oddCharacters).map(([name, characters]): Duty => ({
    rules: {
      hosted: 'redirect.reference-encoded',
      form: 'form.reference-encoded',
      iframe: 'iframe.reference-encoded',
    },
    variant: (end) => (end === 'success' ? name : `${name}, ${end}`),
    walks: withReference(characters),
    judge: is.withReferenceSent,
  })),
];
