import { basename } from 'node:path';
import { worst } from '../../results/judgement/verdict.ts';
import type { JudgedTest } from '../../results/judgement/build-results.ts';
import { alarming, coloured, counted, duration } from '../../results/text.ts';

interface File {
  waiting: number;
  tests: JudgedTest[];
}

/** The maximum number of tests printed one by one; the summary has the others. */
const maxPrinted = 40;
/** The time without output after which a progress line is printed. */
const quietMs = 10_000;

/** Prints the progress of a run: a line for each finished file, and one for each test that needs attention. */
export class Progress {
  readonly #files = new Map<string, File>();
  readonly #print: (line: string) => void;
  #alarms = 0;
  #done = 0;
  #isStopped = false;
  #total = 0;
  #printedAt = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** @param files the file of every test that will run */
  begin(files: readonly string[]): void {
    for (const file of files) {
      const known = this.#files.get(file) ?? { waiting: 0, tests: [] };
      this.#files.set(file, { ...known, waiting: known.waiting + 1 });
    }
    this.#total = files.length;
    this.#timer = setInterval(() => this.#signOfLife(), 1000);
    // The timer must not keep the process alive.
    this.#timer.unref();
  }

  tested(test: JudgedTest): void {
    this.#done += 1;
    const file = this.#files.get(test.file);
    if (!file) return;
    file.tests.push(test);
    if (alarming.includes(test.verdict)) this.#alarm(test);
    if (file.tests.length === file.waiting) this.#fileEnded(test.file, file.tests);
  }

  /** Reports that a test runs again after an environment fault; it does not count as done yet. */
  retried(test: JudgedTest): void {
    this.#say(`  again  ${this.#nameOf(test)}  (environment fault, the test is repeated)`);
  }

  /** Reports an outage of the target, and suppresses all further lines. */
  stopped(line: string): void {
    if (this.#isStopped) return;
    this.#say(`  ${coloured('environment', 'open')}  ${line}`);
    this.#isStopped = true;
  }

  #alarm(test: JudgedTest): void {
    this.#alarms += 1;
    if (this.#alarms === maxPrinted + 1) this.#say('  ...  further tests are in the summary');
    if (this.#alarms > maxPrinted) return;
    const mark = coloured(test.verdict, test.verdict === 'fail' ? 'bad' : 'open');
    this.#say(`  ${mark}  ${this.#nameOf(test)}`);
  }

  #nameOf(test: JudgedTest): string {
    return `${basename(test.file)}:${test.line}  @${test.rule}  ${test.title}`;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #fileEnded(name: string, tests: readonly JudgedTest[]): void {
    const alarms = alarming.flatMap((verdict) => {
      const count = tests.filter((test) => test.verdict === verdict).length;
      return count === 0 ? [] : [`${count} ${verdict}`];
    });
    const took = tests.reduce((sum, test) => sum + test.durationMs, 0);
    const verdict = worst(tests.map((test) => test.verdict));
    const calm = verdict === 'not-applicable' ? 'n/a' : coloured('ok', 'good');
    const mark = alarms.length === 0 ? calm : coloured(verdict, 'bad');
    const facts = [counted(tests.length, 'test'), ...alarms, duration(took)].join(', ');
    this.#say(`  ${mark}  ${name.replace(/^tests\//, '').replace(/\.spec\.ts$/, '')}  (${facts})`);
  }

  #signOfLife(): void {
    if (Date.now() - this.#printedAt >= quietMs) this.#say(`  ...  ${this.#done} of ${this.#total} tests done`);
  }

  #say(line: string): void {
    if (this.#isStopped) return;
    this.#printedAt = Date.now();
    this.#print(line);
  }
}
