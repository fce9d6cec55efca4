import { countsInWords, duration } from '../results/text.ts';
import type { RunFacts } from '../results/results-schema.ts';

/** The facts about the run that the report shows, as pairs of name and value. */
export const environmentOf = (run: RunFacts): [name: string, value: string][] => {
  const operators = ['A', 'B', 'C'].filter((letter) => !run.notApplicable.includes(`operator-${letter.toLowerCase()}`));
  const changed = run.modified ? ' with changes that are not committed' : '';
  return [
    ['Verdict', run.verdict],
    ['Target', run.target === 'sandbox' ? 'sandbox: no evidence about a staging system' : run.target],
    ['Host', run.host],
    ['Started', run.startedAt],
    ['Duration', duration(run.durationMs)],
    ['Rules', countsInWords(run.rules)],
    ['Selection', run.partial ? run.limitedBy.join(' ') : 'the whole suite'],
    ['Operators', operators.join(', ') || 'none'],
    ['Not applicable', run.notApplicable.join(', ') || 'nothing'],
    ['Suite', `${run.suiteVersion}, ${run.commit ? `commit ${run.commit.slice(0, 12)}${changed}` : 'outside of git'}`],
    ['Seed', run.seed === undefined ? '' : `${run.seed}, ${run.generatedRuns ?? 0} cases for each generated test`],
    ['Node', process.version],
  ].filter((pair): pair is [string, string] => pair[1] !== '');
};

/** Formats them as a .properties file. */
export const asProperties = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}\n`).join('');

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\=:# ]/g, String.raw`\$&`)
    .split('\n')
    .map((line) => line.trim())
    .join(String.raw`\n`);
