import { errors } from './catalogue/answers/errors.ts';
import { fieldErrors } from './catalogue/answers/field-errors.ts';
import { formats, versions } from './catalogue/answers/formats.ts';
import { forms } from './catalogue/browser/forms.ts';
import { iframes } from './catalogue/browser/iframes.ts';
import { pageFaults } from './catalogue/browser/page.ts';
import { redirectParameters } from './catalogue/browser/redirect-parameters.ts';
import { redirect } from './catalogue/browser/redirect.ts';
import { callbackAnswers } from './catalogue/callbacks/callback-answers.ts';
import { callbackDeletions } from './catalogue/callbacks/callback-deletions.ts';
import { callbackFetch } from './catalogue/callbacks/callback-fetch.ts';
import { callbackUpdates } from './catalogue/callbacks/callback-updates.ts';
import { unusualUpdates } from './catalogue/callbacks/unusual-updates.ts';
import { eventNames } from './catalogue/callbacks/event-names.ts';
import { webhookDeliveries } from './catalogue/callbacks/webhook-deliveries.ts';
import { checkoutFields } from './catalogue/checkout/checkout-fields.ts';
import { checkoutKey } from './catalogue/checkout/checkout-key.ts';
import { checkoutForms } from './catalogue/checkout/checkout-forms.ts';
import { checkouts } from './catalogue/checkout/checkout.ts';
import { fieldTypes } from './catalogue/initiation/field-types.ts';
import { hostedAnswers } from './catalogue/initiation/hosted-answers.ts';
import { initiationAnswers } from './catalogue/initiation/initiation-answers.ts';
import { methodRules } from './catalogue/initiation/method-rules.ts';
import { numberRules } from './catalogue/initiation/number-rules.ts';
import { references } from './catalogue/initiation/references.ts';
import { requestForms } from './catalogue/initiation/request-forms.ts';
import { requiredFields } from './catalogue/initiation/required-fields.ts';
import { wordFormats } from './catalogue/initiation/word-formats.ts';
import { credentials } from './catalogue/keys/credentials.ts';
import { keyEffects } from './catalogue/keys/key-effects.ts';
import { keyForms } from './catalogue/keys/key-forms.ts';
import { operatorA } from './catalogue/operators/operator-a.ts';
import { operatorB, operatorC } from './catalogue/operators/operators-b-and-c.ts';
import { generated } from './catalogue/generated.ts';
import { walletEntries } from './catalogue/wallets/wallet-entries.ts';
import { walletLists } from './catalogue/wallets/wallet-lists.ts';
import type { Effect, Subject } from './exchange.ts';

const seenInBrowser = [pageFaults, redirect, redirectParameters, forms, iframes];
const seenInAnswers = [
  [requiredFields, fieldTypes, wordFormats, methodRules, numberRules, references, initiationAnswers, hostedAnswers],
  [requestForms],
  [operatorA, operatorB, operatorC],
  [checkouts, checkoutFields, checkoutForms, checkoutKey],
  [credentials, keyForms, keyEffects],
  [errors, fieldErrors, formats, versions],
  [walletLists, walletEntries],
  [callbackFetch, callbackAnswers, callbackUpdates, unusualUpdates, callbackDeletions, webhookDeliveries, eventNames],
  [generated],
].flat();

export type Fault = {
  readonly name: string;
  /** The id of the rule it breaks. */
  readonly rule: string;
  /** What the service does wrong. */
  readonly what: string;
  /** Whether it shows only in a browser. */
  readonly browser: boolean;
  readonly effects: readonly Effect[];
};

/** Every fault, in the order of the subjects. */
export const faults: readonly Fault[] = [
  ...seenInAnswers.flatMap((subject) => faultsOf(subject, false)),
  ...seenInBrowser.flatMap((subject) => faultsOf(subject, true)),
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** The fault with this name, or undefined. */
export function findFault(name: string): Fault | undefined {
  return byName.get(name);
}

/**
 * The fault with this name.
 *
 * @throws Error that names similar faults when there is none
 */
export function faultNamed(name: string): Fault {
  const fault = findFault(name);
  if (fault) return fault;
  throw new Error(`There is no fault '${name}'. Did you mean ${nearestNames(name).join(', ')}?`);
}

/** The names most similar to a given one, best match first. */
export function nearestNames(name: string, count = 3): string[] {
  const wanted = pairs(name);
  const similarity = (other: string): number => {
    const found = pairs(other);
    const shared = [...found].filter((pair) => wanted.has(pair)).length;
    return shared / (found.size + wanted.size);
  };
  const scored = faults.map((fault) => ({ name: fault.name, score: similarity(fault.name) }));
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
    Object.entries(entries).map(([name, [what, ...effects]]) => ({ name, rule, what, browser, effects })),
  );
}
