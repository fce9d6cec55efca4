import { createHash } from 'node:crypto';
import { code, escaped } from '../../../helpers/redaction/escape-markdown.ts';
import { minute } from '../../results/text.ts';
import type { Results } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';
import { digestOf } from '../digest.ts';
import { markdownOf } from '../markdown.ts';
import type { Tracker } from './tracker.ts';

/** The maximum length of the text of an issue; GitHub accepts 65,536 characters. */
const maxLength = 60_000;

/** A hidden marker that identifies the issue of a target. */
const markOf = ({ run }: Results): string =>
  `<!-- payment-conformance: ${createHash('sha256').update(targetName(run)).digest('hex').slice(0, 16)} -->`;

const [brokenStart, brokenEnd] = ['<!-- broken: ', ' -->'];

/** The broken rules that the text of an issue lists. */
const brokenIn = (text: string): string[] => {
  const line = text.split(/\r?\n/).find((one) => one.startsWith(brokenStart) && one.endsWith(brokenEnd)) ?? '';
  const ids = line.slice(brokenStart.length, -brokenEnd.length).split(' ');
  return ids.filter((id) => /^[\w.-]{1,100}$/.test(id));
};

/**
 * Keeps one issue open while a target is broken: opens it, updates it after each run, comments on it when the broken
 * rules change, and closes it when the target conforms. Partial, interrupted and inconclusive runs change nothing.
 *
 * @param runUrl the page of the run in the pipeline; null when it is not known
 * @returns one line that says what was done
 * @throws Error when a request to the tracker fails
 */
export const keepIssue = async (results: Results, runUrl: string | null, tracker: Tracker): Promise<string> => {
  const { run } = results;
  if (run.partial || run.interrupted || run.verdict === 'inconclusive') {
    const why = run.partial ? 'partial' : run.interrupted ? 'interrupted' : run.verdict;
    return `The run is ${why}: no issue was touched.`;
  }
  const mark = markOf(results);
  const issue = (await tracker.open()).find(({ text }) => text.includes(mark));
  const at = `The run of ${minute(run.startedAt)}${runUrl ? ` (<${runUrl}>)` : ''}`;
  if (run.verdict === 'conforming') {
    if (!issue) return 'The run conforms, and no issue was open.';
    await tracker.comment(issue, `${at} conforms.`);
    await tracker.change(issue, 'close');
    return `Issue ${issue.number} was closed.`;
  }
  const before = brokenIn(issue?.text ?? '');
  const broken = brokenOf(results, before);
  const title = `Not conforming: ${run.target} at ${run.host}`;
  const text = `${mark}\n${brokenStart}${broken.join(' ')}${brokenEnd}\n${textOf(results, runUrl)}`;
  if (!issue) return `Issue ${await tracker.create(title, text)} was opened.`;
  const changes = [
    ['Broken now', broken.filter((id) => !before.includes(id))],
    ['Fixed', before.filter((id) => !broken.includes(id))],
  ] as const;
  const changed = changes.filter(([, ids]) => ids.length > 0);
  // Comment before the update: if the comment fails, the next run repeats it.
  if (changed.length > 0)
    await tracker.comment(
      issue,
      [`${at}:`, '', ...changed.map(([what, ids]) => `- ${what}: ${ids.map(code).join(', ')}`)].join('\n'),
    );
  await tracker.change(issue, { title, text });
  return `Issue ${issue.number} was updated${changed.length > 0 ? ', with a comment on what has changed' : ''}.`;
};

/** The broken rules, including rules that were broken before and could not be judged this time. */
const brokenOf = ({ rules }: Results, before: readonly string[]): string[] =>
  rules
    .filter(
      ({ id, verdict }) =>
        verdict === 'fail' || (['not-tested', 'environment', 'harness'].includes(verdict) && before.includes(id)),
    )
    .map(({ id }) => id)
    .sort();

/** The digest, with as many items in each part as the length allows. */
const textOf = (results: Results, runUrl: string | null): string => {
  const digest = digestOf(results, runUrl);
  const texts = [20, 10, 5, 2, 0].map((most) => () => markdownOf(digest, undefined, most));
  for (const text of texts) if (text().length < maxLength) return text();
  return escaped(digest.verdict);
};
