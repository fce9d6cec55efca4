const mebibyte = 1024 * 1024;

/** An archive that is too expensive to search, possibly on purpose. The message is shown. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * Limits how much the search of a file may unpack, including nested archives, because a file of a kilobyte can contain
 * gigabytes. A nested archive may use half of the remaining budget, so that a single one cannot exhaust it.
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

  /** @param size the size of the file in bytes; only repetitive text compresses to less than a twentieth */
  static forFile(size: number): Budget {
    return new Budget(0, { bytes: Math.min(32 * mebibyte + 20 * size, 512 * mebibyte), entries: 50_000 });
  }

  /** The budget for a nested archive. @throws OverBudget when archives are nested too deeply */
  within(): Budget {
    if (this.depth >= 8) throw new OverBudget('archives are nested too deeply');
    return new Budget(this.depth + 1, this.#left);
  }

  /** The number of bytes the next archive may unpack to; at least 1, because unpacking needs a positive limit. */
  get bytes(): number {
    return Math.max(1, Math.floor(Math.min(this.#share, this.#left.bytes)));
  }

  /** @throws OverBudget when the budget is exceeded */
  spend(bytes: number, entries = 0): void {
    this.#left.bytes -= bytes;
    this.#left.entries -= entries;
    if (this.#left.bytes < 0) throw new OverBudget('archives unpack to too much');
    if (this.#left.entries < 0) throw new OverBudget('archives contain too many files');
  }
}
