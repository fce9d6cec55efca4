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

/** Duties on the arrival of the browser (2.3, 2.1). */
export const arrivalDuties: readonly Duty[] = [
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
  { rules: { hosted: 'redirect.status-success' }, end: 'success', walks: withAll, judge: is.withStatus },
  { rules: { hosted: 'redirect.status-failed' }, end: 'failure', walks: withAll, judge: is.withStatus },
  {
    rules: { hosted: 'redirect.status-success' },
    variant: withoutOther,
    end: 'success',
    walks: ownAlone,
    judge: is.withStatus,
  },
  {
    rules: { hosted: 'redirect.status-failed' },
    variant: withoutOther,
    end: 'failure',
    walks: ownAlone,
    judge: is.withStatus,
  },
  { rules: { hosted: 'redirect.checkout-id' }, variant: endName, walks: withAll, judge: is.withOwn('checkout_id') },
  {
    rules: { hosted: 'redirect.checkout-id' },
    variant: withoutOther,
    walks: ownAlone,
    judge: is.withOwn('checkout_id'),
  },
  {
    rules: { hosted: 'redirect.transaction-id' },
    variant: endName,
    walks: withAll,
    judge: is.withOwn('transaction_id'),
  },
  {
    rules: { hosted: 'redirect.transaction-id' },
    variant: withoutOther,
    walks: ownAlone,
    judge: is.withOwn('transaction_id'),
  },
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
