import { coloured, counted } from '../../results/text.ts';
import {
  isUnchanged,
  type Comparison,
  type ObservationChange,
  type RuleChange,
  type RunInShort,
} from './comparison.ts';
import type { SlowerEndpoint } from './durations.ts';

/** A comparison as text for the terminal, worst first. */
export const printed = (comparison: Comparison): string =>
  [
    `Before  ${runInWords(comparison.before)}`,
    `After   ${runInWords(comparison.after)}`,
    ...(comparison.partial ? ['A run was partial: only rules in both runs are compared.'] : []),
    ...section('Broken since then', comparison.broken.map(change), 'bad'),
    ...section('Still broken', comparison.stillBroken.map(change), 'bad'),
    ...section('No longer tested', comparison.newlyNotTested.map(change), 'open'),
    ...section('Removed rules', comparison.removed, 'open'),
    ...section('Fixed', comparison.fixed.map(change), 'good'),
    ...section('Tested again', comparison.judgedAgain.map(change), 'good'),
    ...section('New rules', comparison.added, 'good'),
    ...section('Observed differently', comparison.observations.map(observation), 'open'),
    ...section('Slower', comparison.slower.map(slowness), 'open'),
    ...(isUnchanged(comparison) && comparison.stillBroken.length === 0 ? ['', 'Nothing has changed.'] : []),
    '',
    inOneLine(comparison),
  ].join('\n');

/** The differences by kind, of which only the numbers are used. */
type Lists = Record<
  | 'broken'
  | 'stillBroken'
  | 'fixed'
  | 'newlyNotTested'
  | 'judgedAgain'
  | 'added'
  | 'removed'
  | 'observations'
  | 'slower',
  readonly unknown[]
>;

/** For example `2 broken · 1 fixed · 3 observed differently`. */
export const inOneLine = (comparison: Lists): string => {
  const counts: [number, string][] = [
    [comparison.broken.length, 'broken'],
    [comparison.stillBroken.length, 'still broken'],
    [comparison.newlyNotTested.length, 'no longer tested'],
    [comparison.removed.length, 'removed'],
    [comparison.fixed.length, 'fixed'],
    [comparison.judgedAgain.length, 'tested again'],
    [comparison.added.length, 'new'],
    [comparison.observations.length, 'observed differently'],
    [comparison.slower.length, 'slower'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length > 0 ? parts.join(' · ') : 'no change';
};

const runInWords = ({ target, host, startedAt, verdict, commit, modified }: RunInShort): string =>
  `${verdict}, ${target}${host ? ` at ${host}` : ''}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC` +
  (commit ? `, suite ${commit.slice(0, 7)}${modified ? ' with changes' : ''}` : '');

const section = (title: string, lines: readonly string[], sense: 'good' | 'bad' | 'open'): string[] =>
  lines.length === 0 ? [] : ['', coloured(`${title}: ${lines.length}`, sense), ...lines.map((line) => `  ${line}`)];

const change = ({ id, sentence, before, after, reason }: RuleChange): string =>
  `${id}  ${before} → ${after}\n    ${sentence}${reason && after !== 'pass' ? `\n    ${cut(reason)}` : ''}`;

const observation = ({ id, sentence, before, after }: ObservationChange): string => {
  const removed = before.filter((one) => !after.includes(one)).map((one) => `\n    - ${cut(one)}`);
  const added = after.filter((one) => !before.includes(one)).map((one) => `\n    + ${cut(one)}`);
  return `${id}  ${sentence}${[...removed, ...added].join('')}`;
};

const slowness = ({ endpoint, tests, ratio, spread, beforeMs, afterMs }: SlowerEndpoint): string =>
  `${endpoint}  ${ratio.toFixed(1)} times (${spread.map((one) => one.toFixed(1)).join(' to ')}) over ` +
  `${counted(tests, 'test')}, median ${Math.round(beforeMs)} → ${Math.round(afterMs)} ms`;

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
