import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { NotTested } from '../verdict/faults.ts';
import type { Api, Body } from './api.ts';
import { asRecord, fieldsOf, type Reply } from './exchange.ts';
import { eventNames } from './shapes.ts';

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

/**
 * Creates a callback through the target's own operation, of which the interface shows nothing.
 *
 * @param path of CALLBACK_CREATE_PATH
 * @param wanted fields of 2.7, events comma-separated
 * @returns the id of the callback
 * @throws NotTested when the answer has none
 */
export const createCallback = async (api: Api, path: string, wanted: Body = {}): Promise<string> => {
  const fields = {
    url: `https://merchant.example/hooks/${randomUUID()}`,
    description: 'made by the conformance suite',
    is_active: true,
    // No payment is likely to be told to it, so what deliveries do to a callback does not disturb the tests.
    events: shownEvents.filter((name) => name.startsWith('payout.')).join(','),
    ...wanted,
  };
  // No creation is shown, so neither is the form of its events: first as an update sends them, then as a list.
  const attempt = await api.probe('POST', path, fields);
  const asList = { ...fields, events: eventNames(fields.events) };
  const reply = attempt.status < 300 ? attempt : await api.probe('POST', path, asList);
  const created = reply.status < 300 ? createdId(reply) : undefined;
  if (created) return created;
  throw new NotTested(
    `${reply.asked} (CALLBACK_CREATE_PATH) was answered ${reply.status} without the id of a callback`,
  );
};
