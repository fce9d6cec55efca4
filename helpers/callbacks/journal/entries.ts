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

/** The first line of a journal: whose it is and where its things are. No key, and no form of one. */
export const headerShape = z.object({
  what: z.literal('run'),
  version: z.literal(1),
  run: z.string(),
  /** The address of the target. */
  target: z.string(),
  /** Two bytes of a digest of the secret key: enough to notice another account, too little to guess a key by. */
  account: z.string(),
  owner: ownerShape,
});
export type Header = z.output<typeof headerShape>;

/**
 * Every other line. `key` names the thing it is about: the mark of a creation, which its address or description has, else
 * the callback's id. `claimed` has the ids that its answer may mean, `created` the one that a fetch has proven to be ours.
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
  /** Why clean-up could do nothing about it; undefined while none has tried. */
  why?: string;
}

/** A callback that the suite made. Without an id it may exist: no answer has proven which one it is. */
export interface Created extends State {
  kind: 'made';
  url: string;
  /** Proven to be ours. */
  id?: string;
  /** Ids that may be ours; undefined while its creation got no answer. */
  claims?: readonly string[];
  /** The way to the target failed while it was made; its run went on and knows. */
  unanswered: boolean;
  /** Its deletion was answered with success. */
  deleted: boolean;
  /** A run has said that it may exist; there is nothing more to be done about it. */
  told: boolean;
}

/** A callback of somebody else that the suite may change. */
export interface Modified extends State {
  kind: 'borrowed';
  id: string;
  fields: OriginalFields;
  /** It may be deleted for good. */
  disposable: boolean;
}

export type Tracked = Created | Modified;

/** What the lines of a journal leave unsettled, in the order in which it began. */
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
