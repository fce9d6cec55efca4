import type { Callback } from '../../../service/webhooks/callback.ts';
import { answer, crash, inService, leavingOut, readsAs, refusedAs } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, given, updateCallback } from '../../places.ts';
import { forgetsOfAll, keeps } from './effects-of-updates.ts';

const withUrl = (change: (url: URL) => void) =>
  keeps('url', (text) => {
    const url = new URL(text);
    change(url);
    return url.href;
  });
const isLong = (value: unknown): boolean => String(value).length > 255;
/** Milliseconds within which two updates count as concurrent. */
const atOnceMs = 20;

/** Updates with unusual values, and concurrent updates (`4.6`). */
export const unusualUpdates: Subject = {
  'callback-update.no-field': {
    'update-without-fields-breaks': [
      'breaks on an update without any field',
      answer(
        all(updateCallback, ({ input }) => Object.keys(input).length === 0),
        crash,
      ),
    ],
  },
  'callback-update.unusual-text': {
    'update-url-without-port': ['drops the port of an updated url', withUrl((url) => (url.port = ''))],
    'update-url-without-fragment': ['drops the fragment of an updated url', withUrl((url) => (url.hash = ''))],
    'update-url-decoded': [
      'decodes an updated url',
      keeps('url', (url) => url.replace(/%(?:[0-9A-F]{2})(?:%[0-9A-F]{2})*/gi, decodeURIComponent)),
    ],
    'update-url-with-plain-slashes': [
      'decodes the slashes of an updated url',
      keeps('url', (url) => url.replaceAll('%2F', '/')),
    ],
    'update-url-plus-as-blank': [
      'reads plus signs of an updated url as blanks',
      keeps('url', (url) => url.replaceAll('+', '%20')),
    ],
    'update-url-parameters-once': [
      'keeps only the last of several parameters of the same name in an updated url',
      withUrl((url) => (url.search = String(new URLSearchParams(Object.fromEntries(url.searchParams))))),
    ],
    'update-url-without-empty-parameters': [
      'drops the equals sign of an empty parameter of an updated url',
      keeps('url', (url) => url.replace(/=(?=&|$)/g, '')),
    ],
    'update-url-https': [
      'keeps an updated http address as https',
      keeps('url', (url) => url.replace(/^http:/, 'https:')),
    ],
    'update-url-cut-at-500': ['keeps 500 characters of an updated url', keeps('url', (url) => url.slice(0, 500))],
    'update-url-cut-at-255': ['keeps 255 characters of an updated url', keeps('url', (url) => url.slice(0, 255))],
    'update-description-cut-at-60': [
      'keeps 60 characters of an updated description',
      keeps('description', (text) => text.slice(0, 60)),
    ],
    'update-description-cut-at-255': [
      'keeps 255 characters of an updated description',
      keeps('description', (text) => text.slice(0, 255)),
    ],
    'update-description-cut-at-500': [
      'keeps 500 characters of an updated description',
      keeps('description', (text) => text.slice(0, 500)),
    ],
    'update-description-as-json': [
      'parses an updated description that is true, false or null as JSON',
      keeps('description', (text) => (/^(true|false|null)$/.test(text) ? (JSON.parse(text) as unknown) : text)),
    ],
    'update-description-as-number': [
      'keeps an updated description of digits as a number',
      keeps('description', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
    ],
    'update-description-plus-as-blank': [
      'reads plus signs of an updated description as blanks',
      keeps('description', (text) => text.replaceAll('+', ' ')),
    ],
    'update-description-without-backslashes': [
      'drops the backslashes of an updated description',
      keeps('description', (text) => text.replaceAll('\\', '')),
    ],
    'update-description-quotes-doubled': [
      'doubles the quotes of an updated description',
      keeps('description', (text) => text.replace(/['"]/g, '$&$&')),
    ],
    'update-description-decoded': [
      'decodes percent escapes of an updated description',
      keeps('description', (text) => text.replace(/%[0-9A-F]{2}/gi, decodeURIComponent)),
    ],
    'update-description-single-blanks': [
      'collapses consecutive blanks in an updated description',
      keeps('description', (text) => text.replace(/ {2,}/g, ' ')),
    ],
    'update-description-in-html': [
      'escapes the ampersands of an updated description as in HTML',
      keeps('description', (text) => text.replaceAll('&', '&amp;')),
    ],
    'update-description-in-three-bytes': [
      'replaces emoji in an updated description by question marks',
      keeps('description', (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ],
    'update-breaks-on-long-url': ['breaks on a long url', answer(all(updateCallback, given('url', isLong)), crash)],
    'update-refused-but-done': [
      'refuses a long description but stores it',
      answer(all(updateCallback, given('description', isLong)), refusedAs(400)),
    ],
  },
  'callback-update.all-fields': {
    'update-of-all-applies-url-only': [
      'applies only the url of an update of all fields',
      forgetsOfAll('description', 'events', 'is_active'),
    ],
    'update-of-all-forgets-url': ['forgets the url in an update of all fields', forgetsOfAll('url')],
    'update-of-all-forgets-description': [
      'forgets the description in an update of all fields',
      forgetsOfAll('description'),
    ],
    'update-of-all-forgets-events': ['forgets the events in an update of all fields', forgetsOfAll('events')],
    'update-of-all-forgets-is-active': ['forgets is_active in an update of all fields', forgetsOfAll('is_active')],
    'update-of-all-applies-what-comes-first': [
      'applies only the first field of an update that does not start with the url',
      readsAs(
        all(updateCallback, ({ input }) => Object.keys(input)[0] !== 'url'),
        ({ input }) => leavingOut(Object.keys(input).slice(1)),
      ),
    ],
    'update-of-all-refused': [
      'refuses an update of all fields',
      answer(
        all(updateCallback, given('url'), given('description'), given('events'), given('is_active')),
        refusedAs(400),
      ),
    ],
  },
  'callback-update.concurrent': {
    'concurrent-updates-lose-one': [
      'loses the first of two concurrent updates',
      inService({
        callbacks(plain) {
          const previous = new WeakMap<Callback, { at: number; before: Callback }>();
          return {
            update(callback, change) {
              const before = { ...callback };
              const last = previous.get(callback);
              previous.set(callback, { at: Date.now(), before });
              if (last && Date.now() - last.at < atOnceMs) Object.assign(callback, last.before);
              plain.update(callback, change);
            },
          };
        },
      }),
    ],
  },
};
