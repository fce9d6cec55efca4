import { answer, without, as, ofFirst, status, refusedAs, crash } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { updateCallback, deleteCallback } from '../../places.ts';

/** The answers to updates and deletions (`4.6`, `4.7`). */
export const callbackAnswers = {
  'callback-update.accepted': {
    'update-is-201': ['answers an update with HTTP 201', answer(updateCallback, status(201))],
    'update-is-204': ['answers an update with HTTP 204', answer(updateCallback, status(204))],
    'update-is-400': ['refuses an update with HTTP 400', answer(updateCallback, refusedAs(400))],
    'update-is-500': ['breaks on an update', answer(updateCallback, crash)],
    'update-is-404': ['does not find a callback to update', answer(updateCallback, refusedAs(404))],
  },
  'callback-update.result': {
    'update-result-missing': [
      'leaves result out of the answer to an update',
      answer(updateCallback, without('result')),
    ],
    'update-result-error': [
      'answers result error in the answer to an update',
      answer(updateCallback, as('result', 'error')),
    ],
  },
  'callback-update.answered-id': {
    'updated-id-missing': ['leaves id out of the answer to an update', answer(updateCallback, without('id'))],
    'updated-id-empty': ['leaves id empty in the answer to an update', answer(updateCallback, as('id', ''))],
    'updated-id-other': [
      'answers another id in the answer to an update',
      answer(updateCallback, as('id', 'cb_000000000000000000000000')),
    ],
    'updated-id-of-first': [
      'answers the id of the first callback in every later answer to an update',
      answer(updateCallback, ofFirst('id')),
    ],
  },
  'callback-update.message': {
    'update-message-missing': [
      'leaves message out of the answer to an update',
      answer(updateCallback, without('message')),
    ],
    'update-message-empty': [
      'leaves message empty in the answer to an update',
      answer(updateCallback, as('message', '')),
    ],
  },
  'callback-delete.accepted': {
    'delete-is-201': ['answers a deletion with HTTP 201', answer(deleteCallback, status(201))],
    'delete-is-204': ['answers a deletion with HTTP 204', answer(deleteCallback, status(204))],
    'delete-is-400': ['refuses a deletion with HTTP 400', answer(deleteCallback, refusedAs(400))],
    'delete-is-500': ['breaks on a deletion', answer(deleteCallback, crash)],
    'delete-is-404': ['does not find a callback to delete', answer(deleteCallback, refusedAs(404))],
  },
  'callback-delete.result': {
    'delete-result-missing': [
      'leaves result out of the answer to a deletion',
      answer(deleteCallback, without('result')),
    ],
    'delete-result-error': [
      'answers result error in the answer to a deletion',
      answer(deleteCallback, as('result', 'error')),
    ],
  },
  'callback-delete.answered-id': {
    'deleted-id-missing': ['leaves id out of the answer to a deletion', answer(deleteCallback, without('id'))],
    'deleted-id-empty': ['leaves id empty in the answer to a deletion', answer(deleteCallback, as('id', ''))],
    'deleted-id-other': [
      'answers another id in the answer to a deletion',
      answer(deleteCallback, as('id', 'cb_000000000000000000000000')),
    ],
  },
  'callback-delete.message': {
    'delete-message-missing': [
      'leaves message out of the answer to a deletion',
      answer(deleteCallback, without('message')),
    ],
    'delete-message-empty': [
      'leaves message empty in the answer to a deletion',
      answer(deleteCallback, as('message', '')),
    ],
  },
} satisfies Subject;
