import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { holdLock, lockPath } from '../../helpers/processes/process-lock.ts';
import { settingsFolder, suiteRoot } from '../../helpers/settings/settings-folder.cjs';

const markOf = (folder: string): string => join(folder, '.run');

// The configuration and the reporter may load separate copies of this module, so they share state through globalThis.
const locked: Set<string> = ((globalThis as { conformanceReports?: Set<string> }).conformanceReports ??= new Set());

/**
 * Makes the folder of the reports belong to this run until its process ends.
 *
 * @throws Error when it holds the suite or the settings, another run writes to it, or it cannot be written
 */
export const lockReports = async (folder: string): Promise<void> => {
  // Whatever is in it is searched for keys, and rewritten where one is found.
  const isAround = (path: string): boolean => `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
  if ([suiteRoot, settingsFolder()].some(isAround))
    throw new Error(`REPORTS_FOLDER: ${folder} holds more than reports; name a folder for reports alone.`);
  mkdirSync(folder, { recursive: true });
  try {
    await holdLock(lockPath(realpathSync(folder)));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    const fix = 'wait until it has ended, or name another folder in REPORTS_FOLDER';
    throw new Error(`Another run is writing its reports to ${folder}; ${fix}.`, { cause });
  }
  writeFileSync(markOf(folder), `the run of process ${process.pid}\n`);
  locked.add(folder);
  process.once('exit', () => rmSync(markOf(folder), { force: true }));
};

/** Whether a folder that this run has locked was removed meanwhile; runs of an editor lock none. */
export const lostReports = (folder: string): boolean => locked.has(folder) && !existsSync(markOf(folder));
