import type { Effect } from '../faults/exchange.ts';

/** A conforming variant of the sandbox, which answers an open question in another way. */
export type Variant = {
  /** Says what the service does. */
  readonly name: string;
  /** The question it answers. A sandbox can have only one variant for each question. */
  readonly question: string;
  /** Ids of the observe rules whose observations it changes, if any. */
  readonly answers: readonly string[];
  /** The parts of the interface where it can be observed, by the suite's names of areas. */
  readonly areas: readonly string[];
  /** Settings of the suite that such a service needs, by variable. */
  readonly needs: Readonly<Record<string, string>>;
  /** Empty when the variant is an option of the service. */
  readonly effects: readonly Effect[];
};

type Settings = Readonly<Record<string, string>>;
type Part = Effect | { readonly answers: string } | { readonly needs: Settings };
type Entry = Part | readonly Part[];

/** The variants of one question, by name. */
export type Question = {
  readonly areas: string;
  readonly answers: string;
  readonly variants: Readonly<Record<string, Entry>>;
};

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/**
 * @param areas where its variants can be observed, separated by spaces
 * @param rules ids of the observe rules that ask the question, separated by spaces; empty if none does
 */
export const question = (areas: string, rules: string, variants: Question['variants']): Question => ({
  areas,
  answers: rules,
  variants,
});

/** Variants that are options of the service itself, by their names, separated by spaces. */
export const options = (names: string): Question['variants'] =>
  Object.fromEntries(words(names).map((name) => [name, []]));

/** The rules that one variant answers, if they differ from those of its question. */
export const answers = (rules: string): Part => ({ answers: rules });

/** Settings of the suite that such a service needs, in addition to those for the default sandbox. */
export const needs = (settings: Settings): Part => ({ needs: settings });

/** The variants of one question, in full. */
export const variantsOf = (name: string, { areas, answers: rules, variants }: Question): Variant[] =>
  Object.entries(variants).map(([variant, entry]) => {
    const parts = [entry].flat();
    return {
      name: variant,
      question: name,
      answers: words(parts.find((part) => 'answers' in part)?.answers ?? rules),
      areas: words(areas),
      needs: parts.find((part) => 'needs' in part)?.needs ?? {},
      effects: parts.filter((part) => 'side' in part),
    };
  });
