import type { ExtendTimeout } from './sent.ts';

/** The outcome of a task that was done for all tests. */
export interface Done {
  /** As text. */
  outcome: string;
  /** The title of the test that did it. */
  by: string;
}

/** Coordinates tasks that all workers need and one of them does. */
export interface Sharing {
  /**
   * The outcome of a task, once it is done.
   *
   * @returns undefined when the caller has to do the task, and then to `finish` it in any case
   */
  take: (name: string, extendTimeout: ExtendTimeout) => Promise<Done | undefined>;
  /** @param done omitted if the outcome is not valid for others; the next caller then repeats the task */
  finish: (name: string, done?: Done) => void;
}

/** The maximum size of a shared outcome, in characters; for longer ones, each caller does the task. */
const maxChars = 256 * 1024;

/** Tasks that are done once in a run, by the worker that asks first. */
export class Register implements Sharing {
  readonly #known = new Map<string, { done: Promise<Done | undefined>; end: (done?: Done) => void }>();

  async take(name: string): Promise<Done | undefined> {
    for (;;) {
      const known = this.#known.get(name);
      if (!known) break;
      const done = await known.done;
      if (done) return done;
    }
    let end: (done?: Done) => void = () => {};
    const done = new Promise<Done | undefined>((resolve) => (end = resolve));
    this.#known.set(name, { done, end });
    return undefined;
  }

  finish(name: string, done?: Done): void {
    const isKept = done && done.outcome.length <= maxChars;
    const known = this.#known.get(name);
    if (!isKept) this.#known.delete(name);
    known?.end(isKept ? done : undefined);
  }
}
