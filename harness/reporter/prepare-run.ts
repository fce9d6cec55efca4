import { join } from 'node:path';
import { readKnownDeviations } from '../../helpers/deviations/known-deviations.ts';
import { descriptionAt, isDescription } from '../../helpers/payments/page/description-file.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { pinFileOf, readPins } from '../baselines/pinned-observations.ts';
import { lockReports } from './run-lock.ts';

/**
 * What has to hold before a run sends its first request or removes the reports of the last one: its lists can be read,
 * it can be divided as asked, and no other run writes to the same folder.
 *
 * @param reports the folder of the reports
 * @param isDivided whether it is one of several shards
 * @throws Error that says what to correct
 */
export const prepareRun = async (settings: Settings, reports: string, isDivided: boolean): Promise<void> => {
  const { target, baseUrl, callbackCreatePath, callbackId, disposableCallbackIds, knownDeviations } = settings;
  const areListed = !callbackCreatePath && (callbackId !== undefined || disposableCallbackIds.length > 0);
  if (isDivided && areListed && !settings.notApplicable.has('callbacks'))
    throw new Error(
      '--shard: the callbacks of CALLBACK_ID and DISPOSABLE_CALLBACK_IDS cannot be divided among shards; ' +
        'set CALLBACK_CREATE_PATH, or run without --shard.',
    );
  readKnownDeviations(knownDeviations);
  readPins(join(reports, '..', pinFileOf({ target, host: target === 'sandbox' ? '' : new URL(baseUrl).host })));
  const { checkoutPage } = settings;
  if (checkoutPage !== undefined && isDescription(checkoutPage)) descriptionAt(checkoutPage, settings);
  await lockReports(reports);
};
