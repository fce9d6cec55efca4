import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../../settings/settings.ts';
import { journalFolder, targetOf } from './journal.ts';
import { isAlive, ownerShape, ownProcess, type Owner } from './owner.ts';

/** Ends a hold. */
export type Release = () => void;

/**
 * Waits until this process alone, of all runs on this machine, works on the configured callbacks of a target. Two
 * runs that take turns restore what they found; two at once would take each other's changes for the original.
 *
 * @param waitMs how long to wait at most
 * @returns undefined when another run would not let go
 */
export const lockConfigured = async (settings: Settings, waitMs: number): Promise<Release | undefined> => {
  const folder = journalFolder(settings);
  const name = createHash('sha256').update(targetOf(settings)).digest('hex').slice(0, 12);
  const path = join(folder, `${name}.held`);
  const mine = JSON.stringify({ ...ownProcess(), hold: randomUUID() });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const deadline = Date.now() + waitMs; ; await pause(20 + Math.random() * 30)) {
    if (taken(path, mine)) return () => rmSync(path, { force: true });
    if (Date.now() > deadline) return undefined;
  }
};

const taken = (path: string, mine: string): boolean => {
  // Linked under its name only once it is written: nobody sees a hold without an owner.
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, mine);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    dropIfDead(path);
    return false;
  } finally {
    rmSync(own, { force: true });
  }
};

/** Nobody, where a power cut has spoilt the file. */
const ownerOf = (text: string): Owner | undefined => {
  try {
    return ownerShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Removes the hold of a process that has ended. Of several that try, one may have a new hold already. */
const dropIfDead = (path: string): void => {
  try {
    const found = readFileSync(path, 'utf8');
    const owner = ownerOf(found);
    if (owner && isAlive(owner, statSync(path).mtimeMs)) return;
    const aside = `${path}.${randomUUID()}`;
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== found) linkSync(aside, path);
    rmSync(aside);
  } catch {
    // It was released in the meantime, or somebody else was quicker; the next round sees.
  }
};
