import type { Drift } from '../baselines/pinned-observations.ts';
import { buildsInWords, isOtherBuild } from '../preflight/target-build.ts';
import { causesOf, sinceWhen } from '../results/causes.ts';
import type { Cause } from '../results/told-cause.ts';
import type { Results } from '../results/results-schema.ts';
import { speedDrift } from '../results/speed.ts';
import { coloured, counted, duration, firstLines, formatCounts, notJudged, warningsOf } from '../results/text.ts';
import { verdicts } from '../results/verdicts.ts';

/** The causes shown in full, the reasons why rules were not judged, and the lines of other lists. */
const [mostCauses, mostReasons, mostLines] = [10, 8, 20];

/** The summary of a run for the terminal. The verdict is at the end, where it is seen first. */
export const summaryOf = (results: Results, folder: string, drift: readonly Drift[] | undefined): string =>
  [
    observed(results, drift),
    brokenRules(results),
    knownDeviations(results),
    unjudged(results),
    faster(results),
    leftBehind(results),
    suiteErrors(results),
    removed(results),
    table(results),
    verdict(results, folder),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `\n${part.join('\n')}`)
    .join('\n');

const observed = ({ rules }: Results, drift: readonly Drift[] | undefined): string[] => {
  if (!drift && rules.some((rule) => rule.observed.length > 0))
    return [`Observations are not pinned yet: npm run observations -- --accept`];
  if (!drift || drift.length === 0) return [];
  return [
    `${coloured('Observed otherwise than pinned', 'open')}; this breaks no rule: ${drift.length}`,
    ...drift
      .slice(0, 5)
      .map((one) => `  ${one.rule} · ${one.case}: ${one.before ?? 'nothing'} → ${one.after ?? 'nothing'}`),
    '  all: npm run observations; pin what is right: npm run observations -- --accept [RULE ...]',
  ];
};

const brokenRules = (results: Results): string[] => {
  const { run } = results;
  const causes = causesOf(results);
  if (causes.length === 0) return [];
  const more = causes.slice(mostCauses).map(({ rule, where, what }) => `  ${where}: ${what} (${rule.id})`);
  return [
    `Broken rules: ${run.rules.fail}, by ${counted(causes.length, 'cause')}`,
    ...causes.slice(0, mostCauses).flatMap((cause) => causeOf(cause, run.startedAt)),
    ...(more.length > 0 ? ['', `And ${more.length} more, in full in results.json:`, ...more] : []),
  ];
};

const causeOf = (cause: Cause, startedAt: string): string[] => {
  const { rule, further, heading, more, extent, shown } = cause;
  const failed = rule.cases.filter((one) => one.verdict === 'fail');
  const also = further.map(({ id }) => id);
  return [
    '',
    `  ${coloured(heading, 'bad')}`,
    ...(more ? [`    ${more}`] : []),
    `    ${rule.id} (section ${rule.sections.join(', ')}); ${extent}${sinceWhen(cause, startedAt)}`,
    ...(shown ? firstLines(shown.message).map((line) => `      ${line}`) : []),
    ...failed.slice(0, 3).map((one) => `    ${one.file}:${one.line}  ${one.case}`),
    ...(failed.length > 3 ? [`    and ${counted(failed.length - 3, 'more case')} of the rule`] : []),
    ...(also.length > 0
      ? [`    also: ${also.slice(0, 8).join(', ')}${also.length > 8 ? ` and ${also.length - 8} more` : ''}`]
      : []),
    `    again: npm start -- --grep @${rule.id}`,
  ];
};

const knownDeviations = ({ rules }: Results): string[] => {
  const known = rules.filter((rule) => rule.cases.some(({ verdict }) => verdict === 'known'));
  if (known.length === 0) return [];
  return [
    `Known deviations: ${known.length}`,
    ...known.map(({ id, cases }) => `  ${id}  ${[...new Set(cases.flatMap(({ ticket }) => ticket ?? []))].join(', ')}`),
  ];
};

const unjudged = ({ rules }: Results): string[] => {
  const open = [...notJudged(rules)];
  return [
    ...open
      .slice(0, mostReasons)
      .flatMap(([reason, ids]) => [
        coloured(reason.slice(0, 300), 'open'),
        `  ${counted(ids.length, 'rule')}: ${ids.slice(0, 4).join(', ')}${ids.length > 4 ? ' …' : ''}`,
      ]),
    ...(open.length > mostReasons
      ? [`and ${counted(open.length - mostReasons, 'further reason')}, see results.json`]
      : []),
  ];
};

const faster = ({ run }: Results): string[] => {
  const drift = speedDrift(run).map((one) => `  ${one}`);
  return drift.length === 0 ? [] : ['Plainly faster or slower than in the run before; this breaks no rule', ...drift];
};

const leftBehind = ({ run: { leftBehind: left = [], mayExist = [] } }: Results): string[] => [
  ...(left.length === 0
    ? []
    : [
        `${coloured('Left behind at the target', 'open')}: ${counted(left.length, 'callback')}`,
        ...left.slice(0, mostLines).map((one) => `  ${one.slice(0, 300)}`),
        '  again: npm run cleanup',
      ]),
  ...mayExist.slice(0, mostLines).map((one) => `${coloured('May exist at the target', 'open')}: ${one.slice(0, 300)}`),
];

/** The beginning of the message about a selection without a test. */
export const nothingSelected = 'No test matches';

const suiteErrors = ({ run }: Results): string[] =>
  run.errors.length === 0
    ? []
    : [
        ...(run.errors.every((error) => error.startsWith(nothingSelected))
          ? []
          : [coloured('The suite itself failed:', 'bad')]),
        ...run.errors.slice(0, 5).flatMap((error) => firstLines(error).map((line) => `  ${line}`)),
      ];

/** Playwright's own report, or its blob of a shard, names what was typed into the fields of a page, which is no accident. */
const isTyped = ({ file, what }: { file: string; what: readonly string[] }): boolean =>
  /^(?:playwright|(?:shard \d+: )?blob)\//.test(file) &&
  what.every((name) => /^(?:MOBILE_MONEY_NUMBER|CUSTOMER_EMAIL)/.test(name));

const removed = ({ run: { removed: all = [], unsearched = [] } }: Results): string[] => {
  const files = all.filter((one) => !isTyped(one));
  return [
    ...(files.length === 0
      ? []
      : [
          `Removed from the reports: values of settings, in ${counted(files.length, 'file')}`,
          ...files.slice(0, 5).map(({ file, what }) => `  ${file}: ${what.join(', ')}`),
        ]),
    ...(unsearched.length === 0
      ? []
      : [
          `${coloured('Not searched for', 'open')}: ${unsearched.join(', ')}, because the value occurs in every report`,
        ]),
  ];
};

/** The rules by main section and verdict, without columns for unused verdicts. */
const table = ({ run }: Results): string[] => {
  const columns = verdicts.filter((name) => run.rules[name] > 0);
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(8)}${cells.map((cell, index) => String(cell || '·').padStart((columns[index] ?? '').length + 3)).join('')}`;
  const isReady = run.preflight?.every((one) => one.verdict !== 'fail') ?? true;
  if (run.sections.length === 0 || !isReady) return [];
  const rows = [...run.sections, { section: 'all', rules: run.rules }];
  return [
    'Rules by section',
    row('', columns),
    ...rows.map(({ section, rules }) =>
      row(
        section,
        columns.map((column) => rules[column]),
      ),
    ),
  ];
};

/** The capabilities declared as not available, with the number of their rules; what depends on one counts there. */
const absent = ({ run, rules }: Results): string[] => {
  const counts = new Map<string, number>();
  for (const { absent: lacks } of rules) {
    const name = lacks && (run.notApplicable.find((one) => lacks.includes(one)) ?? lacks[0]);
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts].map(([name, count]) => `${name} (${counted(count, 'rule')})`);
  return named.length > 0 ? [`Absent    not applicable: ${named.join(', ')}`] : [];
};

const verdict = (results: Results, folder: string): string[] => {
  const { run } = results;
  const sense = { conforming: 'good', 'non-conforming': 'bad', inconclusive: 'open' } as const;
  return [
    `Target    ${run.target}${run.host ? ` (${run.host})` : ''}, ${duration(run.durationMs)}, ` +
      counted(run.sent?.requests ?? 0, 'request'),
    ...(run.builds ? [`Build     ${buildsInWords(run.builds)}`] : []),
    ...(isOtherBuild(run.builds) ? ['Changed   the target is another build since, so the run is inconclusive'] : []),
    `Rules     ${formatCounts(run.rules)}`,
    `Tests     ${formatCounts(run.tests)}`,
    ...absent(results),
    ...(run.shards
      ? [
          `Shards    ${run.shards.of}${run.shards.missing.length > 0 ? `, missing: ${run.shards.missing.join(', ')}` : ''}`,
        ]
      : []),
    ...warningsOf(run).map((text) => `Warning   ${text}`),
    ...(run.partial ? [`Partial   only what was selected: ${run.limitedBy.join(' ')}`] : []),
    ...(run.interrupted ? ['Stopped   the run was interrupted'] : []),
    ...(run.outage
      ? [`Outage    ${run.outage}; see to it, then again: npm start -- --test-list ${folder}/failed-tests.txt`]
      : []),
    `Reports   ${folder}/index.html, digest.md, results.json; npm run report builds Allure's`,
    `Verdict   ${coloured(run.verdict, sense[run.verdict])}`,
  ];
};
