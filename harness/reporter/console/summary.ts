import { sinceLastRun } from '../../baselines/history/since.ts';
import { driftInShort } from '../../baselines/observations/words.ts';
import { mergedInWords, named, reportsFolder } from '../../shards/shard.mjs';
import { hasFolder, targetFolder, toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import { capabilityOf } from '../../../interface/rules/capabilities.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import { verdicts } from '../../results/judgement/verdict.ts';
import type { Results, RuleResult } from '../../results/results-schema.ts';
import { knownDeviations } from './known.ts';
import { manualReviews } from './reviews.ts';
import { coloured, counted, countsInWords, duration, meaning, saidOfGroup, triageInShort } from '../../results/text.ts';
import { escapeControlChars } from '../../../helpers/redaction/escape-control.ts';

/** The maximum number of lines shown of an error; the reports have all. */
const errorLines = 10;
/** The maximum number of broken rules shown in full. */
const shownRules = 20;

/** The maximum number of groups of broken rules. */
const shownGroups = 10;
/** The maximum number of listed files from which values were removed. */
const removedFiles = 5;

/** The summary of a run for the terminal. The verdict is at the end, where it is seen first. */
export const summaryOf = (results: Results): string =>
  [
    driftInShort(results.run.observations),
    brokenRules(results),
    causes(results),
    knownDeviations(results),
    unjudged(results),
    repeated(results),
    left(results),
    suiteErrors(results),
    removed(results),
    table(results),
    sinceLastRun(results),
    ledger(results),
    manualReviews(results),
    verdict(results),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `\n${part.join('\n')}`)
    .join('\n');

/** Broken rules by probable cause: many rules often have few causes. */
const causes = ({ run: { triage } }: Results): string[] => {
  if (!triage) return [];
  const shown = triage.groups.slice(0, shownGroups);
  return [
    `Causes: ${triage.groups.length} (${triageInShort(triage)})`,
    ...shown.flatMap((group) => [
      '',
      `  ${coloured(group.cause, /product|changed/.test(group.cause) ? 'bad' : 'open')}: ${group.common}`,
      `    ${saidOfGroup(group)}`,
      `    ${group.rules.slice(0, 4).join(', ')}${group.rules.length > 4 ? ` and ${group.rules.length - 4} more` : ''}`,
    ]),
    ...(triage.groups.length > shown.length
      ? [`  and ${counted(triage.groups.length - shown.length, 'further group')}, see reports/results.json`]
      : []),
  ];
};

const brokenRules = ({ rules }: Results): string[] => {
  const broken = rules.filter((rule) => rule.verdict === 'fail');
  if (broken.length === 0) return [];
  const more = broken.slice(shownRules).map((rule) => `  ${rule.id}  ${rule.sentence}`);
  return [
    `Broken rules: ${broken.length}`,
    ...broken.slice(0, shownRules).flatMap(brokenRule),
    ...(more.length > 0 ? ['', `And ${more.length} more, in full in reports/results.json:`, ...more] : []),
  ];
};

const brokenRule = (rule: RuleResult): string[] => {
  const failed = rule.tests.filter((test) => test.verdict === 'fail');
  const [first] = failed;
  return [
    '',
    `  ${coloured(rule.id, 'bad')}  (section ${rule.sections.join(', ')})`,
    `    ${rule.sentence}`,
    ...(first ? firstLines(first.error).map((line) => `      ${line}`) : []),
    ...failed.slice(0, 3).map((test) => `    ${test.file}:${test.line}  ${test.title}`),
    ...(failed.length > 3 ? [`    and ${counted(failed.length - 3, 'more test')} of the rule`] : []),
    `    again: ${toRun('start', '--grep', `@${rule.id}`)}`,
  ];
};

const firstLines = (error: string | null): string[] => {
  const lines = (error ?? '').split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, errorLines).map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
  return lines.length > errorLines ? [...shown, '…'] : shown;
};

/** The rules without judgement, grouped by reason, because many rules usually share one. */
const unjudged = ({ rules }: Results): string[] =>
  (['environment', 'not-tested', 'harness'] as const).flatMap((verdict) => {
    const open = rules.filter((rule) => rule.verdict === verdict);
    if (open.length === 0) return [];
    const causes = [...new Set(open.map((rule) => rule.reason ?? 'no reason was given'))];
    return [
      `${coloured(verdict, 'open')}: ${counted(open.length, 'rule')}, ${meaning[verdict]}`,
      ...causes.slice(0, 5).flatMap((cause) => {
        const ids = open.filter((rule) => (rule.reason ?? 'no reason was given') === cause).map((rule) => rule.id);
        const more = ids.length > 4 ? ` and ${ids.length - 4} more` : '';
        return [`  ${cause.slice(0, 300)}`, ...detailsOf(open, cause), `    ${ids.slice(0, 4).join(', ')}${more}`];
      }),
      ...(causes.length > 5 ? [`  and ${counted(causes.length - 5, 'further cause')}, see reports/results.json`] : []),
    ];
  });

/** The lines of an error after the first, which is the cause. */
const detailsOf = (open: readonly RuleResult[], cause: string): string[] => {
  const tests = open.flatMap((rule) => (rule.reason === cause ? rule.tests : []));
  const text = tests.find(({ error }) => error?.startsWith(cause))?.error ?? '';
  return firstLines(text)
    .slice(1)
    .map((line) => `  ${line}`);
};

/** Requests that were sent again, and tests that were repeated. */
const repeated = ({ rules, run }: Results): string[] => {
  const tests = rules.flatMap((rule) => rule.tests);
  const repetitions = tests.flatMap((test) => test.environment ?? []).filter((one) => one.waitMs !== null);
  const repeatedTests = tests.filter((test) => test.note);
  if (run.outage || repetitions.length + repeatedTests.length === 0) return [];
  return [
    `The target was not always reachable: ${counted(repetitions.length, 'request')} sent again`,
    ...repeatedTests
      .slice(0, 10)
      .map((test) => `  ${test.note}: ${test.file}:${test.line}  ${test.title}  → ${test.verdict}`),
    ...(repeatedTests.length > 10
      ? [`  and ${counted(repeatedTests.length - 10, 'more test')}, see reports/results.json`]
      : []),
  ];
};

const suiteErrors = ({ run }: Results): string[] =>
  run.errors.length === 0
    ? []
    : [
        coloured('The suite itself failed:', 'bad'),
        ...run.errors.slice(0, 5).flatMap((error) => firstLines(error).map((line) => `  ${line}`)),
      ];

const left = ({ run: { leftBehind = [], mayExist = [] } }: Results): string[] => [
  ...(leftBehind.length === 0
    ? []
    : [
        `${coloured('Left behind at the target', 'open')}: ${counted(leftBehind.length, 'callback')}`,
        ...leftBehind.slice(0, shownRules).map((one) => `  ${one.slice(0, 300)}`),
        ...(leftBehind.length > shownRules ? ['  and more, see reports/results.json'] : []),
        `  again: ${toRun('cleanup')}`,
      ]),
  ...mayExist.map((one) => `${coloured('Lost on the way', 'open')}: ${one.slice(0, 300)}`),
];

/** The values that were removed from the reports, and the settings that could not be searched for. */
const removed = ({ run: { removed = [], unsearched = [] } }: Results): string[] => [
  ...(removed.length === 0
    ? []
    : [
        `Removed from the reports: values of settings, in ${counted(removed.length, 'file')}`,
        ...removed.slice(0, removedFiles).map(({ file, what }) => `  ${file}: ${what.join(', ')}`),
        ...(removed.length > removedFiles
          ? [`  and ${removed.length - removedFiles} more, see reports/results.json`]
          : []),
      ]),
  ...(unsearched.length === 0
    ? []
    : [
        `${coloured('Not searched for', 'open')}: ${unsearched.join(', ')}, because the value is a word that occurs in every report`,
      ]),
];

/** The rules by main section and verdict, without columns for unused verdicts. */
const table = ({ run }: Results): string[] => {
  const columns = verdicts.filter((name) => run.rules[name] > 0);
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(8)}${cells.map((cell, index) => String(cell || '·').padStart((columns[index] ?? '').length + 3)).join('')}`;
  if (run.sections.length === 0) return [];
  return [
    'Rules by section',
    row('', columns),
    ...[...run.sections, { section: 'all', rules: run.rules }].map(({ section, rules }) =>
      row(
        section,
        columns.map((column) => rules[column]),
      ),
    ),
  ];
};

/** The capabilities declared as not available, with the number of their rules. */
const absent = (rules: readonly RuleResult[]): string[] => {
  const counts = new Map<string, number>();
  for (const { id, verdict } of rules) {
    if (verdict !== 'not-applicable') continue;
    const capability = capabilityOf(id as RuleId) ?? 'other';
    counts.set(capability, (counts.get(capability) ?? 0) + 1);
  }
  const named = [...counts].map(([capability, count]) => `${capability} (${counted(count, 'rule')})`);
  return named.length > 0 ? [`Absent    not applicable: ${named.join(', ')}`] : [];
};

/** The contradictions between the channels of payments. */
const ledger = ({ run: { ledger } }: Results): string[] => {
  if (!ledger || ledger.contradictions.length + ledger.lost === 0) return [];
  const { contradictions, intents, lost } = ledger;
  return [
    `Ledger: ${counted(intents, 'intent')} to pay, ${lost} of unknown fate, ${counted(contradictions.length, 'contradiction')}`,
    ...contradictions.slice(0, 5).map(({ what, said }) => `  ${what}: ${escapeControlChars(said).slice(0, 300)}`),
    `  in full: ${toRun('ledger')}`,
  ];
};

const rateInWords = (rate: number): string =>
  `Limit     more than ${rate} requests per second were refused (429); ` +
  `set MAX_REQUESTS_PER_SECOND=${rate} to stay below that`;

const verdict = ({ run, rules }: Results): string[] => {
  const sense = { conforming: 'good', 'non-conforming': 'bad', inconclusive: 'open' } as const;
  const { shard, shards } = run;
  const isSmoke = run.profile === 'smoke';
  const asked = run.limitedBy.filter(
    (limit) => !(shard && limit.startsWith('--shard')) && !(isSmoke && limit === '--profile smoke'),
  );
  const limits = [
    ...(isSmoke ? ['Smoke     one test for each section; nothing else was tested'] : []),
    ...(shard ? [`Part      ${named(shard)}; ${toRun('merge')} joins all shards`] : []),
    ...(shard && run.sections.length === 0 ? ['          no test was assigned to it: fewer shards are enough'] : []),
    ...(shards ? [`Shards    ${mergedInWords(shards)}`] : []),
    ...(asked.length > 0 ? [`Partial   only what was selected: ${asked.join(' ')}`] : []),
  ];
  const place = hasFolder() ? `${targetFolder()}/` : '';
  const reports = place + reportsFolder(shard);
  return [
    `Target    ${run.target}${run.host ? ` (${run.host})` : ''}, ${duration(run.durationMs)}`,
    ...(run.rate === undefined ? [] : [rateInWords(run.rate)]),
    `Rules     ${countsInWords(run.rules)}`,
    `Tests     ${countsInWords(run.tests)}`,
    ...absent(rules),
    ...limits,
    ...(run.interrupted ? ['Stopped   the run was interrupted'] : []),
    shard
      ? `Reports   ${reports}, with all that ${toRun('merge')} needs`
      : `Reports   ${reports}/index.html, ${reports}/digest.md, ${reports}/results.json; ${toRun('report')} builds Allure's`,
    `Verdict   ${coloured(run.verdict, sense[run.verdict])}`,
  ];
};
