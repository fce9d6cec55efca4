import type { Duty } from './duty.ts';
import * as is from '../findings.ts';
import { amountLater, lookedAt, fromThePage, inSecondCurrency, withLeast } from './walks-for.ts';

/** Duties on the payment page (4.1, 4.2, 2.5). */
export const pageDuties: readonly Duty[] = [
  {
    rules: { hosted: 'page.opens', form: 'form.leads-to-checkout', iframe: 'iframe.loads' },
    end: 'success',
    walks: fromThePage,
    judge: is.offered,
  },
  {
    rules: { hosted: 'page.opens' },
    variant: 'and the payment can be made',
    end: 'success',
    walks: fromThePage,
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
    rules: { hosted: 'page.amount-right', form: 'form.amount-right', iframe: 'iframe.amount-right' },
    end: 'success',
    walks: fromThePage,
    judge: is.rightAmount,
  },
  {
    rules: { hosted: 'page.amount-right', form: 'form.amount-right', iframe: 'iframe.amount-right' },
    variant: 'with a fraction of the main unit',
    end: 'success',
    walks: lookedAt,
    judge: is.rightAmount,
  },
  {
    rules: { hosted: 'page.opens', form: 'form.leads-to-checkout', iframe: 'iframe.loads' },
    variant: 'in the second currency',
    end: 'success',
    needs: 'second-currency',
    walks: inSecondCurrency,
    judge: is.offered,
  },
  {
    rules: { hosted: 'page.amount-right', form: 'form.amount-right', iframe: 'iframe.amount-right' },
    variant: 'in the second currency',
    end: 'success',
    needs: 'second-currency',
    walks: inSecondCurrency,
    judge: is.rightAmount,
  },
];
