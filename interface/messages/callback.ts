import { withoutEscapes } from './bounded-json.ts';
import { callbackId } from './callback-id.ts';
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
/** All of them, as a callback may be told to be notified of (4.6). */
export const allEvents = shownEvents.join(',');

/** The callback in a fetch answer (4.5), unchanged; undefined when there is none. */
export const callbackOf = (reply: Reply): Record<string, unknown> | undefined => asRecord(fieldsOf(reply).callback);

/** The fields that an update can set (4.6), by which states of a callback are compared. */
export const settableFields = ['url', 'description', 'events', 'is_active'] as const;
export type SettableField = (typeof settableFields)[number];

/** The settable fields of a callback. Events are a sorted list, since their form and order are open (2.7). */
export const settableOf = (callback: Record<string, unknown> = {}): Record<SettableField, unknown> => {
  const { url, description, events, is_active } = callback;
  return { url, description, events: eventNames(events).sort(), is_active };
};

/** A candidate for the id in the answer to a creation. */
interface ClaimedId {
  id: string;
  /** Whether its place in the answer identifies it as the id of the created callback. */
  isNamed: boolean;
}

/** Maximum number of ids of one answer. */
const enoughIds = 10;
/** Maximum number and depth of searched objects of one answer. */
const [enoughObjects, deepest] = [200, 10];

/**
 * Candidates for the id in the answer to a creation, the likeliest first. The interface does not show the creation of
 * callbacks, so ids are searched in the object with the sent address, then in fields and objects named after callbacks,
 * in `data`, at the top level, in all other objects, and in the Location header. None of them is certainly ours, so
 * helpers/callbacks/create-callback.ts fetches it first. Invalid ids are left out.
 *
 * @param url the sent address
 */
export const claimedIds = (reply: Reply, url?: string): ClaimedId[] => {
  const all = objectsIn(reply.json);
  const { location } = reply.headers;
  const named = [
    ...all.filter(({ object }) => url !== undefined && object.url === url).flatMap(({ object }) => anyIdOf(object)),
    ...all.flatMap(({ object }) => namedIds.map((field) => object[field])),
    ...all.filter(({ name }) => ofCallbacks.test(name)).flatMap(({ object }) => anyIdOf(object)),
    ...['data', ''].flatMap((place) =>
      all.filter(({ name }) => name === place).flatMap(({ object }) => anyIdOf(object)),
    ),
    ...(ofCallbacks.test(location ?? '') ? [lastPartOf(location)] : []),
  ];
  const others = [...all.flatMap(({ object }) => anyIdOf(object)), lastPartOf(location)];
  const found = new Map<string, ClaimedId>();
  for (const [index, value] of [...named, ...others].entries()) {
    const id = callbackId.safeParse(value).data;
    if (id !== undefined && !found.has(id)) found.set(id, { id, isNamed: index < named.length });
  }
  return [...found.values()].slice(0, enoughIds);
};

const ofCallbacks = /callback|webhook|subscription/i;

const namedIds = ['callback_id', 'callbackId', 'webhook_id', 'webhookId', 'subscription_id', 'subscriptionId'];

const anyIdOf = (object: Record<string, unknown>): unknown[] =>
  [...namedIds, 'id', '_id', 'uuid'].map((field) => object[field]);

const lastPartOf = (address: string | undefined): string | undefined => {
  const part = address?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return part && withoutEscapes(part);
};

interface Named {
  name: string;
  value: unknown;
}

/**
 * The objects in a JSON value with the names of their fields, outer ones first. Elements have the name of their list.
 */
const objectsIn = (json: unknown): { name: string; object: Record<string, unknown> }[] => {
  const objects: { name: string; object: Record<string, unknown> }[] = [];
  let level: Named[] = [{ name: '', value: json }];
  for (let depth = 0; depth < deepest && level.length > 0 && objects.length < enoughObjects; depth += 1) {
    const next: Named[] = [];
    for (const { name, value } of level) {
      const object = asRecord(value);
      if (object) objects.push({ name, object });
      const inside = Array.isArray(value)
        ? value.slice(0, enoughObjects).map((one: unknown) => ({ name, value: one }))
        : Object.entries(object ?? {}).map(([field, one]) => ({ name: field, value: one }));
      next.push(...inside.filter((one) => typeof one.value === 'object').slice(0, enoughObjects));
    }
    level = next.slice(0, enoughObjects);
  }
  return objects.slice(0, enoughObjects);
};

/**
 * An id that no callback has. It begins like an existing id if that is long enough to rule out a collision. One of so many
 * digits ends otherwise, which makes no difference where it is read as a number.
 */
export const unknownIdLike = (id: string): string =>
  /^\d{17,}$/.test(id)
    ? `${id.slice(0, -1)}${(Number(id.at(-1)) + 1) % 10}`
    : `${id.length < 12 ? 'no' : id.slice(0, id.length / 2).replace(/\p{Cs}/gu, '')}-such-callback-0000`;

/**
 * Whether an answer shows a callback, and says nothing of an error (4.5, 7). A result that is missing breaks a rule of its
 * own, and hides no callback.
 */
export const showsCallback = (reply: Reply): boolean =>
  reply.status < 300 && reply.field('result') !== 'error' && callbackOf(reply) !== undefined;
