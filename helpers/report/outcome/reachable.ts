import { connect } from 'node:net';

/**
 * Why a target cannot be reached at all; undefined when something accepts connections there. Asking once before a run
 * spares several hundred tests that would each find it out for themselves.
 */
export const unreachable = (baseUrl: string, timeoutMs: number): Promise<string | undefined> => {
  const { hostname, port, protocol } = new URL(baseUrl);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  return new Promise((resolve) => {
    const socket = connect({ ...target, timeout: timeoutMs });
    const end = (reason: string | undefined) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end(`no connection within ${timeoutMs} ms`));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
};
