/** Prints text in whole lines, because a key to mask may be split between two chunks. */
export class WholeLines {
  readonly #print: (lines: string) => void;
  #rest = '';

  constructor(print: (lines: string) => void) {
    this.#print = print;
  }

  write(chunk: string | Buffer): void {
    const text = this.#rest + chunk.toString();
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    if (end > 0) this.#print(text.slice(0, end));
  }

  /** Prints the rest without a line break at its end. */
  end(): void {
    if (this.#rest !== '') this.write('\n');
  }
}
