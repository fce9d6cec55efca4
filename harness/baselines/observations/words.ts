import { coloured, counted } from '../../results/text.ts';
import { escapeControlChars } from '../../../helpers/redaction/escape-control.ts';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import { isUnchanged, type Drift } from './drift.ts';

interface Limits {
  rules: number;
  lines: number;
  columns: number;
}

/** The limits for the summary of a run, for each kind of difference. */
const short: Limits = { rules: 4, lines: 4, columns: 180 };
/** The limits for the full list. */
const everything: Limits = { rules: Infinity, lines: Infinity, columns: 1000 };

/** The differences from the pinned observations for the summary; empty when there are none. */
export const driftInShort = (drift: Drift | undefined): string[] => {
  if (!drift || isUnchanged(drift)) return [];
  const { file, pinned } = drift;
  const pins = toRun('observations', '--accept');
  if (!pinned) {
    const rules = counted(drift.new.length, 'rule');
    return [`${coloured('Observations', 'open')} of ${rules} are not pinned yet: ${pins} writes ${file}`];
  }
  return [
    `${coloured('Observed differently', 'open')} than in ${file}; this breaks no rule: ${counts(drift)}`,
    ...differences(drift, short).map((line) => `  ${line}`),
    `  all differences: ${toRun('observations')}; pin the correct ones: ${pins} [RULE ...]`,
  ];
};

/** All differences. */
export const driftInFull = (drift: Drift): string[] => [
  ...(drift.pinned ? [] : [`Nothing is pinned yet in ${drift.file}: everything is new.`]),
  ...(isUnchanged(drift)
    ? [`Nothing differs from ${drift.file}.`]
    : [...differences(drift, everything), '', counts(drift)]),
];

/** For example `2 new · 1 changed`. */
const counts = (drift: Drift): string =>
  (['new', 'changed', 'gone'] as const)
    .filter((kind) => drift[kind].length > 0)
    .map((kind) => `${drift[kind].length} ${kind}`)
    .join(' · ');

const differences = (drift: Drift, limits: Limits): string[] => [
  ...limited('NEW', drift.new, limits, ({ after }) => signed('+', after)),
  ...limited('CHANGED', drift.changed, limits, ({ before, after }) => [
    ...signed(
      '-',
      before.filter((one) => !after.includes(one)),
    ),
    ...signed(
      '+',
      after.filter((one) => !before.includes(one)),
    ),
  ]),
  ...limited('GONE', drift.gone, limits, ({ before }) => signed('-', before)),
];

const limited = <T extends { rule: string }>(
  kind: string,
  list: readonly T[],
  { rules, lines, columns }: Limits,
  linesOf: (one: T) => string[],
): string[] => [
  ...list.slice(0, rules).flatMap((one) => {
    const all = linesOf(one);
    const more = all.length > lines ? [`and ${all.length - lines} more`] : [];
    const shown = [...all.slice(0, lines), ...more].map((line) => `    ${cutTo(line, columns)}`);
    return [`${kind}  ${escapeControlChars(one.rule)}  ${sentenceOf(one.rule)}`, ...shown];
  }),
  ...(list.length > rules ? [`${kind}  and ${counted(list.length - rules, 'more rule')}`] : []),
];

const signed = (sign: string, texts: readonly string[]): string[] =>
  texts.map((text) => `${sign} ${escapeControlChars(text)}`);

const sentenceOf = (rule: string): string =>
  Object.hasOwn(catalogue, rule) ? catalogue[rule as RuleId].sentence : 'this rule is no longer in the catalogue';

const cutTo = (text: string, columns: number): string => (text.length > columns ? `${text.slice(0, columns)}…` : text);
