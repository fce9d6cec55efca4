import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { noteRequest } from '../client/network/traffic.ts';
import type { Answering, ExtendTimeout, Question, Sent } from './sent.ts';

/** Where the workers find the process that sends for all of them; unset where there is none. */
const variable = 'CONFORMANCE_ANSWERS';

/** What a worker asks, one line each. */
type Asked = { id: number } & ({ question: Question; test: string } | { hold: boolean });

/** What it is told, one line each: how much more time its test needs, until there is an answer. */
type Told = { id: number } & ({ extendTimeout: number } | { answer: Answer | null } | { broken: string });
type Answer = { sent: Sent; by: string | null };

/** How often the time of a test that has to wait is lengthened, in milliseconds. */
const waitMs = 500;

/**
 * Serves the workers that are started from now on.
 *
 * @param folder of this run
 * @returns what ends it
 */
export const serveWorkers = (folder: string, answering: Answering): (() => void) => {
  const name = randomUUID().slice(0, 8);
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\conformance-${name}` : join(folder, `answers-${name}`);
  const server: Server = createServer((socket) => serve(socket, answering));
  server.listen(path).unref();
  process.env[variable] = path;
  return () => {
    delete process.env[variable];
    server.close();
  };
};

const serve = (socket: Socket, answering: Answering): void => {
  let holds = false;
  const hold = async (wanted: boolean, extendTimeout: ExtendTimeout): Promise<null> => {
    if (wanted === holds) return null;
    holds = wanted;
    const timer = setInterval(() => extendTimeout(waitMs), waitMs);
    await (wanted ? answering.hold(extendTimeout) : answering.release()).finally(() => clearInterval(timer));
    return null;
  };
  const tell = (told: Told): void => void (socket.writable && socket.write(`${JSON.stringify(told)}\n`));
  createInterface({ input: socket }).on('line', (line) => {
    const asked = JSON.parse(line) as Asked;
    const { id } = asked;
    const extendTimeout: ExtendTimeout = (ms) => tell({ id, extendTimeout: ms });
    const answer =
      'hold' in asked ? hold(asked.hold, extendTimeout) : answering.ask(asked.question, asked.test, extendTimeout);
    answer.then(
      (given) => tell({ id, answer: given }),
      (error: unknown) => tell({ id, broken: String(error) }),
    );
  });
  // A worker that is thrown away needs no answer, and holds up nobody.
  socket.on('error', () => {});
  socket.on('close', () => void hold(false, () => {}));
};

/** The end of a worker. */
export class AnswersLine implements Answering {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (told: Told) => void>();
  #count = 0;

  private constructor(path: string) {
    this.#socket = connect(path);
    createInterface({ input: this.#socket }).on('line', (line) => {
      const told = JSON.parse(line) as Told;
      this.#waiting.get(told.id)?.(told);
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      for (const [id, tell] of this.#waiting) tell({ id, broken: 'the process that sends has ended' });
    });
  }

  /** Undefined where nobody sends for all. */
  static open(): AnswersLine | undefined {
    const path = process.env[variable];
    return path ? new AnswersLine(path) : undefined;
  }

  async ask(question: Question, test: string, extendTimeout: ExtendTimeout): Promise<Answer> {
    const answer = await this.#ask({ question, test }, extendTimeout);
    if (!answer) throw new Error('a question got no answer');
    const { method, path } = question.call;
    // What was sent for this test counts as its own.
    if (answer.by === null) for (const _ of answer.sent.exchanges) noteRequest(method, path);
    return answer;
  }

  async hold(extendTimeout: ExtendTimeout): Promise<void> {
    await this.#ask({ hold: true }, extendTimeout);
  }

  async release(): Promise<void> {
    await this.#ask({ hold: false }, () => {});
  }

  close(): void {
    this.#socket.destroy();
  }

  #ask(asked: { question: Question; test: string } | { hold: boolean }, extendTimeout: ExtendTimeout) {
    const id = (this.#count += 1);
    return new Promise<Answer | null>((resolve, reject) => {
      this.#waiting.set(id, (told) => {
        if ('extendTimeout' in told) return extendTimeout(told.extendTimeout);
        this.#waiting.delete(id);
        if ('broken' in told) reject(new Error(told.broken));
        else resolve(told.answer);
      });
      this.#socket.write(`${JSON.stringify({ id, ...asked })}\n`);
    });
  }
}
