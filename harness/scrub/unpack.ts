import { constants, gunzipSync, inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { OverBudget, type Budget } from './budget.ts';

/** The signatures of ZIP archives; the second one is of empty archives. */
const zipSignatures = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export type Kind = 'zip' | 'gzip' | 'zlib';

/** The kind of an archive by its signature; undefined for other bytes. */
export const kindOf = (bytes: Buffer): Kind | undefined => {
  const signature = bytes.toString('latin1', 0, 4);
  if (zipSignatures.includes(signature)) return 'zip';
  if (signature.startsWith('\u001f\u008b\u0008')) return 'gzip';
  const isZlib = bytes[0] === 0x78 && bytes.length > 6 && bytes.readUInt16BE() % 31 === 0;
  return isZlib ? 'zlib' : undefined;
};

/**
 * Decompresses bytes as far as possible, because the start of a truncated archive can be read as well.
 *
 * @throws OverBudget when they unpack to more than the budget
 */
export const unpacked = (bytes: Buffer, kind: 'gzip' | 'zlib', budget: Budget): Buffer => {
  const unpack = kind === 'gzip' ? gunzipSync : inflateSync;
  const maxOutputLength = budget.bytes;
  try {
    const content = unpack(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    budget.spend(content.length);
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    budget.spend(maxOutputLength);
    throw new OverBudget('archives unpack to too much');
  }
};

/**
 * Unpacks a ZIP archive.
 *
 * @throws OverBudget when its files exceed the budget
 * @throws Error when two files have the same name
 */
export const unzipped = (bytes: Buffer, budget: Budget): [name: string, content: Buffer][] => {
  const sizes = new Map<string, number>();
  const limit = budget.bytes;
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      total += originalSize;
      budget.spend(0, 1);
      if (total > limit) {
        budget.spend(limit);
        throw new OverBudget('archives unpack to too much');
      }
      if (sizes.has(name)) throw new Error('two files of an archive have the same name');
      sizes.set(name, originalSize);
      return true;
    },
  });
  budget.spend(total);
  return Object.entries(files).map(([name, content]) => [
    name,
    Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  ]);
};
