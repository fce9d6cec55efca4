import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { noSettings } from '../../settings/declarations/declarations.ts';
import { suiteRoot } from '../../settings/command-line/target-folder.mjs';

/** What became of a program: its exit code, null after a signal, and all that it said. */
interface Ended {
  code: number | null;
  output: string;
}

interface Surroundings {
  /** The only settings that it has. */
  settings?: Readonly<Record<string, string>>;
  /** The folder that it is started in; the suite's own unless told otherwise. */
  cwd?: string;
}

/** A program that takes longer hangs. It is killed, so that its test fails and shows its output. */
const hangsAfterMs = 240_000;

/** A program at work. */
export class Program {
  /** What it has said so far. */
  output = '';
  protected readonly child: ChildProcess;
  readonly #ended: Promise<number | null>;

  constructor(command: string, args: readonly string[], { settings = {}, cwd = suiteRoot }: Surroundings = {}) {
    // Node's test runner marks its children, and Playwright would take its own for them.
    const ours = new Set([...Object.keys(noSettings), 'SANDBOX_URL', 'NODE_TEST_CONTEXT']);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
    this.child = spawn(command, args, {
      cwd,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: hangsAfterMs,
      killSignal: 'SIGKILL',
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#ended = once(this.child, 'close').then(() => this.child.exitCode);
  }

  /** Waits for the end of all its processes and answers the exit code; null after a signal. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

/**
 * Runs a program of the suite to its end, with no setting but those given.
 *
 * @param args its path in the suite, then its own arguments
 */
export const runProgram = async ([path = '', ...args]: readonly string[], around?: Surroundings): Promise<Ended> => {
  const loader = path.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const program = new Program(process.execPath, [...loader, join(suiteRoot, path), ...args], around);
  return { code: await program.ended(), output: program.output };
};
