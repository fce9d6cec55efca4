import type { Api } from '../../client/api.ts';
import { CallbackRegistry, type Pooled } from './callback-registry.ts';
import type { Journal } from '../journal/journal.ts';

/** The use of a pooled callback. */
export type PoolKind = 'readable' | 'updatable' | 'disposable';

/**
 * Created callbacks that tests pass on, one of each kind, for tests to which the history of a callback does not matter.
 */
export type CallbackPool = Map<PoolKind, Pooled>;

/** Deletes the callbacks of a pool; with a journal, failed deletions are left to the end of the run. */
export const emptied = async (pool: CallbackPool, api: Api, journal: Journal | undefined): Promise<void> => {
  const registry = new CallbackRegistry(api, journal, []);
  for (const one of pool.values()) registry.adopt(one);
  await registry.cleanUp();
  pool.clear();
};
