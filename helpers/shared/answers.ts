import { Queue } from './queue.ts';
import type { Answering, ExtendTimeout, Question, Send, Sent } from './sent.ts';

/** A request in progress or with a stored answer. */
interface Asked {
  outcome: Promise<Sent>;
  /** The title of the test for which it was sent; undefined for a prefetched request before its first use. */
  by?: string;
  /** Extends the timeouts of the waiting tests for delays that are not the target's fault. */
  waiting: Set<ExtendTimeout>;
}

/** The interval at which the timeout of a queued test is extended, in milliseconds. */
const waitMs = 500;
/**
 * The maximum size of a stored answer and of all of them, in characters; for longer ones, each test sends its request.
 */
const [maxKeptChars, maxTotalChars] = [256 * 1024, 64 * 1024 * 1024];

/** Sends each request to the target once, and shares the answer among all tests that need it. */
export class Answers implements Answering {
  readonly #send: Send;
  readonly #asked = new Map<string, Asked>();
  #queue: Queue<Sent> | undefined;
  /** The total size of the stored answers. */
  #chars = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Starts prefetching requests in this order. @param atOnce the number of concurrent requests */
  sendAhead(questions: readonly Question[], atOnce: number): void {
    const jobs = new Map(questions.map((question) => [keyOf(question), () => this.#sent(question)]));
    this.#queue = new Queue(jobs, atOnce);
    this.#queue.begin();
  }

  async ask(question: Question, test: string, extendTimeout: ExtendTimeout) {
    const key = keyOf(question);
    for (;;) {
      const asked = this.#asked.get(key) ?? this.#begin(key, question);
      const isFirst = asked.by === undefined;
      const by = (asked.by ??= test);
      asked.waiting.add(extendTimeout);
      let sent: Sent | undefined;
      try {
        sent = await asked.outcome;
      } finally {
        asked.waiting.delete(extendTimeout);
        // Network failures of one test are not shared with others.
        if (!this.#isKept(sent) && this.#asked.get(key) === asked) {
          this.#asked.delete(key);
          this.#chars -= charsOf(sent);
        }
      }
      if (isFirst) return { sent, by: null };
      if (!sent.fault) return { sent, by };
    }
  }

  async hold(): Promise<void> {
    await this.#queue?.hold();
  }

  release(): Promise<void> {
    this.#queue?.release();
    return Promise.resolve();
  }

  #begin(key: string, question: Question): Asked {
    const queued = this.#queue?.ask(key);
    const outcome = (queued ? this.#inTurn(key, queued) : this.#sent(question)).then((sent) => {
      this.#chars += charsOf(sent);
      return sent;
    });
    const asked: Asked = { outcome, waiting: new Set() };
    this.#asked.set(key, asked);
    return asked;
  }

  async #inTurn(key: string, queued: Promise<{ outcome: Promise<Sent> }>): Promise<Sent> {
    // Queueing does not count against the timeout.
    const timer = setInterval(() => this.#extend(key, waitMs), waitMs);
    const { outcome } = await queued.finally(() => clearInterval(timer));
    return outcome;
  }

  #sent(question: Question): Promise<Sent> {
    return this.#send(question, (ms) => this.#extend(keyOf(question), ms));
  }

  #isKept(sent: Sent | undefined): boolean {
    return sent?.answer !== undefined && charsOf(sent) <= maxKeptChars && this.#chars <= maxTotalChars;
  }

  #extend(key: string, ms: number): void {
    for (const extendTimeout of this.#asked.get(key)?.waiting ?? []) extendTimeout(ms);
  }
}

const keyOf = ({ address, call }: Question): string => JSON.stringify([address, call]);

const charsOf = (sent: Sent | undefined): number => sent?.answer?.text.length ?? 0;
