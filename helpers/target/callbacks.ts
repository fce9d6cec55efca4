import { z } from 'zod';
import { asRecord, fieldsOf, type Reply } from './exchange.ts';

/** The six event names that section 6 shows. */
export const shownEvents = [
  'payment.created',
  'payment.updated',
  'payment.completed',
  'payment.failed',
  'payout.created',
  'payout.updated',
] as const;

/** The callback of a fetch answer (4.5), as it stands; undefined when there is none. */
export const callbackOf = (reply: Reply): Record<string, unknown> | undefined => asRecord(fieldsOf(reply).callback);

/** The fields an update can set (4.6); what counts when a callback is compared with itself. */
export const settableFields = ['url', 'description', 'events', 'is_active'] as const;
export type SettableField = (typeof settableFields)[number];

const id = z.union([z.string().min(1), z.number()]).transform(String);

/**
 * The id of a callback that was just created, wherever a creation answers it: the interface shows no creation,
 * so `id` and `callback_id` are looked for at the top, in `callback`, in `data` and in the Location header.
 */
export const createdId = (reply: Reply): string | undefined => {
  const top = fieldsOf(reply);
  const places = [asRecord(top.callback), asRecord(top.data), asRecord(asRecord(top.data)?.callback), top];
  const candidates = places.flatMap((place) => [place?.id, place?.callback_id]);
  const fromHeader = reply.headers.location?.split('?')[0]?.split('/').filter(Boolean).at(-1);
  return [...candidates, fromHeader].map((candidate) => id.safeParse(candidate).data).find((found) => found);
};

/** An id that no callback has, although it begins like one where ids are long enough for that to be certain. */
export const unknownIdLike = (id: string): string =>
  `${id.length < 12 ? 'no' : id.slice(0, id.length / 2)}-such-callback-0000`;
