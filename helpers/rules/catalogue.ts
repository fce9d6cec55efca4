import { callbacks } from './callbacks.ts';
import { checkout } from './checkout.ts';
import { general } from './general.ts';
import { generated } from './generated.ts';
import { initiation } from './initiation.ts';
import type { Rule } from './levels.ts';
import { operators } from './operators.ts';
import { redirect } from './redirect.ts';
import { wallets } from './wallets.ts';

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
