import { callbacks } from './subjects/callbacks.ts';
import { checkout } from './subjects/checkout.ts';
import { general } from './subjects/general.ts';
import { generated } from './subjects/generated.ts';
import { initiation } from './subjects/initiation.ts';
import type { Rule } from './levels.ts';
import { operators } from './subjects/operators.ts';
import { redirect } from './subjects/redirect.ts';
import { reviews } from './subjects/reviews.ts';
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
  ...reviews,
};

export type RuleId = keyof typeof rows;
/** Ids of rules that have tests. A spec with any other id does not compile. */
export type TestedRuleId = { [K in RuleId]: (typeof rows)[K]['level'] extends 'must' | 'observe' ? K : never }[RuleId];

/** Every rule of the interface, once, by id. */
export const catalogue: Readonly<Record<RuleId, Rule>> = rows;
