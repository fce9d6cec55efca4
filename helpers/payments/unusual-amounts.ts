import { decimalsOf } from '../money/currencies.ts';
import type { Settings } from '../settings/settings.ts';
import type { Entry } from './checkout-page.ts';

/** Amounts that a page may show or read wrongly. */
export type UnusualAmount =
  | 'units and five cents'
  | 'one main unit'
  | 'three main units more'
  | 'four main units more'
  | 'a thousand main units'
  | 'with decimals';

/** In the subunit; undefined where MAX_AMOUNT does not allow it, or the currency has no subunit. */
export const unusualAmount = (
  { amount, maxAmount, currency, seed }: Settings,
  name: UnusualAmount,
): number | undefined => {
  const unit = 10 ** decimalsOf(currency);
  const main = amount - (amount % unit);
  const wanted = {
    // A page that writes cents as a number of their own shows them as fifty.
    'units and five cents': unit > 1 ? main + unit / 20 : Infinity,
    'one main unit': unit,
    'three main units more': main + 3 * unit,
    'four main units more': main + 4 * unit,
    // With a sign between the thousands on many pages, and with cents.
    'a thousand main units': Math.max(1000 * unit, Math.min(maxAmount, Math.round(1234.56 * unit))),
    'with decimals': unit > 1 ? withDecimals(main + unit, unit, maxAmount, seed.number) : Infinity,
  }[name];
  return Number.isInteger(wanted) && wanted <= maxAmount ? wanted : undefined;
};

/**
 * By seed, an amount as odd as no fee and no tax is; if there is one, such as a service loses a cent of that computes with
 * fractions: 19.99 times 100 is less than 1999 then.
 */
const withDecimals = (least: number, unit: number, most: number, seed: number): number => {
  const all = Array.from({ length: 3000 }, (_, index) => least + (index + 11) * (unit / 100));
  // A cent less is still no multiple of five, to which a service may round.
  const odd = all.filter((one) => one <= most && (one % unit) % (unit / 10) !== 0 && (one - 1) % 5 !== 0);
  const lossy = odd.filter((one) => Math.trunc((one / unit) * unit) < one);
  const from = lossy.length > 0 ? lossy : odd;
  return from[seed % from.length] ?? Infinity;
};

/** What a customer types first as an amount, then what a page has to take. */
export const typedFirst = (settings: Settings, name: UnusualAmount | undefined): Entry[] => {
  const amount = name && unusualAmount(settings, name);
  return amount === undefined ? [{}] : [{ amount }, {}];
};

/**
 * A number that is left empty, beside another amount where the customer types one; then what a page has to take, where the
 * customer changes the amount before it is sent.
 */
export const mistakenFirst = (settings: Settings, typesAmount: boolean): Entry[] => {
  const amount = unusualAmount(settings, 'three main units more') ?? unusualAmount(settings, 'one main unit');
  const amountBefore = unusualAmount(settings, 'four main units more');
  return [
    { mobileMoneyNumber: '', ...(typesAmount && amount !== undefined && { amount }) },
    typesAmount && amountBefore !== undefined ? { amountBefore } : {},
  ];
};
