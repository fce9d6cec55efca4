import type { Effect } from '../faults/exchange.ts';

/** A conforming variant of the sandbox that answers an open question in another way. */
export type Reading = {
  readonly name: string;
  /** The question it answers. A sandbox can have only one reading of each subject. */
  readonly subject: string;
  /** What the service does. */
  readonly what: string;
  /** The parts of the interface where it can be observed, by the suite's names of areas. */
  readonly areas: readonly string[];
  /** Ids of the observe rules whose observations it changes, if any. */
  readonly answers: readonly string[];
  /** Settings of the suite that such a service needs, by variable. */
  readonly settings: Readonly<Record<string, string>>;
  /** Empty when the reading is an option of the service. */
  readonly effects: readonly Effect[];
};

type Part = Effect | { readonly answers: string } | { readonly settings: Readonly<Record<string, string>> };

/** A sentence that says what the service does, and its effects unless it is an option of the service. */
type Entry = readonly [what: string, ...Part[]];

/** The readings of one question, by name. */
export type Subject<Name extends string = string> = {
  readonly areas: string;
  readonly answers: string;
  readonly readings: Readonly<Record<Name, Entry>>;
};

/**
 * @param areas where its readings can be observed, separated by spaces
 * @param answers ids of the observe rules that ask the question, separated by spaces; empty if none does
 */
export const question = <Name extends string>(
  areas: string,
  answers: string,
  readings: Record<Name, Entry>,
): Subject<Name> => ({ areas, answers, readings });

/** The rules that one reading answers, if they differ from those of its subject. */
export const answers = (rules: string): Part => ({ answers: rules });

/** Settings of the suite that such a service needs, in addition to those for the default sandbox. */
export const needs = (settings: Readonly<Record<string, string>>): Part => ({ settings });

/** The readings of a subject, in full. */
export const readingsOf = (subject: string, { areas, answers: rules, readings }: Subject): Reading[] =>
  Object.entries(readings).map(([name, [what, ...parts]]) => ({
    name,
    subject,
    what,
    areas: words(areas),
    answers: parts.flatMap((part) => ('answers' in part ? [words(part.answers)] : []))[0] ?? words(rules),
    settings: Object.assign({}, ...parts.map((part) => ('settings' in part ? part.settings : {}))),
    effects: parts.filter((part) => 'side' in part),
  }));

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
