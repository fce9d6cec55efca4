import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../settings/settings.ts';
import { runMark } from '../../client/network/run-folder.ts';
import { targetFolder } from '../../settings/command-line/target-folder.mjs';
import { NotTested } from '../../errors/errors.ts';
import { entryShape, headerShape, unsettled, type Created, type Entry, type Header, type Tracked } from './entries.ts';
import { isAlive, ownerShape, ownProcess } from './owner.ts';

/** The runner tells its workers by this variable where the journal of the run is. */
const variable = 'CONFORMANCE_JOURNAL';

/** Larger files are none of ours, in bytes. */
const largest = 64 * 1024 * 1024;

/**
 * What a run has at the target, written down before it is made and after it is gone: a line of JSON for each step,
 * on the disk before `append` returns. A record begins with its line break, so that one torn by a power cut
 * spoils neither the record before it nor the one after.
 */
export class Journal {
  readonly path: string;
  /** Records that the disk did not take. They count for this process, and are tried again with the next one. */
  readonly #unwritten: Entry[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes down what is about to be done.
   *
   * @throws NotTested when it cannot be written, so that nothing is done: also when the journal is gone, as it is for a
   *   worker whose run was ended and cleaned up after
   */
  plan(entry: Entry): void {
    const error = this.#write(entry);
    if (error) throw new NotTested(`the journal cannot be written (${error}); make room for it, or set JOURNAL_FOLDER`);
  }

  /** Writes down what has happened. Where the disk does not take it, it is kept in memory. */
  append(entry: Entry): void {
    const waiting = [...this.#unwritten.splice(0), entry];
    for (const one of waiting) if (this.#unwritten.length > 0 || this.#write(one)) this.#unwritten.push(one);
  }

  /** Whose journal it is; undefined when the file is none. */
  get header(): Header | undefined {
    return headerShape.safeParse(parsed(this.#lines()[0] ?? '')).data;
  }

  /** Whether the run of a journal that this version cannot read goes on. */
  get isAlive(): boolean {
    const header = z
      .looseObject({ what: z.literal('run'), owner: ownerShape })
      .safeParse(parsed(this.#lines()[0] ?? ''));
    return header.success && isAlive(header.data.owner, this.lastSign);
  }

  /** What is not settled. A torn or odd line is as good as none. */
  get things(): Tracked[] {
    return unsettled([...this.#entries().flatMap(({ entry }) => entry ?? []), ...this.#unwritten]);
  }

  /** Callbacks that are not deleted and whose id is known to this process alone, since the disk did not take it. */
  get unwrittenThings(): Tracked[] {
    if (this.#unwritten.length === 0) return [];
    // Read once: what another worker writes between two readings would pass for unwritten.
    const entries = this.#entries().flatMap(({ entry }) => entry ?? []);
    const written = new Set(unsettled(entries).flatMap((one) => (isNamed(one) ? one.key : [])));
    return unsettled([...entries, ...this.#unwritten]).filter(
      (one) => isNamed(one) && !one.deleted && !written.has(one.key),
    );
  }

  /** How many lines are neither records nor the beginning of one that was torn. */
  get oddLines(): number {
    return this.#entries().filter(({ line, entry }) => !entry && isOdd(line)).length;
  }

  /** When its run gave the last sign of life, in milliseconds since the epoch. */
  get lastSign(): number {
    return fs.statSync(this.path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  giveSign(): void {
    const now = new Date();
    // A sign that cannot be given, as on a disk that has become read-only, is no reason to end the run.
    tolerantly(() => fs.existsSync(this.path) && fs.utimesSync(this.path, now, now));
  }

  /** Removes the file; one with odd lines is set aside. */
  end(): void {
    if (this.oddLines > 0) this.setAside();
    else tolerantly(() => fs.rmSync(this.path, { force: true }));
  }

  /** Keeps the file under a name that no run reads. Where that fails it stays, and is met again. */
  setAside(): string {
    const aside = `${this.path}${asideEnding}`;
    try {
      fs.renameSync(this.path, aside);
      return aside;
    } catch {
      return this.path;
    }
  }

  /** The id of its run, as it stands in the description of what the run makes. */
  get run(): string {
    return basename(this.path, '.jsonl');
  }

  /** All journals about the same target, this one included, the oldest first. */
  get relatives(): Journal[] {
    const target = this.header?.target;
    return journalsIn(dirname(this.path)).filter((journal) => journal.header?.target === target);
  }

  /** Why a record could not be written; undefined when it is on the disk. */
  #write(entry: Entry): string | undefined {
    try {
      const file = fs.openSync(this.path, fs.constants.O_WRONLY | fs.constants.O_APPEND);
      try {
        fs.writeFileSync(file, `\n${JSON.stringify(entry)}`);
        fs.fsyncSync(file);
      } finally {
        fs.closeSync(file);
      }
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }

  #entries(): { line: string; entry: Entry | undefined }[] {
    return this.#lines()
      .slice(1)
      .map((line) => ({ line, entry: entryShape.safeParse(parsed(line)).data }));
  }

  #lines(): string[] {
    try {
      // Another run may end, and its journal with it, at any time.
      const found = fs.statSync(this.path, { throwIfNoEntry: false });
      return found?.isFile() && found.size <= largest ? fs.readFileSync(this.path, 'utf8').split('\n') : [];
    } catch {
      return [];
    }
  }
}

const isNamed = (one: Tracked): one is Created => one.kind === 'made' && one.id !== undefined;

const tolerantly = (attempt: () => unknown): void => {
  try {
    attempt();
  } catch {
    // The file stays as it is, and the next run meets it.
  }
};

/** The name of a journal that no run can use ends so. */
export const asideEnding = '.odd';

const beginning = '{"what":"';

/** What a power cut leaves of a record is nothing odd: what it announces was never done. */
const isOdd = (line: string): boolean => {
  const text = line.replaceAll('\0', '').trim();
  if (beginning.startsWith(text)) return false;
  return !text.startsWith(beginning) || parsed(line) !== undefined;
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Where journals are kept. Not below reports/, which may be thrown away at any time. */
export const journalFolder = ({ journalFolder }: Pick<Settings, 'journalFolder'>): string =>
  journalFolder ?? join(targetFolder(), '.journal');

/** The address of a target as journals know it. */
export const targetOf = ({ baseUrl }: Pick<Settings, 'baseUrl'>): string => {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, '');
};

export const accountOf = ({ secretKey }: Pick<Settings, 'secretKey'>): string =>
  createHash('sha256').update(secretKey).digest('hex').slice(0, 4);

/**
 * Begins the journal of a run that this process owns.
 *
 * @throws when the folder cannot be written
 */
export const beginJournal = (settings: Settings): Journal => {
  const folder = journalFolder(settings);
  const named = (mark: string): string => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${mark}`;
  const other = named(randomBytes(3).toString('hex'));
  const own = named(runMark() ?? '');
  // Some programs begin several, and none may take the place of another one.
  const run = own.endsWith('-') || fs.existsSync(join(folder, `${own}.jsonl`)) ? other : own;
  const header: Header = {
    what: 'run',
    version: 1,
    run,
    target: targetOf(settings),
    account: accountOf(settings),
    owner: ownProcess(),
  };
  const path = join(folder, `${run}.jsonl`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Under its name from the first moment with its whole header: nobody may take it for a dead one.
    fs.writeFileSync(`${path}.part`, JSON.stringify(header), { mode: 0o600, flush: true });
    fs.renameSync(`${path}.part`, path);
    syncFolder(folder);
  } catch (error) {
    throw new Error(
      `The journal cannot be written (${(error as NodeJS.ErrnoException).code}): without it, what a run makes at the ` +
        `target could be left behind. Make ${folder} writable, or name another folder in JOURNAL_FOLDER.`,
      { cause: error },
    );
  }
  return new Journal(path);
};

/** A new file survives a power cut only once its folder is on the disk too; not every system can do that. */
const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
};

/** All journals in a folder, the oldest first. */
export const journalsIn = (folder: string): Journal[] => {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => new Journal(join(folder, name)));
};

/** Hands the journal of the run down to the workers. */
export const announce = (journal: Journal): void => {
  process.env[variable] = journal.path;
};

/** The journal of the run that this process belongs to; undefined when it has none. */
export const announced = (): Journal | undefined => {
  const path = process.env[variable];
  return path && fs.existsSync(path) ? new Journal(path) : undefined;
};

/**
 * The journal of this run; one of this process alone where nobody has begun one, as under an editor.
 * A sandbox that ends with the run needs none.
 */
export const journalOfRun = (settings: Settings): Journal | undefined => {
  if (settings.target === 'sandbox') return undefined;
  const journal = announced() ?? beginJournal(settings);
  announce(journal);
  return journal;
};
