import { relative } from 'node:path';
import type { Api } from '../client/api.ts';
import { eachConcurrently } from '../client/in-parallel.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import { escapeControlChars } from '../redaction/escape-control.ts';
import type { Settings } from '../settings/settings.ts';
import { journalsIn, originOf, type CallbackJournal, type Line } from './callback-journal.ts';
import { configuredIds, provenId } from './create-callback.ts';
import { deleteForGood, isGone, restore, shows } from './restore-callback.ts';
import { defaultWaits, type WaitSettings } from '../run/wait-for.ts';

/** What a clean-up has done, and what it could not do. */
export interface CleanedUp {
  deleted: number;
  restored: number;
  /** A sentence for each callback that is left; it stays in the journal, and the next clean-up tries again. */
  leftBehind: string[];
  /** A sentence for each callback that may exist, but cannot be identified; each is reported once. */
  mayExist: string[];
  /** Sentences about journals that were not cleaned up, and callbacks that were only deactivated. */
  notices: string[];
}

/** Callbacks cleaned up in parallel. Nothing else uses the target meanwhile. */
const parallelTasks = 16;
/** After this many attempts without an answer, the target counts as down. */
const maxUnanswered = 3;

/**
 * Deletes what runs have created at the target and restores what they changed, as their journals tell, and removes the
 * journals of which nothing is left. Runs in progress are left alone. Never throws because of the target.
 *
 * @param journals those of a folder for earlier runs, or that of this run at its end
 * @param own the journal of this run, if it is one of them and may be cleaned up while its process lives
 */
export const cleanUp = async (
  api: Api,
  settings: Settings & WaitSettings,
  journals: readonly CallbackJournal[],
  own?: CallbackJournal,
): Promise<CleanedUp> => {
  const done: CleanedUp = { deleted: 0, restored: 0, leftBehind: [], mayExist: [], notices: [] };
  const { target } = originOf(settings);
  for (const journal of journals) {
    const other = journal.leftovers.find((one) => one.target !== target)?.target;
    if (other !== undefined) done.notices.push(escapeControlChars(`run ${journal.run} has callbacks at ${other}`));
    if (journal.isUnreadable) done.notices.push(`${journal.path} cannot be read; look at it, and remove it`);
    else if (journal.path !== own?.path && (await journal.isRunning()))
      done.notices.push(`run ${journal.run} is in progress`);
    else await cleanUpJournal({ api, settings, journal, done });
  }
  return done;
};

/** What the journals of ended runs in a folder still have, at every target, as sentences. Sends no requests. */
export const leftovers = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const journal of journalsIn(folder)) {
    if (await journal.isRunning()) continue;
    found.push(...journal.leftovers.map((one) => `${describe(one, journal)}, at ${escapeControlChars(one.target)}`));
  }
  return found;
};

/** Lines for the console; empty where nothing had to be done. */
export const describeCleanUp = ({ deleted, restored, leftBehind, mayExist, notices }: CleanedUp): string[] => [
  ...(deleted + restored > 0
    ? [`Cleaned up at the target: ${deleted} ${deleted === 1 ? 'callback' : 'callbacks'} deleted, ${restored} restored`]
    : []),
  ...[...leftBehind, ...mayExist].map((line) => `Left behind: ${line}`),
  ...notices,
];

interface CleanUp {
  api: Api;
  settings: Settings & WaitSettings;
  journal: CallbackJournal;
  done: CleanedUp;
}

const cleanUpJournal = async (cleanUp: CleanUp): Promise<void> => {
  const { settings, journal, done } = cleanUp;
  const all = journal.leftovers.filter((one) => one.target === originOf(settings).target);
  const down = new Error('the target does not answer');
  let unanswered = 0;
  await eachConcurrently(all, parallelTasks, async (one) => {
    const isDown = unanswered >= maxUnanswered;
    // An error of one callback must not stop the others.
    const attempt = isDown ? Promise.reject(down) : settle(one, cleanUp);
    const problem = await attempt.catch((error: Error) => {
      if (error instanceof EnvironmentFault) unanswered += 1;
      return error.message;
    });
    if (problem === undefined) journal.write({ ...one, done: true }, true);
    else done.leftBehind.push(describe(one, journal, problem.slice(0, 300)));
  });
  if (journal.leftovers.length === 0) journal.remove();
};

/** Deletes or restores one callback; returns why it is left. */
const settle = async (one: Line, { api, settings, journal, done }: CleanUp): Promise<string | undefined> => {
  const { kind, key, ids, fields, disposable = false } = one;
  const timeoutMs = settings.readDelayMs ?? defaultWaits.readDelayMs;
  const claimed = (ids ?? []).filter((id) => !configuredIds(settings).includes(id));
  // Nothing is ever deleted that no fetch has shown to be ours.
  const ours = one.proven ? claimed[0] : await provenId(api, claimed, one, journal);
  const id = kind === 'changing' ? key : ours;
  const isOtherAccount = one.account !== originOf(settings).account;
  if (isOtherAccount && (id === undefined || !shows(await api.fetchCallback(id), id))) {
    return 'SECRET_KEY differs from that of the run, and a fetch with it does not show the callback';
  }
  if (id === undefined) {
    const why = ids ? 'no fetch shows it under an id from the answer to its creation' : 'its creation got no answer';
    done.mayExist.push(describe({ ...one, ids: [] }, journal, why));
    return undefined;
  }
  if (fields) {
    const problem = await restore(api, id, fields, timeoutMs, disposable);
    if (problem === undefined) done.restored += 1;
    return problem;
  }
  if (isGone(await api.fetchCallback(id))) return undefined;
  const problem = await deleteForGood(api, id, timeoutMs);
  if (problem === undefined) done.deleted += 1;
  if (problem === undefined || !settings.notApplicable.has('callback-deletion')) return problem;
  const { status } = await api.updateCallback(id, { is_active: false });
  if (status >= 300) return `${problem}, and its deactivation HTTP ${status}`;
  done.notices.push(`callback ${escapeControlChars(id)} is deactivated, since the target deletes no callbacks`);
  return undefined;
};

/** Describes one callback for the person who has to clean it up. */
const describe = ({ kind, key, url = '', ids = [] }: Line, journal: CallbackJournal, problem = ''): string => {
  const why = problem && `: ${problem}`;
  const place = kind === 'changing' ? relative(process.cwd(), journal.path) : `run ${journal.run}`;
  const [what, state] = kind === 'changing' ? [key, 'is not restored'] : [ids[0], 'is not deleted'];
  return escapeControlChars(
    what === undefined
      ? `a callback with the url ${url} may exist${why} (${place})`
      : `callback ${what} ${state}${why} (${place})`,
  );
};
