import { decimalsOf } from '../../settings/safety/readings.ts';
import type { Customer } from '../checkout-page.ts';
import { cardDigits, isOwnNumber, isPayable, isQuantity, isStray, mayType, tooMuch, unlisted } from './limits.ts';
import { wantedOutcome, type Intention, type Memory, type Move } from './memory.ts';
import type { Control, Scene } from './scene/scene.ts';
import { accountsShown, answerShown, codeNamed, valuesNamed, valuesShown } from './scene/test-values.ts';
import { isOptional, subjectOf, wordsOf, type Subject } from './scene/vocabulary.ts';

/** A test card, which every card service refuses outside its test environment. */
const testCard = { number: '4242424242424242', expiry: '12/34', code: '123' };

/** The next text field to fill in, with a value that it may accept. */
export const nextFill = (scene: Scene, intention: Intention, customer: Customer, memory: Memory): Move | undefined => {
  const fields = usableFields(scene);
  const elsewhere = valuesElsewhere(scene, intention);
  for (const control of fields) {
    const key = keyOf(control, fields);
    const subject = subjectOf(control);
    const tries = memory.times(key);
    const answer = takesAnswer(control, fields) ? answerShown(scene.text, wantedOutcome[intention]) : undefined;
    const values = answer ? [answer] : valuesFor(subject, control, scene, intention, customer);
    const given = values.map((value) => partFor(control, fields, value));
    if (subject === 'amount') memory.withheld ??= withheldFrom(control, customer);
    // Values other than those for the intended outcome may make the payment succeed.
    const mustSteer = intention !== 'pay' && given.length > 0;
    const others = mustSteer ? [] : textsFor(subject, control, fields, scene, customer);
    const harmless = others.filter((text) => !elsewhere.includes(text));
    const texts = [...given, ...(harmless.length > 0 ? harmless : others)];
    const steers = tries === 0 && given.length > 0 && !given.includes(control.value);
    if ((!steers && !wants(control, subject, memory, key, customer)) || tries > texts.length) continue;
    const text = texts[Math.min(tries, texts.length - 1)];
    if (text === undefined) continue;
    const move = { act: 'fill', control, text, key } as const;
    if (subject === 'amount') return { ...move, means: 'amount' };
    if (!given.includes(text))
      return { ...move, guess: guessAt(subject, control, scene), unclear: subject === 'other' };
    return intention === 'decline' ? { ...move, ...toFail(control) } : move;
  }
  return undefined;
};

/** The values that the page names for the intended outcome; of phone numbers only those of the settings. */
const valuesFor = (
  subject: Subject,
  { type }: Control,
  scene: Scene,
  intention: Intention,
  customer: Customer,
): string[] => {
  if (subject === 'email' || type === 'password') {
    const accounts = accountsShown(`${scene.text}\n${scene.folded}`, wantedOutcome[intention]);
    if (accounts.length > 0) return accounts.map(({ email, password }) => (subject === 'email' ? email : password));
  }
  return suggested(subject, scene, intention).filter((value) => subject !== 'phone' || isOwnNumber(value, customer));
};

/** The values that the page names for other outcomes. */
const valuesElsewhere = (scene: Scene, intention: Intention): string[] =>
  (['pay', 'decline', 'cancel'] as const)
    .filter((other) => wantedOutcome[other] !== wantedOutcome[intention])
    .flatMap((other) => valuesNamed(`${scene.text}\n${scene.folded}`, wantedOutcome[other]));

const suggested = (subject: Subject, { text, folded }: Scene, intention: Intention): string[] => {
  const fits = digitsOf[subject];
  return fits ? valuesShown(`${text}\n${folded}`, wantedOutcome[intention]).filter((value) => fits.test(value)) : [];
};

/** Whether a field takes the digit that answers a menu, as on a phone: the only one-digit field, or one named so. */
const takesAnswer = (field: Control, fields: readonly Control[]): boolean =>
  field.maxLength === 1
    ? fields.filter((one) => one.maxLength === 1).length === 1
    : /\b(answer|reply|response|option|choice|selection)\b/.test(wordsOf(field.name));

/** The digits that fit a subject; only those of `phone` can be a phone number. */
const digitsOf: Partial<Record<Subject, RegExp>> = {
  phone: /^\d{7,13}$/,
  'card-number': cardDigits,
  code: /^\d{3,6}$/,
  'card-code': /^\d{3,4}$/,
};

/** Describes values demanded by fields of a page that must not be used for a payment. */
export const strayDemands = (scene: Scene, intention: Intention, customer: Customer): string[] =>
  usableFields(scene).flatMap((field) => {
    const subject = subjectOf(field);
    if (subject === 'amount') {
      const nothingToType = amountsFor(field, customer).length === 0 && isEmpty(field, subject);
      return nothingToType ? (withheldFrom(field, customer) ?? []) : [];
    }
    const numbers = subject === 'phone' ? suggested(subject, scene, intention) : [];
    const [number] = numbers.some((one) => isOwnNumber(one, customer)) ? [] : numbers;
    return number ? [unlisted(field.name || field.hints, number)] : [];
  });

const toFail = ({ name }: Control) =>
  ({ means: 'outcome', unsure: true, guess: `what to fill into "${name}" to make a payment fail` }) as const;

/** The fields with another value to try after the page has refused the last one. */
export const refillable = (scene: Scene, customer: Customer, memory: Memory): string[] => {
  const fields = usableFields(scene);
  return fields
    .filter((one) => memory.times(keyOf(one, fields)) < textsFor(subjectOf(one), one, fields, scene, customer).length)
    .filter((one) => memory.times(keyOf(one, fields)) > 0)
    .map((one) => keyOf(one, fields));
};

/** The fields that were already filled in. */
export const filled = (scene: Scene, memory: Memory): string[] =>
  usableFields(scene)
    .map((one, _, fields) => keyOf(one, fields))
    .filter((key) => memory.times(key) > 0);

export const isUsable = (control: Control): boolean => !control.disabled && !control.covered && !control.notice;

const notTyped = /^(search|file|range|color|hidden)$/;
const usableFields = (scene: Scene): Control[] =>
  scene.controls.filter((one) => one.kind === 'text' && isUsable(one) && !notTyped.test(one.type));

/** Identifies a field; the one-digit boxes of a code may all have the same name. */
const keyOf = (field: Control, fields: readonly Control[]): string => {
  const label = ({ document, name, hints }: Control) => `fill ${document} ${name} ${hints}`;
  const alike = fields.filter((one) => label(one) === label(field));
  return `${label(field)} ${alike.indexOf(field)}`;
};

/** Whether a page leaves the amount to the customer: it has an empty field that is named so, and not for something else. */
export const asksForAmount = (scene: Scene): boolean =>
  usableFields(scene).some((one) => {
    const words = wordsOf(`${one.name} ${one.hints}`);
    const isAmount = subjectOf(one) === 'amount' && /\b(amount|sum|total)\b/.test(words) && !isExtra.test(words);
    return isAmount && isEmpty(one, 'amount') && !isOptional(one);
  });

const isExtra = /\b(tip|gratuity|donation|discount|voucher|coupon|points)\b/;

const wants = (field: Control, subject: Subject, memory: Memory, key: string, customer: Customer): boolean => {
  if (memory.mustRefill(key) || isStray(field, customer)) return true;
  if (subject === 'amount' && memory.ownAmount && memory.times(key) === 0) return true;
  if (field.invalid && field.value !== '') return true;
  if (!isEmpty(field, subject)) return false;
  return subject !== 'other' || field.required || field.invalid;
};

const isEmpty = ({ value }: Control, subject: Subject): boolean => {
  if (subject === 'amount') return !(Number.parseFloat(value.replace(/[^\d.]/g, '')) > 0);
  // The field may already contain a country code.
  return subject === 'phone' ? value.replace(/\D/g, '').length < 5 : value.trim() === '';
};

/** The values to try, best guess first. */
const textsFor = (
  subject: Subject,
  field: Control,
  fields: readonly Control[],
  scene: Scene,
  customer: Customer,
): string[] => {
  const { email, mobileMoneyNumber } = customer;
  const fitting = (texts: readonly string[]) => {
    const allowed = texts.filter((text) => text.length <= field.maxLength);
    return allowed.length > 0 ? allowed : [...texts];
  };
  switch (subject) {
    case 'amount':
      return amountsFor(field, customer).map(String);
    case 'phone':
      return fitting([mobileMoneyNumber, mobileMoneyNumber.replace(/^0/, '')]);
    case 'email':
      return [email];
    case 'code':
      return codesFor(field, fields, scene).filter((code) => mayType(code, customer));
    case 'card-number':
      return [testCard.number];
    case 'card-expiry':
      return [testCard.expiry];
    case 'card-code':
      return [testCard.code];
    case 'person':
      return ['Test Customer'];
    case 'other':
      return isQuantity(field) ? ['1'] : (otherTexts[field.type] ?? fitting(['Test', '1']));
  }
};

const otherTexts: Partial<Record<string, string[]>> = {
  number: ['1'],
  date: ['2030-01-01'],
  month: ['2030-01'],
  time: ['12:00'],
  url: ['https://merchant.example'],
};

/** Main units first: misread as subunits they are too little, while subunits misread as main units are too much. */
const guessesFor = ({ amount, currency }: Customer): number[] => {
  const main = amount / 10 ** decimalsOf(currency);
  const guesses = [amount / 100, main].map((guess) => Math.max(1, Math.round(guess))).sort((one, other) => one - other);
  return [...new Set([...guesses, amount, main])];
};

/** The amounts to try within the bounds of the field and MAX_AMOUNT; may be empty. */
const amountsFor = ({ min, max }: Pick<Control, 'min' | 'max'>, customer: Customer): number[] => {
  const payable = guessesFor(customer).filter((guess) => isPayable(guess, customer));
  const allowed = payable.filter((guess) => !(guess < min) && !(guess > max));
  const bound = Number.isNaN(min) ? max : min;
  if (allowed.length > 0 || Number.isNaN(bound)) return allowed;
  return isPayable(bound, customer) ? [bound] : [];
};

/** Describes an amount that MAX_AMOUNT does not allow, so that the page gets less than it wants or nothing. */
const withheldFrom = ({ name, hints, min, max }: Control, customer: Customer): string | undefined => {
  const { amount } = customer;
  const least = [min, max, amount].find((one) => !Number.isNaN(one)) ?? amount;
  const isNothingLeft = amountsFor({ min, max }, customer).length === 0;
  if (isNothingLeft) return tooMuch(name || hints, String(least), customer);
  return isPayable(amount, customer) || amount > max ? undefined : tooMuch(name || hints, String(amount), customer);
};

/** The code that the page itself shows, as in test environments; then common ones. */
const codesFor = (field: Control, fields: readonly Control[], scene: Scene): string[] => {
  const codes = [codeShown(field, scene), '123456', '000000'].filter((code) => code !== undefined);
  return codes.map((code) => partFor(field, fields, code));
};

/** The part of a value for a field: its maximum length, or one digit for one of several boxes. */
const partFor = (field: Control, fields: readonly Control[], value: string): string => {
  if (field.maxLength > 1) return value.slice(0, field.maxLength);
  const place = fields.filter((one) => one.maxLength === 1).indexOf(field);
  return value[place] ?? '0';
};

/** The code that a page shows for the intended outcome; for success also one without a stated outcome. */
export const codeGiven = (scene: Scene, intention: Intention): string | undefined =>
  suggested('code', scene, intention)[0] ?? (intention === 'pay' ? codeShown({ hints: '' }, scene) : undefined);

const codeShown = ({ hints }: Pick<Control, 'hints'>, { text }: Scene): string | undefined =>
  codeNamed(`${text} ${hints}`);

const guessAt = (subject: Subject, field: Control, scene: Scene): string | undefined => {
  if (subject === 'card-number') return 'the number of a card';
  return subject === 'code' && !codeShown(field, scene) ? `the code for "${field.name}"` : undefined;
};
