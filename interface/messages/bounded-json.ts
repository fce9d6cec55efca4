/** No answer of the interface is nested nearly so deep. Whatever walks through a value may therefore recurse. */
const deepest = 100;
/** An answer of the largest size that is read has fewer, unless nearly all of them are empty. */
const most = 500_000;

/** A JSON value, or why a text is not read as one. */
type Parsed = { value: unknown } | { unreadable: string };

/** Reads a JSON text from outside. One that is nested too deep, or has too many values, is not read. */
export const parseBounded = (text: string): Parsed => {
  const unreadable = excessOf(text);
  if (unreadable) return { unreadable };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { unreadable: 'not JSON' };
  }
};

/** The value of a JSON text from outside; undefined when it is not read. */
export const jsonOf = (text: string): unknown => {
  const parsed = parseBounded(text);
  return 'value' in parsed ? parsed.value : undefined;
};

/** A JSON value as text. Of an object only what it is: its own `toString` is data from outside, and no function. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);

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
