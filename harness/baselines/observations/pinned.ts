import { readFileSync } from 'node:fs';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { hasFolder, toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import type { Settings } from '../../../helpers/settings/settings.ts';
import type { RunFacts } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';

/** Increase it when a field is renamed, removed or changes its meaning. */
const version = 1;

const schema = z.strictObject({
  version: z.literal(version, `is not ${version}, the version of this suite`),
  target: z.string(),
  rules: z.record(z.string(), z.array(z.string())),
});

/** The pinned observations of a target by rule, sorted. */
export type Pinned = Readonly<Record<string, readonly string[]>>;

/** An unusable file of pinned observations; the message says what is wrong and how to fix it. */
export class DamagedPins extends Error {}

/** The target and host of settings, as in the facts of a run. */
export const placeOf = ({
  target,
  baseUrl,
}: Pick<Settings, 'target' | 'baseUrl'>): Pick<RunFacts, 'target' | 'host'> => ({
  target,
  host: baseUrl === '' ? '' : new URL(baseUrl).host,
});

/** The file with the pinned observations of a target, relative to its folder. */
export const pinFileOf = (run: Pick<RunFacts, 'target' | 'host'>): string =>
  hasFolder() ? 'observations.json' : `observations/${targetName(run)}.json`;

/**
 * Reads pinned observations; undefined when the file does not exist.
 *
 * @param root the folder that the path is relative to
 * @throws DamagedPins
 */
export const readPins = (root: string, file: string): Pinned | undefined => {
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw damaged(file, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const conflict = /^(?:<{7}|={7}|>{7})/m.test(text) ? 'it contains git conflict markers' : '';
    throw damaged(file, conflict || `it is not valid JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data.rules;
  const [issue] = parsed.error.issues;
  throw damaged(file, `${issue?.path.join('.') || 'it'}: ${issue?.message}`);
};

/** Writes the pinned observations of a target, sorted for readable diffs. */
export const writePins = (root: string, file: string, target: string, pinned: Pinned): void => {
  const rules = Object.entries(pinned)
    .filter(([, observed]) => observed.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, observed]) => [id, [...new Set(observed)].sort()]);
  writeAtomically(
    join(root, file),
    `${JSON.stringify({ version, target, rules: Object.fromEntries(rules) }, null, 2)}\n`,
  );
};

const damaged = (file: string, why: string): DamagedPins =>
  new DamagedPins(
    `${file} contains the pinned observations and cannot be used: ${why}.\n` +
      `Restore it (git checkout -- ${file}), or delete it and pin again with: ${toRun('observations', '--accept')}`,
  );
