import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../interface/messages/bounded-json.ts';
import { callbackId } from '../../interface/messages/callback-id.ts';
import { NotTested } from '../errors/errors.ts';
import { holdLock, isLocked, lockPath } from '../processes/process-lock.ts';
import type { Settings } from '../settings/settings.ts';

/** The variable with which the runner passes the path of the journal to its workers. */
const variable = 'CONFORMANCE_JOURNAL';
const fields = z.object({ url: z.unknown(), description: z.unknown(), events: z.unknown(), is_active: z.unknown() });
/** The four fields of a callback that an update can set (4.6), exactly as a fetch answered them. */
export type OriginalFields = z.output<typeof fields>;

const lineShape = z.object({
  kind: z.enum(['creating', 'changing']),
  /** The address of the target, and two bytes of a digest of the secret key: enough to notice another account. */
  target: z.string(),
  account: z.string(),
  /** The unguessable mark in the url or the description of a created callback; the id of a changed one. */
  key: z.string(),
  url: z.string().optional(),
  /** The ids that the answer to a creation may mean; absent before it. */
  ids: z.array(callbackId).max(50).optional(),
  /** Whether a fetch of the only id has shown the mark. */
  proven: z.boolean().optional(),
  /** The original fields of a changed callback, and whether the suite may delete it without restoring them. */
  fields: fields.optional(),
  disposable: z.boolean().optional(),
  /** Nothing is left to clean up. */
  done: z.boolean().optional(),
});
/** A line of a journal. It contains no key in any form. */
export type Line = z.output<typeof lineShape>;

/**
 * What a run has to clean up at the target: a line of JSON before each creation and each change, flushed to the disk
 * before its request. The file belongs to the run as long as the process that began it lives. Every line begins with its
 * line break, so that one that a power failure has truncated affects no other.
 */
export class CallbackJournal {
  readonly path: string;
  /** The run, as in the descriptions of the callbacks that it creates. */
  readonly run: string;

  constructor(path: string) {
    this.path = path;
    this.run = basename(path, '.jsonl');
  }

  /**
   * Writes a line, for a step that has not been taken yet or, if it `mayFail`, to complete the line of one that has.
   *
   * @throws NotTested when it cannot be written, so that the step is not taken; also when the file is gone, as for a
   *   worker whose run has ended and was cleaned up
   */
  write(line: Line, mayFail = false): void {
    try {
      fs.accessSync(this.path);
      fs.writeFileSync(this.path, `\n${JSON.stringify(line)}`, { flag: 'a', flush: true });
    } catch (error) {
      if (mayFail) return;
      throw new NotTested(`the journal cannot be written (${String(error)}); make it writable, or free disk space`);
    }
  }

  /** What is left to clean up, oldest first: creations as they were completed, and changes with their first fields. */
  get leftovers(): Line[] {
    const found = new Map<string, Line>();
    for (const line of linesIn(this.path)) {
      const known = found.get(line.key);
      if (line.done) found.delete(line.key);
      else found.set(line.key, line.kind === 'creating' ? { ...known, ...line } : { ...line, ...known });
    }
    return [...found.values()];
  }

  /** Whether the process of the run lives. */
  isRunning(): Promise<boolean> {
    return isLocked(lockOf(this.path));
  }

  /** Whether the file has something that this version cannot read. */
  get isUnreadable(): boolean {
    return linesIn(this.path).length === 0 && textOf(this.path).trim() !== '';
  }

  /** Removes the file and the lock. */
  remove(): void {
    for (const path of [this.path, lockOf(this.path)]) fs.rmSync(path, { force: true });
  }
}

/**
 * Begins the journal of a run and holds its lock until this process ends; its workers find it by `joinedJournal`.
 *
 * @param folder of the journals of all runs, beside the settings; it is made if it is absent
 * @throws when the folder cannot be written
 */
export const beginJournal = async (folder: string): Promise<CallbackJournal> => {
  const run = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
  const path = join(folder, `${run}.jsonl`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Locked before it exists, so that no other run finds it without its lock.
    await holdLock(lockOf(path));
    fs.writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new Error(
      `Without a journal in ${folder}, a run could leave callbacks behind at the target; make the folder writable ` +
        `(${String(cause)})`,
      { cause },
    );
  }
  process.env[variable] = path;
  return new CallbackJournal(path);
};

/** The journal of the run that this process belongs to; undefined when the runner began none. */
export const joinedJournal = (): CallbackJournal | undefined => {
  const path = process.env[variable] ?? '';
  return fs.existsSync(path) ? new CallbackJournal(path) : undefined;
};

/** The journals of all runs in a folder, oldest first. */
export const journalsIn = (folder: string): CallbackJournal[] => {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return names.sort().map((name) => new CallbackJournal(join(folder, name)));
};

/** What identifies the target and the account in each line. */
export const originOf = ({ baseUrl, secretKey }: Pick<Settings, 'baseUrl' | 'secretKey'>) => {
  const { origin, pathname } = new URL(baseUrl);
  const account = createHash('sha256').update(secretKey).digest('hex').slice(0, 4);
  return { target: origin + pathname.replace(/\/$/, ''), account };
};

/** The lines of a journal, in order; those that cannot be read are left out, and so is a file that is gone. */
const linesIn = (path: string): Line[] => {
  const values = textOf(path).trim().split('\n').map(jsonOf);
  return values.flatMap((one) => lineShape.safeParse(one).data ?? []);
};

const textOf = (path: string): string => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '');

const lockOf = (path: string): string => lockPath(path, path.replace(/jsonl$/, 'lock'));
