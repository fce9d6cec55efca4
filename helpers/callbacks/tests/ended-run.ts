import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSettings, type Settings } from '../../settings/settings.ts';
import type { Header } from '../journal/entries.ts';
import { beginJournal, type Journal } from '../journal/journal.ts';
import { stagingAt } from './target.ts';

/** The settings of a run against a service at an address, with journals in a folder. */
export const settingsFor = (address: string, folder: string, more: Record<string, string> = {}): Settings =>
  parseSettings({ ...stagingAt(address), JOURNAL_FOLDER: folder, ...more });

/** The journal of a run whose process has ended. */
export const endedJournal = (settings: Settings): Journal => {
  const journal = beginJournal(settings);
  const header = journal.header as Header;
  writeFileSync(journal.path, JSON.stringify({ ...header, owner: { ...header.owner, started: 'long ago' } }));
  return journal;
};

/** Appends a record truncated by a power failure. */
export const tear = (journal: Journal): void => {
  appendFileSync(journal.path, '\n{"what":"borrowed","key":"cb1","fields":{"url":"https://sho');
};

export const textOf = (journal: Journal): string => readFileSync(journal.path, 'utf8');
