import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseResults, type Results } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';

/** The maximum number of kept runs of a target. */
const maxKept = 30;

/** An earlier run. */
export interface KeptRun {
  /** Relative to the folder that contains `reports`. */
  file: string;
  results: Results;
}

/**
 * The earlier complete runs, as copies of their results.json in `reports/history/<target>/<start of the run>.json`.
 * Unusable files are reported and ignored, because the history must never fail a run.
 */
export class History {
  readonly #root: string;
  readonly #warn: (line: string) => void;

  /**
   * @param root the folder that contains `reports`
   * @param warn prints a line for each problem
   */
  constructor(root: string, warn: (line: string) => void) {
    this.#root = root;
    this.#warn = warn;
  }

  /**
   * Keeps a run and deletes the oldest ones. Partial, interrupted and stability runs are not kept.
   *
   * @param text the results without keys
   */
  keep({ run }: Results, text: string): void {
    if (run.partial || run.interrupted || run.profile === 'stability') return;
    const name = targetName(run);
    try {
      this.#write(name, run.startedAt.replaceAll(':', '-'), text);
      for (const old of this.#names(name).slice(maxKept)) rmSync(this.#path(name, old), { force: true });
    } catch (error) {
      this.#warn(`this run could not be kept in reports/history: ${messageOf(error)}`);
    }
  }

  /** Deletes a run before it is kept again, because one of its shards was run again. */
  forget({ run }: Results): void {
    const name = targetName(run);
    const isOf = new RegExp(`^${run.startedAt.replaceAll(':', '-')}(-\\d+)?\\.json$`);
    for (const file of this.#names(name).filter((one) => isOf.test(one)))
      rmSync(this.#path(name, file), { force: true });
  }

  /** The runs of a target, newest first, read lazily. */
  *runs(name: string): Generator<KeptRun> {
    for (const file of this.#names(name)) {
      const run = this.#read(name, file);
      if (run) yield run;
    }
  }

  /** The targets with kept runs, the one with the newest run first. */
  targets(): string[] {
    const newest = (name: string): string => this.#names(name)[0] ?? '';
    return entriesOf(join(this.#root, 'reports', 'history'))
      .filter((name) => newest(name) !== '')
      .sort((one, other) => newest(other).localeCompare(newest(one)));
  }

  /** Writes atomically, and adds a number to the name when another run started at the same moment. */
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
      // Another run may have deleted it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.#warn(`${shown} is damaged or of another version, and is ignored`);
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
