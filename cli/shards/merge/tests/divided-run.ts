import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildResults, type JudgedTest, type RunInput } from '../../../../harness/results/judgement/build-results.ts';
import type { Results } from '../../../../harness/results/results-schema.ts';
import { hasTests } from '../../../../interface/rules/levels.ts';
import { catalogue, type RuleId } from '../../../../interface/rules/catalogue.ts';
import { beforeVariant } from '../../../../interface/rules/variant.ts';
import { partition } from '../../../../harness/shards/deal.ts';
import { partOf, type Part } from '../../../../harness/shards/part.ts';
import { runInput as plainRun } from '../../../../harness/results/judgement/tests/run-input.ts';

/** The repository. */
export const suite = fileURLToPath(new URL('../../../../', import.meta.url));

/** Three tests of every tested rule, with various verdicts. */
export const judgedTests = (): JudgedTest[] =>
  (Object.keys(catalogue) as RuleId[])
    .filter((id) => hasTests(catalogue[id].level))
    .flatMap((id, index) =>
      ['first', 'second', 'callback'].map((variant, nth): JudgedTest => {
        const { level, sentence } = catalogue[id];
        const isBad = index % 7 === nth && level === 'must';
        const bad = (['fail', 'known', 'environment', 'not-tested', 'not-applicable'] as const)[index % 5];
        const verdict = level === 'observe' ? 'observed' : ((isBad ? bad : undefined) ?? 'pass');
        return {
          rule: id,
          title: sentence + beforeVariant + variant,
          file: `tests/api/${catalogue[id].sections[0]}.spec.ts`,
          line: index + 1,
          project: index % 3 === 0 ? 'browser' : 'api',
          verdict,
          durationMs: index,
          error: isBad ? `Error: what went wrong with ${id}\n  in the ${variant} test` : null,
          observed: level === 'observe' ? [`${variant}: HTTP 400`] : [],
          notApplicable: verdict === 'not-applicable' ? 'webhooks' : undefined,
        };
      }),
    );

/** The facts of the run beside its tests. */
export const runInput = (more: Partial<RunInput> = {}): RunInput =>
  plainRun({
    startedAt: new Date(1_700_000_000_000).toISOString(),
    durationMs: 60_000,
    suiteVersion: '0.1.0',
    ...more,
  });

/** Deviations of a shard from the default. */
export interface Change {
  part?: Partial<Part>;
  run?: Partial<RunInput>;
  /** Leaves out the last test of the results. */
  loses?: boolean;
}

/** Writes the output of the shards of a run, each to its own folder. @returns the folders */
export const writeShards = (
  folder: string,
  of: number,
  tests: readonly JudgedTest[] = judgedTests(),
  changes: Readonly<Record<number, Change>> = {},
): string[] => {
  const tagged = tests.map(({ rule, title, project }) => ({
    project,
    tags: [`@${rule}`, ...(title.endsWith('callback') ? ['@needs-callbacks'] : [])],
  }));
  const shardOf = partition(tagged, of, new Map());
  const planned = tests.map(({ rule, project, file, line, title }, index) => ({
    shard: shardOf[index] ?? 1,
    rule,
    project,
    file,
    line,
    title,
  }));
  return Array.from({ length: of }, (_, position) => {
    const index = position + 1;
    const { part, run, loses } = changes[index] ?? {};
    const own = tests.filter((_, nth) => shardOf[nth] === index);
    const known = { index, of, limits: [], durations: 'durations/sandbox.json', tests: planned };
    const shard = join(folder, `${index}-of-${of}`);
    rmSync(shard, { recursive: true, force: true });
    mkdirSync(shard, { recursive: true });
    const all = { ...partOf(suite, known, { CURRENCY: 'XTS' }), run: '7', ended: true, ...part };
    writeFileSync(join(shard, 'part.json'), JSON.stringify(all));
    const input = runInput({ partial: true, limitedBy: [`--shard=${index}/${of}`], shard: { index, of }, ...run });
    writeFileSync(join(shard, 'results.json'), JSON.stringify(resultsOf(input, loses ? own.slice(1) : own)));
    return shard;
  });
};

/** The results as parsed from JSON, without undefined properties. */
export const resultsOf = (run: RunInput, tests: readonly JudgedTest[]): Results =>
  JSON.parse(JSON.stringify(buildResults(run, tests))) as Results;
