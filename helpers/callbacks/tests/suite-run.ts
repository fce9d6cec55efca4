import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Program } from '../../processes/tests/program.ts';
import { playwrightCli } from '../../processes/installed.mjs';
import { parseResults, type Results } from '../../../harness/results/results-schema.ts';
import { noSettings } from '../../settings/declarations/declarations.ts';
import { root } from '../../../cli/setup/setup.mjs';

/** A folder for reports and journals of test runs, so that those of the developer are not overwritten. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'journal-'));
  readonly journals = join(this.folder, 'journals');

  constructor() {
    const at = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href);
    writeFileSync(join(this.folder, 'package.json'), '{"type":"module","version":"0.0.0"}');
    writeFileSync(
      join(this.folder, 'playwright.config.js'),
      `import base from ${at('playwright.config.ts')};
       import { fileURLToPath } from 'node:url';
       const path = (text) => fileURLToPath(new URL(text, ${at('./')}));
       export default {
         ...base,
         // Only the suite's own: other reporters would write to the folder where the test was started.
         reporter: base.reporter.map(([name]) => name).filter((name) => /harness\\/reporter/.test(name)).map((name) => [path(name)]),
         projects: base.projects.map((project) => ({ ...project, testDir: path(project.testDir) })),
       };`,
    );
  }

  /** Begins a conformance run with the tests of some rules. */
  run(settings: Record<string, string>, ...args: string[]): SuiteRun {
    return new SuiteRun(
      process.execPath,
      [playwrightCli, 'test', ...this.#own(args)],
      this.#environment(settings),
      this.folder,
    );
  }

  /** Begins `npm start` with the tests of some rules. It ends when all its processes have ended. */
  npmStart(settings: Record<string, string>, ...args: string[]): SuiteRun {
    return new SuiteRun('npm', ['start', '--', ...this.#own(args)], this.#environment(settings), this.folder);
  }

  /** Begins `npm run cleanup`. */
  cleanUp(settings: Record<string, string>, ...args: string[]): SuiteRun {
    const command = ['--import', 'tsx', 'cli/cleanup.ts', ...args];
    return new SuiteRun(process.execPath, command, this.#environment(settings), this.folder);
  }

  /** Begins `npm run doctor`. */
  doctor(settings: Record<string, string>, ...args: string[]): SuiteRun {
    const command = ['cli/setup/prepared.mjs', 'cli/setup/doctor-report.ts', ...args];
    return new SuiteRun(process.execPath, command, this.#environment(settings), this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #own(args: readonly string[]): string[] {
    // One worker, since starting another takes as long as most of these runs.
    return ['--config', join(this.folder, 'playwright.config.js'), '--project=api', '--workers=1', ...args];
  }

  #environment(settings: Record<string, string>): Record<string, string> {
    return { ...noSettings, JOURNAL_FOLDER: this.journals, ...settings };
  }
}

/** A run of the suite with access to its processes and results. */
export class SuiteRun extends Program {
  readonly #folder: string;

  constructor(command: string, args: readonly string[], settings: Readonly<Record<string, string>>, folder: string) {
    super(command, args, { settings });
    this.#folder = folder;
  }

  /** Kills the workers, not the process that started them. */
  killWorkers(): void {
    for (const pid of this.#workers()) process.kill(pid, 'SIGKILL');
  }

  /** Kills all its processes at once, as a power failure does. */
  killWithWorkers(): void {
    const workers = this.#workers();
    this.child.kill('SIGKILL');
    for (const pid of workers) process.kill(pid, 'SIGKILL');
  }

  #workers(): number[] {
    const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const pairs = [...all.matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)] as const);
    return pairs.filter(([, parent]) => parent === this.child.pid).map(([pid]) => pid);
  }

  results(): Results {
    return parseResults(readFileSync(join(this.#folder, 'reports', 'results.json'), 'utf8'));
  }
}
