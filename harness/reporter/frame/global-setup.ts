import type { FullConfig } from '@playwright/test';
import { cleanUp } from '../../../helpers/callbacks/clean-up/clean-up.ts';
import { cleanUpAfterOthers } from '../../../helpers/callbacks/clean-up/earlier-runs.ts';
import { announce, beginJournal } from '../../../helpers/callbacks/journal/journal.ts';
import { signOfLifeMs } from '../../../helpers/callbacks/journal/owner.ts';
import { cleanedInWords } from '../../../helpers/callbacks/clean-up/words.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';

/**
 * The frame of a run on a real target: cleans up after runs that were killed, keeps the journal of this one, and
 * cleans up after it. What cannot be cleaned up is listed by the reporter.
 *
 * @returns the end of the run
 * @throws when the journal cannot be written
 */
export default async function keepJournal(config: FullConfig): Promise<() => Promise<void>> {
  const { settings } = (config.projects[0]?.use ?? {}) as { settings?: Settings };
  if (!settings) throw new Error('no project of the configuration has settings');
  const journal = beginJournal(settings);
  announce(journal);
  const signs = setInterval(() => journal.giveSign(), signOfLifeMs);
  signs.unref();
  endInOrder();
  for (const line of cleanedInWords(await cleanUpAfterOthers(settings, journal))) console.log(line);
  return async () => {
    await cleanUp(journal, settings);
    clearInterval(signs);
  };
}

/** Playwright ends a run in order for SIGINT alone. The second signal of whatever kind ends the process at once. */
const endInOrder = (): void => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!process.emit('SIGINT')) process.exit(2);
    });
  }
};
