import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../results/files/write-atomically.ts';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { hasFolder, suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import type { Results } from '../results/results-schema.ts';
import { targetName } from '../results/target-name.ts';
import type { Durations } from './deal.ts';

/** Raised whenever a field is renamed, removed or changes its meaning. */
const version = 1;

const schema = z.strictObject({
  version: z.literal(version, `is another than ${version}, which is what this suite writes`),
  rules: z.record(z.string(), z.number({ error: 'is no number of milliseconds' }).nonnegative()),
});

/** A file of recorded durations that cannot be used; the message says why and how to mend it. */
export class DamagedDurations extends Error {}

type Target = Parameters<typeof targetName>[0];

/** Where the durations of a target are recorded, relative to its folder. */
export const durationsFileOf = (target: Target): string =>
  hasFolder() ? 'durations.json' : `durations/${targetName(target)}.json`;

/** Those of the sandbox, whose proportions are like those of others. */
const ofSandbox = 'durations/sandbox.json';

/** The file that shards are dealt by: that of the target, else that of the sandbox. */
export const durationsFileFor = (root: string, target: Target): string => {
  const own = durationsFileOf(target);
  if (existsSync(join(root, own))) return own;
  return hasFolder() ? join(suiteRoot, ofSandbox) : ofSandbox;
};

/**
 * Recorded durations: for each rule how long one of its tests took on average, in milliseconds. None where nothing is
 * recorded.
 *
 * @param root the repository
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
      `${file} says how long tests take and cannot be used: ${error instanceof Error ? error.message : String(error)}.\n` +
        `Restore it (git checkout -- ${file}), or record it anew after a whole run: ${toRun('shards', '--record')}`,
      { cause: error },
    );
  }
};

/** The average duration of a test of each rule that ran, rounded so that the file changes only with what matters. */
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

/** To 1, 2 or 5 times a power of ten. */
const rounded = (ms: number): number => {
  const scale = 10 ** Math.floor(Math.log10(Math.max(ms, 1)));
  return [1, 2, 5, 10].map((step) => step * scale).find((step) => ms <= step * 1.2) ?? scale;
};
