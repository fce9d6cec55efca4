import { Guard } from '../../guard/guard.ts';
import { Client, interceptors, Pool, type buildConnector, type Dispatcher } from 'undici';

interface ConnectionOptions {
  origin: string;
  /** Says where requests may go; without it, to this machine alone. */
  guard?: Guard | undefined;
  /** For the connection, for the headers and for each gap in the body. */
  timeoutMs: number;
  /** All requests in turn over a single connection; otherwise each has its own. */
  oneConnection?: boolean | undefined;
}

/** No answer of the interface comes near it, in bytes; before and after decompression. */
export const largestAnswer = 5 * 1024 * 1024;

const thisMachine = new Guard({ hosts: [] });

/** Errors of connections that were never made, so nothing can have been sent over them. */
const unconnected = new WeakSet<Error>();

/** Whether the request of an error cannot have left: there was no connection to send it over. */
export const neverLeft = (error: unknown): boolean => error instanceof Error && unconnected.has(error);

/**
 * Connections to a target. Answers are decompressed, and cut off when they are too large.
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
  // A reused connection may be closed by the target just as a request leaves. Such a request must not be sent
  // twice, and not sending it would blame nobody rightly; so only those who ask for it share a connection.
  const connections = oneConnection
    ? new Client(origin, { ...limits, pipelining: 1 })
    : new Pool(origin, { ...limits, pipelining: 0 });
  return connections.compose(
    quietly(() => interceptors.decompress({ skipErrorResponses: false, maxSize: largestAnswer })),
    ...(guard.way.addsTo(new URL(origin).host) ? [dressing(guard, new URL(origin))] : []),
  );
};

/** undici announces in every process once that its decompression is experimental; who uses the suite need not know. */
const quietly = <T>(make: () => T): T => {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return make();
  } finally {
    process.emitWarning = emitWarning;
  }
};

/** Adds the headers that the way in asks for. They are in no exchange that is recorded. */
const dressing =
  ({ way }: Guard, url: URL): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch({ ...options, headers: way.dressed(url, rawOf(options.headers)) }, handler);

const rawOf = (headers: Dispatcher.DispatchOptions['headers']): string[] =>
  Object.entries((headers ?? {}) as Readonly<Record<string, string>>).flat();
