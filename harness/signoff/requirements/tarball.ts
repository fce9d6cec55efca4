import { gunzipSync } from 'node:zlib';

const block = 512;

/**
 * Reads the files of an npm package: a gzipped tar archive with a single top-level folder. It needs no validation,
 * because its integrity was verified.
 *
 * @returns the content by path, without the top-level folder
 */
export const filesOfTarball = (tarball: Buffer): Map<string, Buffer> => {
  const tar = gunzipSync(tarball);
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let at = 0; at + block <= tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + block);
    const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8);
    const content = tar.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    const type = textAt(header, 156, 1) || '0';
    // Long names are in a preceding entry, in POSIX (x) or GNU (L) format.
    if (type === 'x') longName = /(?<!\d)\d{1,20} path=([^\n]*)\n/.exec(content.toString())?.[1];
    else if (type === 'L') longName = textAt(content, 0, content.length);
    else if (type === '0' || type === '7') {
      const name = longName ?? shortName(header);
      files.set(name.slice(name.indexOf('/') + 1), content);
      longName = undefined;
    } else if (type !== 'g') longName = undefined;
  }
  return files;
};

const shortName = (header: Buffer): string => {
  const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
  return prefix === '' ? textAt(header, 0, 100) : `${prefix}/${textAt(header, 0, 100)}`;
};

/** The text of a field, up to its first zero byte. */
const textAt = (bytes: Buffer, start: number, length: number): string => {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? undefined : end).toString();
};
