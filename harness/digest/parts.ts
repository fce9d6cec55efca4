import { inOneLine } from '../baselines/history/printed.ts';
import {
  minute,
  counted,
  countsInWords,
  duration,
  needsSomebody,
  reviewsInShort,
  saidOfGroup,
} from '../results/text.ts';
import { catalogue, type RuleId } from '../../interface/rules/catalogue.ts';
import type { Digest } from './digest.ts';

/** A row: a name, text of the suite, and quotations. */
interface Item {
  name: string;
  /** From the suite or a reviewed file. */
  text: string;
  /** From the target or the network: render it only as text. */
  quotes: string[];
}

export interface Part {
  title: string;
  items: Item[];
  /** The number of items left out. */
  more: number;
}

export const headline = ({ verdict, target, host, profile }: Digest): string =>
  `${verdict}: ${target}${host ? ` at ${host}` : ''}${profile === 'smoke' ? ' (smoke run)' : ''}`;

/** Facts about the run as lines of text from the suite. */
export const facts = (digest: Digest): string[] => {
  const { suite, comparison } = digest;
  const commit = suite.commit ? `suite ${suite.commit.slice(0, 7)}${suite.modified ? ' with changes' : ''}` : '';
  return [
    [minute(digest.startedAt), duration(digest.durationMs), commit].filter((one) => one !== '').join(', '),
    ...(digest.mark && digest.target === 'staging' ? [`Payments: references begin with Ref-${digest.mark}`] : []),
    `Rules: ${countsInWords(digest.rules)}`,
    `Tests: ${countsInWords(digest.tests)}`,
    ...(digest.profile === 'smoke' ? ['Smoke: one test for each section; nothing else was tested'] : []),
    ...(digest.partial && digest.profile !== 'smoke' ? ['Partial: only some of the tests were selected'] : []),
    ...(digest.interrupted ? ['Stopped: the run was interrupted'] : []),
    ...(digest.reviews.length > 0 ? [`Manual reviews: ${reviewsInShort(digest.reviews)}`] : []),
    ...(comparison
      ? [`Since ${minute(comparison.with.startedAt)} (${comparison.with.verdict}): ${inOneLine(comparison)}`]
      : []),
  ];
};

/**
 * The findings of the run, worst first.
 *
 * @param most the maximum number of items in each part
 */
export const partsOf = (digest: Digest, most: number): Part[] => {
  const part = (title: string, items: readonly Item[]): Part[] =>
    items.length === 0
      ? []
      : [{ title: `${title}: ${items.length}`, items: items.slice(0, most), more: Math.max(0, items.length - most) }];
  const newly = new Set(digest.comparison?.broken);
  return [
    ...part(
      'The suite itself failed',
      digest.errors.map((error) => ({ name: '', text: '', quotes: [error] })),
    ),
    ...part(
      'The target is not ready',
      digest.preflight.map(({ name, found, mend }) => ({ name, text: mend ?? '', quotes: [found] })),
    ),
    ...part('The target became unavailable', digest.outage ? [{ name: '', text: '', quotes: [digest.outage] }] : []),
    ...part(
      'Causes of broken rules',
      (digest.causes ?? []).map((group) => ({
        name: group.cause,
        text: `${saidOfGroup(group)}: ${group.rules.slice(0, 5).join(', ')}${group.rules.length > 5 ? ` and ${group.rules.length - 5} more` : ''}`,
        quotes: [group.common],
      })),
    ),
    ...part(
      'Broken rules',
      digest.broken.map(({ id, sentence, received, place, advice }) => ({
        name: id,
        text: `${newly.has(id) ? 'newly broken: ' : ''}${sentence}${place ? ` (${place})` : ''}`,
        quotes: [...(advice ? [advice] : []), ...(received && received !== advice ? [received] : [])],
      })),
    ),
    ...part('Fixed', (digest.comparison?.fixed ?? []).map(bare)),
    ...part(
      'Known deviations',
      digest.known.map(({ id, ticket, owner, expires, daysLeft, verdict, sentence }) => ({
        name: id,
        text:
          `${ticket}, ${owner}, until ${expires} (${daysLeft < 0 ? 'expired' : `${counted(daysLeft, 'day')} left`})` +
          `${verdict === 'known' ? '' : `, not judged: ${verdict}`}: ${sentence}`,
        quotes: [],
      })),
    ),
    ...part(
      'Manual reviews to decide (npm run review)',
      digest.reviews.filter(needsSomebody).map(({ id, sentence, said }) => ({
        name: id,
        text: `${said}; ${sentence}`,
        quotes: [],
      })),
    ),
    ...part('Observed differently', observed(digest)),
    ...part(
      'Not judged',
      digest.notJudged.map(({ verdict, reason, rules }) => ({
        name: verdict,
        text: counted(rules, 'rule'),
        quotes: [reason],
      })),
    ),
    ...part(
      'Left behind at the target',
      digest.leftBehind.map((one) => ({ name: '', text: '', quotes: [one] })),
    ),
  ];
};

const bare = (name: string): Item => ({ name, text: sentenceOf(name), quotes: [] });

const sentenceOf = (id: string): string => (Object.hasOwn(catalogue, id) ? catalogue[id as RuleId].sentence : '');

/** The differences from the pinned observations, or from the last run when none are pinned. */
const observed = ({ observations, comparison }: Digest): Item[] => {
  if (!observations?.pinned) return (comparison?.observations ?? []).map(bare);
  const item = (rule: string, before: readonly string[], after: readonly string[]): Item => ({
    name: rule,
    text: sentenceOf(rule),
    quotes: [
      ...before.filter((one) => !after.includes(one)).map((one) => `- ${one}`),
      ...after.filter((one) => !before.includes(one)).map((one) => `+ ${one}`),
    ].slice(0, 4),
  });
  return [
    ...observations.changed.map(({ rule, before, after }) => item(rule, before, after)),
    ...observations.gone.map(({ rule, before }) => item(rule, before, [])),
    ...observations.new.map(({ rule, after }) => item(rule, [], after)),
  ];
};
