import { firstReason } from '../baselines/history/comparison.ts';
import { daysLeft } from '../baselines/deviations/deviations.ts';
import type { Results, RuleResult } from '../results/results-schema.ts';
import { saidOfReview } from '../results/text.ts';

/** Raised whenever a field is renamed, removed or changes its meaning. */
const digestVersion = 1;

/** Characters of an answer that are quoted. */
const quoted = 240;

/** A run in short, for people who decide. Texts that come from the target are neither escaped nor safe to render. */
export type Digest = ReturnType<typeof digestOf>;

/**
 * The digest of a run, as in reports/digest.json.
 *
 * @param runUrl where the CI shows the run; null when it is not known
 */
export const digestOf = ({ run, rules }: Results, runUrl: string | null) => ({
  version: digestVersion,
  verdict: run.verdict,
  target: run.target,
  host: run.host,
  /** References of its payments begin with Ref- and this; null when it is not known. */
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
  /** What has changed since the last kept run; null when there is none. */
  comparison: run.comparison ?? null,
  broken: rules
    .filter(({ verdict }) => verdict === 'fail')
    .map((rule) => ({
      id: rule.id,
      sections: rule.sections,
      sentence: rule.sentence,
      received: cut(firstReason(rule) ?? ''),
      place: placeOf(rule),
      /** What is to be done about a known deviation that does not hold; null when none covers the rule. */
      advice: rule.known ? cut(adviceOf(rule)) : null,
    })),
  /** Broken rules by what may be their cause; null where nobody looked into them. */
  causes: run.triage?.groups.map((group) => ({ ...group, common: cut(group.common) })) ?? null,
  known: rules.flatMap(({ id, sentence, verdict, known }) =>
    known && verdict !== 'fail' ? [{ id, sentence, verdict, ...known, daysLeft: daysLeft(known, run.startedAt) }] : [],
  ),
  /** How observations differ from those that are pinned; null where nobody looked. */
  observations: run.observations ?? null,
  /** What people decide about the target. */
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

/** Rules without a judgement, by what kept them from one. */
const notJudged = (rules: readonly RuleResult[]): { verdict: string; reason: string; rules: number }[] => {
  const open = rules.filter(({ verdict }) => ['not-tested', 'environment', 'harness'].includes(verdict));
  const causes = new Map<string, { verdict: string; reason: string; rules: number }>();
  for (const { verdict, reason } of open) {
    const cause = cut(reason ?? 'no reason was given');
    const so = causes.get(verdict + cause) ?? { verdict, reason: cause, rules: 0 };
    causes.set(verdict + cause, { ...so, rules: so.rules + 1 });
  }
  return [...causes.values()].sort((one, other) => other.rules - one.rules);
};

const placeOf = ({ tests }: RuleResult): string => {
  const failed = tests.find(({ verdict }) => verdict === 'fail');
  return failed ? `${failed.file}:${failed.line}` : '';
};

const adviceOf = ({ tests }: RuleResult): string =>
  tests.find(({ verdict }) => verdict === 'fail')?.error?.split('\n')[0] ?? '';

const cut = (text: string): string => (text.length > quoted ? `${text.slice(0, quoted)}…` : text);
