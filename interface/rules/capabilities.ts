import type { Operator } from '../messages/requests.ts';
import type { RuleId } from './catalogue.ts';

/** Capabilities that a target may be declared not to have (setting NOT_APPLICABLE). */
export const capabilities = [
  'operator-a',
  'operator-b',
  'operator-c',
  'hosted-page',
  'checkout',
  'form',
  'iframe',
  'wallets',
  'balance',
  'callbacks',
  'callback-deletion',
  'webhooks',
  'second-currency',
] as const;

export type Capability = (typeof capabilities)[number];

/** Id prefixes that stand for a capability; the longest match wins, so the order matters. */
const prefixes: readonly [string, Capability][] = [
  ['operator-a', 'operator-a'],
  ['operator-b', 'operator-b'],
  ['operator-c', 'operator-c'],
  ['page.', 'hosted-page'],
  ['redirect.', 'hosted-page'],
  ['txn.second-currency', 'second-currency'],
  ['checkout.', 'checkout'],
  ['auth.checkout', 'checkout'],
  ['form.', 'form'],
  ['iframe.', 'iframe'],
  ['wallets.', 'wallets'],
  ['balance.', 'balance'],
  ['callback-delete.', 'callback-deletion'],
  ['callback-', 'callbacks'],
  ['auth.callback', 'callbacks'],
  ['events.', 'callbacks'],
  ['webhook.', 'webhooks'],
  ['generated.checkout', 'checkout'],
  ['generated.wallet', 'wallets'],
  ['generated.callback', 'callbacks'],
];

/** The capability a rule is about, or undefined when every target must have it. */
export const capabilityOf = (id: RuleId): Capability | undefined =>
  prefixes.find(([prefix]) => id.startsWith(prefix))?.[1];

/** The capability of an operator: `operator-a`. */
export const capabilityOfOperator = (operator: Operator) =>
  `operator-${operator.toLowerCase() as Lowercase<Operator>}` as const satisfies Capability;

/** Capabilities that depend on another one: without callbacks there are no deletions and no webhooks. */
const dependents: Partial<Record<Capability, readonly Capability[]>> = {
  callbacks: ['callback-deletion', 'webhooks'],
  checkout: ['iframe'],
};

/** The declared capabilities together with those that depend on them. */
export const withDependents = (declared: readonly Capability[]): Set<Capability> =>
  new Set(declared.flatMap((name) => [name, ...(dependents[name] ?? [])]));
