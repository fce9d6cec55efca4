import { mended, answer, within, refusedAs } from '../../changes.ts';
import type { Change, Exchange, Json, Subject, Where } from '../../exchange.ts';
import { all, fetchCallback, updateCallback, given } from '../../places.ts';

const wants = (name: string): Where => given('events', (events) => String(events).split(',').includes(name));
/** The events of an update but for one. An update that names no other leaves the events as they were. */
const lose =
  (lost: string) =>
  ({ asked }: Exchange): Json => {
    if (typeof asked['events'] !== 'string') return {};
    const kept = asked['events'].split(',').filter((name) => name !== lost);
    return { events: kept.length === 0 ? undefined : kept.join(',') };
  };
const named =
  (turn: (name: string) => string): Change =>
  ({ json }) => {
    json['events'] = (json['events'] as string[]).map(turn);
  };

/** Names of events (`6`). */
export const eventNames = {
  'events.names': {
    'event-refused-payment-created': [
      'refuses a subscription to payment.created',
      answer(all(updateCallback, wants('payment.created')), refusedAs(400, 'Parameter: events')),
    ],
    'event-refused-payout-updated': [
      'refuses a subscription to payout.updated',
      answer(all(updateCallback, wants('payout.updated')), refusedAs(400, 'Parameter: events')),
    ],
    'event-lost-payment-created': [
      'forgets a subscription to payment.created',
      mended(updateCallback, lose('payment.created')),
    ],
    'event-lost-payment-updated': [
      'forgets a subscription to payment.updated',
      mended(updateCallback, lose('payment.updated')),
    ],
    'event-lost-payment-completed': [
      'forgets a subscription to payment.completed',
      mended(updateCallback, lose('payment.completed')),
    ],
    'event-lost-payment-failed': [
      'forgets a subscription to payment.failed',
      mended(updateCallback, lose('payment.failed')),
    ],
    'event-lost-payout-created': [
      'forgets a subscription to payout.created',
      mended(updateCallback, lose('payout.created')),
    ],
    'event-lost-payout-updated': [
      'forgets a subscription to payout.updated',
      mended(updateCallback, lose('payout.updated')),
    ],
  },
  'events.pattern': {
    'event-names-underscored': [
      'answers event names with an underscore for the dot',
      answer(
        fetchCallback,
        within(
          'callback',
          named((name) => name.replace('.', '_')),
        ),
      ),
    ],
    'event-names-action-only': [
      'answers only the actions of events',
      answer(
        fetchCallback,
        within(
          'callback',
          named((name) => name.split('.')[1] ?? name),
        ),
      ),
    ],
    'event-names-object-only': [
      'answers only the objects of events',
      answer(
        fetchCallback,
        within(
          'callback',
          named((name) => name.split('.')[0] ?? name),
        ),
      ),
    ],
    'event-names-with-colon': [
      'answers event names with a colon for the dot',
      answer(
        fetchCallback,
        within(
          'callback',
          named((name) => name.replace('.', ':')),
        ),
      ),
    ],
    'event-names-camel-case': [
      'answers event names in camel case',
      answer(
        fetchCallback,
        within(
          'callback',
          named((name) => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())),
        ),
      ),
    ],
  },
} satisfies Subject;
