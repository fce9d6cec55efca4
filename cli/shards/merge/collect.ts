import { existsSync, lstatSync, readFileSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../../harness/results/read-results.ts';
import type { Results } from '../../../harness/results/results-schema.ts';
import { partFile, partSchema, type Part } from '../../../harness/shards/part.ts';
import { named } from '../../../harness/shards/shard.mjs';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The output of a shard. */
export interface Found {
  folder: string;
  part: Part;
  /** Undefined when the shard did not complete. */
  results: Results | undefined;
}

/** Shards cannot be merged; the message gives the reason and the remedy. */
export class CannotMerge extends Error {}

/** Maximum depth of a shard's folder below a given one; downloads of CI systems are nested. */
const deepest = 5;

/**
 * The shards in the given folders, ordered by index. Each folder is that of a shard, or contains such folders.
 *
 * @throws CannotMerge when there are no shards, or one cannot be read
 */
export const collect = (folders: readonly string[]): Found[] => {
  const found = [...new Set(folders.flatMap((folder) => partsBelow(folder, deepest)))].map(read);
  if (found.length === 0) {
    throw new CannotMerge(
      `No shard was found in ${folders.join(', ')}. Each machine writes its shard to reports/shards: ` +
        `${toRun('start', '--shard=1/3')} and so on. Give these folders, or one that contains them all.`,
    );
  }
  return found.sort((one, other) => one.part.index - other.part.index);
};

const partsBelow = (folder: string, depth: number): string[] => {
  if (existsSync(join(folder, partFile))) {
    refuseLinks(folder);
    return [folder];
  }
  if (depth === 0) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .flatMap(({ name }) => partsBelow(join(folder, name), depth - 1));
  } catch (error) {
    if (error instanceof CannotMerge) throw error;
    throw new CannotMerge(`${folder} cannot be read (${(error as NodeJS.ErrnoException).code}). Name another folder.`);
  }
};

/**
 * Shards write only files and folders. A link could copy any file into the published reports.
 *
 * @throws CannotMerge
 */
const refuseLinks = (folder: string): void => {
  const link = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .find((path) => !isPlain(lstatSync(path)));
  if (link)
    throw new CannotMerge(`${link} is a link or a special file, which shards do not write. Download its folder again.`);
};

const isPlain = (kind: Stats): boolean => kind.isFile() || kind.isDirectory();

const read = (folder: string): Found => {
  const file = join(folder, partFile);
  let part: Part;
  try {
    part = partSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CannotMerge(`${file} is damaged or of another version of the suite. Run that shard again.`);
  }
  if (!part.ended || !existsSync(join(folder, 'results.json'))) return { folder, part, results: undefined };
  const results = readResults(join(folder, 'results.json'));
  if (!isAsPlanned(part, results)) {
    throw new CannotMerge(
      `${folder}: results.json has other tests than planned for ${named(part)}. Run that shard again.`,
    );
  }
  return { folder, part, results };
};

/** Whether the results contain exactly the tests of the shard: none is missing, and none occurs twice. */
const isAsPlanned = ({ tests, index, of }: Part, { run, rules }: Results): boolean => {
  const planned = tests.filter(({ shard, rule }) => shard === index && rule !== '').map(keyOf);
  const ran = rules.flatMap(({ id, tests: own }) => own.map((test) => keyOf({ rule: id, ...test })));
  const isSame = run.shard?.index === index && run.shard.of === of;
  return isSame && JSON.stringify(planned.sort()) === JSON.stringify(ran.sort());
};

/** A unique key of a test. */
export const keyOf = ({ rule, project, file, line, title }: Omit<Part['tests'][number], 'shard'>): string =>
  [rule, project, file, line, title].join('|');
