import type { FullConfig } from '@playwright/test/reporter';
import type { Settings } from '../../settings/settings.ts';

/** From when on an answer takes so long that most of a run would be waiting, in milliseconds. */
const slowMs = 100;
/** How many tests have their requests sent ahead then: no more than a browser asks at once of any site. */
const sentAhead = 8;
/** How many workers there are then, each of which takes some 250 MB. */
const workers = 6;

/**
 * Asks a target that takes its time for several things at once, as far as nobody has said how many: by SEND_AHEAD and
 * by more workers for the tests that cannot be sent ahead. A target that answers at once keeps two workers busy.
 *
 * @param answerMs how long the target takes at least to answer, in milliseconds
 * @param shards that are run at the same time, and share what the target is asked
 */
export const keepPace = (config: FullConfig, settings: Settings, answerMs: number, shards = 1): void => {
  const isSlow = answerMs >= slowMs && answerMs < Infinity;
  settings.sendAhead ??= isSlow ? Math.ceil(sentAhead / shards) : 0;
  const isChosen = process.argv.some((argument) => /^(?:-j|--workers)/.test(argument));
  // The runner reads it when it comes to the tests; one that does not would go on with two.
  if (isSlow && !isChosen) Reflect.set(config, 'workers', Math.max(config.workers, Math.ceil(workers / shards)));
};
