import type { Effect } from '../faults/exchange.ts';
import { identifiers, json, keys, refusals, transport, wording } from './catalogue/answer-variants.ts';
import { callbackFields, callbackRequests, webhooks } from './catalogue/callback-variants.ts';
import { lenient, operators, stricter } from './catalogue/initiation-variants.ts';
import { manners } from './catalogue/manner-variants.ts';
import { foreignPages, pageContents, pages } from './catalogue/page-variants.ts';
import { forms, merchantReturns } from './catalogue/redirect-variants.ts';
import { values } from './catalogue/value-variants.ts';
import { balances, walletLists } from './catalogue/wallet-variants.ts';
import { type Question, type Variant, variantsOf } from './variant.ts';

// The order in which variants act: on fields first, then on the JSON text, then on the transport.
const questions: readonly Readonly<Record<string, Question>>[] = [
  lenient,
  stricter,
  values,
  manners,
  operators,
  identifiers,
  callbackFields,
  callbackRequests,
  webhooks,
  walletLists,
  balances,
  pages,
  pageContents,
  merchantReturns,
  forms,
  foreignPages,
  refusals,
  wording,
  keys,
  json,
  transport,
];

/** Every variant, in the order in which several of them take effect. */
export const variants: readonly Variant[] = questions.flatMap((part) =>
  Object.entries(part).flatMap(([name, question]) => variantsOf(name, question)),
);

const byName = new Map(variants.map((variant) => [variant.name, variant]));

export const isVariant = (name: string): boolean => byName.has(name);

/** The combined effects of several variants. */
export const effectsOf = (names: readonly string[]): Effect[] =>
  variants.filter(({ name }) => names.includes(name)).flatMap(({ effects }) => effects);

/**
 * Parses comma-separated names: `a,b`.
 *
 * @throws Error when a name is unknown, or when two variants answer the same question
 */
export function parseVariants(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const byQuestion = new Map<string, string>();
  for (const name of names) {
    const question = byName.get(name)?.question;
    if (question === undefined) throw new Error(`There is no variant '${name}'; --variants lists them.`);
    const other = byQuestion.get(question);
    if (other) throw new Error(`'${other}' and '${name}' answer the same question, ${question}: choose one.`);
    byQuestion.set(question, name);
  }
  return names;
}
