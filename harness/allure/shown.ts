import { saidOfGroup } from '../results/text.ts';
import { createHash } from 'node:crypto';
import { endpointOf } from '../../interface/rules/subjects/endpoints.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { severityOf } from '../../interface/rules/rule.ts';
import { sectionTitle } from '../../interface/rules/sections.ts';
import type { Verdict } from '../results/judgement/verdict.ts';
import { code, escaped } from '../../helpers/redaction/escape-markdown.ts';
import type { RuleResult, TestResult, TriageGroup } from '../results/results-schema.ts';
import { testKey, type RawResult } from './raw.ts';
import { ruleLink } from './page/rule-links.ts';

/** The Allure status of each verdict: tests without judgement are broken, only absent or excluded rules are skipped. */
const statuses: Readonly<Record<Verdict, RawResult['status']>> = {
  pass: 'passed',
  observed: 'passed',
  fail: 'failed',
  known: 'failed',
  'not-tested': 'broken',
  environment: 'broken',
  harness: 'broken',
  'not-applicable': 'skipped',
  excluded: 'skipped',
};

/** Additional information about a result. */
interface Remarks {
  /** All failures of the test, when it had several. */
  failures?: string | undefined;
  /** How the rule's observations differ from the pinned ones, as Markdown with text of the target escaped. */
  drift?: string | undefined;
  /** Why the rule is broken, when the run was triaged. */
  group?: TriageGroup | undefined;
}

/** The message prefix by which Allure recognises a known deviation. */
export const knownPrefix = (ticket: string): string => `Known deviation ${ticket}:`;

/**
 * Converts a result for the report: its status, message and labels follow from the verdict in results.json.
 *
 * @param attempt the verdict and error of this attempt, or of the test when it had only one
 */
export const toAllureResult = (
  raw: RawResult,
  rule: RuleResult,
  attempt: Pick<TestResult, 'verdict' | 'error'>,
  { failures, drift, group }: Remarks = {},
): RawResult => {
  const { verdict } = attempt;
  const error = messageOf(rule, attempt, failures ?? attempt.error ?? raw.statusDetails?.message);
  const { trace } = raw.statusDetails ?? {};
  const isBroken = verdict === 'fail';
  return {
    ...raw,
    status: statuses[verdict],
    statusDetails: error === undefined ? {} : { message: error, ...(trace ? { trace } : {}) },
    // Allure renders the description as Markdown.
    description: [sentenceOf(rule), ...(drift ? [drift] : []), ...(isBroken && group ? [whyOf(group)] : [])].join(
      '\n\n',
    ),
    labels: [
      ...raw.labels.filter(({ name }) => name !== 'verdict' && name !== 'drift'),
      { name: 'verdict', value: verdict },
      ...(isBroken && group ? [{ name: 'cause', value: group.cause }] : []),
      ...(drift ? [{ name: 'drift', value: 'changed' }] : []),
      ...(verdict === 'known' && rule.known ? [{ name: 'owner', value: rule.known.owner }] : []),
    ],
    links: [...raw.links, ruleLink(rule.id)],
  };
};

const messageOf = (
  rule: RuleResult,
  { verdict }: Pick<TestResult, 'verdict'>,
  error: string | undefined,
): string | undefined => {
  if (verdict === 'pass' || verdict === 'observed') return undefined;
  if (verdict === 'not-applicable') return rule.reason ?? 'the target is declared not to have it';
  const { known } = rule;
  if (verdict !== 'known' || !known) return error ?? 'nothing was judged';
  const { ticket, owner, expires, reason } = known;
  return `${knownPrefix(ticket)} ${reason} (owner ${owner}, until ${expires})\n\n${error ?? ''}`.trimEnd();
};

const whyOf = (group: TriageGroup): string =>
  `Cause: ${group.cause}; ${code(group.common)}; ${escaped(saidOfGroup(group))}.`;

const sentenceOf = ({ sentence, sections }: RuleResult): string => `${sentence} (section ${sections.join(', ')})`;

/** A result for a test that did not run, so that the report includes it. */
export const unstarted = (rule: RuleResult, test: TestResult, at: number): RawResult => {
  const fullName = `${test.file} › ${test.title}`;
  const id = createHash('md5')
    .update(testKey(test.project, test.file, test.title))
    .digest('hex');
  const label = (name: string, value: string) => ({ name, value });
  return {
    uuid: id,
    name: test.title,
    fullName,
    historyId: id,
    testCaseId: id,
    status: 'broken',
    stage: 'finished',
    labels: [
      label('epic', sectionTitle(rule.sections[0] ?? '')),
      label('feature', endpointOf(rule.id as RuleId)),
      label('story', rule.id),
      label('severity', severityOf(rule.level)),
      label('parentSuite', test.project),
      label('suite', test.file),
    ],
    links: [],
    parameters: [{ name: 'Project', value: test.project }],
    attachments: [],
    steps: [],
    start: at,
    stop: at,
  };
};
