import { callbackAnswers, callbackDeletions, callbackFetch } from './catalogue/callback-faults.ts';
import { callbackUpdates, unusualUpdates } from './catalogue/callback-update-faults.ts';
import { checkoutKey, checkoutNotations, checkouts } from './catalogue/checkout-faults.ts';
import { clientsInAnswers } from './catalogue/client-faults.ts';
import { combinedInAnswers, combinedInBrowser } from './catalogue/combined-faults.ts';
import { errors, fieldErrors, formats } from './catalogue/error-faults.ts';
import { parsersInAnswers, parsersInBrowser } from './catalogue/parser-faults.ts';
import { furtherInAnswers, furtherInBrowser } from './catalogue/further-faults.ts';
import { generated } from './catalogue/generated-faults.ts';
import { histories } from './catalogue/history-faults.ts';
import { forms, hostedPage, iframes } from './catalogue/hosted-page-faults.ts';
import { hostedAnswers, initiationAnswers, references } from './catalogue/initiation-answer-faults.ts';
import { initiationFields, initiationNotations, methodRules } from './catalogue/initiation-faults.ts';
import { credentials, keyEffects } from './catalogue/key-faults.ts';
import { operatorA, operatorB, operatorC } from './catalogue/operator-faults.ts';
import { kindsInAnswers, kindsInBrowser } from './catalogue/kind-faults.ts';
import { notationsInAnswers, notationsInBrowser } from './catalogue/notation-faults.ts';
import { pairsInAnswers, pairsInBrowser } from './catalogue/pair-faults.ts';
import { redirect, redirectParameters } from './catalogue/redirect-faults.ts';
import { repetitions } from './catalogue/repetition-faults.ts';
import { reportedInAnswers, reportedInBrowser } from './catalogue/reported-faults.ts';
import { statesInAnswers, statesInBrowser } from './catalogue/state-faults.ts';
import { valuesInAnswers } from './catalogue/value-faults.ts';
import { walletEntries, walletLists } from './catalogue/wallet-faults.ts';
import { eventNames, webhookDeliveries } from './catalogue/webhook-faults.ts';
import type { Effect, Effects, Needs, Subject } from './exchange.ts';

const seenInAnswers = [
  [initiationFields, methodRules, references, initiationAnswers, hostedAnswers, initiationNotations],
  [operatorA, operatorB, operatorC],
  [checkouts, checkoutNotations, checkoutKey],
  [credentials, keyEffects],
  [errors, fieldErrors, formats],
  [walletLists, walletEntries],
  [callbackFetch, callbackAnswers, callbackUpdates, unusualUpdates, callbackDeletions, webhookDeliveries, eventNames],
  [
    generated,
    valuesInAnswers,
    reportedInAnswers,
    statesInAnswers,
    notationsInAnswers,
    repetitions,
    kindsInAnswers,
    parsersInAnswers,
    furtherInAnswers,
    pairsInAnswers,
    combinedInAnswers,
    clientsInAnswers,
  ],
].flat();
const seenInBrowser = [
  hostedPage,
  redirect,
  redirectParameters,
  forms,
  iframes,
  histories,
  reportedInBrowser,
  statesInBrowser,
  notationsInBrowser,
  kindsInBrowser,
  parsersInBrowser,
  furtherInBrowser,
  pairsInBrowser,
  combinedInBrowser,
];

export type Fault = {
  /** Says what the service does wrong. */
  readonly name: string;
  /** The id of the rule it breaks. */
  readonly rule: string;
  /** Whether it shows only in a browser. */
  readonly browser: boolean;
  /** Settings of the suite that it needs to be seen, by variable. */
  readonly needs: Needs['needs'] | undefined;
  readonly effects: readonly Effect[];
};

/** Every fault, in the order of the subjects. */
export const faults: readonly Fault[] = [
  ...seenInAnswers.flatMap((subject) => faultsOf(subject, false)),
  ...seenInBrowser.flatMap((subject) => faultsOf(subject, true)),
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/**
 * The fault with this name.
 *
 * @throws Error when there is none
 */
export function faultNamed(name: string): Fault {
  const fault = byName.get(name);
  if (!fault) throw new Error(`There is no fault '${name}'; --faults lists them.`);
  return fault;
}

/**
 * What comma-separated faults do together.
 *
 * @throws Error when there is none of a name
 */
export function effectsOfFaults(names: string): readonly Effect[] {
  return names.split(',').flatMap((name) => faultNamed(name).effects);
}

function faultsOf(subject: Subject, browser: boolean): Fault[] {
  return Object.entries(subject).flatMap(([rule, entries]) =>
    Object.entries(entries).map(([name, entry]) => ({ name, rule, browser, ...partsOf(entry) })),
  );
}

function partsOf(entry: Effects): Pick<Fault, 'effects' | 'needs'> {
  const parts: readonly (Effect | Needs)[] = [entry].flat();
  return { effects: parts.filter((part) => 'side' in part), needs: parts.find((part) => 'needs' in part)?.needs };
}
