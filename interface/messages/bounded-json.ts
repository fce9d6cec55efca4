/** Far beyond the nesting of any answer of the interface. The limit makes recursion over parsed values safe. */
const deepest = 100;
/** An answer of the maximum size has fewer values, unless nearly all of them are empty. */
const most = 500_000;

/** A JSON value, or the reason why a text was rejected. */
type Parsed = { value: unknown } | { unreadable: string };

/** Parses an untrusted JSON text. Rejects it when it is nested too deeply or has too many values. */
export const parseBounded = (text: string): Parsed => {
  const unreadable = excessOf(text);
  if (unreadable) return { unreadable };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { unreadable: 'not JSON' };
  }
};

/** The value of an untrusted JSON text; undefined when it is rejected. */
export const jsonOf = (text: string): unknown => {
  const parsed = parseBounded(text);
  return 'value' in parsed ? parsed.value : undefined;
};

/** A JSON value as text. Objects are not converted by their own `toString`, which may be untrusted data. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);

/** A part of an address without its escapes; as it is where these cannot be decoded. */
export const withoutEscapes = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const [quote, backslash, comma] = [...'"\\,'].map((sign) => sign.charCodeAt(0));
const opening = new Set([...'[{'].map((sign) => sign.charCodeAt(0)));
const closing = new Set([...']}'].map((sign) => sign.charCodeAt(0)));

const excessOf = (text: string): string | undefined => {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isInString) {
      if (sign === backslash) at += 1;
      else if (sign === quote) isInString = false;
    } else if (sign === quote) isInString = true;
    else if (sign === comma) values += 1;
    else if (opening.has(sign)) {
      depth += 1;
      values += 1;
    } else if (closing.has(sign)) depth -= 1;
    if (depth > deepest) return `nested more than ${deepest} deep`;
    if (values > most) return `of more than ${most} values`;
  }
  return undefined;
};
