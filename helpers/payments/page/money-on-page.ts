import { moneyIn, plainNumbers, subunitsOf, withPlainDigits } from '../../money/readings.ts';
import { isAllowedNumber, isCardNumber, isListedCard, phonesIn } from '../../settings/safety/payment-limits.ts';
import type { PageFacts, SentValue } from './page-facts.ts';
import type { Limits } from './page-lines.ts';
import type { PageNode } from './page-tree.ts';

// Nothing is pressed while a page could charge more than MAX_AMOUNT, or a number that is not in the settings.

const aboutMoney =
  /\b(?:amount|amt|sum|total|price|tip|gratuity|donation|surcharge|how much|montant|valor|quantia|monto|importe|betrag|summe|kiasi)\b/;
const aboutPhones =
  /\b(?:phone|mobile|msisdn|telephone|tel|cell|momo|subscriber|wallet number|telefone?|telefono|celular|handy(?:nummer)?|rufnummer|simu)\b/;
const aboutSomethingElse =
  /\b(?:id|ref|reference|count|max|maximum|min|minimum|limit|balance|token|code|key|provider|operator|network|session|cc|card)\b/;
const aboutCards = /\b(?:cc|card|cards|pan|cardnumber|carte|karte|tarjeta|cartao|kadi)\b/;
const aboutQuantity = /\b(?:quantity|qty|pieces)\b/;
/** A saved number with only its last digits shown. */
const masked = /(?:[•*·]|\bx{2}|X{2})[•*·xX\s-]{0,40}(\d{2,4})\b/;
const moneyAlone = /^\D{0,8}\d[\d.,\s]*(?:e\+?\d+)?\D{0,20}$/i;
const numberAlone = /^[\d\s().+-]{7,25}$/;

const wordsOf = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_\-.:/[\]]+/g, ' ')
    .toLowerCase();

/** What on a page must not be paid with, in words; undefined when the page may be used. */
export const forbiddenMoney = (
  { values }: PageFacts,
  pressed: PageNode,
  limits: Limits,
  amount: number,
): string | undefined =>
  [...values.map((one) => forbiddenValue(one, limits, amount)), forbiddenPromise(pressed.name, limits, amount)].find(
    (forbidden) => forbidden !== undefined,
  );

const forbiddenValue = (
  { words: given, value, type, disabled }: SentValue,
  limits: Limits,
  amount: number,
): string | undefined => {
  const words = wordsOf(given);
  if (/\bcurrency\b/.test(words) && /^[A-Z]{3}$/.test(value) && value !== limits.currency.toUpperCase()) {
    return `the currency of the page is ${value}, which is not CURRENCY (${limits.currency})`;
  }
  const isElse = aboutSomethingElse.test(words);
  if (aboutQuantity.test(words) && Number(value) > 1) {
    const cost = Number(value) * amount;
    return cost > limits.maxAmount ? tooMuch(given, `${value} times ${amount}`, cost, limits) : undefined;
  }
  const isMoney = aboutMoney.test(words) || (type === 'range' && !disabled);
  if (isMoney && !isElse && (moneyAlone.test(plainNumbers(value)) || type !== 'hidden')) {
    const most = subunitsOf(value, limits.currency, amount);
    return most > limits.maxAmount ? tooMuch(given, value, most, limits) : undefined;
  }
  const card = forbiddenCard(words, value, type, limits);
  if (card) return card;
  const isPhone = aboutPhones.test(words) || (type === 'tel' && !isListedCard(value, limits));
  const mayBeNumber = type === 'hidden' ? numberAlone.test(value) : /\d/.test(value);
  // Fields of cards use the type tel as well.
  return isPhone && !isElse && mayBeNumber && !isOwnNumber(value, limits)
    ? `${quoted(given)} asks for the number ${quoted(value)}, which is neither MOBILE_MONEY_NUMBER nor one of TEST_NUMBERS; ` +
        'add it to TEST_NUMBERS if it is a number of the test environment'
    : undefined;
};

/**
 * A card that the owner has not listed as a test card: in a field for cards, in hidden ones too, or seen anywhere else. A
 * phone number that happens to have the check digit of a card is judged as a phone number.
 */
const forbiddenCard = (words: string, value: string, type: string, limits: Limits): string | undefined => {
  const isForCards = aboutCards.test(words);
  const [, end] = isForCards || aboutCards.test(wordsOf(value)) ? (masked.exec(value) ?? []) : [];
  const isListedEnd = limits.testNumbers.some((one) => isCardNumber(one) && one.endsWith(end ?? ''));
  const isNumber = isForCards
    ? /^[\d\s-]*$/.test(withPlainDigits(value)) && withPlainDigits(value).replace(/\D/g, '').length >= 12
    : type !== 'hidden' && /^[2-6]/.test(value) && isCardNumber(value) && !aboutSomethingElse.test(words);
  const isForbidden =
    (isNumber && !isListedCard(value, limits) && !isAllowedNumber(value, limits)) || (end && !isListedEnd);
  return isForbidden
    ? `${quoted(words)} holds a card that is not listed in TEST_NUMBERS; list it there if it is a card of the test environment`
    : undefined;
};

const isOwnNumber = (text: string, limits: Limits): boolean => {
  const [, end] = masked.exec(text) ?? [];
  const known = phonesIn([limits.mobileMoneyNumber, ...limits.testNumbers]);
  return isAllowedNumber(text, limits) && (!end || known.some((one) => withPlainDigits(one).endsWith(end)));
};

/** The amount on a button, such as "Pay XTS 990,000.00" or "Pay K5 million", if it is too much. */
const forbiddenPromise = (name: string, limits: Limits, amount: number): string | undefined => {
  const [most] = moneyIn(name, limits.currency)
    .map((one) => [one, subunitsOf(one, limits.currency, amount)] as const)
    .filter(([, one]) => one > limits.maxAmount);
  return most && tooMuch(name, most[0], most[1], limits);
};

const tooMuch = (what: string, amount: string, most: number, { maxAmount }: Limits): string =>
  most === Infinity
    ? `${quoted(what)} is ${quoted(amount)}, which cannot be read as an amount; it may be more than MAX_AMOUNT (${maxAmount})`
    : `${quoted(what)} is ${quoted(amount)}, which may be ${most} subunits: more than MAX_AMOUNT (${maxAmount}); ` +
      'raise MAX_AMOUNT if that may be paid in the test environment';

const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 60));
