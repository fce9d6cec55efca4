import { join } from 'node:path';
import { readKnownDeviations } from '../../helpers/deviations/known-deviations.ts';
import { descriptionAt, isDescription } from '../../helpers/payments/page/description-file.ts';
import { besideSettings } from '../../helpers/settings/settings-folder.cjs';
import type { Settings } from '../../helpers/settings/settings.ts';
import { pinFileOf, readPins } from '../baselines/pinned-observations.ts';
import { readTestKeys, testKeysFile } from '../results/junit.ts';
import { readReviews, reviewsFile } from '../signoff/reviews.ts';
import type { PreflightCheck } from '../preflight/preflight-check.ts';
import { answerTime, preflight } from '../preflight/preflight.ts';
import { lockReports } from './run-lock.ts';

/** What is known before the first test. */
export interface Prepared {
  /** The checks of a staging; undefined for the sandbox. */
  checks?: PreflightCheck[];
  /** How long the target usually takes to answer, in milliseconds. */
  answerMs: number;
}

/** Reads every list of a target. @throws Error that says what to correct */
export const readLists = (settings: Settings, reports: string): void => {
  const { target, baseUrl, knownDeviations, checkoutPage } = settings;
  readKnownDeviations(knownDeviations);
  readTestKeys(besideSettings(testKeysFile));
  readReviews(besideSettings(reviewsFile));
  readPins(join(reports, '..', pinFileOf({ target, host: target === 'sandbox' ? '' : new URL(baseUrl).host })));
  if (checkoutPage !== undefined && isDescription(checkoutPage)) descriptionAt(checkoutPage, settings);
};

/**
 * What has to hold before a run sends its first request or removes the reports of the last one: its lists can be read,
 * it can be divided as asked, and no other run writes to the same folder. A staging is checked, and its answers timed.
 *
 * @param reports the folder of the reports
 * @param isDivided whether it is one of several shards
 * @throws Error that says what to correct
 */
export const prepareRun = async (settings: Settings, reports: string, isDivided: boolean): Promise<Prepared> => {
  const { target, callbackCreatePath, callbackId, disposableCallbackIds } = settings;
  const areListed = !callbackCreatePath && (callbackId !== undefined || disposableCallbackIds.length > 0);
  if (isDivided && areListed && !settings.notApplicable.has('callbacks'))
    throw new Error(
      '--shard: the callbacks of CALLBACK_ID and DISPOSABLE_CALLBACK_IDS cannot be divided among shards; ' +
        'set CALLBACK_CREATE_PATH, or run without --shard.',
    );
  readLists(settings, reports);
  await lockReports(reports);
  if (target !== 'staging') return { answerMs: 0 };
  const checks = await preflight(settings, false);
  const isReady = checks.every(({ verdict }) => verdict !== 'fail');
  return { checks, answerMs: isReady ? await answerTime(settings) : 0 };
};
