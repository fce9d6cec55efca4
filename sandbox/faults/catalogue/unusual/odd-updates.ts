import { answer, crash, mended } from '../../changes.ts';
import type { Alteration, Subject, Where } from '../../exchange.ts';
import { all, given, lacks, updateCallback } from '../../places.ts';

const beyondLatin = (value: unknown): boolean =>
  [...String(value)].some((letter) => (letter.codePointAt(0) ?? 0) > 255);
const unknownField: Where = ({ asked }) =>
  Object.keys(asked).some((name) => !['url', 'description', 'events', 'is_active'].includes(name));
const lateOn = (alteration: Alteration): Alteration => ({ ...alteration, from: 4 });

/** Updates of callbacks that are odd, or go wrong only after others (`4.6`). */
export const oddUpdates = {
  'generated.callback-updates': {
    'odd-description-is-500': [
      'breaks on a description with letters beyond Latin',
      answer(all(updateCallback, given('description', beyondLatin)), crash),
    ],
    'odd-update-late-is-500': ['breaks from the fourth update on', lateOn(answer(updateCallback, crash))],
    'odd-field-clears-description': [
      'clears the description when an update has a field it does not know',
      mended(all(updateCallback, unknownField, lacks('description')), { description: '' }),
    ],
  },
  'generated.callback-sequences': {
    'sequence-url-forgotten-late': [
      'forgets an updated url from the fourth update on',
      lateOn(mended(all(updateCallback, given('url')), { url: undefined })),
    ],
    'sequence-events-lost-with-description': [
      'replaces the events when a callback is deactivated along with a new description',
      mended(
        all(
          updateCallback,
          given('description'),
          given('is_active', (active) => active === false),
          lacks('events'),
        ),
        { events: 'payout.updated' },
      ),
    ],
  },
} satisfies Subject;
