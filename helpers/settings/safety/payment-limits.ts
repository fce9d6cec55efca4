import { largestAmountIn, leavesOf, withPlainDigits } from '../../money/readings.ts';

/** The minimum number of digits of a phone number. */
export const shortestNumber = 7;
/** A shorter number, behind the code of a country, could be a real one; so it is not sent with such a code. */
export const shortestNational = 8;

/** The maximum amount and the permitted phone numbers. */
interface PaymentLimits {
  /** In the subunit. */
  maxAmount: number;
  currency: string;
  mobileMoneyNumber: string;
  testNumbers: readonly string[];
}

type Numbers = Pick<PaymentLimits, 'mobileMoneyNumber' | 'testNumbers'>;

/** Whether a text is a card number: 12 to 19 digits with the check digit of cards; a phone number begins with a zero. */
export const isCardNumber = (text: string): boolean => {
  const digits = digitsIn(text);
  if (!/^[1-9]\d{11,18}$/.test(digits) || !/^[\d\s-]*$/.test(withPlainDigits(text).trim())) return false;
  return passesCardCheck(digits);
};

/** Whether the last of some digits is the check digit of cards (ISO 7812). */
export const passesCardCheck = (digits: string): boolean => {
  const doubled = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit);
  const sum = [...digits].toReversed().reduce((all, one, at) => all + (at % 2 ? doubled(Number(one)) : Number(one)), 0);
  return sum % 10 === 0;
};

/** Whether a text is one of the test cards that the owner of the target has listed, with nothing before or behind it. */
export const isListedCard = (text: string, { testNumbers }: Pick<Numbers, 'testNumbers'>): boolean =>
  isCardNumber(text) && testNumbers.some((one) => isCardNumber(one) && digitsIn(one) === digitsIn(text));

/** The numbers that are no cards. */
export const phonesIn = (numbers: readonly string[]): string[] => numbers.filter((one) => !isCardNumber(one));

const digitsIn = (text: string): string => withPlainDigits(text).replace(/\D/g, '');

/**
 * Whether a text contains no phone number, or only a configured one: the whole of it, with or without its zero, with the
 * code of a country, or with a nine for the zero, as in a number that must be refused.
 */
export const isAllowedNumber = (text: string, { mobileMoneyNumber, testNumbers }: Numbers): boolean => {
  const digits = digitsIn(text);
  return (
    digits.length < shortestNumber ||
    phonesIn([mobileMoneyNumber, ...testNumbers]).some((number) => {
      const own = digitsIn(number).replace(/^0+/, '');
      if (own === '' || !digits.endsWith(own)) return false;
      const before = digits.slice(0, digits.length - own.length);
      return (
        /^(?:0*|90*)$/.test(before) || (own.length >= shortestNational && /^(?:00|011)?[1-9]\d{0,2}0?$/.test(before))
      );
    })
  );
};

/** The names of the fields of a request whose values must not be sent. */
export const forbiddenFields = (body: unknown, limits: Omit<PaymentLimits, 'currency'>): string[] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([name, value]) => {
        if (name === 'amount') return largestAmountIn(value) > limits.maxAmount ? [name] : [];
        if (name === 'mobile_money_number') return isStrayNumber(value, limits) ? [name] : [];
        return forbiddenFields(value, limits);
      })
    : [];

/** A service may read a list or object part by part, or as one text. */
const isStrayNumber = (value: unknown, limits: Numbers): boolean => {
  const leaves = leavesOf(value).map(String);
  return [...leaves, leaves.join('')].some((leaf) => !isAllowedNumber(leaf, limits));
};

/**
 * The final check of every request that initiates a payment.
 *
 * @param sent fields of 2.1 or 2.5, or the text of a body that is sent, as JSON or as a form; the amount is in the
 *   subunit
 * @throws when an amount can be read as more than MAX_AMOUNT, or a phone number is not one of the settings
 */
export const refuseForbiddenPayment = (sent: unknown, limits: Omit<PaymentLimits, 'currency'>): void => {
  const [forbidden] = forbiddenFields(typeof sent === 'string' ? fieldsOf(sent) : sent, limits);
  if (forbidden === 'amount')
    throw new Error(`an amount above MAX_AMOUNT (${limits.maxAmount} subunits) is never sent; lower it`);
  if (forbidden)
    throw new Error('only phone numbers in MOBILE_MONEY_NUMBER and TEST_NUMBERS are ever sent; use one of them');
};

const fieldsOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const form = new URLSearchParams(text);
    return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
  }
};
