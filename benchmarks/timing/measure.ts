import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** A program with its arguments, and what its environment has beside ours. */
export interface Command {
  args: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** What it may end with; 0 when left out. */
  exitCode?: number;
}

/** What one run of a command took, from its start to its end. */
export interface Measured {
  ms: number;
  /** Of the command and all that it started; null where the system does not tell. */
  cpuMs: number | null;
  /** The largest memory of each kind of process, in MB; empty where the system does not tell. */
  memoryMb: Readonly<Record<string, number>>;
  /** How busy the sandbox was on the whole, as a share of one core; null where the system does not tell. */
  sandboxBusy: number | null;
}

/** How often the memory of processes is looked at, in milliseconds; each keeps its own peak in between. */
const lookMs = 100;

/**
 * Runs a command to its end.
 *
 * @throws with what it printed when it ends with another code than it should
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
  const timer = setInterval(() => noteMemory(child.pid ?? 0, memoryMb), lookMs);
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
    // The name of the program stands in brackets and may hold anything.
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

/** Processor time of all processes that this one has started and seen end. */
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
    // A process may end while it is looked at, and another system has no such files.
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
