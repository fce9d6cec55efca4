import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestCase } from '@playwright/test/reporter';
import { corpusText, counterexampleAnnotation, readCorpus, withFailures } from '../../../helpers/properties/corpus.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import type { RunFacts } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';

/** The file with generated cases that have failed on a target; generated tests try them first. */
export const corpusFileOf = (root: string, run: Pick<RunFacts, 'target' | 'host'>): string =>
  join(root, 'reports', 'history', targetName(run), 'counterexamples.jsonl');

/** Keeps the counterexamples of a complete run on staging; a sandbox is a new service in each run. */
export const keepCounterexamples = (root: string, run: RunFacts, tests: readonly TestCase[]): void => {
  if (run.target === 'sandbox' || run.partial) return;
  const found = tests.flatMap(({ title, results }) =>
    results
      .flatMap(({ annotations }) => annotations)
      .filter(({ type }) => type === counterexampleAnnotation)
      .map(({ description: seed = '' }) => ({ test: title, seed })),
  );
  if (found.length === 0) return;
  const path = corpusFileOf(root, run);
  mkdirSync(dirname(path), { recursive: true });
  writeAtomically(path, corpusText(withFailures(readCorpus(path), found)));
};
