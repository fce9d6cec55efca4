import { CallbackRegistry } from '../../../helpers/callbacks/ownership/callback-registry.ts';
import { beginJournal, type Journal } from '../../../helpers/callbacks/journal/journal.ts';
import { cleanUp } from '../../../helpers/callbacks/clean-up/clean-up.ts';
import { sentence } from '../../../helpers/callbacks/clean-up/earlier-runs.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { configuredIds } from '../../../helpers/callbacks/ownership/ownership.ts';
import { notProven } from '../../../helpers/callbacks/create-callback.ts';
import { reasonOf } from '../check.ts';
import type { Ask } from '../probes.ts';

/** The outcome of creating, using and deleting a callback. */
interface Trial<T> {
  /** The result of the use; undefined when there was no callback. */
  used: T | undefined;
  /** Why there was no callback; empty when there was one. */
  fault: string;
  /** What is left behind at the target, as text; undefined when nothing is. */
  left: string | undefined;
}

/**
 * Creates a callback, uses it and deletes it again. The journal records it before the creation, so that the next run
 * cleans up after a killed check. The sandbox needs no journal, because it ends with the check.
 */
export const tryCallback = async <T>(
  settings: Settings,
  ask: Ask,
  path: string,
  wanted: Body,
  use: () => Promise<T>,
): Promise<Trial<T>> => {
  let journal: Journal | undefined;
  try {
    journal = settings.target === 'sandbox' ? undefined : beginJournal(settings);
  } catch (error) {
    return { used: undefined, fault: reasonOf(error), left: undefined };
  }
  let used: T | undefined;
  const made = await ask(`POST ${path}`, async (api) => {
    const belongings = new CallbackRegistry(api, journal, configuredIds(settings));
    try {
      const { reply, id } = await belongings.create(path, wanted);
      if (id === undefined) throw notProven(reply);
      used = await use();
      return reply;
    } finally {
      await belongings.cleanUp();
    }
  });
  if (journal) await cleanUp(journal, settings);
  const left = journal?.things.map((thing) => sentence(thing, journal)).join('; ');
  return { used, fault: made.fault, left: left || undefined };
};
