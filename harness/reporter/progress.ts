import { worst, type Verdict } from '../results/verdicts.ts';
import type { EndedTest } from '../results/build-results.ts';
import { alarming, coloured, counted, duration } from '../results/text.ts';

/** The tests printed one by one; the summary has the others. */
const mostPrinted = 40;
/** Longer reasons are cut off, in characters. */
const longestReason = 200;
/** The time without output after which a progress line is printed. */
const quietMs = 10_000;

/** Prints the progress of a run: a line for each finished file, and one for each test that needs attention. */
export class Progress {
  readonly #waiting = new Map<string, number>();
  readonly #done = new Map<string, { verdicts: Verdict[]; ms: number; isNew: boolean }>();
  /** Why tests judged nothing, as printed so far: many tests often share one reason. */
  readonly #reasons = new Set<string>();
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

  ended(test: EndedTest, verdict: Verdict): void {
    const { file, line, title, durationMs } = test;
    this.#count += 1;
    const done = this.#done.get(file) ?? { verdicts: [], ms: 0, isNew: false };
    done.verdicts.push(verdict);
    done.ms += durationMs;
    this.#done.set(file, done);
    const reason = reasonOf(test, verdict);
    if (reason === undefined || !this.#reasons.has(reason)) {
      done.isNew ||= verdict !== 'not-applicable';
      const why = reason === undefined ? '' : `: ${reason}`;
      if (alarming.includes(verdict) && (this.#alarms += 1) <= mostPrinted)
        this.#say(`  ${coloured(verdict, verdict === 'fail' ? 'bad' : 'open')}  ${file}:${line}  ${title}${why}`);
    }
    if (reason !== undefined) this.#reasons.add(reason);
    if (done.isNew && done.verdicts.length === this.#waiting.get(file)) this.#fileEnded(file, done.verdicts, done.ms);
  }

  /** @param reason why no test runs, printed already */
  notReady(reason: string): void {
    this.#reasons.add(reason.slice(0, longestReason));
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

/** Why a test judged nothing; undefined when it did. */
const reasonOf = ({ record, ended }: EndedTest, verdict: Verdict): string | undefined => {
  if (verdict !== 'environment' && verdict !== 'not-tested') return undefined;
  const own = record && [...record.checks, record.endedBy].find((one) => one?.verdict === verdict);
  const message = record ? own?.message : ended.message;
  return (message ?? '').split('\n')[0]?.slice(0, longestReason);
};
