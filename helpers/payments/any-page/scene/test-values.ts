import { outcomeOf, wordsOf, type Outcome } from './vocabulary.ts';

/**
 * The test values that a page names for an outcome: card numbers, phone numbers and codes, digits only, in the order of
 * the page.
 */
export const valuesShown = (text: string, wanted: Outcome): string[] => {
  // A page with values for both outcomes belongs to a test environment, even if it does not say so.
  const namesBoth = valuesNamed(text, 'succeed').length > 0 && valuesNamed(text, 'fail').length > 0;
  return isTest.test(text) || namesBoth ? valuesNamed(text, wanted) : [];
};

const isTest = /\b(test|simulat\w*|emulat\w*|sandbox|demo)\b/i;

/** The test accounts that a page names for an outcome, as in "jane@example.com / secret: payment succeeds". */
export const accountsShown = (text: string, wanted: Outcome): { email: string; password: string }[] =>
  isTest.test(text) ? text.split('\n').flatMap((line) => accountIn(line.slice(0, 300), wanted) ?? []) : [];

const accountIn = (line: string, wanted: Outcome): { email: string; password: string } | undefined => {
  const parts = line.split(/[\s,;:|/]+/).filter((part) => !/^[–—-]*$|^password$/i.test(part));
  const [at = -1, ...more] = parts.flatMap((part, index) => (/^\w[^@]*@[^@]+\.\w+$/.test(part) ? [index] : []));
  const [email, password, ...rest] = at < 0 ? [] : parts.slice(at);
  if (!email || !password || more.length > 0 || outcomeOf(rest.join(' ')) !== wanted) return undefined;
  return { email, password };
};

/** The same for any page, even outside test environments. */
export const valuesNamed = (text: string, outcome: Outcome): string[] =>
  inPairs(text.split('\n').filter((line) => line.trim() !== '')).flatMap((line) => valuesIn(line, outcome));

/** Joins lines of a list of terms that have a value and its outcome on separate lines. */
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

/** A code that a page names without an outcome, or that fits where it takes any. */
export const codeNamed = (text: string): string | undefined => {
  const [, code = exampleOfCode(text)] = /\b(?:code|otp|pin|password)\b[^\d]{0,40}?\b(\d{3,6})\b/i.exec(text) ?? [];
  return code;
};

const exampleOfCode = (text: string): string | undefined => {
  const lines = text.split('\n').filter((line) => /\b(code|otp|pin|password)\b/i.test(line));
  const [example] = lines.flatMap(
    (line) => /\b(?:for example|e\.g\.|such as)\W{1,3}(\d{3,6})\b/i.exec(line)?.[1] ?? [],
  );
  const [digits] = lines.flatMap((line) => /\bany (\d)[ -]digit/i.exec(line)?.[1] ?? []);
  return example ?? (digits && '123456'.slice(0, Number(digits)));
};

/**
 * The digit that answers a menu with the wanted outcome: "1. Approve", "2. Decline", or "Reply 1 to approve or 2 to
 * decline". Undefined if the page does not name digits for both outcomes.
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

/** The outcome that the text states for a button, as in "Green path: the payment succeeds"; undefined if not unique. */
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

/** The outcome of a yes or no answer to a question that names an outcome. */
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
  // In "1234: right PIN, the payment succeeds" the value and its outcome are in two clauses.
  const ends = new Set(clauses.map(outcomeOf).filter((end) => end !== undefined));
  const value = ends.size === 1 && startsWithValue.test(wordsOf(line)) ? valueIn(line, wanted) : undefined;
  return value ? [value] : [];
};

const startsWithValue = /^(?:\W|\b(?:use|enter|type|with|the|a|test|pin|otp|code|password|number|card|phone)\b)*\d/;

const partsOf = (line: string): string[] => line.split(/[,;.](?=\s|$)|\s[|/·•]\s/);

/** Conjunctions between the parts of a sentence, in the languages of the page reader. */
const conjunction = /\s(?:or|and|but|while|ou|et|o|y|e|au|na)\s/i;

const numbersIn = (clause: string): string[] => clause.match(/\d(?:[ -]?\d){2,18}/g) ?? [];

const ticked = (clause: string): Outcome | undefined => {
  if (/[✅✔✓]/u.test(clause)) return 'succeed';
  return /[❌✖✗✘]/u.test(clause) ? 'fail' : undefined;
};

/** The only number of a clause, if the clause states its outcome and is about nothing else. */
const valueIn = (clause: string, wanted: Outcome): string | undefined => {
  const [number, ...more] = numbersIn(clause);
  const words = wordsOf(clause);
  const isAside = /\b(call|contact|support|help|dial|reference|receipt|invoice|order|amount|total)\b/.test(words);
  if (!number || more.length > 0 || isAside || (outcomeOf(words) ?? ticked(clause)) !== wanted) return undefined;
  return number.replace(/\D/g, '');
};
