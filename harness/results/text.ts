import type { Verdict } from './judgement/verdict.ts';
import type { Results, Review, Triage, TriageGroup } from './results-schema.ts';

/** Verdicts that need somebody's attention, worst first. */
export const alarming: readonly Verdict[] = ['fail', 'harness', 'environment', 'not-tested'];

/** What a verdict means for the reader, in a few words. */
export const meaning: Record<Verdict, string> = {
  pass: 'the target keeps the rule',
  fail: 'the target breaks the rule',
  known: 'broken as listed',
  'not-tested': 'a prerequisite is missing, nothing was judged',
  'not-applicable': 'the settings declare the target not to have it',
  environment: 'the target gave no answer that could be judged',
  harness: 'the suite itself is at fault',
  observed: 'recorded, the interface leaves it open',
  excluded: 'cannot be seen through the interface',
};

/** For example `3 pass · 1 fail`; verdicts that nothing has are left out. */
export const countsInWords = (counts: Readonly<Record<Verdict, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(' · ') || 'nothing';

/** `1 rule`, `2 rules`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `850 ms`, `12.3 s`, `2 min 5 s`. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};

/** Text in one of three meanings, coloured where the reader is a terminal that wants it. */
export const coloured = (text: string, sense: 'good' | 'bad' | 'open'): string => {
  const wanted = process.env.FORCE_COLOR ?? (process.stdout.isTTY && !process.env.NO_COLOR ? '1' : '0');
  const code = { good: 32, bad: 31, open: 33 }[sense];
  return wanted === '0' ? text : `\u001b[${code}m${text}\u001b[0m`;
};

/** A time as it is shown, to the minute. */
export const minute = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** What a finding of a judgement says of one field or header; undefined when it is about something else. */
export const fieldIn = (finding: string): { field: string; received: string; expected: string } | undefined => {
  const [, field, received, expected] = /^([\w.]{1,60}) is (.{1,700}), not (.*)$/.exec(finding) ?? [];
  return field && received && expected !== undefined ? { field, received, expected } : undefined;
};

/** The group that a broken rule belongs to; undefined when nobody looked into it. */
export const groupOf = ({ run }: Results, rule: string): TriageGroup | undefined =>
  run.triage?.groups.find(({ rules }) => rules.includes(rule));

/** How many rules a group has, and what was found out about them, in words of the suite alone. */
export const saidOfGroup = ({ rules, said, since }: TriageGroup): string =>
  `${counted(rules.length, 'rule')}; ${said}${since ? `; since ${minute(since)}` : ''}`;

/** How long it took, and whether there was time for all of it. */
export const triageInShort = ({ durationMs, complete }: Triage): string =>
  `looked into for ${duration(durationMs)}${complete ? '' : ', which was too short for all'}`;

/** Whether a person has yet to decide, for the first time or anew. */
export const isUndecided = ({ state }: Pick<Review, 'state'>): boolean =>
  state === 'open' || state === 'expired' || state === 'changed';

/** Whether somebody has to look at a point: what nobody requires and nobody has decided waits. */
export const needsSomebody = ({ state, required }: Pick<Review, 'state' | 'required'>): boolean =>
  state === 'open' ? required : state === 'rejected' || isUndecided({ state });

/** For example `7 points: 5 open · 2 accepted`. */
export const reviewsInShort = (reviews: readonly Pick<Review, 'state'>[]): string => {
  const states = [...new Set(reviews.map(({ state }) => state))];
  const count = (state: Review['state']): number => reviews.filter((one) => one.state === state).length;
  return `${counted(reviews.length, 'point')}: ${states.map((state) => `${count(state)} ${state}`).join(' · ')}`;
};

/** What was decided about a point, in one line. */
export const saidOfReview = ({ state, decision, changed, required }: Review): string => {
  const need = required ? ', required' : '';
  if (!decision) return `${state}${need}`;
  const { decision: word, by, at, until, note } = decision;
  const time = state === 'rejected' ? '' : `, until ${until}`;
  const said = `${word} by ${by} on ${at.slice(0, 10)}${time}${note ? `: ${note}` : ''}`;
  if (state === 'expired') return `expired${need}: ${said}`;
  return state === 'changed' ? `to be decided anew${need}, since ${changed.join(', ')} changed: ${said}` : said;
};
