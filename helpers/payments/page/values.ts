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

/** The numbers of four to eight digits in a text, without repetition. */
export const codesIn = (text: string): string[] => [...new Set(text.match(/(?<![\d.,+])\d{4,8}(?![\d.,]*\d)/g))];

/** The lines of a page that speak of a code, each with its groups of digits joined. */
export const linesOfCodes = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /code|otp|pin\b|password|token/i.test(line))
    .map((line) => line.replace(/(?<![\d.,+])(\d{3})[ -](\d{3})(?![ \d-]*\d)/g, '$1$2'));

/** The only such number on a page, or the only one in lines that speak of a code. */
export const shownCode = (text: string): string | undefined =>
  [linesOfCodes(text).join('\n'), text].map(codesIn).find(({ length }) => length === 1)?.[0];

const codeOn = (text: string): string => {
  const code = shownCode(text);
  if (code !== undefined) return code;
  throw new NotTested(
    'needs the code that the page shows, but it shows none, or several; write {code:1234} if it never changes',
  );
};
