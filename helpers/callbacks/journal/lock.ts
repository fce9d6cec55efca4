import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../../settings/settings.ts';
import { journalFolder, targetOf } from './journal.ts';
import { isAlive, ownerShape, ownProcess, type Owner } from './owner.ts';

/** Releases a lock. */
export type Release = () => void;

/**
 * Locks the configured callbacks of a target against other runs on this machine. Concurrent runs would take each
 * other's changes for the original fields.
 *
 * @param waitMs how long to wait at most
 * @returns undefined when another run holds the lock for longer
 */
export const lockConfigured = async (settings: Settings, waitMs: number): Promise<Release | undefined> => {
  const folder = journalFolder(settings);
  const name = createHash('sha256').update(targetOf(settings)).digest('hex').slice(0, 12);
  const path = join(folder, `${name}.held`);
  const mine = JSON.stringify({ ...ownProcess(), hold: randomUUID() });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const deadline = Date.now() + waitMs; ; await pause(20 + Math.random() * 30)) {
    if (tryLock(path, mine)) return () => rmSync(path, { force: true });
    if (Date.now() > deadline) return undefined;
  }
};

const tryLock = (path: string, mine: string): boolean => {
  // Linked only once it is written, so that no lock is seen without its owner.
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, mine);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeIfAbandoned(path);
    return false;
  } finally {
    rmSync(own, { force: true });
  }
};

/** Undefined if a power failure corrupted the file. */
const ownerOf = (text: string): Owner | undefined => {
  try {
    return ownerShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Removes the lock of an ended process, and puts it back if another process has locked anew in the meantime. */
const removeIfAbandoned = (path: string): void => {
  try {
    const found = readFileSync(path, 'utf8');
    const owner = ownerOf(found);
    if (owner && isAlive(owner, statSync(path).mtimeMs)) return;
    const aside = `${path}.${randomUUID()}`;
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== found) linkSync(aside, path);
    rmSync(aside);
  } catch {
    // Released or replaced in the meantime: the next attempt decides.
  }
};
