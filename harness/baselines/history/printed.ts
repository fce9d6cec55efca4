import { coloured, counted } from '../../results/text.ts';
import {
  isUnchanged,
  type Comparison,
  type ObservationChange,
  type RuleChange,
  type RunInShort,
} from './comparison.ts';
import type { SlowerEndpoint } from './durations.ts';

/** A comparison for a person, worst first. */
export const printed = (comparison: Comparison): string =>
  [
    `Before  ${runInWords(comparison.before)}`,
    `After   ${runInWords(comparison.after)}`,
    ...(comparison.partial ? ['One of the runs was partial: only the rules that both have are compared.'] : []),
    ...section('Broken since then', comparison.broken.map(change), 'bad'),
    ...section('Still broken', comparison.stillBroken.map(change), 'bad'),
    ...section('No longer tested', comparison.newlyNotTested.map(change), 'open'),
    ...section('Rules that are gone', comparison.removed, 'open'),
    ...section('Fixed', comparison.fixed.map(change), 'good'),
    ...section('Tested again', comparison.judgedAgain.map(change), 'good'),
    ...section('Rules that are new', comparison.added, 'good'),
    ...section('Observed otherwise', comparison.observations.map(observation), 'open'),
    ...section('Slower', comparison.slower.map(slowness), 'open'),
    ...(isUnchanged(comparison) && comparison.stillBroken.length === 0 ? ['', 'Nothing has changed.'] : []),
    '',
    inOneLine(comparison),
  ].join('\n');

/** What was found, each kind as a list of whatever names it. */
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

/** For example `2 broken · 1 fixed · 3 observations changed`. */
export const inOneLine = (comparison: Lists): string => {
  const counts: [number, string][] = [
    [comparison.broken.length, 'broken'],
    [comparison.stillBroken.length, 'still broken'],
    [comparison.newlyNotTested.length, 'no longer tested'],
    [comparison.removed.length, 'gone'],
    [comparison.fixed.length, 'fixed'],
    [comparison.judgedAgain.length, 'tested again'],
    [comparison.added.length, 'new'],
    [comparison.observations.length, 'observed otherwise'],
    [comparison.slower.length, 'slower'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length > 0 ? said.join(' · ') : 'no change';
};

const runInWords = ({ target, host, startedAt, verdict, commit, modified }: RunInShort): string =>
  `${verdict}, ${target}${host ? ` at ${host}` : ''}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC` +
  (commit ? `, suite ${commit.slice(0, 7)}${modified ? ' with changes' : ''}` : '');

const section = (title: string, lines: readonly string[], sense: 'good' | 'bad' | 'open'): string[] =>
  lines.length === 0 ? [] : ['', coloured(`${title}: ${lines.length}`, sense), ...lines.map((line) => `  ${line}`)];

const change = ({ id, sentence, before, after, reason }: RuleChange): string =>
  `${id}  ${before} → ${after}\n    ${sentence}${reason && after !== 'pass' ? `\n    ${cut(reason)}` : ''}`;

const observation = ({ id, sentence, before, after }: ObservationChange): string => {
  const gone = before.filter((one) => !after.includes(one)).map((one) => `\n    - ${cut(one)}`);
  const come = after.filter((one) => !before.includes(one)).map((one) => `\n    + ${cut(one)}`);
  return `${id}  ${sentence}${[...gone, ...come].join('')}`;
};

const slowness = ({ endpoint, tests, ratio, spread, beforeMs, afterMs }: SlowerEndpoint): string =>
  `${endpoint}  ${ratio.toFixed(1)} times (${spread.map((one) => one.toFixed(1)).join(' to ')}) over ` +
  `${counted(tests, 'test')}, median ${Math.round(beforeMs)} → ${Math.round(afterMs)} ms`;

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
