const mebibyte = 1024 * 1024;

/** What could be searched only at a cost that whoever wrote it decides. The message is shown. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * What the search of one file may unpack, over all archives within archives together: a file of a kilobyte can hold
 * gigabytes. An archive within another may take half of what is left, so that one alone does not cost all others.
 */
export class Budget {
  readonly depth: number;
  readonly #left: { bytes: number; entries: number };
  readonly #share: number;

  private constructor(depth: number, left: { bytes: number; entries: number }) {
    this.depth = depth;
    this.#left = left;
    this.#share = depth === 0 ? left.bytes : left.bytes / 2;
  }

  /** @param size of the file, in bytes: no text shrinks to less than a twentieth, but for what repeats itself */
  static forFile(size: number): Budget {
    return new Budget(0, { bytes: Math.min(32 * mebibyte + 20 * size, 512 * mebibyte), entries: 50_000 });
  }

  /** @throws OverBudget when archives lie within archives too deep */
  within(): Budget {
    if (this.depth >= 8) throw new OverBudget('archives lie within archives too deep');
    return new Budget(this.depth + 1, this.#left);
  }

  /** How many bytes the next archive may unpack to; at least 1, which unpacking takes as a limit. */
  get bytes(): number {
    return Math.max(1, Math.floor(Math.min(this.#share, this.#left.bytes)));
  }

  /** @throws OverBudget when that is more than is left */
  spend(bytes: number, entries = 0): void {
    this.#left.bytes -= bytes;
    this.#left.entries -= entries;
    if (this.#left.bytes < 0) throw new OverBudget('archives unpack to too much');
    if (this.#left.entries < 0) throw new OverBudget('archives hold too many files');
  }
}
