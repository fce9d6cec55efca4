import { code, escaped, fenced } from '../../helpers/redaction/escape-markdown.ts';
import type { Drift } from '../baselines/pinned-observations.ts';
import { causesOf, sinceWhen } from '../results/causes.ts';
import type { Cause } from '../results/told-cause.ts';
import type { Results, RuleResult } from '../results/results-schema.ts';
import { buildsInWords, isOtherBuild } from '../preflight/target-build.ts';
import { speedDrift } from '../results/speed.ts';
import { counted, duration, firstLines, formatCounts, notJudged, warningsOf } from '../results/text.ts';

/** The items shown of each part, and the causes with their exchange; results.json has the others. */
const [most, mostShown] = [20, 5];

/**
 * The digest of a run as Markdown. Only text of the suite can become a link, an image, a mention or markup: what comes
 * from the target stands in code spans.
 *
 * @param drift observations that differ from the pinned ones
 */
export const digestOf = (results: Results, drift: readonly Drift[]): string => {
  const { run, rules } = results;
  const causes = causesOf(results);
  const host = run.host ? ` at ${run.host}` : '';
  const isOther = isOtherBuild(run.builds);
  const commit = run.commit ? `, suite ${run.commit.slice(0, 7)}${run.modified ? ' with changes' : ''}` : '';
  return [
    `# ${escaped(`${run.verdict}: ${run.target}${host}`)}`,
    '',
    ...(isOther ? [`The target changed during the run: ${code(buildsInWords(run.builds))}`, ''] : []),
    ...causes.slice(0, most).map((cause, index) => `${index + 1}. ${inOneLineOf(cause, run.startedAt)}`),
    ...(causes.length > most ? [`- and ${counted(causes.length - most, 'more cause')}`] : []),
    ...(causes.length > 0 ? [''] : []),
    `- ${escaped(`${run.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${duration(run.durationMs)}${commit}`)}`,
    `- Rules: ${formatCounts(run.rules)}`,
    `- Tests: ${formatCounts(run.tests)}`,
    ...(run.mark && run.target === 'staging' ? [`- Payments: references begin with Ref-${run.mark}`] : []),
    ...(run.builds && !isOther ? [`- Build: ${code(buildsInWords(run.builds))}`] : []),
    ...warningsOf(run).map((text) => `- Warning: ${escaped(text)}`),
    ...(run.partial ? [`- Partial: only what was selected`] : []),
    ...(run.interrupted ? ['- Stopped: the run was interrupted'] : []),
    ...part(
      'The suite itself failed',
      run.errors.map((error) => code(inOneLine(error))),
    ),
    ...part(
      'The target is not ready',
      (run.preflight ?? [])
        .filter(({ verdict }) => verdict === 'fail')
        .map(({ name, message, fix }) => `${escaped(name)}: ${code(message)} ${escaped(fix ?? '')}`),
    ),
    ...part('The target became unavailable', run.outage ? [code(run.outage)] : []),
    ...causes.slice(0, mostShown).flatMap(detailsOf),
    ...part(
      'Known deviations',
      rules.filter(({ cases }) => cases.some(({ verdict }) => verdict === 'known')).map(knownRule),
    ),
    ...part(
      'Observed otherwise than pinned',
      drift.map(
        ({ rule, case: name, before, after }) =>
          `${code(`${rule} · ${name}`)}: ${code(before ?? 'nothing')} → ${code(after ?? 'nothing')}`,
      ),
    ),
    ...part('Plainly faster or slower than in the run before', speedDrift(run).map(code)),
    ...part(
      'Not judged',
      [...notJudged(rules)].map(([reason, ids]) => `${code(inOneLine(reason))} ${counted(ids.length, 'rule')}`),
    ),
    ...part('Left behind at the target', [...(run.leftBehind ?? []), ...(run.mayExist ?? [])].map(code)),
    '',
  ].join('\n');
};

/** The message that a chat gets: one JSON object whose text is the digest. */
export const messageOf = (digest: string): string => JSON.stringify({ text: digest.slice(0, 12_000) });

const part = (title: string, items: readonly string[]): string[] =>
  items.length === 0
    ? []
    : [
        '',
        `## ${title}: ${items.length}`,
        '',
        ...items.slice(0, most).map((item) => `- ${item}`),
        ...(items.length > most ? [`- and ${items.length - most} more`] : []),
      ];

/** A cause in one line, as the first thing that a reader of the digest sees. */
const inOneLineOf = (cause: Cause, startedAt: string): string => {
  const { how, what, isAccepted, extent } = cause;
  const more = isAccepted ? how && code(how) : escaped(what);
  return [headOf(cause), ...(more ? [more] : []), `${escaped(extent)}${sinceWhen(cause, startedAt)}`].join('; ');
};

/** Where a cause shows, and what came or was accepted there. */
const headOf = ({ where, how, what, isAccepted }: Cause): string => {
  const said = isAccepted ? escaped(what) : how && code(how);
  return `**${code(where)}**${said ? `: ${said}` : ''}`;
};

/** What shows a cause: the shortest exchange, or what a check said of a story. */
const detailsOf = (cause: Cause, index: number): string[] => {
  const { rule, further, evidence, shown: one } = cause;
  const shown = evidence
    ? [`${cut(evidence.sent)}\n\n${cut(evidence.came)}`, ...(evidence.curl.length < 1_500 ? [evidence.curl] : [])]
    : [firstLines(one?.message ?? null, 8).join('\n')];
  return [
    '',
    `## ${index + 1}. ${headOf(cause)}`,
    '',
    `${code(rule.id)} (section ${rule.sections.join(', ')}): ${escaped(rule.sentence)}`,
    '',
    ...(one ? [`Seen in ${code(one.case)} of ${code(one.title)}, ${escaped(`${one.file}:${one.line}`)}:`, ''] : []),
    ...shown.flatMap((text) => [fenced(text), '']),
    `Again: ${code(`npm start -- --grep @${rule.id}`)}${evidence && shown.length === 1 ? '; index.html has the requests as a script' : ''}`,
    ...(further.length > 0 ? ['', `Also broken by it: ${further.map(({ id }) => code(id)).join(', ')}`] : []),
  ];
};

const cut = (text: string): string => (text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text);

const knownRule = ({ id, sentence, cases, verdict }: RuleResult): string => {
  const tickets = [...new Set(cases.flatMap(({ ticket }) => ticket ?? []))].join(', ');
  return `${code(id)} ${escaped(sentence)}: ${escaped(tickets)}${verdict === 'known' ? '' : ` (verdict ${verdict})`}`;
};

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 300);
