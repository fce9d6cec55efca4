import { isUtf8 } from 'node:buffer';
import { deflateSync, gzipSync } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import type { Masking } from '../../helpers/redaction/secrets.ts';
import { Budget, OverBudget } from './budget.ts';
import { kindOf, unpacked, unzipped, type Kind } from './unpack.ts';

/** Told of each kind of value that was replaced, and in which file of an archive. */
type Found = (name: string, inside?: string) => void;

/** What cannot be searched is not kept. */
export const unreadable = 'an archive that cannot be read';
export const tooLarge = 'an archive that is too large to search';

/**
 * Archives in the middle of a text: in data: addresses, as in the page of a report, or by the way an encoded archive
 * begins. A data: address may hold anything else as well.
 */
const embedded =
  /(data:[\w.+-]{0,60}\/[\w.+-]{0,60}(?:;[\w=.-]{1,60}){0,4};base64,)([A-Za-z0-9+/]{8,}={0,2})|(?:UEsDB|UEsFB|H4sI)[A-Za-z0-9+/_-]{16,}={0,2}|(?<![A-Za-z0-9+/_-])e(?:[JN]|AE|F[4-8])[A-Za-z0-9+/_-]{16,}={0,2}/g;

/** A smaller archive within something else is packed anew, so that nothing is kept of it that was not searched. */
const small = 1024 * 1024;

interface Search {
  mask: Masking;
  found: Found | undefined;
  budget: Budget;
}

/**
 * Masks bytes: text, ZIP, gzip and zlib archives with everything in them, and what is embedded in a text as base64. An
 * archive within something else that cannot be read, or unpacks to more than the budget, is replaced by a note.
 *
 * @returns the same object when there was nothing to mask
 * @throws when the bytes themselves are an archive that cannot be read; OverBudget when they unpack to too much
 */
export const scrubBytes = (bytes: Buffer, mask: Masking, found?: Found): Buffer =>
  scrub(bytes, { mask, found, budget: Budget.forFile(bytes.length) });

const scrub = (bytes: Buffer, search: Search): Buffer => {
  const kind = kindOf(bytes);
  if (kind === 'zip') return scrubZip(bytes, search);
  if (kind === 'gzip') return scrubStream(bytes, kind, search);
  return (kind && scrubIfStream(bytes, kind, search)) ?? scrubText(bytes, search);
};

const scrubText = (bytes: Buffer, search: Search): Buffer => {
  const { mask, found } = search;
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const opened = text.replace(
    embedded,
    (all, prefix: string | undefined, base64: string | undefined) =>
      scrubEmbedded(prefix ?? '', base64 ?? all, search) ?? all,
  );
  const masked = mask(opened, found);
  return masked === text ? bytes : Buffer.from(masked, encoding);
};

/** What takes the place of encoded bytes; undefined when they stay. */
const scrubEmbedded = (prefix: string, base64: string, search: Search): string | undefined => {
  const content = Buffer.from(base64, 'base64');
  const scrubbed = scrubInside(content, search);
  return scrubbed === content ? undefined : prefix + scrubbed.toString('base64');
};

/** The same for bytes within something else, where a note takes the place of what cannot be searched. */
const scrubInside = (bytes: Buffer, search: Search): Buffer => {
  try {
    return scrub(bytes, { ...search, budget: search.budget.within() });
  } catch (error) {
    const why = error instanceof OverBudget ? tooLarge : unreadable;
    search.found?.(why);
    return Buffer.from(`(removed: ${why})`);
  }
};

const scrubStream = (bytes: Buffer, kind: 'gzip' | 'zlib', search: Search): Buffer => {
  const { budget } = search;
  const content = unpacked(bytes, kind, budget);
  const scrubbed = scrubInside(content, search);
  // Text may begin like a zlib archive, so that it stays as it is where it holds nothing.
  if (scrubbed === content && (kind === 'zlib' || !isPackedAnew(bytes, budget))) return bytes;
  return kind === 'gzip' ? gzipSync(scrubbed) : deflateSync(scrubbed);
};

/** Two bytes make a zlib archive, so most of what looks like one is none. */
const scrubIfStream = (bytes: Buffer, kind: Kind & 'zlib', search: Search): Buffer | undefined => {
  try {
    return scrubStream(bytes, kind, search);
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return undefined;
  }
};

const scrubZip = (bytes: Buffer, search: Search): Buffer => {
  const { mask, found, budget } = search;
  let changed = isPackedAnew(bytes, budget);
  const after: Zippable = {};
  for (const [name, before] of unzipped(bytes, budget)) {
    const shown = mask(name, found);
    const scrubbed = scrubInside(before, { ...search, found: (what, inside) => found?.(what, inside ?? shown) });
    changed ||= scrubbed !== before || shown !== name;
    // Pictures are compressed already.
    after[shown] = [scrubbed, { level: /\.(jpe?g|png|webp)$/i.test(name) ? 0 : 6 }];
  }
  return changed ? Buffer.from(zipSync(after)) : bytes;
};

const isPackedAnew = (bytes: Buffer, { depth }: Budget): boolean => depth > 0 && bytes.length < small;
