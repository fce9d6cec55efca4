import type { RuleResult, RunFacts } from './results-schema.ts';
import { unjudged, type Verdict } from './verdicts.ts';

/** The verdicts that need attention, worst first. */
export const alarming: readonly Verdict[] = ['fail', ...unjudged];

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
export const formatCounts = (counts: Readonly<Record<Verdict, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(' · ') || 'nothing';

/** What a run warns of: what was seen before the first test, missing pictures, tests that broke off, runs of the same account at the same time, and entries of known deviations that meet nothing. */
export const warningsOf = ({
  otherRuns = [],
  goneCases = [],
  endingDeviations = [],
  endedEarly = [],
  screenshots,
  preflight = [],
}: RunFacts): string[] => [
  ...preflight.flatMap(({ name, verdict, message, fix }) => (verdict === 'warn' ? `${name}: ${message}; ${fix}` : [])),
  ...(screenshots === false ? ['no pictures of payments or failures were taken, because of SCREENSHOTS=0'] : []),
  ...(otherRuns.length === 0
    ? []
    : [
        `another run used this account meanwhile: notifications about its payments (${otherRuns
          .map((mark) => `Ref-${mark}…`)
          .join(', ')}) arrived; wallets and callbacks may have changed with it, so run one at a time`,
      ]),
  ...endedEarly
    .slice(0, 5)
    .map((one) => `a test broke off, and may have missed something: ${one}; see reports/playwright`),
  ...goneCases.map((one) => `a known deviation lists a case that is gone: ${one}; correct or remove the entry`),
  ...endingDeviations.map((one) => `known deviation ${one}; repair it, or renew the entry`),
];

/** The rules without a judgement, as `verdict: reason` with their ids, since many often share one reason. */
export const notJudged = (rules: readonly RuleResult[]): Map<string, string[]> => {
  const open = new Map<string, string[]>();
  for (const { id, verdict, reason } of rules.filter(({ verdict }) => unjudged.includes(verdict))) {
    const why = `${verdict}: ${reason ?? 'no reason was given'}`;
    open.set(why, [...(open.get(why) ?? []), id]);
  }
  return open;
};

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

/** The first lines of a message, each cut to a readable length. */
export const firstLines = (message: string | null, most = 10): string[] => {
  const lines = (message ?? '').split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
  return lines.length > most ? [...shown, '…'] : shown;
};
