import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { noteRequest } from '../client/network/traffic.ts';
import { Register, type Done, type Sharing } from './register.ts';
import type { Answering, ExtendTimeout, Question, Sent } from './sent.ts';

/** The socket path of the process that sends requests for all workers; unset if there is none. */
const variable = 'CONFORMANCE_ANSWERS';

/** A message of a worker, one per line. */
type Asked =
  | { question: Question; test: string }
  | { hold: boolean }
  | { take: string }
  | { finish: string; done?: Done | undefined };

/** A message to a worker, one per line: extensions of the timeout, then an answer or an error. */
type ServerMessage = { id: number } & ({ extendTimeout: number } | { answer: unknown } | { broken: string });
type Answer = { sent: Sent; by: string | null };

/** The interval at which the timeout of a waiting test is extended, in milliseconds. */
const waitMs = 500;

/**
 * Serves the workers that are started from now on.
 *
 * @param folder of this run
 * @returns a function that stops serving
 */
export const serveWorkers = (folder: string, answering: Answering): (() => void) => {
  const name = randomUUID().slice(0, 8);
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\conformance-${name}` : join(folder, `answers-${name}`);
  const register = new Register();
  const server: Server = createServer((socket) => serve(socket, answering, register));
  server.listen(path).unref();
  process.env[variable] = path;
  return () => {
    delete process.env[variable];
    server.close();
  };
};

/** The lines of a socket. Errors are ignored, since the close event follows. */
const linesOf = (socket: Socket): Interface =>
  createInterface({ input: socket.on('error', () => {}) }).on('error', () => {});

const serve = (socket: Socket, answering: Answering, register: Register): void => {
  let holds = false;
  const taken = new Set<string>();
  const extending = <T>(waited: Promise<T>, extendTimeout: ExtendTimeout): Promise<T> => {
    const timer = setInterval(() => extendTimeout(waitMs), waitMs);
    return waited.finally(() => clearInterval(timer));
  };
  const hold = async (wanted: boolean, extendTimeout: ExtendTimeout): Promise<null> => {
    if (wanted === holds) return null;
    holds = wanted;
    await extending(wanted ? answering.hold(extendTimeout) : answering.release(), extendTimeout);
    return null;
  };
  const take = async (name: string, extendTimeout: ExtendTimeout): Promise<Done | null> => {
    const done = await extending(register.take(name), extendTimeout);
    if (done) return done;
    taken.add(name);
    if (socket.destroyed) finish(name);
    return null;
  };
  const finish = (name: string, done?: Done): void => {
    if (taken.delete(name)) register.finish(name, done);
  };
  const answerTo = async (asked: Asked, extendTimeout: ExtendTimeout): Promise<unknown> => {
    if ('hold' in asked) return hold(asked.hold, extendTimeout);
    if ('take' in asked) return take(asked.take, extendTimeout);
    if ('finish' in asked) return finish(asked.finish, asked.done);
    return answering.ask(asked.question, asked.test, extendTimeout);
  };
  const send = (message: ServerMessage): void => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  linesOf(socket).on('line', (line) => {
    const asked = JSON.parse(line) as Asked & { id: number };
    const { id } = asked;
    answerTo(asked, (ms) => send({ id, extendTimeout: ms })).then(
      (answer) => send({ id, answer: answer ?? null }),
      (error: unknown) => send({ id, broken: String(error) }),
    );
  });
  // Release everything that a terminated worker holds.
  socket.on('close', () => {
    void hold(false, () => {});
    for (const name of taken) finish(name);
  });
};

/** The connection of a worker. */
export class AnswersLine implements Answering, Sharing {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (message: ServerMessage) => void>();
  #count = 0;

  private constructor(path: string) {
    this.#socket = connect(path);
    linesOf(this.#socket).on('line', (line) => {
      const message = JSON.parse(line) as ServerMessage;
      this.#waiting.get(message.id)?.(message);
    });
    this.#socket.on('close', () => {
      for (const [id, send] of this.#waiting) send({ id, broken: 'the process that sends requests has ended' });
    });
  }

  /** Undefined if no process sends requests for all workers. */
  static open(): AnswersLine | undefined {
    const path = process.env[variable];
    return path ? new AnswersLine(path) : undefined;
  }

  async ask(question: Question, test: string, extendTimeout: ExtendTimeout): Promise<Answer> {
    const answer = (await this.#ask({ question, test }, extendTimeout)) as Answer;
    const { method, path } = question.call;
    // Requests sent for this test count as its own traffic.
    if (answer.by === null) for (const _ of answer.sent.exchanges) noteRequest(method, path);
    return answer;
  }

  async hold(extendTimeout: ExtendTimeout): Promise<void> {
    await this.#ask({ hold: true }, extendTimeout);
  }

  async release(): Promise<void> {
    await this.#ask({ hold: false }, () => {});
  }

  async take(name: string, extendTimeout: ExtendTimeout): Promise<Done | undefined> {
    return ((await this.#ask({ take: name }, extendTimeout)) as Done | null) ?? undefined;
  }

  finish(name: string, done?: Done): void {
    // No caller waits for it, and a process that has ended does not need it.
    this.#ask({ finish: name, done }, () => {}).catch(() => {});
  }

  close(): void {
    this.#socket.destroy();
  }

  #ask(asked: Asked, extendTimeout: ExtendTimeout): Promise<unknown> {
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (message) => {
        if ('extendTimeout' in message) return extendTimeout(message.extendTimeout);
        this.#waiting.delete(id);
        if ('broken' in message) reject(new Error(message.broken));
        else resolve(message.answer);
      });
      this.#socket.write(`${JSON.stringify({ id, ...asked })}\n`);
    });
  }
}
