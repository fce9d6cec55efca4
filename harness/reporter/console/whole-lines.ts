/** Passes text on in whole lines, since what has to be masked may come in two pieces. */
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

  /** Passes on what has no line break at its end. */
  end(): void {
    if (this.#rest !== '') this.write('\n');
  }
}
