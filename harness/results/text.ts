import type { Verdict } from './judgement/verdict.ts';
import type { Results, Review, Triage, TriageGroup } from './results-schema.ts';

/** The verdicts that need attention, worst first. */
export const alarming: readonly Verdict[] = ['fail', 'harness', 'environment', 'not-tested'];

/** A short explanation of each verdict. */
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

/** For example `3 pass · 1 fail`; unused verdicts are left out. */
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

/** Colours text by its meaning, if the terminal supports it. */
export const coloured = (text: string, sense: 'good' | 'bad' | 'open'): string => {
  const wanted = process.env.FORCE_COLOR ?? (process.stdout.isTTY && !process.env.NO_COLOR ? '1' : '0');
  const code = { good: 32, bad: 31, open: 33 }[sense];
  return wanted === '0' ? text : `\u001b[${code}m${text}\u001b[0m`;
};

/** A time for display, to the minute. */
export const minute = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Parses a finding about a field or header; undefined for other findings. */
export const fieldIn = (finding: string): { field: string; received: string; expected: string } | undefined => {
  const [, field, received, expected] = /^([\w.]{1,60}) is (.{1,700}), not (.*)$/.exec(finding) ?? [];
  return field && received && expected !== undefined ? { field, received, expected } : undefined;
};

/** The triage group of a broken rule; undefined without triage. */
export const groupOf = ({ run }: Results, rule: string): TriageGroup | undefined =>
  run.triage?.groups.find(({ rules }) => rules.includes(rule));

/** The number of rules of a group and the outcome of its triage, without text of the target. */
export const saidOfGroup = ({ rules, said, since }: TriageGroup): string =>
  `${counted(rules.length, 'rule')}; ${said}${since ? `; since ${minute(since)}` : ''}`;

/** The duration of the triage, and whether it was complete. */
export const triageInShort = ({ durationMs, complete }: Triage): string =>
  `triaged in ${duration(durationMs)}${complete ? '' : ', incomplete because of the time limit'}`;

/** Whether a first or a new decision is needed. */
export const isUndecided = ({ state }: Pick<Review, 'state'>): boolean =>
  state === 'open' || state === 'expired' || state === 'changed';

/** Whether a point needs attention; open points that are not required do not. */
export const needsSomebody = ({ state, required }: Pick<Review, 'state' | 'required'>): boolean =>
  state === 'open' ? required : state === 'rejected' || isUndecided({ state });

/** For example `7 points: 5 open · 2 accepted`. */
export const reviewsInShort = (reviews: readonly Pick<Review, 'state'>[]): string => {
  const states = [...new Set(reviews.map(({ state }) => state))];
  const count = (state: Review['state']): number => reviews.filter((one) => one.state === state).length;
  return `${counted(reviews.length, 'point')}: ${states.map((state) => `${count(state)} ${state}`).join(' · ')}`;
};

/** The decision about a point, in one line. */
export const saidOfReview = ({ state, decision, changed, required }: Review): string => {
  const need = required ? ', required' : '';
  if (!decision) return `${state}${need}`;
  const { decision: word, by, at, until, note } = decision;
  const time = state === 'rejected' ? '' : `, until ${until}`;
  const said = `${word} by ${by} on ${at.slice(0, 10)}${time}${note ? `: ${note}` : ''}`;
  if (state === 'expired') return `expired${need}: ${said}`;
  return state === 'changed' ? `decision needed again${need}, since ${changed.join(', ')} changed: ${said}` : said;
};
