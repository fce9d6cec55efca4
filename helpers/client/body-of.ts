import type { IncomingMessage } from 'node:http';

/** The beginning of a body from outside, and whether there was more of it. */
interface Beginning {
  bytes: Buffer;
  isWhole: boolean;
}

/** How long a body may take, in milliseconds. Nobody at the other end is to decide how long a test waits. */
const patienceMs = 10_000;

/**
 * Reads the body of a request up to a size. What is more than that is not read, and the connection has to be closed.
 * Who breaks off in the middle, or never ends, has sent what came.
 */
export const bodyOf = (request: IncomingMessage, most: number): Promise<Beginning> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (isWhole: boolean): void => {
      clearTimeout(timer);
      request.removeAllListeners('data').pause();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, most), isWhole });
    };
    const timer = setTimeout(() => end(false), patienceMs);
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most) end(false);
    });
    request.once('end', () => end(true));
    for (const event of ['aborted', 'error', 'close']) request.once(event, () => end(size <= most && request.complete));
  });
