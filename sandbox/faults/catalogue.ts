import { requiredFields } from './catalogue/initiation/required-fields.ts';
import { fieldTypes } from './catalogue/initiation/field-types.ts';
import { wordFormats } from './catalogue/initiation/word-formats.ts';
import { methodRules } from './catalogue/initiation/method-rules.ts';
import { numberRules } from './catalogue/initiation/number-rules.ts';
import { references } from './catalogue/initiation/references.ts';
import { initiationAnswers } from './catalogue/initiation/initiation-answers.ts';
import { hostedAnswers } from './catalogue/initiation/hosted-answers.ts';
import { operatorA } from './catalogue/operators/operator-a.ts';
import { operatorB } from './catalogue/operators/operator-b.ts';
import { operatorC } from './catalogue/operators/operator-c.ts';
import { checkout } from './catalogue/checkout/checkout.ts';
import { checkoutFields } from './catalogue/checkout/checkout-fields.ts';
import { checkoutKey } from './catalogue/checkout/checkout-key.ts';
import { credentials } from './catalogue/keys/credentials.ts';
import { keyForms } from './catalogue/keys/key-forms.ts';
import { keyEffects } from './catalogue/keys/key-effects.ts';
import { errors } from './catalogue/answers/errors.ts';
import { fieldErrors } from './catalogue/answers/field-errors.ts';
import { formats } from './catalogue/answers/formats.ts';
import { versions } from './catalogue/answers/versions.ts';
import { walletLists } from './catalogue/wallets/wallet-lists.ts';
import { walletEntries } from './catalogue/wallets/wallet-entries.ts';
import { callbackFetch } from './catalogue/callbacks/callback-fetch.ts';
import { callbackAnswers } from './catalogue/callbacks/callback-answers.ts';
import { callbackState } from './catalogue/callbacks/callback-state.ts';
import { eventNames } from './catalogue/callbacks/event-names.ts';
import { combinations } from './catalogue/unusual/combinations.ts';
import { oddValues } from './catalogue/unusual/odd-values.ts';
import { oddUpdates } from './catalogue/unusual/odd-updates.ts';
import { pageFaults } from './catalogue/browser/page.ts';
import { redirect } from './catalogue/browser/redirect.ts';
import { redirectParameters } from './catalogue/browser/redirect-parameters.ts';
import { form } from './catalogue/browser/form.ts';
import { iframe } from './catalogue/browser/iframe.ts';
import type { Alteration, Subject } from './exchange.ts';

const seenInBrowser = [pageFaults, redirect, redirectParameters, form, iframe] as const;
const seenInAnswers = [
  requiredFields,
  fieldTypes,
  wordFormats,
  methodRules,
  numberRules,
  references,
  initiationAnswers,
  hostedAnswers,
  operatorA,
  operatorB,
  operatorC,
  checkout,
  checkoutFields,
  checkoutKey,
  credentials,
  keyForms,
  keyEffects,
  errors,
  fieldErrors,
  formats,
  versions,
  walletLists,
  walletEntries,
  callbackFetch,
  callbackAnswers,
  callbackState,
  eventNames,
  combinations,
  oddValues,
  oddUpdates,
] as const;

type Subjects = (typeof seenInBrowser)[number] | (typeof seenInAnswers)[number];
type FaultsOf<S> = S extends Subject ? S[keyof S] : never;
type NamesOf<F> = F extends F ? keyof F & string : never;
type NamesInCode<F> = F extends F
  ? { [N in keyof F & string]: F[N] extends string ? N : never }[keyof F & string]
  : never;

/** Every fault of the catalogue. */
export type FaultName = NamesOf<FaultsOf<Subjects>>;

/** The faults that a line of the service asks for; the others act on requests and answers. */
export type FaultInCode = NamesInCode<FaultsOf<Subjects>>;

/** Whether the sandbox has this fault. */
export type HasFault = (name: FaultInCode) => boolean;

export type Fault = {
  readonly name: FaultName;
  /** The id of the rule it breaks. */
  readonly rule: string;
  /** What the service does wrong. */
  readonly what: string;
  /** Seen only on the hosted page, or where it leads. */
  readonly browser: boolean;
  /** Empty when a line of the service asks for the fault. */
  readonly alterations: readonly Alteration[];
};

/** Every fault, in the order of the subjects. */
export const faults: readonly Fault[] = [
  ...seenInAnswers.flatMap((subject) => faultsOf(subject, false)),
  ...seenInBrowser.flatMap((subject) => faultsOf(subject, true)),
];

const byName = new Map<string, Fault>(faults.map((fault) => [fault.name, fault]));

/** The fault of a name, or undefined when there is none. */
export function findFault(name: string): Fault | undefined {
  return byName.get(name);
}

/** The names that share most with a given one, best first. */
export function nearestNames(name: string, count = 3): string[] {
  const wanted = pairs(name);
  const likeness = (other: string): number => {
    const found = pairs(other);
    const shared = [...found].filter((pair) => wanted.has(pair)).length;
    return shared / (found.size + wanted.size);
  };
  const scored = faults.map((fault) => ({ name: fault.name, score: likeness(fault.name) }));
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, count)
    .map((entry) => entry.name);
}

function pairs(text: string): Set<string> {
  return new Set([...text].slice(1).map((letter, index) => `${text[index]}${letter}`));
}

function faultsOf(subject: Subject, browser: boolean): Fault[] {
  return Object.entries(subject).flatMap(([rule, entries]) =>
    Object.entries(entries).map(([name, entry]) => {
      const [what, ...alterations] = typeof entry === 'string' ? [entry] : entry;
      return { name: name as FaultName, rule, what, browser, alterations };
    }),
  );
}
