import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noSettings } from '../../settings/declarations.ts';
import { suiteRoot } from '../../settings/settings-folder.cjs';

/** The result of a program: its exit code, which is null after a signal, and its output. */
interface ProgramResult {
  code: number | null;
  output: string;
}

interface ProgramOptions {
  /** The only settings of the program. */
  settings?: Readonly<Record<string, string>>;
  /** The working folder; by default that of the suite. */
  cwd?: string;
}

/** A program that runs longer is killed, so that its test fails and shows its output. */
const timeoutMs = 240_000;

/** A running program. */
export class Program {
  /** The output so far. */
  output = '';
  protected readonly child: ChildProcess;
  readonly #ended: Promise<number | null>;

  constructor(command: string, args: readonly string[], { settings = {}, cwd = suiteRoot }: ProgramOptions = {}) {
    // Node's test runner sets NODE_TEST_CONTEXT for its child processes; it would also affect those of Playwright.
    const ours = new Set([...Object.keys(noSettings), 'SANDBOX_URL', 'NODE_TEST_CONTEXT']);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
    this.child = spawn(command, args, {
      cwd,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#ended = once(this.child, 'close').then(() => this.child.exitCode);
  }

  /** Waits until all its processes have ended. @returns the exit code; null after a signal */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

/**
 * Runs a program of the suite to its end, with the given settings only.
 *
 * @param args its path in the suite, then its own arguments
 */
export const runProgram = async (
  [path = '', ...args]: readonly string[],
  options?: ProgramOptions,
): Promise<ProgramResult> => {
  const loader = path.endsWith('.ts') ? ['--import', pathToFileURL(require.resolve('tsx')).href] : [];
  const program = new Program(process.execPath, [...loader, join(suiteRoot, path), ...args], options);
  return { code: await program.ended(), output: program.output };
};
