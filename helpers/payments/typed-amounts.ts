import { mismatch, type Mismatch } from '../../interface/messages/mismatch.ts';
import { decimalsOf } from '../money/currencies.ts';
import { amountShown, amountsOn, isOffByACent, showsMoney, type AmountShown } from './shown-amounts.ts';

/** An amount that the customer has typed, in subunits, with what the pages say of it. */
export interface TypedAmount {
  readonly amount: number;
  readonly currency: string;
  /** What was typed before it, or stood in the field, and was not taken. */
  readonly earlier: readonly number[];
  /** The pages before anything was typed: what they show may be an offer. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What pages show that cannot be the amount that was typed. */
export const mismatchesOfTyped = ({ amount, currency, earlier, before, after }: TypedAmount): Mismatch[] => {
  const notTaken = earlier.filter((one) => one !== amount && !before.some((text) => shows(text, one, currency)));
  const shownAt = after.findIndex((text) => shows(text, amount, currency));
  const isEverShown = shownAt !== -1;
  /** Whether a page shows what was typed and a further amount that was not there before, such as a fee. */
  const showsFee = (text: string): boolean => {
    const typed = [amount, ...earlier];
    const others = amountsOn(text)
      .split(', ')
      .filter((one) => !typed.some((value) => shows(one, value, currency)));
    return shows(text, amount, currency) && others.some((one) => before.every((page) => !page.includes(one)));
  };
  return after.flatMap((text, at) => {
    const isShown = shows(text, amount, currency);
    const readings = readingsOn(text, amount, currency);
    const [inMain = 'no', inSubunits] = readings;
    // A multiple is certainly wrong; of subunits only where no page shows the amount, since a fee may be a tenth of it.
    // Where a comma stands before the cents, a point may have been taken for a group of thousands.
    const isMain = inMain === 'as many times as much' && (inSubunits !== undefined || !/\d,\d\d(?!\d)/.test(text));
    const how = {
      'as typed before': !isShown && notTaken.some((one) => shows(text, one, currency)),
      'in another currency': readings.includes('in another currency'),
      'off by a cent': !isShown && isOffByACent(text, amount, currency),
      'as many times as much': isMain || (!isEverShown && inSubunits === 'as many times as much'),
      // A page before the one that shows it may still tell of what was typed earlier.
      'another amount':
        at > shownAt &&
        !isShown &&
        isNew(text, before) &&
        readings.every((one) => one === 'wrong') &&
        (!isEverShown || !after.slice(0, at).some(showsFee)),
    };
    const [received] = Object.entries(how).find(([, is]) => is) ?? [];
    const said = `a page shows ${amountsOn(text)}`;
    return received === undefined ? [] : mismatch('amount on the page', 'as typed last', received, said);
  });
};

/** How a page shows an amount. Whether it was typed in main units or in subunits is not known. */
const readingsOn = (text: string, amount: number, currency: string): AmountShown[] =>
  [amount, amount / 10 ** decimalsOf(currency)]
    .filter(Number.isInteger)
    .map((read) => amountShown(text, read, currency));

/** Whether a page shows an amount. A number alone, without decimals, may be a day, an hour or part of an id. */
const shows = (text: string, amount: number, currency: string): boolean =>
  readingsOn(text, amount, currency).includes('in main units') ||
  showsMoney(text, amount, currency) ||
  showsMoney(text, amount / 10 ** decimalsOf(currency), currency);

/** Whether a page shows one amount, and a new one. Several may be offers or a fee, and one that was there before a limit. */
const isNew = (text: string, before: readonly string[]): boolean => {
  const shown = amountsOn(text);
  return !shown.includes(', ') && before.every((one) => !one.includes(shown));
};
