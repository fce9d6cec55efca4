import type { FullConfig } from '@playwright/test';
import { beginJournal, journalsIn } from './callback-journal.ts';
import { cleanUp, describeCleanUp } from './clean-up-callbacks.ts';
import { openApi } from '../client/open-api.ts';
import { appendToRun } from '../run/run-log.ts';
import { settingsOf } from '../settings/environment.ts';
import { besideSettings } from '../settings/settings-folder.cjs';

/**
 * The global setup for a real target: cleans up after runs that were killed, keeps the journal of this one, and cleans up
 * after it. What is left is in the log of the run, for the reporter.
 *
 * @returns the teardown
 */
export default async function keepJournal(config: FullConfig): Promise<() => Promise<void>> {
  const settings = settingsOf(config);
  if (!settings) throw new Error('the configuration has no settings; use playwright.config.ts of the suite');
  const folder = besideSettings('.journal');
  const own = await beginJournal(folder);
  // Playwright ends in order only after SIGINT; a second signal ends at once.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void (process.emit('SIGINT') || process.exit(2)));
  const clean = async (journals: Parameters<typeof cleanUp>[2]): Promise<void> => {
    if (journals.length === 0) return;
    const { api, close } = openApi(settings, config.shard?.total ?? 1);
    const done = await cleanUp(api, settings, journals, own);
    await close();
    for (const line of describeCleanUp(done)) console.log(line);
    for (const what of done.leftBehind) appendToRun('left-behind', { what, certain: true });
    for (const what of done.mayExist) appendToRun('left-behind', { what, certain: false });
  };
  await clean(journalsIn(folder).filter(({ path }) => path !== own.path));
  return () => clean([own]);
}
