import { isUtf8 } from 'node:buffer';
import { deflateSync, gzipSync } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import type { Masking } from '../../helpers/redaction/secrets.ts';
import { Budget, OverBudget } from './budget.ts';
import { kindOf, unpacked, unzipped, type Kind } from './unpack.ts';

/** Called for each kind of value that was replaced, with the file inside an archive. */
type Found = (name: string, inside?: string) => void;

/** The reasons to remove an archive that cannot be searched. */
export const unreadable = 'an archive that cannot be read';
export const tooLarge = 'an archive that is too large to search';

/**
 * Archives embedded in text: in data: URLs, as in a report page, or recognised by the start of an encoded archive. A
 * data: URL may contain anything else as well.
 */
const embedded =
  /(data:[\w.+-]{0,60}\/[\w.+-]{0,60}(?:;[\w=.-]{1,60}){0,4};base64,)([A-Za-z0-9+/]{8,}={0,2})|(?:UEsDB|UEsFB|H4sI)[A-Za-z0-9+/_-]{16,}={0,2}|(?<![A-Za-z0-9+/_-])e(?:[JN]|AE|F[4-8])[A-Za-z0-9+/_-]{16,}={0,2}/g;

/** Nested archives below this size are always repacked, so that they contain only searched bytes. */
const repackBelow = 1024 * 1024;

interface Search {
  mask: Masking;
  found: Found | undefined;
  budget: Budget;
}

/**
 * Masks bytes: text, the content of ZIP, gzip and zlib archives, and data embedded in text as base64. A nested archive
 * that cannot be read or exceeds the budget is replaced by a note.
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

/** The replacement of base64 data; undefined when it stays unchanged. */
const scrubEmbedded = (prefix: string, base64: string, search: Search): string | undefined => {
  const content = Buffer.from(base64, 'base64');
  const scrubbed = scrubInside(content, search);
  return scrubbed === content ? undefined : prefix + scrubbed.toString('base64');
};

/** Masks nested bytes; replaces them by a note when they cannot be searched. */
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
  // Text may start like a zlib archive, so it stays unchanged without findings.
  if (scrubbed === content && (kind === 'zlib' || !isRepacked(bytes, budget))) return bytes;
  return kind === 'gzip' ? gzipSync(scrubbed) : deflateSync(scrubbed);
};

/** Tries zlib: only two bytes identify such an archive, so most matches are something else. */
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
  let changed = isRepacked(bytes, budget);
  const after: Zippable = {};
  for (const [name, before] of unzipped(bytes, budget)) {
    const shown = mask(name, found);
    const scrubbed = scrubInside(before, { ...search, found: (what, inside) => found?.(what, inside ?? shown) });
    changed ||= scrubbed !== before || shown !== name;
    // Images are already compressed.
    after[shown] = [scrubbed, { level: /\.(jpe?g|png|webp)$/i.test(name) ? 0 : 6 }];
  }
  return changed ? Buffer.from(zipSync(after)) : bytes;
};

const isRepacked = (bytes: Buffer, { depth }: Budget): boolean => depth > 0 && bytes.length < repackBelow;
