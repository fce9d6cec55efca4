import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Identifies the process that owns something, so that no later process is mistaken for it. */
export const ownerShape = z.object({
  host: z.string(),
  /** Changes with every boot; empty where the system does not provide it. */
  boot: z.string(),
  /** The pid namespace: containers on one machine number their processes separately. */
  space: z.string(),
  pid: z.int(),
  started: z.string(),
});
export type Owner = z.output<typeof ownerShape>;

/** How long after its last heartbeat a process that is not visible from here counts as running, in milliseconds. */
const heartbeatTimeoutMs = 5 * 60_000;

/** The heartbeat interval of a run, in milliseconds. */
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
 * @param lastSign its last heartbeat, in milliseconds since the epoch; decides for another machine or container
 */
export const isAlive = (owner: Owner, lastSign: number): boolean => {
  const here = ownProcess();
  const sameMachine = owner.host === here.host;
  if (sameMachine && owner.boot !== here.boot) return false;
  if (!sameMachine || owner.space !== here.space) return Date.now() - lastSign < heartbeatTimeoutMs;
  return startOf(owner.pid) === owner.started;
};

/** When a process was started, in the format of the system; undefined when it does not exist or is a zombie. */
const startOf = (pid: number): string | undefined => {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat) {
    // The name in brackets may contain anything; the state is the 3rd field, the start time the 22nd.
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
