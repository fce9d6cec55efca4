import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { escapeControlChars } from '../../redaction/escape-control.ts';
import type { Settings } from '../../settings/settings.ts';
import { cleanUp, type CleanedUp } from './clean-up.ts';
import type { Tracked } from '../journal/entries.ts';
import { asideEnding, journalFolder, journalsIn, targetOf, type Journal } from '../journal/journal.ts';
import { isAlive } from '../journal/owner.ts';

/** The state of a journal, as seen by the run that reads it. */
type Standing = 'ours' | 'ended' | 'running' | 'other-target' | 'unreadable';

/** What a run found of earlier runs, and what it did about it. */
export interface Found extends CleanedUp {
  /** A sentence for each callback that is left and stays in its journal. */
  left: string[];
  /** Sentences about journals that were not cleaned up or have invalid lines. */
  notices: string[];
}

/** Cleans up after every run against this target that ended without cleaning up. */
export const cleanUpAfterOthers = async (settings: Settings, own?: Journal): Promise<Found> => {
  const found: Found = { removed: 0, restored: 0, deactivated: 0, left: [], notices: [] };
  for (const journal of journalsIn(journalFolder(settings))) {
    const standing = standingOf(journal, settings, own);
    if (standing === 'ended') {
      const odd = journal.oddLines;
      const { removed, restored, deactivated } = await cleanUp(journal, settings);
      found.removed += removed;
      found.restored += restored;
      found.deactivated += deactivated;
      found.left.push(...journal.things.map((thing) => sentence(thing, journal)));
      if (odd > 0) found.notices.push(`${shortPath(journal.path)} has invalid lines: ${odd}${keptAside(journal)}`);
    } else if (standing === 'unreadable') {
      found.notices.push(
        `${shortPath(journal.path)} is not a journal of this version; it is now ${shortPath(journal.setAside())}`,
      );
    } else if (standing !== 'ours') {
      const address = standing === 'other-target' ? journal.header?.target : '';
      found.notices.push(`${shortPath(journal.path)} ${notOurs[standing]}${address}`);
    }
  }
  return found;
};

/**
 * What the clean-up of a run could not delete or restore: its own callbacks, and those of earlier runs that it tried.
 * A callback that may exist is reported once: by its own run as `mayExist`, or here by the next run if it was killed.
 */
export const leftBehind = (settings: Settings, own: Journal | undefined): string[] =>
  journalsIn(journalFolder(settings)).flatMap((journal) => {
    const standing = standingOf(journal, settings, own);
    if (standing !== 'ours' && standing !== 'ended') return [];
    return journal.things
      .filter(
        (thing) =>
          (standing === 'ours' || thing.why !== undefined) &&
          !(thing.kind === 'made' && (thing.told || thing.unanswered)),
      )
      .map((thing) => sentence(thing, journal));
  });

/** The callbacks of a run that exist if the connection failed only after the target created them. */
export const mayExist = (own: Journal | undefined): string[] =>
  own?.things.flatMap((thing) => (thing.kind === 'made' && thing.unanswered ? [sentence(thing, own)] : [])) ?? [];

/** The journals of ended runs, against any target. */
export const endedJournals = (settings: Settings): Journal[] =>
  journalsIn(journalFolder(settings)).filter(
    (journal) => journal.header && !isAlive(journal.header.owner, journal.lastSign),
  );

/** Describes one callback of a journal for the person who has to clean it up. */
export const sentence = (thing: Tracked, journal: Journal): string => {
  const why = thing.why ? `: ${escapeControlChars(thing.why)}` : '';
  if (thing.kind === 'borrowed') {
    return `callback ${escapeControlChars(thing.id)} is not restored${why} (its fields: ${shortPath(journal.path)})`;
  }
  return thing.id === undefined
    ? `a callback with the url ${escapeControlChars(thing.url)} may exist${why} (run ${journal.run})`
    : `callback ${escapeControlChars(thing.id)} is not deleted${why} (run ${journal.run})`;
};

const notOurs = {
  running: 'belongs to a run in progress',
  'other-target': 'belongs to another target: ',
} as const;

/** A finished journal with invalid lines is renamed; an unfinished one stays, and the notice is repeated. */
const keptAside = ({ path }: Journal): string =>
  existsSync(path) ? '' : `; it is now ${shortPath(path + asideEnding)}`;

const shortPath = (path: string): string => escapeControlChars(relative(process.cwd(), path));

const standingOf = (journal: Journal, settings: Settings, own: Journal | undefined): Standing => {
  if (journal.path === own?.path) return 'ours';
  const { header } = journal;
  if (!header) return journal.isAlive ? 'running' : 'unreadable';
  if (isAlive(header.owner, journal.lastSign)) return 'running';
  return header.target === targetOf(settings) ? 'ended' : 'other-target';
};
