import { coloured } from '../../harness/results/text.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { variantOf } from '../../interface/rules/variant.ts';
import type { Step } from '../../helpers/evidence/steps.ts';
import type { Recorded } from './chosen.ts';
import type { Replayed } from '../../harness/triage/again/plan.ts';
import { pairs, type Outcome, type Pair } from './comparison.ts';

/** Maximum number of steps of a test that are shown. */
const shownSteps = 20;
/** Maximum number of lines of an error that are shown. */
const errorLines = 12;

const phrases = {
  same: ['Still fails the same way', 'fail the same way', 'bad'],
  differently: ['Still fails, but differently', 'fail differently', 'bad'],
  'no more': ['No longer fails', 'no longer fail', 'good'],
  'not judged': ['Could not be judged', 'could not be judged', 'open'],
} as const;

/** The result of one replayed test. */
export interface ReplayedTest {
  recorded: Recorded;
  now: Replayed | undefined;
  outcome: Outcome;
}

/** All replayed tests. Of more than three, only the first of each outcome is shown in full, the others in one line. */
export const allPrinted = (replayed: readonly ReplayedTest[]): string => {
  const inFull = replayed.filter(
    ({ outcome }, index) => replayed.length <= 3 || replayed.findIndex((one) => one.outcome === outcome) === index,
  );
  const others = replayed.filter((one) => !inFull.includes(one));
  const parts = [
    ...inFull.map((one) => `\n${printed(one)}`),
    ...(others.length > 0 ? [''] : []),
    ...others.map(inOneLine),
  ];
  const counts = (Object.keys(phrases) as Outcome[]).flatMap((outcome) => {
    const count = replayed.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${phrases[outcome][1]}`];
  });
  return [...parts, ...(replayed.length > 1 ? ['', `${replayed.length} tests: ${counts.join(' · ')}`] : [])].join('\n');
};

const inOneLine = (replayed: ReplayedTest): string => {
  const { rule, test } = replayed.recorded;
  const [phrase, , sense] = phrases[replayed.outcome];
  const variant = variantOf(test.title, rule.sentence) || test.title;
  return `${coloured(phrase.padEnd(28), sense)}  ${beforeAndNow(replayed).padEnd(14)}  ${test.file}:${test.line}  ${escapeControlChars(variant)}`;
};

/** For example `fail → pass`. */
const beforeAndNow = ({ recorded: { test }, now }: Pick<ReplayedTest, 'recorded' | 'now'>): string =>
  `${test.verdict} → ${now?.verdict ?? 'did not run'}`;

/** One replayed test: its steps, then the recorded and the current reason of its failure. */
const printed = ({ recorded, now, outcome }: ReplayedTest): string => {
  const { rule, test, isSmallest } = recorded;
  const [phrase, , sense] = phrases[outcome];
  return [
    `${rule.id}  ${test.file}:${test.line}`,
    `  ${escapeControlChars(test.title)}`,
    ...(isSmallest
      ? ['  Only the smallest failing case is sent again.', ...stepsInFull(now?.steps ?? [])]
      : stepsOfBoth(test.exchanges ?? [], now?.steps ?? [])),
    ...(outcome === 'same' ? why('Why it fails', test.error) : why('Why it failed', test.error)),
    ...(outcome === 'differently' ? why('Why it fails now', now?.error ?? null) : []),
    ...(outcome === 'not judged'
      ? why('Why not', now?.error ?? `it did not run${now ? ` (${now.verdict})` : ''}`)
      : []),
    coloured(`  ${phrase} (${beforeAndNow({ recorded, now })}).`, sense),
  ].join('\n');
};

const stepsOfBoth = (recorded: readonly Step[], now: readonly Step[]): string[] => {
  if (recorded.length === 0) return ['  Its exchanges were not recorded.', ...stepsInFull(now)];
  const all = pairs(recorded, now).map((pair, index) => ({ pair, index }));
  const shown = all.filter(({ pair, index }) => index < shownSteps || !pair.isSame).slice(0, shownSteps);
  return [
    ...shown.flatMap(({ pair, index }) => sideBySide(pair, index + 1)),
    ...(all.length > shown.length ? [`  and ${all.length - shown.length} more steps`] : []),
  ];
};

const sideBySide = ({ recorded, now, isSame }: Pair, number: number): string[] => {
  if (isSame && now) return [`  ${number}. ${asked(now)}`, `     as recorded  ${answered(now)}`];
  const isAskedAlike = !recorded || !now || (recorded.request === now.request && recorded.sent === now.sent);
  // Answers with equal summaries differ in their form.
  const isForm = recorded?.answer === now?.answer;
  const line = (one: Step | undefined): string =>
    one
      ? `${isAskedAlike ? '' : `${inFull(one)}  `}${answered(one)}${isForm ? `  ${escapeControlChars(one.form)}` : ''}`
      : 'not sent';
  return [
    `  ${number}. ${isAskedAlike ? asked(now ?? recorded) : 'different request'}`,
    `     recorded     ${line(recorded)}`,
    coloured(`     now          ${line(now)}`, 'open'),
  ];
};

const inFull = (one: Step): string => `${asked(one)}${one.sent === null ? '' : ` ${escapeControlChars(one.sent)}`}`;

const stepsInFull = (steps: readonly Step[]): string[] =>
  steps.slice(0, shownSteps).map((one, index) => `  ${index + 1}. ${asked(one)}  ${answered(one)}`);

const asked = (one: Step | undefined): string => escapeControlChars(one?.request ?? '');
const answered = ({ answer }: Step): string => escapeControlChars(answer);

const why = (title: string, error: string | null): string[] => {
  const lines = (error ?? 'no reason was recorded').split('\n').filter((line) => line.trim() !== '');
  return [
    `  ${title}:`,
    ...lines.slice(0, errorLines).map((line) => `    ${cut(escapeControlChars(line))}`),
    ...(lines.length > errorLines ? ['    …'] : []),
  ];
};

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
