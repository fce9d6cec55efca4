import { constants, gunzipSync, inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { OverBudget, type Budget } from './budget.ts';

/** How an archive begins; the second is an empty one. */
const zipSignatures = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export type Kind = 'zip' | 'gzip' | 'zlib';

/** What kind of archive bytes are, by how they begin; undefined for none. */
export const kindOf = (bytes: Buffer): Kind | undefined => {
  const signature = bytes.toString('latin1', 0, 4);
  if (zipSignatures.includes(signature)) return 'zip';
  if (signature.startsWith('\u001f\u008b\u0008')) return 'gzip';
  const isZlib = bytes[0] === 0x78 && bytes.length > 6 && bytes.readUInt16BE() % 31 === 0;
  return isZlib ? 'zlib' : undefined;
};

/**
 * What compressed bytes hold, as far as they go: also of a part of an archive somebody could read the beginning.
 *
 * @throws OverBudget when it is more than may be unpacked
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
 * The files of a ZIP archive.
 *
 * @throws OverBudget when they are more than may be unpacked, and when they are more than the archive says
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
      if (sizes.has(name)) throw new Error('two files of an archive have one name');
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
