import type { ExtendTimeout } from './sent.ts';

/** The outcome of work that was done for all tests. */
export interface Done {
  /** The outcome as text. */
  outcome: string;
  /** The title of the test that did it. */
  by: string;
}

/** Coordinates which worker does work that all of them need. */
export interface Sharing {
  /**
   * The outcome of some work, when it is done.
   *
   * @returns undefined when the caller has to do the work, and must then call `finish` in any case
   */
  take: (name: string, extendTimeout: ExtendTimeout) => Promise<Done | undefined>;
  /** @param done left out if the outcome is not shared: the next caller repeats the work */
  finish: (name: string, done?: Done) => void;
}

/** The longest shared outcome in characters; longer ones are repeated by each caller. */
const keptChars = 256 * 1024;

/** Work that is done once in a run, by the first worker that needs it. */
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
    const isKept = done && done.outcome.length <= keptChars;
    const known = this.#known.get(name);
    if (!isKept) this.#known.delete(name);
    known?.end(isKept ? done : undefined);
  }
}
