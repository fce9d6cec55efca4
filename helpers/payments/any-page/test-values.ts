import { outcomeOf, wordsOf, type Outcome } from './scene/vocabulary.ts';

/**
 * The numbers that a page of a test environment gives away, by the end that each of them leads to: card numbers,
 * phone numbers and codes, digits only, in the order of the page.
 */
export const valuesShown = (text: string, wanted: Outcome): string[] => {
  const valuesFor = (outcome: Outcome): string[] => text.split('\n').flatMap((line) => valuesIn(line, outcome));
  // A page that says how to succeed and how to fail is one of a test environment, whether or not it says so.
  const isTest = /\b(test|simulat\w*|sandbox|demo)\b/i.test(text);
  return isTest || (valuesFor('succeed').length > 0 && valuesFor('fail').length > 0) ? valuesFor(wanted) : [];
};

/**
 * The digit that answers a menu with the wanted end: "1. Approve", "2. Decline", or "Reply 1 to approve or 2 to decline".
 * undefined for a page that does not name digits for both ends.
 */
export const answerShown = (text: string, wanted: Outcome): string | undefined => {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(\d)[.):]\s/, '$1 '));
  const clauses = lines.flatMap((line) => partsOf(line).flatMap((part) => part.split(conjunction)));
  const answerFor = (outcome: Outcome): string | undefined =>
    clauses
      .filter((clause) => outcomeOf(clause) === outcome)
      .map(onlyDigit)
      .find((digit) => digit !== undefined);
  return answerFor('succeed') && answerFor('fail') ? answerFor(wanted) : undefined;
};

const onlyDigit = (clause: string): string | undefined => {
  const [digit, ...more] = clause.match(/\d+/g) ?? [];
  return digit?.length === 1 && more.length === 0 ? digit : undefined;
};

const valuesIn = (line: string, wanted: Outcome): string[] => {
  const clauses = partsOf(line).flatMap((part) => (numbersIn(part).length > 1 ? part.split(conjunction) : [part]));
  const values = clauses.flatMap((clause) => valueIn(clause, wanted) ?? []);
  if (values.length > 0) return values;
  // In "1234: right PIN, the payment succeeds" the value and its end stand in two clauses.
  const ends = new Set(clauses.map(outcomeOf).filter((end) => end !== undefined));
  const value = ends.size === 1 && startsWithValue.test(wordsOf(line)) ? valueIn(line, wanted) : undefined;
  return value ? [value] : [];
};

const startsWithValue = /^(?:\W|\b(?:use|enter|type|with|the|a|test|pin|otp|code|password|number|card|phone)\b)*\d/;

const partsOf = (line: string): string[] => line.split(/[,;.](?=\s|$)/);

/** Between the two halves of a sentence, in the languages of the page reader. */
const conjunction = /\s(?:or|and|but|while|ou|et|o|y|e|au|na)\s/i;

const numbersIn = (clause: string): string[] => clause.match(/\d(?:[ -]?\d){2,18}/g) ?? [];

/** The one number of a clause that says how a payment with it ends, and is not about anything else. */
const valueIn = (clause: string, wanted: Outcome): string | undefined => {
  const [number, ...more] = numbersIn(clause);
  const words = wordsOf(clause);
  const isAside = /\b(call|contact|support|help|dial|reference|receipt|invoice|order|amount|total)\b/.test(words);
  if (!number || more.length > 0 || isAside || outcomeOf(words) !== wanted) return undefined;
  return number.replace(/\D/g, '');
};
