import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { escapeControlChars } from '../../redaction/escape-control.ts';
import type { Settings } from '../../settings/settings.ts';
import { cleanUp, type CleanedUp } from './clean-up.ts';
import type { Tracked } from '../journal/entries.ts';
import { asideEnding, journalFolder, journalsIn, targetOf, type Journal } from '../journal/journal.ts';
import { isAlive } from '../journal/owner.ts';

/** What a journal is to the run that looks at it. */
type Standing = 'ours' | 'ended' | 'running' | 'other-target' | 'unreadable';

/** What a run finds of others, and what became of it. */
export interface Found extends CleanedUp {
  /** Sentences about what is left, and so stays in its journal. */
  left: string[];
  /** Sentences about journals that are not this run's to clean. */
  notices: string[];
}

/** Cleans up after every run against this target that has ended without doing so. */
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
      if (odd > 0)
        found.notices.push(`${shortPath(journal.path)} has lines that are no records: ${odd}${keptAside(journal)}`);
    } else if (standing === 'unreadable') {
      found.notices.push(
        `${shortPath(journal.path)} is no journal of this version; it is now ${shortPath(journal.setAside())}`,
      );
    } else if (standing !== 'ours') {
      const address = standing === 'other-target' ? journal.header?.target : '';
      found.notices.push(`${shortPath(journal.path)} ${notOurs[standing]}${address}`);
    }
  }
  return found;
};

/**
 * What the clean-up of a run could not put right: what the run itself left, and what it tried in vain for others.
 * What may exist is told once: by the run itself as `mayExist`, or, when that was killed, here by the next one.
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

/** The callbacks of a run that exist if the way to the target failed only after they were made. */
export const mayExist = (own: Journal | undefined): string[] =>
  own?.things.flatMap((thing) => (thing.kind === 'made' && thing.unanswered ? [sentence(thing, own)] : [])) ?? [];

/** The journals of runs that have ended, against whatever target. */
export const endedJournals = (settings: Settings): Journal[] =>
  journalsIn(journalFolder(settings)).filter(
    (journal) => journal.header && !isAlive(journal.header.owner, journal.lastSign),
  );

/** One thing in a journal, for a person who has to look after it. */
export const sentence = (thing: Tracked, journal: Journal): string => {
  const why = thing.why ? `: ${escapeControlChars(thing.why)}` : '';
  if (thing.kind === 'borrowed') {
    return `callback ${escapeControlChars(thing.id)} is not restored${why} (its fields before are in ${shortPath(journal.path)})`;
  }
  return thing.id === undefined
    ? `a callback with the url ${escapeControlChars(thing.url)} may exist${why} (run ${journal.run})`
    : `callback ${escapeControlChars(thing.id)} is not deleted${why} (run ${journal.run})`;
};

const notOurs = {
  running: 'belongs to a run that is under way',
  'other-target': 'belongs to another target: ',
} as const;

/** A journal that is done with is set aside when it has odd lines; one that is not stays, and says so again. */
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
