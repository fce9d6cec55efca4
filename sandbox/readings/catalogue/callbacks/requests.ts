import { inService, readsAs, refusedAs, anyAnswer } from '../../../faults/changes.ts';
import type { Change, Json, Where } from '../../../faults/exchange.ts';
import { knownEvents } from '../../../service/webhooks/callback.ts';
import {
  all,
  deleteCallback,
  fetchCallback,
  given,
  guarded,
  typed,
  updateCallback,
  matching,
} from '../../../faults/places.ts';
import { answered, refused, refusedWithStatus } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

const missing = answered(404);
const mistypedText = (name: string): Where => given(name, (value) => typeof value !== 'string');
const illTyped: Where = (exchange) =>
  updateCallback(exchange) &&
  (['url', 'description', 'events'].some((name) => mistypedText(name)(exchange)) ||
    given('is_active', (value) => typeof value !== 'boolean')(exchange));
const unknownCallback = (code: number, json: Json = {}): Change[] => [
  refusedAs(code, 'There is no such callback.'),
  ({ json: fields }) => void Object.assign(fields, json),
];
const names = (value: unknown): string[] =>
  String(value)
    .split(',')
    .map((name) => name.trim());
const allFields = { url: undefined, description: undefined, events: undefined, is_active: undefined };

/** What the callback endpoints refuse, and how. The interface defines none of it (`4.5` to `4.7`). */
export const callbackRequests = {
  'unknown callbacks': question(
    'callback-requests',
    'callback-fetch.unknown-status callback-update.unknown-id callback-delete.unknown-id',
    {
      'unknown-callbacks-are-400': [
        'answers 400 for an unknown callback',
        anyAnswer(all(guarded, missing), ...unknownCallback(400)),
      ],
      'unknown-callbacks-are-410': [
        'answers 410 for an unknown callback',
        anyAnswer(all(guarded, missing), ...unknownCallback(410)),
      ],
      'unknown-callbacks-are-403': [
        'answers 403 for an unknown callback',
        anyAnswer(all(guarded, missing), ...unknownCallback(403)),
      ],
      'unknown-callbacks-are-200': [
        'answers 200 with result error for an unknown callback',
        anyAnswer(all(guarded, missing), ...unknownCallback(200, { callback: null })),
      ],
      'deleting-twice-is-no-error': [
        'answers success to the deletion of an unknown callback',
        answers('callback-delete.second callback-delete.unknown-id'),
        anyAnswer(all(deleteCallback, missing), (change) => {
          change.status = 200;
          change.json = { result: 'success', id: 'gone', message: 'There is no such callback any more.' };
        }),
      ],
      'deleting-twice-is-204': [
        'answers 204 to the deletion of an unknown callback',
        answers('callback-delete.second'),
        anyAnswer(all(deleteCallback, missing), (change) => {
          change.status = 204;
          change.type = '';
          change.text = '';
        }),
      ],
      'unknown-callbacks-without-body': [
        'answers 404 without a body for an unknown callback',
        anyAnswer(all(fetchCallback, missing), (change) => {
          change.type = '';
          change.text = '';
        }),
        answers('callback-fetch.unknown-status'),
      ],
    },
  ),
  'empty updates': question('callback-requests', 'callback-update.empty', {
    'empty-updates-refused': [
      'refuses an update without any field',
      refusedWithStatus(
        all(updateCallback, ({ input }) => Object.keys(input).length === 0),
        400,
        'There is nothing to update.',
      ),
    ],
  }),
  'ill-typed updates': question('callback-requests callback-types', 'callback-update.ill-typed', {
    'ill-typed-updates-are-422': [
      'answers 422 to ill-typed fields of an update',
      refusedWithStatus(illTyped, 422, 'The update cannot be processed.'),
    ],
    'ill-typed-updates-ignored': ['ignores an update with ill-typed fields', readsAs(illTyped, allFields)],
  }),
  'null in an update': question('callback-requests callback-types', 'callback-update.null-text', {
    'null-removes-description': [
      'removes the description when it is updated to null, and returns null from then on',
      inService({
        callbackUpdates: (plain) => ({
          read({ description, ...others }) {
            if (description !== null) return plain.read({ description, ...others });
            return { ...plain.read(others), description: null as unknown as string };
          },
        }),
      }),
    ],
  }),
  'list of events in an update': question('callback-requests', 'callback-update.list-of-events', {
    'event-lists-taken': [
      'also accepts events of an update as a list',
      readsAs(all(updateCallback, typed('events', 'array')), ({ input }) => ({
        events: (input['events'] as unknown[]).join(','),
      })),
    ],
  }),
  'odd events': question('callback-requests', 'callback-update.odd-events', {
    'shown-events-only': [
      'accepts only the six event names of the interface',
      refused(
        all(
          updateCallback,
          typed('events', 'string'),
          given('events', (value) => !names(value).every((name) => knownEvents.includes(name))),
        ),
        'events',
        'There is no such event.',
      ),
    ],
    'events-without-blanks': [
      'refuses blanks between events',
      refused(all(updateCallback, matching('events', /\s/)), 'events', 'Separate events by commas without blanks.'),
    ],
    'no-events-at-all': [
      'reads an empty text as no events',
      inService({
        callbackUpdates: (plain) => ({
          read({ events, ...others }) {
            return events === '' ? { ...plain.read(others), events: [] } : plain.read({ ...others, events });
          },
        }),
      }),
    ],
  }),
  'unusual texts in updates': question('callback-types', '', {
    'long-texts-refused': [
      'refuses addresses of more than 255 characters and descriptions of more than 60',
      refused(all(updateCallback, matching('url', /^.{256}/su)), 'url', 'The address is too long.'),
      refused(all(updateCallback, matching('description', /^.{61}/su)), 'description', 'The text is too long.'),
    ],
    'addresses-of-the-simplest-form': [
      'accepts only addresses without port, fragment and escapes',
      refused(
        all(updateCallback, matching('url', /:\d|#|%/)),
        'url',
        'The address must not have a port, a fragment or an escape.',
      ),
    ],
    'texts-in-the-basic-plane': [
      'refuses characters beyond the basic plane',
      refused(
        all(updateCallback, matching('description', /[\u{10000}-\u{10ffff}]/u)),
        'description',
        'Characters beyond the basic plane are not allowed.',
      ),
    ],
  }),
  'addresses of callbacks': question('callback-requests webhooks', '', {
    'callback-addresses-https-only': [
      'accepts only https addresses for callbacks',
      answers('webhook.delivered'),
      refused(all(updateCallback, matching('url', /^http:/)), 'url', 'The address must be https.'),
    ],
    'callback-addresses-public-only': [
      'refuses loopback addresses for callbacks',
      answers('webhook.delivered'),
      refusedWithStatus(all(updateCallback, matching('url', /127\.0\.0\.1|localhost/)), 400, 'The address is private.'),
    ],
  }),
};
