import { z } from 'zod';
import type { Reply } from './exchange.ts';
import type { Shape } from './shapes.ts';

/** A parsed timestamp with its uncertainty. All in milliseconds. */
interface Instant {
  /** Since the epoch; in UTC where no zone is given. */
  at: number;
  /** How much later than written it may be, given the resolution of the notation. */
  precision: number;
  /** The possible deviation in either direction when no zone is given. */
  zone: number;
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;
/** Tolerated deviation of a clock. */
const clockMs = 10 * minute;
/** Tolerated difference of two dates that are set together, since a service may read the clock twice. */
const atOnceMs = second / 2;
/** The largest offset of a time zone. */
const farthestZone = 14 * hour;

const yearFirst =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d+))?\s*(?:Z|UTC|GMT|([+-])(\d{2}):?(\d{2})?)?)?$/i;
const zoned = /(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
const asInMail = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/i;

/**
 * Parses a timestamp (2.7) in an unambiguous notation: year first, as in e-mail, or as a count since 1970. Returns
 * undefined for others, since day and month could be confused.
 */
export const instantOf = (value: unknown): Instant | undefined => {
  const text = typeof value === 'string' ? value.trim() : '';
  const count = /^\d{10}(?:\d{3}){0,3}$/.test(text) ? Number(text) / 1_000 ** ((text.length - 10) / 3) : undefined;
  if (count !== undefined) return { at: count * second, precision: text.length === 10 ? second : 0, zone: 0 };
  if (asInMail.test(text)) return { at: Date.parse(text), precision: second, zone: 0 };
  const [, year, month, date, time = '00:00', seconds, fraction, sign, hours = 0, minutes = 0] =
    yearFirst.exec(text) ?? [];
  if (year === undefined) return undefined;
  const written = Date.parse(`${year}-${month}-${date}T${time}${seconds ?? ':00'}.${fraction ?? '0'}Z`);
  if (Number.isNaN(written)) return undefined;
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
  const isDay = text.length === 10;
  const ofSeconds = fraction === undefined ? second : 0;
  const ofTime = seconds === undefined ? minute : ofSeconds;
  const precision = isDay ? day : ofTime;
  return { at: written - ahead, precision, zone: !isDay && zoned.test(text.slice(10)) ? 0 : farthestZone };
};

/** The current time by our clock, and by that of the service if the answer has a date. */
const clocksOf = ({ headers }: Reply): number[] =>
  [Date.now(), Date.parse(headers.date ?? '')].filter((clock) => !Number.isNaN(clock));

/** A timestamp at about the time of an answer, or one that cannot be parsed. */
export const momentOf = (reply: Reply): Shape =>
  z
    .string()
    .refine((value) =>
      isUnparsedOr(value, ({ at, precision, zone }) =>
        clocksOf(reply).some((clock) => Math.abs(at - clock) <= clockMs + precision + zone),
      ),
    )
    .describe('a timestamp of the last minutes');

/** Anything but a timestamp later than the answer. */
export const notAhead = (reply: Reply): Shape =>
  z
    .unknown()
    .refine((value) => isUnparsedOr(value, ({ at, zone }) => at - zone <= Math.max(...clocksOf(reply)) + clockMs))
    .describe('a timestamp of the past');

/** Whether one timestamp is not after another one of the same service, or one of them cannot be parsed. */
export const isInOrder = (earlier: unknown, later: unknown): boolean =>
  isUnparsedOr(earlier, (one) => isUnparsedOr(later, (other) => one.at <= other.at + other.precision + atOnceMs));

const isUnparsedOr = (value: unknown, test: (instant: Instant) => boolean): boolean => {
  const instant = instantOf(value);
  return instant === undefined || test(instant);
};
