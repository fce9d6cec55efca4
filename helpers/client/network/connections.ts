import { Guard } from '../../connection/guard/guard.ts';
import { Client, interceptors, Pool, type buildConnector, type Dispatcher } from 'undici';

interface ConnectionOptions {
  origin: string;
  /** Restricts the hosts that requests may go to; by default only this machine. */
  guard?: Guard | undefined;
  /** Applies to the connection, the headers and each gap in the body. */
  timeoutMs: number;
  /** Sends all requests sequentially over one connection; otherwise each has its own. */
  oneConnection?: boolean | undefined;
}

/** The maximum size of an answer in bytes, before and after decompression; real answers are much smaller. */
export const largestAnswer = 5 * 1024 * 1024;

const thisMachine = new Guard({ hosts: [] });

/** Errors from establishing a connection, before which nothing was sent. */
const unconnected = new WeakSet<Error>();

/** Whether the failed request was never sent, since no connection was established. */
export const neverLeft = (error: unknown): boolean => error instanceof Error && unconnected.has(error);

/**
 * Connections to a target. Answers are decompressed, and rejected when they are too large.
 *
 * @throws NotTested when its host is not listed
 */
export const openConnections = ({
  origin,
  guard = thisMachine,
  timeoutMs,
  oneConnection,
}: ConnectionOptions): Dispatcher => {
  guard.check(origin, 'BASE_URL');
  const connector = guard.way.connector(timeoutMs);
  const limits = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: largestAnswer,
    connect: (options: buildConnector.Options, done: buildConnector.Callback) =>
      connector(options, (...outcome) => {
        if (outcome[0]) unconnected.add(outcome[0]);
        done(...outcome);
      }),
  };
  // The target may close a reused connection just as a request is sent. Such a request must not be repeated, and its
  // failure is not the target's fault; so connections are reused only on request.
  const connections = oneConnection
    ? new Client(origin, { ...limits, pipelining: 1 })
    : new Pool(origin, { ...limits, pipelining: 0 });
  return connections.compose(
    withoutWarnings(() => interceptors.decompress({ skipErrorResponses: false, maxSize: largestAnswer })),
    ...(guard.way.addsTo(new URL(origin).host) ? [addHeaders(guard, new URL(origin))] : []),
  );
};

/** Suppresses undici's warning that its decompression is experimental, which is of no use to users of the suite. */
const withoutWarnings = <T>(make: () => T): T => {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return make();
  } finally {
    process.emitWarning = emitWarning;
  }
};

/** Adds the access headers that the target requires. Recorded exchanges do not contain them. */
const addHeaders =
  ({ way }: Guard, url: URL): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch({ ...options, headers: way.dressed(url, rawOf(options.headers)) }, handler);

const rawOf = (headers: Dispatcher.DispatchOptions['headers']): string[] =>
  Object.entries((headers ?? {}) as Readonly<Record<string, string>>).flat();
