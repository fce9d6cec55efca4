import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseResults, type Results } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';

/** Runs of one target that are kept. */
const kept = 30;

/** A run of the past. */
export interface KeptRun {
  /** Relative to the folder that holds `reports`. */
  file: string;
  results: Results;
}

/**
 * The whole runs of the past, in `reports/history/<target>/<start of the run>.json`, each as its results.json was. A
 * file that cannot be read, or is of another version, is told and passed over: the past never spoils a run.
 */
export class History {
  readonly #root: string;
  readonly #tell: (line: string) => void;

  /**
   * @param root the folder that holds `reports`
   * @param tell hears of what was passed over, a line each
   */
  constructor(root: string, tell: (line: string) => void) {
    this.#root = root;
    this.#tell = tell;
  }

  /**
   * Keeps a run and forgets the oldest ones. Partial and interrupted runs are not kept, nor are repetitions.
   *
   * @param text the results as they may be shown: without keys
   */
  keep({ run }: Results, text: string): void {
    if (run.partial || run.interrupted || run.profile === 'stability') return;
    const name = targetName(run);
    try {
      this.#write(name, run.startedAt.replaceAll(':', '-'), text);
      for (const old of this.#names(name).slice(kept)) rmSync(this.#path(name, old), { force: true });
    } catch (error) {
      this.#tell(`this run could not be kept in reports/history: ${messageOf(error)}`);
    }
  }

  /** Forgets a run, because it is to be kept anew: a shard of it was run again. */
  forget({ run }: Results): void {
    const name = targetName(run);
    const isOf = new RegExp(`^${run.startedAt.replaceAll(':', '-')}(-\\d+)?\\.json$`);
    for (const file of this.#names(name).filter((one) => isOf.test(one)))
      rmSync(this.#path(name, file), { force: true });
  }

  /** Runs of a target, newest first. Only those that are asked for are read. */
  *runs(name: string): Generator<KeptRun> {
    for (const file of this.#names(name)) {
      const run = this.#read(name, file);
      if (run) yield run;
    }
  }

  /** The targets of which runs are kept, that of the newest run first. */
  targets(): string[] {
    const newest = (name: string): string => this.#names(name)[0] ?? '';
    return entriesOf(join(this.#root, 'reports', 'history'))
      .filter((name) => newest(name) !== '')
      .sort((one, other) => newest(other).localeCompare(newest(one)));
  }

  /** Whoever reads a file sees the whole of it; two runs that began at the same moment are both kept. */
  #write(name: string, start: string, text: string): void {
    mkdirSync(this.#path(name, ''), { recursive: true });
    const part = this.#path(name, `${start}.${process.pid}.part`);
    writeFileSync(part, text);
    try {
      for (let count = 1; ; count += 1) {
        try {
          linkSync(part, this.#path(name, `${start}${count > 1 ? `-${count}` : ''}.json`));
          return;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
      }
    } finally {
      rmSync(part, { force: true });
    }
  }

  #read(name: string, file: string): KeptRun | undefined {
    const shown = `reports/history/${name}/${file}`;
    try {
      return { file: shown, results: parseResults(readFileSync(this.#path(name, file), 'utf8')) };
    } catch (error) {
      // Another run may have forgotten it just now.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.#tell(`${shown} is damaged or of another version, and is passed over`);
      }
      return undefined;
    }
  }

  /** Newest first. */
  #names(name: string): string[] {
    return entriesOf(this.#path(name, ''))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .toReversed();
  }

  #path(name: string, file: string): string {
    return join(this.#root, 'reports', 'history', name, file);
  }
}

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error');
