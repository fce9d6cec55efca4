import { Queue } from './queue.ts';
import type { Answering, ExtendTimeout, Question, Send, Sent } from './sent.ts';

/** A question that was sent. */
interface Asked {
  outcome: Promise<Sent>;
  /** The title of the test that it was sent for; undefined while no test has asked for a prefetched answer. */
  by?: string;
  /** The tests whose timeouts are extended by waits that the target does not cause. */
  waiting: Set<ExtendTimeout>;
}

/** The interval at which the timeout of a queued test is extended, in milliseconds. */
const waitMs = 500;
/** The limits of kept answers in characters, for one and for all. Longer answers are not shared. */
const [keptChars, allKeptChars] = [256 * 1024, 64 * 1024 * 1024];

/** Sends each question to the target once, and shares the answer among all tests that ask it. */
export class Answers implements Answering {
  readonly #send: Send;
  readonly #asked = new Map<string, Asked>();
  #queue: Queue<Sent> | undefined;
  /** The total length of the kept answers. */
  #chars = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Starts to prefetch in this order. @param atOnce the concurrency */
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
        // A network failure of one test is not shared with others.
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
    return sent?.answer !== undefined && charsOf(sent) <= keptChars && this.#chars <= allKeptChars;
  }

  #extend(key: string, ms: number): void {
    for (const extendTimeout of this.#asked.get(key)?.waiting ?? []) extendTimeout(ms);
  }
}

const keyOf = ({ address, call }: Question): string => JSON.stringify([address, call]);

const charsOf = (sent: Sent | undefined): number => sent?.answer?.text.length ?? 0;
