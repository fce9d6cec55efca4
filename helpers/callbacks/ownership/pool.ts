import type { Api } from '../../client/api.ts';
import { CallbackRegistry } from './callback-registry.ts';
import type { Journal } from '../journal/journal.ts';

/** What a callback in a pool is good for. */
export type PoolKind = 'readable' | 'updatable' | 'disposable';

/**
 * Callbacks of ours that tests hand on to each other, one of each kind: whoever does not care for the past of a callback
 * need not have one made.
 */
export type CallbackPool = Map<PoolKind, Pooled>;

export interface Pooled {
  /** The mark of its creation. */
  key: string;
  /** Proven to be ours. */
  id: string;
}

/** Deletes what is in a pool; with a journal, what cannot be is left to the end of the run. */
export const emptied = async (pool: CallbackPool, api: Api, journal: Journal | undefined): Promise<void> => {
  const belongings = new CallbackRegistry(api, journal, []);
  for (const one of pool.values()) belongings.adopt(one);
  await belongings.cleanUp();
  pool.clear();
};
