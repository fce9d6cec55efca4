import { answer, readsAs, refusedAs, within } from '../../changes.ts';
import type { Alteration, Entry, Exchange, Json, Subject } from '../../exchange.ts';
import { all, fetchCallback, given, updateCallback } from '../../places.ts';

const wants = (name: string) =>
  all(
    updateCallback,
    given('events', (events) => String(events).split(',').includes(name)),
  );
const refuses = (name: string): Entry => [
  `refuses a subscription to ${name}`,
  answer(wants(name), refusedAs(400, 'Parameter: events')),
];
/** Ignores one event of an update. An update that names no other event leaves the events unchanged. */
const forgets = (lost: string): Entry => [
  `forgets a subscription to ${lost}`,
  readsAs(updateCallback, ({ input }: Exchange): Json => {
    if (typeof input['events'] !== 'string') return {};
    const kept = input['events'].split(',').filter((name) => name !== lost);
    return { events: kept.length === 0 ? undefined : kept.join(',') };
  }),
];
const namesAs = (turn: (name: string) => string): Alteration =>
  answer(
    fetchCallback,
    within('callback', ({ json }) => {
      json['events'] = (json['events'] as string[]).map(turn);
    }),
  );
const camelCase = (name: string): string => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());

/** Names of events (`6`). */
export const eventNames: Subject = {
  'events.names': {
    'event-refused-payment-created': refuses('payment.created'),
    'event-refused-payout-updated': refuses('payout.updated'),
    'event-lost-payment-created': forgets('payment.created'),
    'event-lost-payment-updated': forgets('payment.updated'),
    'event-lost-payment-completed': forgets('payment.completed'),
    'event-lost-payment-failed': forgets('payment.failed'),
    'event-lost-payout-created': forgets('payout.created'),
    'event-lost-payout-updated': forgets('payout.updated'),
  },
  'events.pattern': {
    'event-names-underscored': [
      'returns event names with an underscore in place of the dot',
      namesAs((name) => name.replace('.', '_')),
    ],
    'event-names-action-only': ['returns only the actions of events', namesAs((name) => name.split('.')[1] ?? name)],
    'event-names-object-only': ['returns only the objects of events', namesAs((name) => name.split('.')[0] ?? name)],
    'event-names-with-colon': [
      'returns event names with a colon in place of the dot',
      namesAs((name) => name.replace('.', ':')),
    ],
    'event-names-camel-case': ['returns event names in camel case', namesAs(camelCase)],
  },
};
