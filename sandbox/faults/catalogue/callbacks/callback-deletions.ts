import type { Callback } from '../../../service/webhooks/callback.ts';
import { type Callbacks, newCallback } from '../../../service/webhooks/callbacks.ts';
import { inService } from '../../changes.ts';
import type { Effect, Subject } from '../../exchange.ts';

const varied = (change: (plain: Callbacks) => Partial<Callbacks>): Effect => inService({ callbacks: change });

/** Replaces the deletion of a callback by another action. */
const insteadOfDeleting = (act: (callback: Callback) => void): Effect => varied(() => ({ delete: act }));

/** Changes other callbacks along with a deletion. */
const deletesAlso = (act: (others: Callback[], plain: Callbacks) => void): Effect =>
  varied((plain) => ({
    delete(callback) {
      plain.delete(callback);
      act(plain.list(), plain);
    },
  }));
const deleteAll = (callbacks: Callback[], plain: Callbacks): void => {
  for (const callback of callbacks) plain.delete(callback);
};

/** Remembers deleted callbacks by id. */
const withDeleted = (change: (plain: Callbacks, deleted: Map<string, Callback>) => Partial<Callbacks>): Effect =>
  varied((plain) => {
    const deleted = new Map<string, Callback>();
    const remember = (callback: Callback): void => {
      deleted.set(callback.id, callback);
      plain.delete(callback);
    };
    return { delete: remember, ...change(plain, deleted) };
  });

/** What deletions do to callbacks (`4.7`). */
export const callbackDeletions: Subject = {
  'callback-delete.gone': {
    'delete-only-deactivates': [
      'only deactivates a deleted callback',
      insteadOfDeleting((callback) => (callback.is_active = false)),
    ],
    'delete-does-nothing': ['does not delete a callback', insteadOfDeleting(() => {})],
    'delete-works-the-second-time': [
      'deletes a callback only at the second deletion',
      withDeleted((plain, deleted) => ({
        delete(callback) {
          if (deleted.has(callback.id)) plain.delete(callback);
          deleted.set(callback.id, callback);
        },
      })),
    ],
    'delete-only-marks': [
      'only marks a deleted callback in its description',
      insteadOfDeleting((callback) => (callback.description = '[deleted]')),
    ],
  },
  'callback-delete.stays-gone': {
    'deleted-revived-by-update': [
      'revives a deleted callback that is updated',
      withDeleted((plain, deleted) => ({
        find(id, purpose) {
          const gone = purpose === 'update' ? deleted.get(id) : undefined;
          return plain.find(id, purpose) ?? (gone && plain.keep(gone));
        },
      })),
    ],
    'deleted-created-by-update': [
      'creates a callback when an unknown one is updated',
      varied((plain) => ({
        find(id, purpose) {
          const known = plain.find(id, purpose);
          if (known || purpose !== 'update') return known;
          return plain.keep(newCallback(id, { url: 'http://127.0.0.1:9/', events: ['payment.created'] }));
        },
      })),
    ],
  },
  'callback-delete.only-the-named': {
    'delete-takes-all': ['deletes every callback', deletesAlso(deleteAll)],
    'delete-takes-oldest': [
      'deletes the oldest callback as well',
      deletesAlso((others, plain) => deleteAll(others.slice(0, 1), plain)),
    ],
    'delete-takes-newest': [
      'deletes the newest other callback as well',
      deletesAlso((others, plain) => deleteAll(others.slice(-1), plain)),
    ],
    'delete-of-unknown-takes-all': [
      'deletes every callback when an unknown one is deleted',
      varied((plain) => ({
        find(id, purpose) {
          const known = plain.find(id, purpose);
          if (!known && purpose === 'delete') deleteAll(plain.list(), plain);
          return known;
        },
      })),
    ],
    'delete-takes-same-url': [
      'deletes every callback with the same url',
      varied((plain) => ({
        delete: (callback) =>
          deleteAll(
            plain.list().filter(({ url }) => url === callback.url),
            plain,
          ),
      })),
    ],
    'delete-deactivates-others': [
      'deactivates the other callbacks',
      deletesAlso((others) => {
        for (const other of others) other.is_active = false;
      }),
    ],
  },
};
