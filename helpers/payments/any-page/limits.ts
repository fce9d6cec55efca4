import { isAllowedNumber, shortestNumber, subunitsOf } from '../../settings/safety/payment-limits.ts';
import { withPlainDigits } from '../../settings/safety/readings.ts';
import type { Customer } from '../checkout-page.ts';
import type { Preset } from './scene/read-document.ts';
import type { Control, Scene } from './scene/scene.ts';
import { subjectOf, wordsOf } from './scene/vocabulary.ts';

// Limits on the amounts and phone numbers with which the suite may pay on a page.

const aboutMoney = /\b(amount|amt|sum|total|price|tip|gratuity|donation|surcharge|how much)\b/;
const aboutPhones = /\b(phone|mobile|msisdn|telephone|tel|cell|momo|subscriber|wallet number)\b/;
const aboutSomethingElse =
  /\b(id|ref|reference|count|max|maximum|min|minimum|limit|balance|token|code|key|provider|operator|network|session|currency)\b/;
const aboutQuantity = /\b(quantity|qty|pieces)\b/;
/** The format of phone numbers, as opposed to amounts, order numbers and dates. */
const dialled = /(?:\+|\b0)\d[\d\s().-]{4,}\d/;
/** A saved number with only its last digits shown. */
const masked = /(?:[•*·]|\bx{2}|X{2})[•*·xX\s-]{0,40}(\d{2,4})\b/;

/** A card number, digits only. */
export const cardDigits = /^\d{15,19}$/;

/** Whether an amount may be paid in every interpretation, since an amount on a page may be in main units. */
export const isPayable = (amount: number | string, { currency, maxAmount }: Customer): boolean =>
  subunitsOf(String(amount), currency) <= maxAmount;

/** Whether a text contains no phone number other than those of the settings, not even a masked one. */
export const isOwnNumber = (text: string, customer: Customer): boolean => {
  const { mobileMoneyNumber, testNumbers } = customer;
  const [, end] = masked.exec(text) ?? [];
  return (
    isAllowedNumber(text, customer) && (!end || [mobileMoneyNumber, ...testNumbers].some((one) => one.endsWith(end)))
  );
};

/** Whether a text is only a phone number. */
export const isNumberToDial = (text: string): boolean => dialled.test(withPlainDigits(text)) && !/[a-z]{3}/i.test(text);

export const isQuantity = ({ name, hints }: Control): boolean => aboutQuantity.test(wordsOf(`${name} ${hints}`));

/** Whether the words about a field refer to a phone. */
export const speaksOfPhone = (words: string): boolean => aboutPhones.test(words) && !aboutSomethingElse.test(words);

/** Whether a field has a value that must not be used for a payment and should be replaced. */
export const isStray = (control: Control, customer: Customer): boolean => strayValue(control, customer) !== undefined;

/** Describes the fields and hidden values of a page that must not be used for a payment. */
export const strayValues = (scene: Scene, customer: Customer): string[] => [
  ...scene.controls.filter(({ kind }) => kind === 'text').flatMap((one) => strayValue(one, customer) ?? []),
  ...strayPresets(scene.presets, customer),
];

/** The same for hidden values. */
export const strayPresets = (presets: readonly Preset[], customer: Customer): string[] =>
  presets.flatMap(({ name, value }) => {
    const words = wordsOf(name);
    if (aboutSomethingElse.test(words)) return [];
    if (aboutMoney.test(words) && /^\D{0,5}\d[\d.,\s]*(e\d+)?\D{0,5}$/i.test(value)) {
      return isPayable(value, customer) ? [] : tooMuch(name, value, customer);
    }
    const isNumber = aboutPhones.test(words) && /^[\d\s()+.-]{7,25}$/.test(value);
    return isNumber && !isOwnNumber(value, customer) ? unlisted(name, value) : [];
  });

const strayValue = (control: Control, customer: Customer): string | undefined => {
  const { name, hints, value, type, disabled } = control;
  if (value === '') return undefined;
  const words = wordsOf(`${name} ${hints}`);
  const subject = subjectOf(control);
  // A disabled field counts as an amount only if its words refer to money.
  if (subject === 'amount' && (!disabled || aboutMoney.test(words))) {
    return isPayable(value, customer) ? undefined : tooMuch(name || hints, value, customer);
  }
  if (isQuantity(control) && Number(value) > 1) {
    const cost = Number(value) * customer.amount;
    return cost <= customer.maxAmount ? undefined : tooMuch(name, `${value} times ${customer.amount}`, customer, cost);
  }
  // Fields for cards also use the type `tel`; a card number is too long for a phone number.
  const isCard = subject === 'card-number' && cardDigits.test(value.replace(/(\d)[ -]/g, '$1'));
  const isNumber =
    (type === 'tel' && !isCard) || speaksOfPhone(words) || (subject === 'phone' && isNumberToDial(value));
  return isNumber && !isOwnNumber(value, customer) ? unlisted(name || hints, value) : undefined;
};

/** Describes the amount on a button if it is too much, such as "Pay XTS 990,000.00". */
export const strayPromise = ({ name }: Control, customer: Customer): string | undefined => {
  const unit = /^[a-z]{2,5}$/i.test(customer.currency) ? `\\p{Sc}|\\b${customer.currency}` : String.raw`\p{Sc}`;
  const money = new RegExp(`(?:${unit})\\s?(\\d[\\d.,' ]*)|(\\d[\\d.,' ]*)\\s?(?:${unit})`, 'iu').exec(name);
  const amount = money?.[1] ?? money?.[2];
  return amount && !isPayable(amount, customer) ? tooMuch(name, amount, customer) : undefined;
};

export const tooMuch = (what: string, amount: string, customer: Customer, subunits?: number): string => {
  const most = subunits ?? subunitsOf(amount, customer.currency);
  return (
    `${quoted(what)} is ${quoted(amount)}, which may be ${most} subunits: more than MAX_AMOUNT ` +
    `(${customer.maxAmount}); raise MAX_AMOUNT if that may be paid in the test environment`
  );
};

export const unlisted = (what: string, number: string): string =>
  `${quoted(what)} asks for the number ${quoted(number)}, which is neither MOBILE_MONEY_NUMBER nor one of TEST_NUMBERS; ` +
  'add it to TEST_NUMBERS if it is a number of the test environment';

const quoted = (text: string): string => JSON.stringify(text.trim().slice(0, 60));

/** Whether a text other than an amount may be typed: if it could be a phone number, it must be one of the settings. */
export const mayType = (text: string, customer: Customer): boolean =>
  text.replace(/\D/g, '').length < shortestNumber || isOwnNumber(text, customer);
