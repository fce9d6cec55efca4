import type { IncomingMessage } from 'node:http';

/** A body up to a limit, and whether it is complete. */
interface Beginning {
  bytes: Buffer;
  isWhole: boolean;
}

/** How long a body may take, in milliseconds, so that a slow sender cannot delay a test. */
const patienceMs = 10_000;

/**
 * Reads the body of a request up to a size. The rest is not read, and the connection has to be closed. If the sender
 * aborts or never ends, the result is what has arrived.
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
