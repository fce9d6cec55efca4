import type { Effect } from '../faults/exchange.ts';

/** One service that keeps the interface as well as the plain sandbox does, and answers an open question otherwise. */
export type Reading = {
  readonly name: string;
  /** The question it answers. A service answers each question in one way, so two readings of a subject exclude each other. */
  readonly subject: string;
  /** What such a service does. */
  readonly what: string;
  /** The parts of the interface in which it can be noticed; names that the suite knows. */
  readonly areas: readonly string[];
  /** Ids of the observe rules whose observations it changes; empty where no rule asks. */
  readonly answers: readonly string[];
  /** What a user has to set for such a service, by the names of the suite's variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** Empty when the reading is an option of the service. */
  readonly effects: readonly Effect[];
};

type Part = Effect | { readonly answers: string } | { readonly settings: Readonly<Record<string, string>> };

/** What such a service does, in one sentence; and how, unless it is an option of the service. */
type Entry = readonly [what: string, ...Part[]];

/** The readings of one question, by name. */
export type Subject<Name extends string = string> = {
  readonly areas: string;
  readonly answers: string;
  readonly readings: Readonly<Record<Name, Entry>>;
};

/**
 * @param areas where its readings can be noticed, separated by spaces
 * @param answers ids of the observe rules that ask the question, separated by spaces; empty where none does
 */
export const question = <Name extends string>(
  areas: string,
  answers: string,
  readings: Record<Name, Entry>,
): Subject<Name> => ({ areas, answers, readings });

/** The rules that one reading answers, where they are not those of its whole subject. */
export const answers = (rules: string): Part => ({ answers: rules });

/** What a user has to set for such a service, beside what the sandbox needs anyway. */
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
