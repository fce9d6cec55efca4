import type { ExtendTimeout } from './sent.ts';

/** What was done for all tests. */
export interface Done {
  /** What came of it, as text. */
  outcome: string;
  /** The title of the test that did it. */
  by: string;
}

/** Where workers agree who of them does what all of them need. */
export interface Sharing {
  /**
   * What came of something, once it was done.
   *
   * @returns undefined when it falls to the one who asks, who then has to `finish` it in any case
   */
  take: (name: string, extendTimeout: ExtendTimeout) => Promise<Done | undefined>;
  /** @param done left out when it says nothing to others: whoever asks next does it anew */
  finish: (name: string, done?: Done) => void;
}

/** Characters of an outcome that is kept; what is longer is done by each who asks. */
const keptChars = 256 * 1024;

/** What is done once in a run, by whichever worker asks first. */
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
