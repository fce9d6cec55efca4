import { outcomeOf, wordsOf, type Outcome } from './scene/vocabulary.ts';

/**
 * The numbers that a page of a test environment gives away, by the end that each of them leads to: card numbers,
 * phone numbers and codes, digits only, in the order of the page.
 */
export const valuesShown = (text: string, wanted: Outcome): string[] => {
  const clauses = text
    .split(/\n|[,;.](?=\s|$)/)
    .flatMap((clause) => (numbersIn(clause).length > 1 ? clause.split(conjunction) : [clause]));
  const valuesFor = (outcome: Outcome): string[] => clauses.flatMap((clause) => valueIn(clause, outcome) ?? []);
  // A page that says how to succeed and how to fail is one of a test environment, whether or not it says so.
  const isTest = /\b(test|simulat\w*|sandbox|demo)\b/i.test(text);
  return isTest || (valuesFor('succeed').length > 0 && valuesFor('fail').length > 0) ? valuesFor(wanted) : [];
};

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
