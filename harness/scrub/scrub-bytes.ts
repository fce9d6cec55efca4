import { isUtf8 } from 'node:buffer';
import { unzipSync, zipSync, type Zippable } from 'fflate';
import type { ReportingMask } from '../../helpers/redaction/secrets.ts';

/** The maximum size of all archives in one file when unpacked, in bytes, and how deep they may be nested. */
const [maxUnpacked, maxDepth] = [512 * 1024 * 1024, 4];

export const unsearchable = 'an archive that cannot be searched, so it was removed';

/** The pictures of a page in a trace of Playwright. */
const framesOfTrace = /(?:^|\/)page@[^/]*\.jpe?g$/;

/** Called for each value that was replaced, with the file inside an archive. */
type Found = (name: string, inside?: string) => void;

interface Search {
  mask: ReportingMask;
  found: Found;
  left: { bytes: number };
  depth: number;
}

/** Data in text: in data: addresses, the attachments in a report of a shard, or a ZIP archive in base64. */
const embedded =
  /(data:[\w.+-]{1,60}\/[\w.+-]{1,60}(?:;[\w=.-]{1,60}){0,4};base64,|"base64":"|(?=UEsDB))([A-Za-z0-9+/]{8,}={0,2})/g;

/**
 * Masks bytes: text, the files of ZIP archives, and data in base64, which is decoded for it. An archive in them that cannot be searched (damaged,
 * in another format, too large or nested too deeply) is replaced by a note.
 *
 * @returns the same object when there was nothing to mask
 * @throws when the bytes themselves are such an archive
 */
export const scrubBytes = (bytes: Buffer, mask: ReportingMask, found: Found): Buffer =>
  scrub(bytes, { mask, found, left: { bytes: maxUnpacked }, depth: 0 });

const scrub = (bytes: Buffer, search: Search): Buffer => {
  const signature = bytes.toString('latin1', 0, 4);
  if (search.depth > maxDepth || signature.startsWith('\u001f\u008b\u0008')) throw new Error(unsearchable);
  return ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(signature) ? scrubZip(bytes, search) : scrubText(bytes, search);
};

const scrubInside = (bytes: Buffer, search: Search): Buffer => {
  try {
    return scrub(bytes, { ...search, depth: search.depth + 1 });
  } catch {
    search.found(unsearchable);
    return Buffer.from(`(${unsearchable})`);
  }
};

const scrubText = (bytes: Buffer, search: Search): Buffer => {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  let [masked, at] = ['', 0];
  for (const { index, 1: prefix = '', 2: base64 = '' } of text.matchAll(embedded)) {
    const begins = index + prefix.length;
    const content = Buffer.from(base64, 'base64');
    const scrubbed = scrubInside(content, search);
    // A placeholder within base64 would break all that follows.
    masked += search.mask(text.slice(at, begins), search.found);
    masked += scrubbed === content ? base64 : scrubbed.toString('base64');
    at = begins + base64.length;
  }
  masked += search.mask(text.slice(at), search.found);
  return masked === text ? bytes : Buffer.from(masked, encoding);
};

const scrubZip = (bytes: Buffer, search: Search): Buffer => {
  const { mask, found, left } = search;
  const names = new Set<string>();
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    left.bytes -= originalSize;
    if (left.bytes < 0 || names.has(name)) throw new Error(unsearchable);
    names.add(name);
    return true;
  };
  const raw = bytes.toString('latin1');
  // A key may be in a name, or outside of the files.
  let isChanged = mask(raw) !== raw;
  const after: Zippable = {};
  for (const [name, content] of Object.entries(unzipSync(bytes, { filter }))) {
    const before = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const shown = mask(name);
    const foundInside: Found = (what, inside) => found(what, inside === undefined ? shown : `${shown} > ${inside}`);
    const scrubbed = scrubInside(before, { ...search, found: foundInside });
    isChanged ||= scrubbed !== before;
    // Images are already compressed.
    after[mask(name, found)] = [scrubbed, { level: /\.(jpe?g|png|webp)$/i.test(name) ? 0 : 6 }];
  }
  if (!isChanged) return bytes;
  // A trace whose texts contain a value shows it in its pictures as well.
  const pictures = Object.keys(after).filter((name) => framesOfTrace.test(name));
  for (const name of pictures) delete after[name];
  if (pictures.length > 0) found('pictures that may show it, so they were removed');
  return Buffer.from(zipSync(after));
};
