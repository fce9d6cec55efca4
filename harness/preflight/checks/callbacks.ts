import type { Settings } from '../../../helpers/settings/settings.ts';
import { callbackOf } from '../../../interface/messages/callback.ts';
import { reasonOf, ok, warn, type Check } from '../check.ts';
import { tryCallback } from './own-callback.ts';
import type { Ask } from '../probes.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The advice for a callback that a check left behind at the target. */
export const leftBehindAdvice = (): string =>
  `delete it manually, or leave it to the next run or ${toRun('cleanup')}; the rules judge deletions and fetches`;

/** A run deletes two callbacks and needs a third one that stays. */
const disposableNeeded = 3;

/**
 * Checks how the suite gets callbacks.
 *
 * @param tried whether to create a callback and delete it again; nothing is changed otherwise
 */
export const checkCallbacks = async (settings: Settings, ask: Ask, tried: boolean): Promise<Check[]> => {
  const { notApplicable, callbackCreatePath } = settings;
  if (notApplicable.has('callbacks')) return [ok('callbacks', 'declared as not available')];
  if (callbackCreatePath && !tried) return [ok('callbacks', 'are created through CALLBACK_CREATE_PATH')];
  if (callbackCreatePath) return [await checkCreation(settings, callbackCreatePath, ask)];
  return Promise.all([
    checkUpdatable(settings, ask),
    notApplicable.has('callback-deletion')
      ? ok('to be deleted', 'callback-deletion is declared as not available')
      : checkDisposable(settings, ask),
  ]);
};

const checkCreation = async (settings: Settings, path: string, ask: Ask): Promise<Check> => {
  const { used, fault, left } = await tryCallback(settings, ask, path, {}, () => Promise.resolve(true));
  const mend = 'correct CALLBACK_CREATE_PATH, or name callbacks in CALLBACK_ID and DISPOSABLE_CALLBACK_IDS';
  if (left) return warn('callbacks', left, leftBehindAdvice());
  return used ? ok('callbacks', 'can be created and deleted') : warn('callbacks', fault, mend);
};

const checkUpdatable = async ({ callbackId }: Settings, ask: Ask): Promise<Check> => {
  const name = 'callback to update';
  const missing = 'its rules are not tested; set CALLBACK_CREATE_PATH or CALLBACK_ID, or NOT_APPLICABLE=callbacks';
  if (!callbackId) return warn(name, 'none is configured', missing);
  const { reply, fault } = await ask('GET /v1/callback/fetch', (api) => api.fetchCallback(callbackId));
  if (reply && callbackOf(reply)) return ok(name, 'the callback of CALLBACK_ID exists');
  const found = reply ? `the callback of CALLBACK_ID is answered with HTTP ${reply.status}` : reasonOf(fault);
  return warn(name, found, 'set CALLBACK_ID to an existing callback');
};

const checkDisposable = async ({ disposableCallbackIds: ids }: Settings, ask: Ask): Promise<Check> => {
  const name = 'to be deleted';
  const found = await Promise.all(ids.map((id) => ask('GET /v1/callback/fetch', (api) => api.fetchCallback(id))));
  const left = found.filter(({ reply }) => reply && callbackOf(reply)).length;
  if (left >= disposableNeeded) return ok(name, `${left} callbacks; a run deletes two of them`);
  const mend = `add unused callbacks to DISPOSABLE_CALLBACK_IDS, or set NOT_APPLICABLE=callback-deletion`;
  return warn(name, `${left} of ${ids.length} listed callbacks exist, a run needs ${disposableNeeded}`, mend);
};
