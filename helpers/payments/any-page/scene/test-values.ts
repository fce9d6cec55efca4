import { outcomeOf, wordsOf, type Outcome } from './vocabulary.ts';

/**
 * The numbers that a page of a test environment gives away, by the end that each of them leads to: card numbers,
 * phone numbers and codes, digits only, in the order of the page.
 */
export const valuesShown = (text: string, wanted: Outcome): string[] => {
  // A page that says how to succeed and how to fail is one of a test environment, whether or not it says so.
  const isTest = /\b(test|simulat\w*|emulat\w*|sandbox|demo)\b/i.test(text);
  const namesBoth = valuesNamed(text, 'succeed').length > 0 && valuesNamed(text, 'fail').length > 0;
  return isTest || namesBoth ? valuesNamed(text, wanted) : [];
};

/** The same for any page, whether or not it is one of a test environment. */
export const valuesNamed = (text: string, outcome: Outcome): string[] =>
  inPairs(text.split('\n').filter((line) => line.trim() !== '')).flatMap((line) => valuesIn(line, outcome));

/** A list of terms has a value and its end in lines of their own: each pair of them becomes one line. */
const inPairs = (lines: readonly string[]): string[] => {
  const joined: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [line = '', next = ''] = [lines[at], lines[at + 1]];
    const isPair = (isEnd(line) && isValue(next)) || (isValue(line) && isEnd(next));
    joined.push(isPair ? `${line}: ${next}` : line);
    if (isPair) at += 1;
  }
  return joined;
};
const isValue = (line: string): boolean => /^\s*\d[\d -]{2,24}\s*$/.test(line);
const isEnd = (line: string): boolean => line.length < 60 && !/\d/.test(line) && outcomeOf(line) !== undefined;

/**
 * The digit that answers a menu with the wanted end: "1. Approve", "2. Decline", or "Reply 1 to approve or 2 to decline".
 * undefined for a page that does not name digits for both ends.
 */
export const answerShown = (text: string, wanted: Outcome): string | undefined => {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(\d)[.):]\s/, '$1 '));
  const clauses = lines.flatMap((line) => partsOf(line).flatMap((part) => part.split(conjunction)));
  const answerFor = (outcome: Outcome): string | undefined =>
    clauses
      .filter((clause) => (outcomeOf(clause) ?? assent(clause)) === outcome)
      .map(onlyDigit)
      .find((digit) => digit !== undefined);
  return answerFor('succeed') && answerFor('fail') ? answerFor(wanted) : undefined;
};

/** The end that the text says a button leads to, as in "Green path: the payment succeeds"; undefined unless it is one. */
export const endExplained = (text: string, label: string): Outcome | undefined => {
  const explained = text
    .split('\n')
    .flatMap(partsOf)
    .map((part) => part.trim().replace(/^["'“‘«]/, ''))
    .filter((part) => label !== '' && part.startsWith(label))
    .map((part) => part.slice(label.length))
    .filter((rest) => /^["'”’»]?\s*(?:[:=→–-]|means\b|makes\b|leads\b)/.test(rest));
  const ends = new Set(explained.map(outcomeOf).filter((end) => end !== undefined));
  return ends.size === 1 ? [...ends][0] : undefined;
};

const assent = (clause: string): Outcome | undefined => {
  if (/\b(no|false)\b/.test(wordsOf(clause))) return 'fail';
  return /\b(yes|true)\b/.test(wordsOf(clause)) ? 'succeed' : undefined;
};

/** The end that an answer leads to, where the question names an end and the answer only agrees or does not. */
export const endAgreedTo = (question: string, answer: string): Outcome | undefined => {
  const [asked, agreed] = [outcomeOf(question), assent(answer)];
  if (!agreed || !asked || asked === 'cancel') return undefined;
  return agreed === asked ? 'succeed' : 'fail';
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

const partsOf = (line: string): string[] => line.split(/[,;.](?=\s|$)|\s[|/·•]\s/);

/** Between the two halves of a sentence, in the languages of the page reader. */
const conjunction = /\s(?:or|and|but|while|ou|et|o|y|e|au|na)\s/i;

const numbersIn = (clause: string): string[] => clause.match(/\d(?:[ -]?\d){2,18}/g) ?? [];

const ticked = (clause: string): Outcome | undefined => {
  if (/[✅✔✓]/u.test(clause)) return 'succeed';
  return /[❌✖✗✘]/u.test(clause) ? 'fail' : undefined;
};

/** The one number of a clause that says how a payment with it ends, and is not about anything else. */
const valueIn = (clause: string, wanted: Outcome): string | undefined => {
  const [number, ...more] = numbersIn(clause);
  const words = wordsOf(clause);
  const isAside = /\b(call|contact|support|help|dial|reference|receipt|invoice|order|amount|total)\b/.test(words);
  if (!number || more.length > 0 || isAside || (outcomeOf(words) ?? ticked(clause)) !== wanted) return undefined;
  return number.replace(/\D/g, '');
};
