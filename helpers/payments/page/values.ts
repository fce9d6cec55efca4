import { NotTested } from '../../errors/errors.ts';
import { decimalsOf } from '../../money/currencies.ts';
import type { Customer } from '../checkout-page.ts';

/**
 * What is typed for the value of a line.
 *
 * @param text of the page, for the code that it shows
 * @throws NotTested when it shows none
 */
export const valueOf = (value: string, customer: Customer, text: string): string =>
  value
    .replaceAll('{number}', customer.mobileMoneyNumber)
    .replaceAll('{email}', customer.email)
    .replaceAll('{amount}', () => amountOf(customer))
    .replace(/\{code:([^}]*)\}/g, '$1')
    .replaceAll('{code}', () => codeOn(text));

/** The amount in main units, without decimals where it has none. */
const amountOf = ({ amount, currency }: Customer): string => {
  const decimals = decimalsOf(currency);
  const main = amount / 10 ** decimals;
  return Number.isInteger(main) ? String(main) : main.toFixed(decimals);
};

/** The only number of four to eight digits on a page, or the only one in lines that speak of a code. */
const codeOn = (text: string): string => {
  const numbersIn = (part: string) => [...new Set(part.match(/(?<![\d.,+])\d{4,8}(?![\d.,]*\d)/g))];
  const lines = text.split('\n').filter((line) => /code|otp|pin\b|password|token/i.test(line));
  const [found] = [numbersIn(lines.join('\n')), numbersIn(text)].filter((numbers) => numbers.length === 1);
  if (found?.[0] !== undefined) return found[0];
  throw new NotTested(
    'needs the code that the page shows, but it shows none, or several; write {code:1234} if it never changes',
  );
};
