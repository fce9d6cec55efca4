import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Connections, timed, type Attempt, type Line } from '../client/connections.ts';
import type { Call } from '../client/http.ts';
import { Limiter } from '../client/limiter.ts';
import { guardOf } from '../network/guard.ts';
import { forShard, type Settings } from '../settings/settings.ts';
import { runFolder } from './run-log.ts';

// The runner alone has connections to the target, and one limiter for them: however many workers a run has, the target
// gets as many requests at once as it bears. Workers reach it over a socket in the folder of the run, by lines of JSON.

const variable = 'CONFORMANCE_CONNECTIONS';

/** Which connections a worker asks for. */
interface Wanted {
  baseUrl: string;
  /** Whether all requests go over one connection. */
  single: boolean;
  shards: number;
}

interface Asked {
  id: number;
  wanted: Wanted;
  /** A call and its attempt; nothing for the turn of a page. */
  send?: readonly [Call, number];
  probe?: Call;
}

interface Told {
  id: number;
  result?: unknown;
  error?: string;
}

/** In the runner: offers its connections to the workers of the run until the process ends. */
export const shareConnections = async (settings: Settings): Promise<void> => {
  const folder = runFolder();
  if (folder === undefined) return;
  const address =
    process.platform === 'win32' ? String.raw`\\.\pipe\conformance-${process.pid}-${Date.now()}` : join(folder, 'line');
  const limiters = new Map<string, Limiter>();
  const opened = new Map<string, Line>();
  const lineOf = ({ baseUrl, single, shards }: Wanted): Line => {
    const name = `${single} ${baseUrl}`;
    const { maxInFlight, maxRequestsPerSecond: maxPerSecond } = forShard(settings, { total: shards });
    const limiter = limiters.get(baseUrl) ?? new Limiter({ maxInFlight, maxPerSecond });
    const { requestTimeoutMs: timeoutMs } = settings;
    const most = single ? 1 : undefined;
    const line = opened.get(name) ?? new Connections({ baseUrl, guard: guardOf(settings), timeoutMs, limiter, most });
    limiters.set(baseUrl, limiter);
    opened.set(name, line);
    return line;
  };
  const act = async ({ wanted, send, probe }: Asked): Promise<unknown> => {
    const line = lineOf(wanted);
    if (send) return line.send(...send);
    return probe ? line.probe(probe) : line.turnOfPage();
  };
  const server = createServer((socket) => {
    socket.unref().on('error', () => socket.destroy());
    onLines(socket, async (text) => {
      const asked = JSON.parse(text) as Asked;
      const told = await act(asked).then(
        (result) => ({ result }),
        (error: unknown) => ({ error: String(error) }),
      );
      if (!socket.destroyed) tell(socket, { id: asked.id, ...told } satisfies Told);
    });
  });
  rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve);
  });
  server.unref();
  process.env[variable] = address;
};

/** In a worker: the connections of the runner; undefined where none are offered. */
export const sharedConnections = (wanted: Wanted): Line | undefined => {
  const address = process.env[variable];
  if (!address) return undefined;
  const socket = connect(address);
  const waiting = new Map<number, { done: (result: never) => void; fail: (error: Error) => void }>();
  onLines(socket, (text) => {
    const { id, result, error } = JSON.parse(text) as Told;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.done(result as never);
    else one?.fail(new Error(error));
  });
  const closed = (): Error => new Error('the runner has closed its connections');
  const end = (): void => {
    for (const { fail } of waiting.values()) fail(closed());
    waiting.clear();
  };
  socket.on('error', end).on('close', end);
  let asked = 0;
  const ask = <T>(what: Omit<Asked, 'id' | 'wanted'>): Promise<T> =>
    new Promise((done, fail) => {
      // Nobody would ever answer, and the wait would extend the time of its test for ever.
      if (socket.destroyed) return fail(closed());
      asked += 1;
      waiting.set(asked, { done, fail });
      tell(socket, { id: asked, wanted, ...what } satisfies Asked);
    });
  return {
    // The time of the answer extends the test as well: which part was waiting is known only afterwards.
    send: async (call, attempt, extendTimeout) =>
      (await timed(() => ask<Attempt>({ send: [call, attempt] }), extendTimeout)).result,
    probe: (call) => ask({ probe: call }),
    turnOfPage: () => ask({}),
    close: async () => void socket.destroy(),
  };
};

const tell = (socket: Socket, message: object): void => void socket.write(`${JSON.stringify(message)}\n`);

const onLines = (socket: Socket, act: (line: string) => unknown): void => {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) void act(line);
  });
};
