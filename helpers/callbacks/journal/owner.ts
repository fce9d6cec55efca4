import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Which process something belongs to, told well enough that no later process is taken for it. */
export const ownerShape = z.object({
  host: z.string(),
  /** Changes with every start of the machine; empty where the system does not tell. */
  boot: z.string(),
  /** Containers on one machine count their processes separately. */
  space: z.string(),
  pid: z.int(),
  started: z.string(),
});
export type Owner = z.output<typeof ownerShape>;

/** How long somebody on another machine, whose processes cannot be seen, is taken to be at work after a sign of life. */
const silentMs = 5 * 60_000;

/** How often a run gives a sign of life, in milliseconds. */
export const signOfLifeMs = 30_000;

/** This process as an owner. */
export const ownProcess = (): Owner => ({
  host: hostname(),
  boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  space: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  pid: process.pid,
  started: startOf(process.pid) ?? '',
});

/**
 * Whether the process still runs.
 *
 * @param lastSign when it last gave a sign of life, in milliseconds since the epoch; decides for another machine
 */
export const isAlive = (owner: Owner, lastSign: number): boolean => {
  const here = ownProcess();
  const sameMachine = owner.host === here.host;
  if (sameMachine && owner.boot !== here.boot) return false;
  if (!sameMachine || owner.space !== here.space) return Date.now() - lastSign < silentMs;
  return startOf(owner.pid) === owner.started;
};

/** When a process was started, in words of the system; undefined when there is none, or only its remains. */
const startOf = (pid: number): string | undefined => {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat) {
    // The name in brackets may hold anything; state and start time are the 3rd and the 22nd field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  }
  if (!answersSignals(pid)) return undefined;
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

const answersSignals = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};
