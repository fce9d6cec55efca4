import { newCallback, laterThan } from '../../../service/webhooks/callbacks.ts';
import type { Callback } from '../../../service/webhooks/callback.ts';
import { inService } from '../../changes.ts';
import type { Effect, Subject } from '../../exchange.ts';

/** Changes a callback before a fetch returns it. */
const beforeFetch = (change: (callback: Callback) => void): Effect =>
  inService({
    callbacks: (plain) => ({
      show(callback) {
        change(callback);
        return plain.show(callback);
      },
    }),
  });

/** Changes a callback after a fetch, so that the next fetch shows it. */
const afterFetch = (change: (callback: Callback) => void): Effect =>
  inService({
    callbacks: (plain) => ({
      show(callback) {
        const shown = plain.show(callback);
        change(callback);
        return shown;
      },
    }),
  });

/** Chooses the callback that a fetch of an unknown id returns. */
const unknownReturns = (choose: (id: string, live: Callback[]) => Callback | undefined): Effect =>
  inService({
    callbacks: (plain) => ({
      find(id, purpose) {
        const known = plain.find(id, purpose);
        return known ?? (purpose === 'fetch' ? choose(id, plain.list()) : undefined);
      },
    }),
  });

const deleted: Effect = inService({
  callbacks: (plain) => ({
    show(callback) {
      plain.delete(callback);
      return plain.show(callback);
    },
  }),
});

/** What a fetch does to a callback, and what it finds (`4.5`). */
export const callbackFetch: Subject = {
  'callback-fetch.repeatable': {
    'fetch-touches-date-updated': [
      'moves date_updated at every fetch',
      beforeFetch((callback) => (callback.date_updated = laterThan(callback.date_updated))),
    ],
    'fetch-deactivates': [
      'deactivates a callback that is fetched',
      afterFetch((callback) => (callback.is_active = false)),
    ],
    'fetch-counts-as-failure': [
      'raises failure_count at every fetch',
      beforeFetch((callback) => (callback.failure_count += 1)),
    ],
    'fetch-clears-events': [
      'clears the events of a callback that is fetched',
      afterFetch((callback) => (callback.events = [])),
    ],
    'fetch-deletes': ['deletes a callback that is fetched', deleted],
    'fetch-marks-description': [
      'adds to the description at every fetch',
      beforeFetch((callback) => (callback.description += '.')),
    ],
    'fetch-stamps-last-triggered': [
      'sets last_triggered at every fetch',
      beforeFetch(
        (callback) => (callback.last_triggered = laterThan(callback.last_triggered ?? callback.date_created)),
      ),
    ],
  },
  'callback-fetch.no-such-id': {
    'unknown-fetch-first': ['returns the first callback for an unknown id', unknownReturns((_id, [first]) => first)],
    'unknown-fetch-last': ['returns the newest callback for an unknown id', unknownReturns((_id, live) => live.at(-1))],
    'unknown-fetch-made-up': [
      'returns a made-up callback for an unknown id',
      unknownReturns((id) => newCallback(id, { url: 'http://127.0.0.1:9/', events: ['payment.created'] })),
    ],
    'unknown-fetch-by-beginning': [
      'returns any callback whose id has the same prefix',
      unknownReturns((id, live) => live.find((one) => one.id.slice(0, 2) === id.slice(0, 2))),
    ],
  },
};
