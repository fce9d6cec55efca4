import { asRecord } from '../messages/exchange.ts';

/**
 * What the interface says about one value:
 * `good` is accepted, `bad` is refused, `open` is neither promised.
 */
export type Reading = 'good' | 'open' | 'bad';

/** Words and nothing else: no number, no address and no day in any notation. */
const words = /^[a-z]+([ -][a-z]+)*$/i;
const almostANumber = /^(infinity|nan|null|true|false)$/i;

/** A value that no service takes for a text: an object or a list with something in it. */
const isStructure = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 1 : Object.keys(asRecord(value) ?? {}).length > 0;

/** An optional text. Only an object or a list is certainly none; everything else may be converted. */
export const optionalText = (value: unknown, isGood: (text: string) => boolean): Reading => {
  if (value === undefined || (typeof value === 'string' && isGood(value))) return 'good';
  return isStructure(value) ? 'bad' : 'open';
};

/** A required text of which some values are known to be good. */
export const requiredText = (value: unknown, ...known: readonly (string | undefined)[]): Reading =>
  typeof value === 'string' ? (known.includes(value) ? 'good' : 'open') : 'bad';

/** A required amount of which one is known to be good; a number written as text is open (2.1). */
export const requiredAmount = (value: unknown, known: number): Reading => {
  if (typeof value === 'number') return value === known ? 'good' : 'open';
  if (typeof value !== 'string') return 'bad';
  return words.test(value) && !almostANumber.test(value) ? 'bad' : 'open';
};

/** The same where the amount may be absent (2.5); null and a boolean may then be taken for nothing. */
export const optionalAmount = (value: unknown, known: number): Reading =>
  value === undefined
    ? 'good'
    : isStructure(value) || typeof value === 'string'
      ? requiredAmount(value, known)
      : value === known
        ? 'good'
        : 'open';

/** An optional address. Words with spaces between are certainly none; relative and odd addresses are open. */
export const optionalAddress = (value: unknown): Reading =>
  typeof value === 'string' && /^[a-z]+( [a-z]+)+$/i.test(value) ? 'bad' : optionalText(value, isPlainAddress);

/** An address that nobody has a reason to refuse or to change, on whatever host the settings name. */
export const isPlainAddress = (text: string): boolean =>
  /^https?:\/\/[\w.-]+(:\d+)?\/[\w/-]+(\?\w+=\w+(&\w+=\w+)*)?$/.test(text);

/** A reference that nobody has a reason to refuse or to change: plain, and never used before. */
export const isPlainReference = (text: string): boolean => /^Ref-[0-9a-f]{16}-X$/.test(text);

/** A description that nobody has a reason to refuse or to change. */
export const isPlainDescription = (text: string): boolean =>
  text.length <= 60 && /^[\wàéïñöüß]+([,;]? [\wàéïñöüß%]+)*$/i.test(text);

/** A day within the last week, written as 4.3 asks. How far a service looks back or ahead is open. */
export const optionalDay = (value: unknown, today: Date): Reading => {
  if (value === undefined) return 'good';
  if (typeof value !== 'string' || words.test(value)) return 'bad';
  const day = new Date(`${value}T00:00:00Z`);
  const daysAgo = (today.getTime() - day.getTime()) / 86_400_000;
  // 31 February is taken for a day in March, and does not come back as it went in.
  return daysAgo >= 1 && daysAgo <= 10 && day.toISOString().startsWith(value) ? 'good' : 'open';
};

/** Whether something in front of the service may refuse a request for a text in it, whatever the service says. */
export const stopsOnTheWay = (value: unknown): boolean => {
  if (typeof value === 'string') {
    return value.length > 300 || /[\p{Cc}\p{Cs}\p{Co}\p{Cn}<>'"`;\\$%]|--|\.\.\//u.test(value);
  }
  const parts = Array.isArray(value) ? value : Object.entries(asRecord(value) ?? {}).flat();
  return parts.some(stopsOnTheWay);
};
