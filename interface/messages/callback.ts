import { callbackId } from './callback-id.ts';
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

/** An id that a creation may have answered. */
interface ClaimedId {
  id: string;
  /** It is called the id of what was created; others only happen to stand in the answer. */
  isNamed: boolean;
}

/** No more ids of one answer are looked at. */
const enoughIds = 10;
/** No more objects of one answer are looked at, and none that lies deeper. */
const [enoughObjects, deepest] = [200, 10];

/**
 * The ids that the answer to a creation may mean, the likeliest first. The interface shows no creation, so they are
 * looked for in the object that has the address which was sent, then in a field or an object named after callbacks, in
 * `data`, at the top, in whatever else there is, and in the Location header. None of them is known to be ours; see
 * helpers/callbacks/ownership/ownership.ts. Ids that are refused are left out.
 *
 * @param url the address that was sent
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
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
};

interface Named {
  name: string;
  value: unknown;
}

/** The objects in a JSON value with the name each has there, outer ones first; what stands in a list has its name. */
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

/** An id that no callback has, although it begins like one where ids are long enough for that to be certain. */
export const unknownIdLike = (id: string): string =>
  `${id.length < 12 ? 'no' : id.slice(0, id.length / 2).replace(/\p{Cs}/gu, '')}-such-callback-0000`;

/** Whether an answer shows a callback at all, and says that it found it. */
export const showsCallback = (reply: Reply): boolean =>
  reply.status < 300 && reply.field('result') === 'success' && callbackOf(reply) !== undefined;
