import { callbacks } from './subjects/callbacks.ts';
import { checkout } from './subjects/checkout.ts';
import { general } from './subjects/general.ts';
import { generated } from './subjects/generated.ts';
import { initiation } from './subjects/initiation.ts';
import type { Rule } from './levels.ts';
import { operators } from './subjects/operators.ts';
import { redirect } from './subjects/redirect.ts';
import { wallets } from './subjects/wallets.ts';

const rows = {
  ...initiation,
  ...operators,
  ...checkout,
  ...redirect,
  ...wallets,
  ...callbacks,
  ...general,
  ...generated,
};

export type RuleId = keyof typeof rows;
/** Ids of rules that have tests: naming an excluded one in a spec does not compile. */
export type TestedRuleId = { [K in RuleId]: (typeof rows)[K]['level'] extends 'excluded' ? never : K }[RuleId];

/** Every rule of the interface, once, by id. */
export const catalogue: Readonly<Record<RuleId, Rule>> = rows;
