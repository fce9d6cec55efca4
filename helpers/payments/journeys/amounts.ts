import { decimalsOf, withPlainDigits } from '../../settings/safety/readings.ts';

/** An amount shown on a page. */
interface Money {
  /** In the unit in which it is written. */
  value: number;
  /** The number of decimals. */
  decimals: number;
  /** The currency code beside it. */
  currency: string | undefined;
}

/** How a page shows the amount of a payment. */
export type AmountShown =
  | 'in main units'
  | 'in subunits'
  | 'as another amount'
  | 'no'
  /** These five are wrong in every notation of amounts. */
  | 'as many times as much'
  | 'as a tenth'
  | 'as a hundredth'
  | 'without its fraction'
  | 'in another currency';

/** What is wrong if a page shows an amount in one of these ways. */
export const wrongAmounts: Readonly<Partial<Record<string, 'amount' | 'currency'>>> = {
  'as many times as much': 'amount',
  'as a tenth': 'amount',
  'as a hundredth': 'amount',
  'without its fraction': 'amount',
  'in another currency': 'currency',
};

const currencies = new Set(Intl.supportedValuesOf('currency'));
const number = String.raw`\d(?:[\d.,'’ \u00a0\u202f]*\d)?`;
const gap = String.raw`[ \t\u00a0\u202f]?`;
/** A number with a currency code or sign on one side. */
const money = new RegExp(
  String.raw`(?:\b([A-Z]{3})|(\p{Sc}))${gap}(${number})|(${number})${gap}(?:([A-Z]{3})\b|(\p{Sc}))`,
  'gu',
);
/** Lines of a page that contain an amount other than that of the payment. */
const aboutOthers = /\b(limit|max(imum)?|min(imum)?|up to|at (most|least)|balance|fees?|charges?|discount|save)\b/i;
const bareNumber = new RegExp(number, 'gu');

/**
 * How a page shows the requested amount.
 *
 * @param text of the page
 * @param amount in the subunit
 */
export const amountShown = (text: string, amount: number, asked: string): AmountShown => {
  const currency = asked.toUpperCase();
  const digits = decimalsOf(currency);
  const main = amount / 10 ** digits;
  const page = withPlainDigits(text);
  const shown = moneyOn(page, currency).flat();
  const amounts = [...shown, ...[...page.matchAll(bareNumber)].flatMap(([one]) => readingsOf(one, undefined))];
  const isMain = ({ value, decimals }: Money) => value === main && (decimals === digits || Number.isInteger(main));
  const isSub = ({ value, decimals }: Money) => value === amount && decimals === 0;
  const isForeign = ({ currency: code }: Money) => code !== undefined && code !== currency;
  const correct = shown.filter((one) => isMain(one) || isSub(one));
  if (correct.length > 0 && correct.every(isForeign) && !page.includes(currency)) return 'in another currency';
  if (amounts.some((one) => isMain(one) && one.decimals === digits) || shown.some(isMain)) return 'in main units';
  if (amounts.some(isSub)) return 'in subunits';
  if (shown.every(isForeign)) return 'no';
  const lines = page.split('\n').filter((line) => !aboutOthers.test(line));
  const ours = moneyOn(lines.join('\n'), currency).filter((readings) => !readings.every(isForeign));
  // The number of decimals is known only for currency codes of three letters.
  const isDecidable = ours.length > 0 && /^[A-Z]{3}$/.test(currency);
  const everyIs = (test: (one: Money) => boolean) => isDecidable && ours.every((readings) => readings.some(test));
  if (everyIs((one) => isTimesTooMuch(one, main, digits))) return 'as many times as much';
  if (everyIs((one) => isPart(one, 10, main, digits))) return 'as a tenth';
  if (everyIs((one) => isPart(one, 100, main, digits))) return 'as a hundredth';
  return everyIs(({ value }) => value === Math.floor(main)) ? 'without its fraction' : 'as another amount';
};

/** Whether subunits were taken for main units, converted with the decimals of a common currency, or off by one place. */
const isTimesTooMuch = ({ value, decimals }: Money, main: number, digits: number): boolean => {
  const isMainUnits = digits === 0 || decimals > 0;
  const wrongUnits = [10, 10 ** digits, 10 ** Math.abs(digits - 2), 100];
  return isMainUnits && wrongUnits.some((times) => times > 1 && value === main * times);
};

/** Whether main units were taken for subunits, or are off by one place. Only two decimals are an undisputed subunit. */
const isPart = ({ value, decimals }: Money, parts: number, main: number, digits: number): boolean =>
  digits === 2 && decimals === 2 && Math.round(value * parts * 100) === Math.round(main * 100);

/** Each amount with a currency on a page, in all its readings. */
const moneyOn = (page: string, asked: string): Money[][] =>
  [...page.matchAll(money)].map(([, before, signBefore, second = '', first = '', behind, signBehind]) => {
    const code = before ?? behind;
    if (code === undefined) return readingsOf(second || first, signOf(signBefore ?? signBehind, asked));
    return currencies.has(code) || code === asked ? readingsOf(second || first, code) : [];
  });

/** Many currencies share a sign; only this one is unique. */
const signOf = (sign: string | undefined, asked: string): string | undefined =>
  sign === '€' && asked !== 'EUR' ? 'EUR' : undefined;

/** The readings of a number: three digits after its only separator are decimals or a group of thousands. */
const readingsOf = (written: string, currency: string | undefined): Money[] => {
  const plain = written.replace(/['’\s]/g, '');
  const [, whole = plain, separator = '', rest = ''] = /^(.*)([.,])(\d{1,4})$/.exec(plain) ?? [];
  const isOnly = !whole.includes(separator);
  const grouped: Money = { value: Number(plain.replace(/[.,]/g, '')), decimals: 0, currency };
  if (separator === '' || !isOnly) return [grouped];
  const decimal: Money = {
    value: Number(`${whole.replace(/[.,]/g, '')}.${rest}`),
    decimals: rest.length,
    currency,
  };
  return rest.length === 3 ? [grouped, decimal] : [decimal];
};
