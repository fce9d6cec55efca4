import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { maskingOf, secretsIn, type ReportingMask, type Secrets } from '../../helpers/redaction/secrets.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { canaries } from './canaries.ts';
import { scrubBytes, unsearchable } from './scrub-bytes.ts';

/** What was removed from a file, without the value. */
export interface Removal {
  /** Relative to the searched folder, with slashes; for an archive also the file in it. */
  file: string;
  /** The settings whose values it contained, or why the file was removed. */
  what: string[];
}

/** The search for keys is not reliable. */
export class BlindSearch extends Error {
  override readonly name = 'BlindSearch';
}

/**
 * Searches all reports of a run for keys and customer data, masks what it finds, and removes files in which this is not
 * possible. At the same time it tests itself: a random value is planted in each notation, and has to be found. Pictures
 * are not searched.
 *
 * @param masking replaced only to test that a search that finds nothing is detected
 * @returns what was removed, and the settings whose values are so ordinary that they are not searched for
 * @throws BlindSearch when a planted value was not found
 */
export const searchReports = async (
  folder: string,
  settings: Secrets,
  masking = maskingOf,
): Promise<{ removed: Removal[]; unsearched: string[] }> => {
  const value = `canary+/"&${randomBytes(12).toString('hex')}`;
  const mask = masking(settings, { CANARY: value }, (one) => !isWord(one));
  await proveSearch(mask, value);
  const unsearched = secretsIn(settings).flatMap(([name, one]) => (isWord(one) ? name.replace('*', '') : []));
  return { removed: await searchFolder(folder, mask), unsearched: [...new Set(unsearched)] };
};

const proveSearch = async (mask: ReportingMask, value: string): Promise<void> => {
  // Outside of the reports, because another run may search them at the same time.
  const nest = await mkdtemp(join(tmpdir(), 'canaries-'));
  try {
    for (const [name, { plant }] of Object.entries(canaries)) await writeFile(join(nest, name), plant(value));
    const seen = await searchFolder(nest, mask);
    const missed: string[] = [];
    for (const [name, { reveal }] of Object.entries(canaries)) {
      const isFound = seen.some(({ file, what }) => file.startsWith(name) && what.includes('CANARY'));
      if (!isFound || decoded(reveal, await readFile(join(nest, name))).includes(value)) missed.push(name);
    }
    if (missed.length === 0) return;
    throw new BlindSearch(
      `the search for keys in the reports did not find the planted test values (${missed.join(', ')}); ` +
        'the reports may contain keys, so do not pass them on',
    );
  } finally {
    await rm(nest, { recursive: true, force: true });
  }
};

/** Decodes a planted value; empty when masking made it undecodable. */
const decoded = (reveal: (bytes: Buffer) => string, bytes: Buffer): string => {
  try {
    return reveal(bytes);
  } catch {
    return '';
  }
};

/** Masks every file of a folder in place. Does not follow links. */
const searchFolder = async (folder: string, mask: ReportingMask): Promise<Removal[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const removals: Removal[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const removed = new Map<string, Set<string>>();
    const name = relative(folder, path).replaceAll('\\', '/');
    const shown = mask(name);
    const found = (what: string, inside?: string): void => {
      const file = inside === undefined ? shown : `${shown} > ${inside}`;
      removed.set(file, (removed.get(file) ?? new Set()).add(what));
    };
    if (shown === name) await maskFile(path, mask, found);
    else {
      found('its name, so it was removed');
      await rm(path);
    }
    removals.push(...[...removed].map(([file, what]) => ({ file, what: [...what].sort() })));
  }
  return removals;
};

const maskFile = async (path: string, mask: ReportingMask, found: (what: string) => void): Promise<void> => {
  try {
    const bytes = await readFile(path);
    const scrubbed = scrubBytes(bytes, mask, found);
    if (scrubbed !== bytes) await writeFile(path, scrubbed);
  } catch {
    found(unsearchable);
    await rm(path, { force: true });
  }
};

const ownWords = JSON.stringify(catalogue).toLowerCase();
/** Whether a value is so ordinary, such as a word of the suite itself, that masking it would destroy the reports. */
const isWord = (value: string): boolean =>
  value.length < 8 || (!/[\d_]/.test(value) && value.length < 16) || ownWords.includes(value.toLowerCase());
