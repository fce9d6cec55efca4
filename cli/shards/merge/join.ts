import {
  buildResults,
  resultsOf,
  type JudgedTest,
  type RunInput,
} from '../../../harness/results/judgement/build-results.ts';
import { wordsOfPage, type withReviews } from '../../../harness/baselines/reviews/reviews.ts';
import type { Results, RuleResult, RunFacts, TestResult } from '../../../harness/results/results-schema.ts';
import { sumOf } from '../../../helpers/client/network/traffic.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import { worst } from '../../../harness/results/judgement/verdict.ts';
import type { Part, Planned } from '../../../harness/shards/part.ts';
import { named } from '../../../harness/shards/shard.mjs';
import { keyOf, type Found } from './collect.ts';

/**
 * Merges the results of shards into those that one machine would have written. Tests of missing shards get the verdict
 * not-tested, which makes the run inconclusive.
 *
 * @param found shards of one run, at least one of them with results
 */
export const join = (found: readonly Found[]): Results => {
  const present = found.flatMap(({ results }) => results ?? []);
  const [{ part }] = found as [Found];
  const run = runOf(present, part);
  const planned = part.tests.filter(({ rule }) => rule !== '').map((test) => untested(test, part.of));
  const rules = buildResults(run, planned).rules.map((rule) => joined(rule, present));
  return resultsOf(run, rules);
};

/** The evidence for reviews beside observations, and the reviews that the settings require. */
export const reviewEvidence = (found: readonly Found[]): Parameters<typeof withReviews>[1] => {
  const reviews = found.flatMap(({ results }) => results?.run.reviews ?? []);
  return {
    required: reviews.filter(({ required }) => required).map(({ id }) => id),
    seen: reviews.map(({ id, pictures, evidence }) => ({
      id,
      pictures,
      words: evidence.filter(({ of }) => of === wordsOfPage).flatMap(({ seen }) => seen),
    })),
  };
};

/** A test whose shard is missing. */
const untested = ({ shard, rule, project, file, line, title }: Planned, of: number): JudgedTest => ({
  rule: rule as RuleId,
  project,
  file,
  line,
  title,
  verdict: 'not-tested',
  durationMs: 0,
  error: `${named({ index: shard, of })} is missing`,
  observed: [],
  notApplicable: undefined,
});

/** A rule with the results of its tests, which may have run in several shards. */
const joined = (planned: RuleResult, present: readonly Results[]): RuleResult => {
  const parts = present.flatMap(({ rules }) => rules.find(({ id }) => id === planned.id) ?? []);
  if (parts.length === 0) return planned;
  const ran = new Map<string, TestResult[]>();
  const keyed = (test: TestResult): string => keyOf({ rule: planned.id, ...test });
  for (const test of parts.flatMap(({ tests }) => tests)) ran.set(keyed(test), [...(ran.get(keyed(test)) ?? []), test]);
  const tests = planned.tests.map((test) => ran.get(keyed(test))?.shift() ?? test);
  const verdict = worst(tests.map((test) => test.verdict));
  const decisive = parts.find((part) => part.verdict === verdict);
  const known = parts.find((part) => part.known)?.known;
  const sent = parts.flatMap((part) => part.sent ?? []);
  return {
    ...planned,
    verdict,
    reason: decisive ? decisive.reason : (tests.find((test) => test.verdict === verdict)?.error ?? null),
    observed: [...new Set(parts.flatMap(({ observed }) => observed))].sort(),
    ...(known ? { known } : {}),
    ...(sent.length > 0 ? { sent: sumOf(sent) } : {}),
    tests,
  };
};

const runOf = (present: readonly Results[], part: Part): RunInput => {
  const runs = present.map(({ run }) => run);
  const [first] = runs as [RunFacts];
  const { of } = part;
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter(
    (index) => !runs.some(({ shard }) => shard?.index === index),
  );
  const begun = Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt)));
  const ended = Math.max(...runs.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  const outages = attributed(runs, ({ outage }) => (outage ? [outage] : []));
  const leftBehind = distinct(runs.flatMap((run) => run.leftBehind ?? []));
  const mayExist = distinct(runs.flatMap((run) => run.mayExist ?? []));
  const preflight = distinct(runs.flatMap((run) => run.preflight ?? []));
  const removed = runs.flatMap((run) => run.removed ?? []);
  const unsearched = distinct(runs.flatMap((run) => run.unsearched ?? []));
  const rates = runs.flatMap(({ rate = 0 }) => rate);
  const { target, host, profile, suiteVersion, commit, notApplicable, seed, generatedRuns } = first;
  return {
    target,
    host,
    startedAt: new Date(begun).toISOString(),
    durationMs: ended - begun,
    ...(profile === undefined ? {} : { profile }),
    suiteVersion,
    commit,
    modified: runs.some(({ modified }) => modified),
    partial: part.limits.length > 0,
    limitedBy: first.limitedBy.filter((limit) => !limit.startsWith('--shard')),
    interrupted: runs.some(({ interrupted }) => interrupted),
    shards: { of, missing },
    // Each shard has its own limit, so the limits add up.
    ...(rates.every((rate) => rate > 0) ? { rate: rates.reduce((sum, rate) => sum + rate) } : {}),
    ...(outages.length > 0 ? { outage: outages.join('; ') } : {}),
    errors: attributed(runs, ({ errors }) => errors),
    ...(leftBehind.length > 0 ? { leftBehind } : {}),
    ...(mayExist.length > 0 ? { mayExist } : {}),
    notApplicable,
    ...(runs.some((run) => run.preflight) ? { preflight } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(generatedRuns === undefined ? {} : { generatedRuns }),
    ...(removed.length > 0 ? { removed } : {}),
    ...(unsearched.length > 0 ? { unsearched } : {}),
  };
};

/** The texts of shards, each once, prefixed with the shards unless all of them have it. */
const attributed = (runs: readonly RunFacts[], what: (run: RunFacts) => readonly string[]): string[] => {
  const texts = distinct(runs.flatMap(what));
  return texts.map((text) => {
    const by = runs.filter((run) => what(run).includes(text));
    return by.length === runs.length ? text : `shard ${by.map(({ shard }) => shard?.index ?? 0).join(', ')}: ${text}`;
  });
};

/** Removes duplicates: shards on one machine may report the same. */
const distinct = <T>(all: readonly T[]): T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
