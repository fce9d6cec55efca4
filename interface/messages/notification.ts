import { jsonOf } from './bounded-json.ts';
import { asRecord } from './exchange.ts';
import { shownEvents } from './callback.ts';

/** The parts of a notification in which its payment and its event are looked for (6: its shape is not shown). */
export interface NotificationText {
  readonly body: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Ids from this length on are found within a text, such as an address; shorter ones may be any number. */
const longId = 8;

/** Tells whether a notification has one of some ids as a value of its body, of its query or of a header. */
export const namesIn = (notification: NotificationText): ((ids: readonly string[]) => boolean) => {
  const values = valuesOf(notification);
  return (ids) =>
    values.some((value) =>
      ids.some((id) => id !== '' && (value === id || (id.length >= longId && value.includes(id)))),
    );
};

/** The event names of section 6 that a notification contains. */
export const eventsNamed = (notification: NotificationText): string[] => {
  const text = valuesOf(notification).join(' ');
  return shownEvents.filter((name) => new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}(?![\\w.])`, 'i').test(text));
};

const valuesOf = ({ body, query, headers }: NotificationText): string[] => {
  const json = jsonOf(body);
  return [
    ...(json === undefined ? [body, ...new URLSearchParams(body).values()] : textsIn(json)),
    ...new URLSearchParams(query).values(),
    ...Object.values(headers).flat().map(String),
  ];
};

const textsIn = (json: unknown): string[] => {
  if (typeof json === 'string') return [json];
  const inner = Array.isArray(json) ? (json as unknown[]) : Object.values(asRecord(json) ?? {});
  return inner.flatMap(textsIn);
};
