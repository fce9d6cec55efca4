import type { FullConfig } from '@playwright/test';
import { cleanUp } from '../../../helpers/callbacks/clean-up/clean-up.ts';
import { cleanUpAfterOthers } from '../../../helpers/callbacks/clean-up/earlier-runs.ts';
import { announce, beginJournal } from '../../../helpers/callbacks/journal/journal.ts';
import { signOfLifeMs } from '../../../helpers/callbacks/journal/owner.ts';
import { cleanedInWords } from '../../../helpers/callbacks/clean-up/words.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';

/**
 * The global setup for a real target: cleans up after killed runs, keeps the journal of this run, and cleans up after
 * it. The reporter lists what cannot be cleaned up.
 *
 * @returns the teardown
 * @throws when the journal cannot be written
 */
export default async function keepJournal(config: FullConfig): Promise<() => Promise<void>> {
  const { settings } = (config.projects[0]?.use ?? {}) as { settings?: Settings };
  if (!settings)
    throw new Error('The first project of the configuration has no settings; use playwright.config.ts of the suite');
  const journal = beginJournal(settings);
  announce(journal);
  const heartbeat = setInterval(() => journal.giveSign(), signOfLifeMs);
  heartbeat.unref();
  endGracefully();
  for (const line of cleanedInWords(await cleanUpAfterOthers(settings, journal))) console.log(line);
  return async () => {
    await cleanUp(journal, settings);
    clearInterval(heartbeat);
  };
}

/** Turns SIGTERM and SIGHUP into SIGINT, the only graceful end that Playwright knows. A second signal exits at once. */
const endGracefully = (): void => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!process.emit('SIGINT')) process.exit(2);
    });
  }
};
