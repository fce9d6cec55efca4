import { constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** A run of base64 in either alphabet, long enough to contain an encoded value. */
const base64Run = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,65536}={0,2}/g;
/** The maximum size of one decoded run in bytes; larger ones are removed without a search. */
const maxBytes = 1024 * 1024;
/** The maximum total size of all decoded runs of one text in bytes. */
const maxTotalBytes = 16 * maxBytes;
/** The maximum number of nested encodings. */
const maxDepth = 4;

/** The name of the secret that a text contains; undefined when it contains none. */
type FindName = (text: string) => string | undefined;

const tooLarge = 'packed data too large to search';

/**
 * Replaces runs of base64 that contain a secret in a form that the patterns cannot match: encoded again, in UTF-16, or
 * compressed by deflate, zlib or gzip. A run that decodes to more than the limit is also replaced.
 */
export const packedIn = (text: string, findName: FindName, found?: (name: string) => void): string => {
  const budget = { left: maxTotalBytes };
  return text.replace(base64Run, (packed: string) => {
    if (!mayBeBase64(packed)) return packed;
    const name = nameIn(Buffer.from(packed, 'base64'), findName, budget, 1);
    if (name === undefined) return packed;
    found?.(name);
    return `<${name}>`;
  });
};

/** Excludes words and numbers: base64 of this length has upper and lower case letters and digits or symbols. */
const mayBeBase64 = (text: string): boolean => /[A-Z]/.test(text) && /[a-z]/.test(text) && /[\d+/_-]/.test(text);

const nameIn = (bytes: Buffer, findName: FindName, budget: { left: number }, depth: number): string | undefined => {
  if (depth > maxDepth) return tooLarge;
  const text = bytes.toString('latin1');
  if (depth > 1 || isText(bytes)) {
    const name = findName(text);
    if (name !== undefined) return name;
  }
  const unpacked = inflated(bytes, budget);
  if (unpacked === 'too large') return tooLarge;
  if (unpacked) return nameIn(unpacked, findName, budget, depth + 1);
  for (const [inner] of isText(bytes) ? text.matchAll(base64Run) : []) {
    const name = mayBeBase64(inner) ? nameIn(Buffer.from(inner, 'base64'), findName, budget, depth + 1) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
};

/** Whether bytes are ASCII text, possibly as UTF-16 with zero bytes. */
const isText = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127)) ||
  (bytes.length > 2 && (bytes.readUInt16BE() === 0xfffe || bytes.readUInt16BE() === 0xfeff));

/** The content of compressed data, even if truncated; undefined for other data. */
const inflated = (bytes: Buffer, budget: { left: number }): Buffer | 'too large' | undefined => {
  const first = bytes[0] ?? 0;
  const isGzip = first === 0x1f && bytes[1] === 0x8b;
  const isZlib = (first & 0x0f) === 8 && ((first << 8) + (bytes[1] ?? 0)) % 31 === 0;
  // Block type 3 of deflate is invalid.
  if (!isGzip && !isZlib && ((first >> 1) & 3) === 3) return undefined;
  const unpack = isGzip ? gunzipSync : isZlib ? inflateSync : inflateRawSync;
  // Most attempts fail, and creating the stack of an error takes longer than the attempt.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const maxOutputLength = Math.min(maxBytes, Math.max(1, budget.left));
    const content = unpack(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    budget.left -= content.length;
    return content.length > 0 ? content : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return undefined;
    budget.left -= maxBytes;
    return 'too large';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};
