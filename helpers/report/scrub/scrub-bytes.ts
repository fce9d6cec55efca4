import { isUtf8 } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { unzipSync, zipSync, type Zippable } from 'fflate';
import type { Masking } from '../../target/secrets.ts';

/** Told of each kind of value that was replaced, and in which file of an archive. */
export type Found = (name: string, inside?: string) => void;

/** How an archive begins; the second is an empty one. */
const zipSignatures = ['PK\u0003\u0004', 'PK\u0005\u0006'];
const gzipSignature = '\u001f\u008b\u0008';

/**
 * Archives in the middle of a text: in data: addresses, as in the page of a report, or by the way an encoded archive
 * begins. A data: address may hold anything else as well.
 */
const embedded =
  /(data:[\w.+-]{0,60}\/[\w.+-]{0,60}(?:;[\w=.-]{1,60}){0,4};base64,)([A-Za-z0-9+/]{8,}={0,2})|(?:UEsDB|UEsFB|H4sI)[A-Za-z0-9+/]{20,}={0,2}/g;

/** Archives within archives, and so on, are opened so deep; deeper ones are no work of ours. */
const deepest = 8;

/**
 * Masks bytes: text, ZIP and gzip archives with everything in them, and what is embedded in a text as base64.
 *
 * @returns the same object when there was nothing to mask
 * @throws when an archive cannot be read
 */
export const scrubBytes = (bytes: Buffer, mask: Masking, found?: Found, depth = 0): Buffer => {
  if (depth > deepest) throw new Error('archives lie within archives too deep');
  const signature = bytes.toString('latin1', 0, 4);
  if (zipSignatures.includes(signature)) return scrubZip(bytes, mask, found, depth);
  if (signature.startsWith(gzipSignature)) {
    const content = gunzipSync(bytes);
    const scrubbed = scrubBytes(content, mask, found, depth + 1);
    return scrubbed === content ? bytes : gzipSync(scrubbed);
  }
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const opened = text.replace(embedded, (all, prefix: string | undefined, base64: string | undefined) =>
    scrubEmbedded(all, prefix ?? '', base64 ?? all, mask, found, depth),
  );
  const masked = mask(opened, found);
  return masked === text ? bytes : Buffer.from(masked, encoding);
};

const scrubEmbedded = (
  all: string,
  prefix: string,
  base64: string,
  mask: Masking,
  found: Found | undefined,
  depth: number,
): string => {
  const content = Buffer.from(base64, 'base64');
  try {
    const scrubbed = scrubBytes(content, mask, found, depth + 1);
    return scrubbed === content ? all : prefix + scrubbed.toString('base64');
  } catch {
    // It only looked like an archive; as text it is searched all the same.
    return all;
  }
};

const scrubZip = (bytes: Buffer, mask: Masking, found: Found | undefined, depth: number): Buffer => {
  let changed = false;
  const after: Zippable = {};
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    const before = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const shown = mask(name, found);
    const scrubbed = scrubBytes(before, mask, (what, inside) => found?.(what, inside ?? shown), depth + 1);
    changed ||= scrubbed !== before || shown !== name;
    // Pictures are compressed already.
    after[shown] = [scrubbed, { level: /\.(jpe?g|png|webp)$/i.test(name) ? 0 : 6 }];
  }
  return changed ? Buffer.from(zipSync(after)) : bytes;
};
