import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../results/files/write-atomically.ts';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { hasFolder, suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import type { Results } from '../results/results-schema.ts';
import { targetName } from '../results/target-name.ts';
import type { Durations } from './deal.ts';

/** Increase it when a field is renamed, removed or changes its meaning. */
const version = 1;

const schema = z.strictObject({
  version: z.literal(version, `is not ${version}, the version of this suite`),
  rules: z.record(z.string(), z.number({ error: 'is not a number of milliseconds' }).nonnegative()),
});

/** An unusable file of recorded durations; the message says why and how to fix it. */
export class DamagedDurations extends Error {}

type Target = Parameters<typeof targetName>[0];

/** The file with the durations of a target, relative to its folder. */
export const durationsFileOf = (target: Target): string =>
  hasFolder() ? 'durations.json' : `durations/${targetName(target)}.json`;

/** The durations of the sandbox, which have similar proportions as those of other targets. */
const ofSandbox = 'durations/sandbox.json';

/** The file that the partition uses: that of the target, or else that of the sandbox. */
export const durationsFileFor = (root: string, target: Target): string => {
  const own = durationsFileOf(target);
  if (existsSync(join(root, own))) return own;
  return hasFolder() ? join(suiteRoot, ofSandbox) : ofSandbox;
};

/**
 * Reads recorded durations: the average duration of a test of each rule, in milliseconds. Empty without a file.
 *
 * @param root the folder that the path is relative to
 * @throws DamagedDurations
 */
export const readDurations = (root: string, file: string): Durations => {
  const path = resolve(root, file);
  if (!existsSync(path)) return new Map();
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return new Map(Object.entries(parsed.data.rules));
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') || 'it'}: ${issue?.message}`);
  } catch (error) {
    throw new DamagedDurations(
      `${file} has the durations of tests and cannot be used: ${error instanceof Error ? error.message : String(error)}.\n` +
        `Restore it (git checkout -- ${file}), or record it again after a complete run: ${toRun('shards', '--record')}`,
      { cause: error },
    );
  }
};

/** The average duration of a test of each rule that ran, rounded so that small differences do not change the file. */
export const durationsOf = ({ rules }: Results): Durations =>
  new Map(
    rules
      .filter(({ tests }) => tests.length > 0)
      .map(({ id, tests }) => [id, rounded(tests.reduce((sum, test) => sum + test.durationMs, 0) / tests.length)]),
  );

/** Writes durations, sorted by rule. */
export const writeDurations = (root: string, file: string, durations: Durations): void => {
  const path = join(root, file);
  const rules = Object.fromEntries([...durations].sort(([one], [other]) => (one < other ? -1 : 1)));
  writeAtomically(path, `${JSON.stringify({ version, rules }, null, 2)}\n`);
};

/** Rounds to 1, 2 or 5 times a power of ten. */
const rounded = (ms: number): number => {
  const scale = 10 ** Math.floor(Math.log10(Math.max(ms, 1)));
  return [1, 2, 5, 10].map((step) => step * scale).find((step) => ms <= step * 1.2) ?? scale;
};
