import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A lock is a socket on which its process listens: the system closes it with the process, however that ends.

/**
 * The path of the socket for a name.
 *
 * @param beside where it should be; used unless a socket cannot be there
 */
export const lockPath = (name: string, beside?: string): string => {
  const file = `conformance-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${file}`;
  // The path of a socket cannot be much longer.
  return beside !== undefined && beside.length <= 100 ? beside : join(tmpdir(), `${file}.lock`);
};

/** Holds a lock until this process ends. @throws Error when another process holds it, or it cannot be made */
export const holdLock = async (path: string): Promise<void> => {
  if (!(await isLocked(path))) rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await once(server.listen(path).unref(), 'listening');
  // The system closes the socket, but only this removes its file.
  process.once('exit', () => server.close());
};

/** Whether a living process holds a lock. Any error but these, as for the lock of another user, counts as such. */
export const isLocked = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => socket.destroy()).once('close', () => resolve(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ENOENT' && code !== 'ECONNREFUSED'));
  });
