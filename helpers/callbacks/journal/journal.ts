import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../settings/settings.ts';
import { runMark } from '../../client/network/run-folder.ts';
import { targetFolder } from '../../settings/command-line/target-folder.mjs';
import { NotTested } from '../../errors/errors.ts';
import {
  entryShape,
  headerShape,
  unsettled,
  type Created,
  type Entry,
  type Header,
  type OriginalFields,
  type Tracked,
} from './entries.ts';
import { isAlive, ownerShape, ownProcess } from './owner.ts';

/** The variable with which the runner passes the path of the journal to its workers. */
const variable = 'CONFORMANCE_JOURNAL';

/** Larger files are not journals. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Records what a run has at the target, before each creation and after each deletion: a line of JSON per step, flushed
 * to disk before `append` returns. Each record begins with its line break, so that a record truncated by a power
 * failure affects neither the one before nor the one after it.
 */
export class Journal {
  readonly path: string;
  /** Records that could not be written. They count for this process and are written again with the next one. */
  readonly #unwritten: Entry[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Records the next step.
   *
   * @throws NotTested when the record cannot be written, so that the step is not taken; also when the journal is gone,
   *   as for a worker whose run has ended and was cleaned up
   */
  plan(entry: Entry): void {
    const error = this.#write(entry);
    if (error) throw new NotTested(`the journal cannot be written (${error}); free disk space or set JOURNAL_FOLDER`);
  }

  /** Records a completed step; keeps it in memory if it cannot be written. */
  append(entry: Entry): void {
    const waiting = [...this.#unwritten.splice(0), entry];
    for (const one of waiting) if (this.#unwritten.length > 0 || this.#write(one)) this.#unwritten.push(one);
  }

  /** The header; undefined when the file is not a journal. */
  get header(): Header | undefined {
    return headerShape.safeParse(parsed(this.#lines()[0] ?? '')).data;
  }

  /** Whether the run is in progress, also for a journal of another version. */
  get isAlive(): boolean {
    const header = z
      .looseObject({ what: z.literal('run'), owner: ownerShape })
      .safeParse(parsed(this.#lines()[0] ?? ''));
    return header.success && isAlive(header.data.owner, this.lastSign);
  }

  /** The unsettled callbacks. Truncated and invalid lines are ignored. */
  get things(): Tracked[] {
    return unsettled([...this.#entries().flatMap(({ entry }) => entry ?? []), ...this.#unwritten]);
  }

  /** The fields of a callback when the run first borrowed it, since a later read may lag behind its restoration. */
  firstFieldsOf(id: string): OriginalFields | undefined {
    for (const { entry } of this.#entries()) if (entry?.what === 'borrowed' && entry.key === id) return entry.fields;
    return undefined;
  }

  /** Undeleted callbacks whose id is known only to this process, since it could not be written. */
  get unwrittenThings(): Tracked[] {
    if (this.#unwritten.length === 0) return [];
    // Read once: a record that another worker writes between two reads would count as unwritten.
    const entries = this.#entries().flatMap(({ entry }) => entry ?? []);
    const written = new Set(unsettled(entries).flatMap((one) => (isNamed(one) ? one.key : [])));
    return unsettled([...entries, ...this.#unwritten]).filter(
      (one) => isNamed(one) && !one.deleted && !written.has(one.key),
    );
  }

  /** The number of lines that are neither records nor truncated records. */
  get oddLines(): number {
    return this.#entries().filter(({ line, entry }) => !entry && isOdd(line)).length;
  }

  /** The last heartbeat of its run, in milliseconds since the epoch. */
  get lastSign(): number {
    return fs.statSync(this.path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  giveSign(): void {
    const now = new Date();
    // A failed heartbeat, as on a read-only disk, must not end the run.
    ignoringErrors(() => fs.existsSync(this.path) && fs.utimesSync(this.path, now, now));
  }

  /** Removes the file, or renames it when it has invalid lines. */
  end(): void {
    if (this.oddLines > 0) this.setAside();
    else ignoringErrors(() => fs.rmSync(this.path, { force: true }));
  }

  /** Renames the file so that no run reads it. If that fails, the next run finds it again. */
  setAside(): string {
    const aside = `${this.path}${asideEnding}`;
    try {
      fs.renameSync(this.path, aside);
      return aside;
    } catch {
      return this.path;
    }
  }

  /** The id of its run, as in the descriptions of the callbacks that the run creates. */
  get run(): string {
    return basename(this.path, '.jsonl');
  }

  /** All journals of the same target, including this one, oldest first. */
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
      // Another run may end and remove its journal at any time.
      const found = fs.statSync(this.path, { throwIfNoEntry: false });
      return found?.isFile() && found.size <= maxBytes ? fs.readFileSync(this.path, 'utf8').split('\n') : [];
    } catch {
      return [];
    }
  }
}

const isNamed = (one: Tracked): one is Created => one.kind === 'made' && one.id !== undefined;

const ignoringErrors = (attempt: () => unknown): void => {
  try {
    attempt();
  } catch {
    // The next run handles the unchanged file.
  }
};

/** The suffix of journals that no run reads. */
export const asideEnding = '.odd';

const beginning = '{"what":"';

/** A record truncated by a power failure is not invalid: its step was never taken. */
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

/** The folder of the journals. Not in reports/, which may be deleted at any time. */
export const journalFolder = ({ journalFolder }: Pick<Settings, 'journalFolder'>): string =>
  journalFolder ?? join(targetFolder(), '.journal');

/** The address of a target as journals record it. */
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
  // Some programs begin several journals; none may overwrite another.
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
    // Renamed only with its complete header, so that no other run treats it as abandoned.
    fs.writeFileSync(`${path}.part`, JSON.stringify(header), { mode: 0o600, flush: true });
    fs.renameSync(`${path}.part`, path);
    syncFolder(folder);
  } catch (error) {
    throw new Error(
      `The journal cannot be written (${(error as NodeJS.ErrnoException).code}): without it, a run could ` +
        `leave callbacks behind at the target. Make ${folder} writable, or name another folder in JOURNAL_FOLDER.`,
      { cause: error },
    );
  }
  return new Journal(path);
};

/** A new file survives a power failure only once its folder is flushed too; Windows cannot do that. */
const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
};

/** All journals in a folder, oldest first. */
export const journalsIn = (folder: string): Journal[] => {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => new Journal(join(folder, name)));
};

/** Passes the path of the journal to the workers. */
export const announce = (journal: Journal): void => {
  process.env[variable] = journal.path;
};

/** The journal of the run that this process belongs to; undefined when it has none. */
export const announced = (): Journal | undefined => {
  const path = process.env[variable];
  return path && fs.existsSync(path) ? new Journal(path) : undefined;
};

/**
 * The journal of this run; a new one for this process if the runner began none, as in an editor.
 * A sandbox that ends with the run needs none.
 */
export const journalOfRun = (settings: Settings): Journal | undefined => {
  if (settings.target === 'sandbox') return undefined;
  const journal = announced() ?? beginJournal(settings);
  announce(journal);
  return journal;
};
