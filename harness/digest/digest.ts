import { firstReason } from '../baselines/history/comparison.ts';
import { daysLeft } from '../baselines/deviations/deviations.ts';
import type { Results, RuleResult } from '../results/results-schema.ts';
import { saidOfReview } from '../results/text.ts';

/** Increase it when a field is renamed, removed or changes its meaning. */
const digestVersion = 1;

/** The maximum length of a quotation from an answer. */
const maxQuoted = 240;

/** The summary of a run. Texts from the target are neither escaped nor safe to render. */
export type Digest = ReturnType<typeof digestOf>;

/**
 * Makes the digest of a run, as in reports/digest.json.
 *
 * @param runUrl the page of the run in the CI; null when it is not known
 */
export const digestOf = ({ run, rules }: Results, runUrl: string | null) => ({
  version: digestVersion,
  verdict: run.verdict,
  target: run.target,
  host: run.host,
  /** The references of its payments start with Ref- and this; null when it is not known. */
  mark: run.mark ?? null,
  startedAt: run.startedAt,
  durationMs: run.durationMs,
  suite: { version: run.suiteVersion, commit: run.commit, modified: run.modified },
  runUrl,
  /** smoke, nightly or signoff; null in results of earlier versions. */
  profile: run.profile ?? null,
  partial: run.partial,
  limitedBy: run.limitedBy,
  interrupted: run.interrupted,
  outage: run.outage ?? null,
  rules: run.rules,
  tests: run.tests,
  /** The changes since the last kept run; null when there is none. */
  comparison: run.comparison ?? null,
  broken: rules
    .filter(({ verdict }) => verdict === 'fail')
    .map((rule) => ({
      id: rule.id,
      sections: rule.sections,
      sentence: rule.sentence,
      received: cut(firstReason(rule) ?? ''),
      place: placeOf(rule),
      /** Advice about a known deviation that no longer applies; null when none covers the rule. */
      advice: rule.known ? cut(adviceOf(rule)) : null,
    })),
  /** Broken rules by probable cause; null when they were not triaged. */
  causes: run.triage?.groups.map((group) => ({ ...group, common: cut(group.common) })) ?? null,
  known: rules.flatMap(({ id, sentence, verdict, known }) =>
    known && verdict !== 'fail' ? [{ id, sentence, verdict, ...known, daysLeft: daysLeft(known, run.startedAt) }] : [],
  ),
  /** The differences from the pinned observations; null when they were not compared. */
  observations: run.observations ?? null,
  /** The points that people decide. */
  reviews: (run.reviews ?? []).map((one) => ({
    id: one.id,
    sentence: one.sentence,
    state: one.state,
    required: one.required,
    said: cut(saidOfReview(one)),
    pictures: one.pictures,
  })),
  notJudged: notJudged(rules),
  preflight: (run.preflight ?? []).filter(({ verdict }) => verdict === 'fail'),
  leftBehind: [...(run.leftBehind ?? []), ...(run.mayExist ?? [])],
  errors: run.errors.map(cut),
});

/** The rules without judgement, by reason. */
const notJudged = (rules: readonly RuleResult[]): { verdict: string; reason: string; rules: number }[] => {
  const open = rules.filter(({ verdict }) => ['not-tested', 'environment', 'harness'].includes(verdict));
  const causes = new Map<string, { verdict: string; reason: string; rules: number }>();
  for (const { verdict, reason } of open) {
    const cause = cut(reason ?? 'no reason was given');
    const entry = causes.get(verdict + cause) ?? { verdict, reason: cause, rules: 0 };
    causes.set(verdict + cause, { ...entry, rules: entry.rules + 1 });
  }
  return [...causes.values()].sort((one, other) => other.rules - one.rules);
};

const placeOf = ({ tests }: RuleResult): string => {
  const failed = tests.find(({ verdict }) => verdict === 'fail');
  return failed ? `${failed.file}:${failed.line}` : '';
};

const adviceOf = ({ tests }: RuleResult): string =>
  tests.find(({ verdict }) => verdict === 'fail')?.error?.split('\n')[0] ?? '';

const cut = (text: string): string => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);
