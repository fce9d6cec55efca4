import { decimalsOf } from '../money/currencies.ts';
import { withPlainDigits } from '../money/readings.ts';

/** An amount shown on a page. */
interface Money {
  /** In the unit in which it is written. */
  value: number;
  /** The number of decimals. */
  decimals: number;
  /** The currency code beside it. */
  currency: string | undefined;
}

/** How a page shows the amount of a payment. `as another amount` may be right: the page names a fee, a tax or a limit. */
export type AmountShown =
  | 'in main units'
  | 'in subunits'
  | 'as another amount'
  | 'no'
  /** These three are wrong in every notation of amounts. */
  | 'wrong'
  | 'as many times as much'
  | 'in another currency';

/** Whether a page shows an amount that cannot be that of the payment. */
export const isWrongAmount = (shown: AmountShown): boolean =>
  shown === 'wrong' || shown === 'as many times as much' || shown === 'in another currency';

/** Whether it shows the amount itself. */
export const isShown = (shown: AmountShown): boolean => shown === 'in main units' || shown === 'in subunits';

/** Whether a page shows an amount beside a currency, in main units or in subunits. */
export const showsMoney = (text: string, amount: number, currency: string): boolean =>
  moneyOn(plainText(text), currency.toUpperCase())
    .flat()
    .some(
      ({ value, decimals }) => value === amount / 10 ** decimalsOf(currency) || (value === amount && decimals === 0),
    );

/** The amounts with a currency on a page, as they are written; at most five. */
export const amountsOn = (text: string): string => {
  const written = [...plainText(text).matchAll(money)].map(([one]) => one.trim());
  return [...new Set(written)].slice(0, 5).join(', ') || 'other numbers';
};

const currencies = new Set(Intl.supportedValuesOf('currency'));
const blank = String.raw`['’·_ \u00a0\u202f]`;
/** In groups that blanks or marks separate, the last of three digits; or without blanks, since another number may follow. */
const number = String.raw`(?:\d{1,3}(?:${blank}\d{2,3})*${blank}\d{3}(?:[.,]\d+)?(?!\d)|\d(?:[\d.,]*\d)?)`;
const optionalSpace = String.raw`[ \t\u00a0\u202f]?`;
/** A number with a currency code or sign on one side. */
const moneySource = String.raw`(?:\b([A-Z]{3})|(\p{Sc}))${optionalSpace}(${number})|(${number})${optionalSpace}(?:([A-Z]{3})\b|(\p{Sc}))`;
const money = new RegExp(moneySource, 'gu');
/** A wallet and what is in it, a rate, a percentage, thousands in a word, a number of instalments, or from one amount to another. */
const besideThePayment = new RegExp(
  String.raw`^\W*(?:(?:your|my) )?wallet\b|[=≈]|\d ?%|\d(?:[km](?!\p{L})| ?(?:lakh|lac|crore|thousand|million)s?\b)|\d ?[x×](?!\p{L})|(?<!\p{L})[x×] ?\d|(?:${moneySource}) ?(?:to|a|à|bis|–|—|-) ?(?:${moneySource})`,
  'iu',
);
/** Words of several languages for an amount other than that of the payment, which stand in its line of a page. */
const aboutOthers = new RegExp(
  String.raw`\b(?:(?:limit|max(?:imum)?|min(?:imum)?|up to|at (?:most|least)|balance|fees?|charges?|commission|discount|save|` +
    String.raw`vat|tax(?:es)?|tips?|example|e\.g\.|enter|available|remaining|left(?! to pay)|cash ?back|rewards?|points|bonus|` +
    String.raw`refund|between|below|above|instal?lments?|levy|duty|incl|including|rate)\b|disponib|inkl|solde|saldo|salio|guthaben|kontostand|frais|geb(?:ü|ue)hr|` +
    String.raw`taxas?\b|tarifa|comisi|comiss|provision|mwst|tva\b|iva\b|impuesto|imposto|plafond|l[ií]mite|m[ií]nim|m[aá]xim|` +
    String.raw`mindest|h(?:ö|oe)chst|rabatt|remise|descuento|desconto)`,
  'i',
);
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
  const page = plainText(text);
  const shown = moneyOn(page, currency).flat();
  const amounts = [...shown, ...[...page.matchAll(bareNumber)].flatMap(([one]) => readingsOf(one, undefined))];
  const isMain = ({ value }: Money) => value === main;
  const isSub = ({ value, decimals }: Money) => value === amount && decimals === 0;
  const isForeign = ({ currency: code }: Money) => code !== undefined && code !== currency;
  const correct = shown.filter((one) => isMain(one) || isSub(one));
  if (correct.length > 0 && correct.every(isForeign) && !page.includes(currency)) return 'in another currency';
  if (amounts.some((one) => isMain(one) && one.decimals === digits) || shown.some(isMain)) return 'in main units';
  if (isSplitOn(page, main, digits)) return 'in main units';
  if (amounts.some(isSub)) return 'in subunits';
  if (shown.every(isForeign)) return 'no';
  const isOurs = (readings: readonly Money[]) => readings.length > 0 && !readings.every(isForeign);
  const isOther = (line: string) => aboutOthers.test(line) || besideThePayment.test(line);
  const lines = linesOf(page).filter((line) => !isOther(line));
  const ours = moneyOn(lines.join('\n'), currency).filter(isOurs);
  // The number of decimals is known only for currency codes of three letters.
  const isDecidable = ours.length > 0 && /^[A-Z]{3}$/.test(currency);
  const everyIs = (test: (one: Money) => boolean) => isDecidable && ours.every((readings) => readings.some(test));
  if (everyIs((one) => isTimesTooMuch(one, main, digits))) return 'as many times as much';
  // A total may contain fees, and a price a tax, that the page shows beside it, in whatever language.
  const isExplained = explains([...new Set(shown.map(({ value }) => value))].slice(0, 5), main);
  return isDecidable && digits === 2 && !isExplained ? 'wrong' : 'as another amount';
};

/**
 * Whether a page that shows another amount shows one that has lost or won a cent or two, as by a computation with fractions.
 * One that is rounded to five cents, or to whole units, may be meant so.
 */
export const isOffByACent = (text: string, amount: number, currency: string): boolean =>
  amountShown(text, amount, currency) === 'wrong' &&
  moneyOn(plainText(text), currency.toUpperCase())
    .flat()
    .filter(({ decimals }) => decimals === 2)
    .map(({ value }) => Math.round(value * 100))
    .some((one) => Math.abs(one - amount) <= 2 && one % 5 !== 0);

/** Whether an amount is the sum of others, or what some of them leave of another. */
const explains = (others: readonly number[], amount: number): boolean => {
  const sums = others.reduce((all, one) => all.flatMap((sum) => [sum, sum + one, sum - one]), [0]);
  return others.length > 1 && sums.some((sum) => Math.abs(sum - amount) < 0.005);
};

/**
 * A text with plain digits and separators, without characters that are not seen, and without the signs that stand for no
 * cents. Two or three raised digits are cents, unless these are there already.
 */
const plainText = (text: string): string =>
  withPlainDigits(
    text
      .replace(/(?<=\d)(?<![.,]\d{1,2})(?=[⁰¹²³⁴-⁹]{2,3}(?![⁰¹²³⁴-⁹]))/g, '.')
      .replace(/(?<=\d)(?=[⁰¹²³⁴-⁹])/g, '\n')
      .replace(/[´˙]/g, "'"),
  )
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\d)[‘ʼʻˈ`′‧∙•⋅](?=\d{3}(?!\d))/gu, "'")
    .replace(/(?<=\d) ?(?:[.,][-–—]|\/[-=])(?!\s?\d)/g, '')
    .replace(/(?<=\d)[٬،](?=\d)/g, ',')
    .replace(/(?<=\d)٫(?=\d)/g, '.');

/** The lines of a page, each amount that stands alone with the caption before it. */
const linesOf = (page: string): string[] => {
  const lines = page.split('\n').filter((line) => line.trim() !== '');
  const isAlone = (line: string) => !/\p{L}/u.test(line.replace(money, '')) && /\d/.test(line);
  return lines.map((line, at) =>
    isAlone(line) && !/\d/.test(lines[at - 1] ?? '') ? `${lines[at - 1] ?? ''} ${line}` : line,
  );
};

/** Whether an amount is drawn in parts: its decimals small or raised, behind the currency, or each digit by itself. */
const isSplitOn = (page: string, main: number, digits: number): boolean => {
  const [whole = '', decimals] = main.toFixed(digits).split('.');
  if (!decimals) return false;
  const spaced = (text: string, between: string) => [...text].join(between);
  const currency = String.raw`[\s.,'’·-]{0,3}(?:[A-Z]{3}|\p{Sc})?[\s.,'-]{0,3}(?:and )?`;
  const parts = String.raw`${spaced(whole, String.raw`[\s.,'’]?`)}(?!\d)${currency}${spaced(decimals, String.raw`\s?`)}`;
  return new RegExp(String.raw`(?<![\d.,])${parts}(?![\d]|[.,]\d)`, 'u').test(page);
};

/** Whether subunits were taken for main units, converted with the decimals of a common currency, or off by one place. */
const isTimesTooMuch = ({ value, decimals }: Money, main: number, digits: number): boolean => {
  const isMainUnits = digits === 0 || decimals > 0;
  const wrongUnits = [10, 10 ** digits, 10 ** Math.abs(digits - 2), 100, 1000];
  return isMainUnits && wrongUnits.some((times) => times > 1 && Math.abs(value - main * times) < 0.005);
};

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
  const plain = written.replace(/['’·_\s]/g, '');
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
