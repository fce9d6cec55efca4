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
 * The id of a callback that was just created, wherever a creation answers it. The interface shows no creation, so it
 * is looked for in the object that has the address which was sent, then in a field or an object named after callbacks,
 * in `data`, at the top, in whatever else there is, and in the Location header.
 *
 * @param url the address that was sent
 */
export const createdId = (reply: Reply, url?: string): string | undefined => {
  const all = objectsIn(reply.json);
  const candidates = [
    ...all.filter(({ object }) => url !== undefined && object.url === url).flatMap(({ object }) => anyIdOf(object)),
    ...all.flatMap(({ object }) => namedIds.map((field) => object[field])),
    ...all.filter(({ name }) => /callback|webhook|subscription/i.test(name)).flatMap(({ object }) => anyIdOf(object)),
    ...all.filter(({ name }) => name === 'data').flatMap(({ object }) => anyIdOf(object)),
    ...all.flatMap(({ object }) => anyIdOf(object)),
    lastPartOf(reply.headers.location),
  ];
  return candidates.map((candidate) => id.safeParse(candidate).data).find((found) => found);
};

const namedIds = ['callback_id', 'callbackId', 'webhook_id', 'webhookId', 'subscription_id', 'subscriptionId'];

const anyIdOf = (object: Record<string, unknown>): unknown[] =>
  [...namedIds, 'id', '_id', 'uuid'].map((field) => object[field]);

const lastPartOf = (address: string | undefined): string | undefined => {
  const part = address?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Every object in a JSON value with the name it has there, outer ones first; what stands in a list has its name. */
const objectsIn = (value: unknown, name = ''): { name: string; object: Record<string, unknown> }[] => {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => objectsIn(one, name));
  const object = asRecord(value);
  if (!object) return [];
  return [{ name, object }, ...Object.entries(object).flatMap(([field, one]) => objectsIn(one, field))];
};

/** An id that no callback has, although it begins like one where ids are long enough for that to be certain. */
export const unknownIdLike = (id: string): string =>
  `${id.length < 12 ? 'no' : id.slice(0, id.length / 2)}-such-callback-0000`;
