import { worst, type Verdict } from '../results/verdicts.ts';
import type { EndedTest } from '../results/build-results.ts';
import { alarming, coloured, counted, duration } from '../results/text.ts';

/** The tests printed one by one; the summary has the others. */
const mostPrinted = 40;
/** The time without output after which a progress line is printed. */
const quietMs = 10_000;

/** Prints the progress of a run: a line for each finished file, and one for each test that needs attention. */
export class Progress {
  readonly #waiting = new Map<string, number>();
  readonly #done = new Map<string, { verdicts: Verdict[]; ms: number }>();
  readonly #print: (line: string) => void;
  #alarms = 0;
  #count = 0;
  #total = 0;
  #printedAt = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** @param files the file of every test that will run */
  begin(files: readonly string[]): void {
    for (const file of files) this.#waiting.set(file, (this.#waiting.get(file) ?? 0) + 1);
    this.#total = files.length;
    this.#timer = setInterval(() => {
      if (Date.now() - this.#printedAt >= quietMs) this.#say(`  ...  ${this.#count} of ${this.#total} tests done`);
    }, 1000);
    // The timer must not keep the process alive.
    this.#timer.unref();
  }

  ended({ file, line, title, durationMs }: EndedTest, verdict: Verdict): void {
    this.#count += 1;
    const done = this.#done.get(file) ?? { verdicts: [], ms: 0 };
    done.verdicts.push(verdict);
    done.ms += durationMs;
    this.#done.set(file, done);
    if (alarming.includes(verdict) && (this.#alarms += 1) <= mostPrinted)
      this.#say(`  ${coloured(verdict, verdict === 'fail' ? 'bad' : 'open')}  ${file}:${line}  ${title}`);
    if (done.verdicts.length === this.#waiting.get(file)) this.#fileEnded(file, done.verdicts, done.ms);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #fileEnded(file: string, verdicts: readonly Verdict[], ms: number): void {
    const counts = alarming.flatMap((one) => {
      const count = verdicts.filter((verdict) => verdict === one).length;
      return count === 0 ? [] : [`${count} ${one}`];
    });
    const mark = counts.length > 0 ? coloured(worst(verdicts), 'bad') : coloured('ok', 'good');
    const facts = [counted(verdicts.length, 'test'), ...counts, duration(ms)].join(', ');
    this.#say(`  ${mark}  ${file.replace(/^tests\//, '').replace(/\.spec\.ts$/, '')}  (${facts})`);
  }

  #say(line: string): void {
    this.#printedAt = Date.now();
    this.#print(line);
  }
}
