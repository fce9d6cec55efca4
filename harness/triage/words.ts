import { counted, duration, minute } from '../results/text.ts';
import type { Results, Triage, TriageGroup } from '../results/results-schema.ts';

/** The group that a broken rule belongs to; undefined when nobody looked into it. */
export const groupOf = ({ run }: Results, rule: string): TriageGroup | undefined =>
  run.triage?.groups.find(({ rules }) => rules.includes(rule));

/** How many rules a group has, and what was found out about them, in words of the suite alone. */
export const saidOfGroup = ({ rules, said, since }: TriageGroup): string =>
  `${counted(rules.length, 'rule')}; ${said}${since ? `; since ${minute(since)}` : ''}`;

/** How long it took, and whether there was time for all of it. */
export const triageInShort = ({ durationMs, complete }: Triage): string =>
  `looked into for ${duration(durationMs)}${complete ? '' : ', which was too short for all'}`;
