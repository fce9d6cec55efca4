import { z } from 'zod';
import { callbackId } from '../../../interface/messages/callback-id.ts';
import { ownerShape } from './owner.ts';

const fields = z.object({
  url: z.unknown(),
  description: z.unknown(),
  events: z.unknown(),
  is_active: z.unknown(),
});

/** The four fields of a callback that an update can set (4.6), exactly as a fetch answered them. */
export type OriginalFields = z.output<typeof fields>;

/** The first line of a journal: its run and its target. It contains no key in any form. */
export const headerShape = z.object({
  what: z.literal('run'),
  version: z.literal(1),
  run: z.string(),
  /** The address of the target. */
  target: z.string(),
  /** Two bytes of a digest of the secret key: enough to notice another account, too few to guess the key. */
  account: z.string(),
  owner: ownerShape,
});
export type Header = z.output<typeof headerShape>;

/**
 * Every other line. `key` identifies the callback: the mark in the address or description of a created one, else its
 * id. `claimed` has the ids that the answer to the creation may mean, `created` the one that a fetch has proven to be
 * ours.
 */
export const entryShape = z.discriminatedUnion('what', [
  z.object({ what: z.literal('creating'), key: z.string(), url: z.string() }),
  z.object({ what: z.literal('unanswered'), key: z.string() }),
  z.object({ what: z.literal('claimed'), key: z.string(), ids: z.array(callbackId).max(50) }),
  z.object({ what: z.literal('created'), key: z.string(), id: callbackId }),
  z.object({ what: z.literal('deleted'), key: z.string() }),
  z.object({ what: z.literal('borrowed'), key: callbackId, fields, disposable: z.boolean() }),
  z.object({ what: z.literal('settled'), key: z.string() }),
  z.object({ what: z.literal('left'), key: z.string(), why: z.string() }),
  z.object({ what: z.literal('told'), key: z.string() }),
]);
export type Entry = z.output<typeof entryShape>;

interface State {
  key: string;
  /** Why the clean-up failed; undefined before the first attempt. */
  why?: string;
}

/** A callback that the suite created. Without an id it may exist: no answer has proven which one it is. */
export interface Created extends State {
  kind: 'made';
  url: string;
  /** Proven to be ours. */
  id?: string;
  /** Ids that may be ours; undefined while its creation got no answer. */
  claims?: readonly string[];
  /** The connection to the target failed during the creation; its run continued and reports it. */
  unanswered: boolean;
  /** Its deletion was answered with success. */
  deleted: boolean;
  /** A run has reported that it may exist; nothing more can be done about it. */
  told: boolean;
}

/** A callback that the suite did not create but may change. */
export interface Modified extends State {
  kind: 'borrowed';
  id: string;
  fields: OriginalFields;
  /** Whether the suite may delete it without restoring it. */
  disposable: boolean;
}

export type Tracked = Created | Modified;

/** The callbacks that a journal leaves to be cleaned up, oldest first. */
export const unsettled = (entries: readonly Entry[]): Tracked[] => {
  const things = new Map<string, Tracked>();
  for (const entry of entries) {
    const { key } = entry;
    const thing = things.get(key);
    if (entry.what === 'creating') {
      things.set(key, { kind: 'made', key, url: entry.url, unanswered: false, deleted: false, told: false });
    }
    if (entry.what === 'borrowed') things.set(key, { ...entry, kind: 'borrowed', id: key });
    if (entry.what === 'settled') things.delete(key);
    if (entry.what === 'left' && thing) thing.why = entry.why;
    if (thing?.kind !== 'made') continue;
    if (entry.what === 'unanswered') thing.unanswered = true;
    if (entry.what === 'claimed') thing.claims = entry.ids;
    if (entry.what === 'created') thing.id = entry.id;
    if (entry.what === 'deleted') thing.deleted = true;
    if (entry.what === 'told') thing.told = true;
  }
  return [...things.values()];
};
