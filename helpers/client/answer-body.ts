import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { errors } from 'undici';

/** The maximum size of an answer in bytes, before and after decompression; real answers are much smaller. */
export const largestAnswer = 5 * 1024 * 1024;
const maxEncodings = 5;

// The decompressing interceptor of undici 7.30 breaks at an informational answer, such as 103.
const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The text of an answer, decompressed.
 *
 * @param encoding the Content-Encoding; an unknown one is left as it is
 * @throws with a code when it is larger than `largestAnswer`, cut off or damaged
 */
export const textOf = async (body: AsyncIterable<Buffer>, encoding = ''): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // undici limits the size only for HTTP/1.1.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > largestAnswer) throw new errors.ResponseExceededMaxSizeError();
    chunks.push(chunk);
  }
  let bytes: Buffer = Buffer.concat(chunks);
  const encodings = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  for (const name of encodings.slice(0, maxEncodings).toReversed()) {
    const decode = decoders[name];
    if (decode && bytes.length > 0) bytes = decode(bytes, { maxOutputLength: largestAnswer });
  }
  // A byte order mark stays, since JSON has none.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
};
