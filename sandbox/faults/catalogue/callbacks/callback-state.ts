import { answer, refusedAs } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, updateCallback, given } from '../../places.ts';

/** What updates, deletions and deliveries do to callbacks (`2.7`, `4.6`, `4.7`, `6`). */
export const callbackState = {
  'callback-update.url': {
    'update-forgets-url': 'forgets an updated url',
    'update-url-lower-cased': 'lower-cases an updated url',
    'update-url-without-query': 'drops the query of an updated url',
    'update-url-without-path': 'drops the path of an updated url',
    'update-url-in-description': 'keeps an updated url as the description',
  },
  'callback-update.description': {
    'update-forgets-description': 'forgets an updated description',
    'update-description-truncated': 'keeps ten characters of an updated description',
    'update-description-escaped': 'escapes every character of an updated description',
    'update-description-appended': 'appends an updated description to the old one',
    'update-description-in-capitals': 'writes an updated description in capitals',
  },
  'callback-update.events': {
    'update-forgets-events': 'forgets updated events',
    'update-appends-events': 'adds updated events to the old ones',
    'update-keeps-first-event': 'keeps only the first of updated events',
    'update-keeps-last-event': 'keeps only the last of updated events',
    'update-keeps-events-unsplit': 'keeps updated events as one name',
    'update-clears-events': 'clears the events whatever an update sends',
    'update-takes-all-events': 'subscribes to all events whatever an update sends',
  },
  'callback-update.deactivates': {
    'update-ignores-deactivation': 'ignores is_active false',
    'update-ignores-lone-deactivation': 'ignores is_active false when it comes alone',
    'update-inverts-is-active': 'keeps the opposite of is_active',
  },
  'callback-update.reactivates': {
    'update-ignores-reactivation': 'never activates a callback again',
    'update-ignores-lone-reactivation': 'ignores is_active true when it comes alone',
  },
  'callback-update.all-fields': {
    'update-of-all-applies-url-only': 'applies only the url of an update of all fields',
    'update-of-all-forgets-url': 'forgets the url in an update of all fields',
    'update-of-all-forgets-description': 'forgets the description in an update of all fields',
    'update-of-all-forgets-events': 'forgets the events in an update of all fields',
    'update-of-all-forgets-is-active': 'forgets is_active in an update of all fields',
    'update-of-all-refused': [
      'refuses an update of all fields',
      answer(
        all(updateCallback, given('url'), given('description'), given('events'), given('is_active')),
        refusedAs(400),
      ),
    ],
  },
  'callback-update.leaves-rest': {
    'update-resets-description': 'empties the description when an update leaves it out',
    'update-resets-events': 'subscribes to all events when an update leaves them out',
    'update-empties-events': 'clears the events when an update leaves them out',
    'update-resets-url': 'resets the url when an update leaves it out',
    'update-turns-active': 'activates a callback when an update leaves is_active out',
    'update-turns-inactive': 'deactivates a callback when an update leaves is_active out',
  },
  'callback-update.text-stays-text': {
    'update-keeps-texts-as-sent': 'keeps an updated url and description as sent, of whatever type',
    'update-keeps-url-in-list': 'keeps an updated url as a list',
    'update-keeps-description-as-object': 'keeps an updated description as an object',
  },
  'callback-update.repeated': {
    'update-only-once': 'ignores every update but the first',
    'update-url-only-once': 'ignores every updated url but the first',
    'update-description-only-once': 'ignores every updated description but the first',
    'update-events-only-once': 'ignores every update of events but the first',
  },
  'callback-update.keeps-id': {
    'update-changes-id': 'gives an updated callback another id',
    'update-numbers-id': 'numbers the id of an updated callback',
  },
  'callback-update.keeps-date-created': {
    'update-moves-date-created': 'moves date_created at every update',
    'update-sets-date-created-to-zero': 'sets date_created to 1970 at an update',
    'update-shifts-date-created': 'shifts date_created by an hour at an update',
  },
  'callback-update.moves-date-updated': {
    'update-leaves-date-updated': 'leaves date_updated as it was',
    'update-turns-date-updated-back': 'sets date_updated back at an update',
    'update-moves-date-updated-with-url-only': 'moves date_updated only when the url is updated',
    'update-moves-date-updated-once': 'moves date_updated at the first update only',
  },
  'callback-update.only-the-named': {
    'update-leaks-to-all': 'updates every callback',
    'update-leaks-to-newest': 'updates the newest callback as well',
    'update-leaks-to-oldest': 'updates the oldest callback as well',
    'update-leaks-description': 'updates the description of every callback',
    'update-leaks-is-active': 'updates is_active of every callback',
    'update-leaks-date-updated': 'moves date_updated of every callback',
  },
  'callback-update.is-active-boolean': {
    'update-keeps-is-active-as-sent': 'keeps is_active of any type',
    'update-keeps-is-active-as-text': 'keeps is_active as text',
    'update-keeps-is-active-as-number': 'keeps is_active as 1 or 0',
  },
  'callback-delete.gone': {
    'delete-only-deactivates': 'only deactivates a deleted callback',
    'delete-does-nothing': 'leaves a deleted callback where it was',
    'delete-works-the-second-time': 'deletes a callback only when asked twice',
    'delete-shown-once-more': 'answers a deleted callback once more',
    'delete-only-marks': 'answers a deleted callback with a mark in its description',
  },
  'callback-delete.stays-gone': {
    'deleted-revived-by-update': 'revives a deleted callback that is updated',
    'deleted-created-by-update': 'creates a callback when an unknown one is updated',
  },
  'callback-delete.only-the-named': {
    'delete-takes-all': 'deletes every callback',
    'delete-takes-oldest': 'deletes the oldest callback as well',
    'delete-takes-newest': 'deletes the newest other callback as well',
    'delete-deactivates-others': 'deactivates the other callbacks',
  },
  'webhook.inactive-silent': {
    'inactive-notified-of-all': 'notifies inactive callbacks',
    'inactive-notified-of-creations': 'notifies inactive callbacks of new payments',
    'deactivated-notified': 'notifies callbacks that an update has deactivated',
  },
  'webhook.new-address': {
    'old-address-only': 'notifies at the address a callback was created with, whatever an update says',
    'old-address-as-well': 'notifies at the new address and at the one a callback was created with',
  },
  'webhook.deleted-silent': {
    'deleted-still-notified': 'goes on notifying a deleted callback',
  },
  'webhook.last-triggered': {
    'last-triggered-never-set': 'never sets last_triggered',
    'last-triggered-after-failures-only': 'sets last_triggered only when a delivery fails',
    'last-triggered-cleared': 'clears last_triggered after a delivery',
  },
  'webhook.success-count': {
    'success-raises-failure-count': 'raises failure_count after an accepted delivery',
    'success-counts-below-zero': 'counts failure_count down after an accepted delivery',
    'failure-count-never-reset': 'leaves failure_count as it was after an accepted delivery',
  },
} satisfies Subject;
