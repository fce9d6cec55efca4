import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** A program with its arguments and additional environment variables. */
export interface Command {
  args: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** The expected exit code; default: 0. */
  exitCode?: number;
}

/** The resources that one run of a command used, from start to end. */
export interface Measured {
  ms: number;
  /** Processor time of the command and all its child processes; null when the system does not provide it. */
  cpuMs: number | null;
  /** The largest memory of each kind of process, in MB; empty when the system does not provide it. */
  memoryMb: Readonly<Record<string, number>>;
  /** Average load of the sandbox, as a share of one core; null when the system does not provide it. */
  sandboxBusy: number | null;
}

/** Sampling interval of the memory, in milliseconds. The system records the peak of each process in between. */
const sampleMs = 100;

/**
 * Runs a command to its end.
 *
 * @throws with the output of the command when its exit code is not the expected one
 */
export const measure = async ({ args, cwd, env, exitCode = 0 }: Command, sandboxPid: number): Promise<Measured> => {
  const before = { ours: ofChildren(), sandbox: ofProcess(sandboxPid) };
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const memoryMb: Record<string, number> = {};
  const timer = setInterval(() => noteMemory(child.pid ?? 0, memoryMb), sampleMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  const ms = performance.now() - startedAt;
  if (code !== exitCode)
    throw new Error(`${args.join(' ')} ended with ${code}:\n${Buffer.concat(printed).toString().slice(-3000)}`);
  const sandboxMs = difference(ofProcess(sandboxPid), before.sandbox);
  return {
    ms,
    cpuMs: difference(ofChildren(), before.ours),
    memoryMb,
    sandboxBusy: sandboxMs === null ? null : sandboxMs / ms,
  };
};

const difference = (after: number | null, before: number | null): number | null =>
  after === null || before === null ? null : after - before;

/** Processor time is counted in hundredths of a second. */
const tickMs = 10;

const statOf = (pid: number | 'self'): string[] | undefined => {
  try {
    // The name of the program is in brackets and may contain any character.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
};

/** Processor time of a process, all threads, in milliseconds. */
const ofProcess = (pid: number): number | null => {
  const stat = statOf(pid);
  return stat ? (Number(stat[11]) + Number(stat[12])) * tickMs : null;
};

/** Processor time of all ended child processes of this one, in milliseconds. */
const ofChildren = (): number | null => {
  const stat = statOf('self');
  return stat ? (Number(stat[13]) + Number(stat[14])) * tickMs : null;
};

const noteMemory = (root: number, peaks: Record<string, number>): void => {
  try {
    const parents = new Map(pids().map((pid) => [pid, Number(statOf(pid)?.[1])]));
    for (const pid of parents.keys()) {
      if (!descends(pid, root, parents)) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const mb = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
      const kind = pid === root ? 'first process' : kindOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      peaks[kind] = Math.max(peaks[kind] ?? 0, Math.round(mb));
    }
  } catch {
    // A process may end meanwhile, and other systems do not have these files.
  }
};

const pids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const descends = (pid: number, root: number, parents: ReadonlyMap<number, number>): boolean => {
  for (let one: number | undefined = pid; one; one = parents.get(one)) if (one === root) return true;
  return false;
};

const kindOf = (commandLine: string): string => {
  if (/type=renderer/.test(commandLine)) return 'browser page';
  if (/chrom|headless.shell/i.test(commandLine)) return 'browser';
  if (/playwright.test.cli\.js\0test/.test(commandLine)) return 'runner';
  return commandLine.includes('playwright') ? 'worker' : 'other';
};
