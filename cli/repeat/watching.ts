import { setTimeout as pause } from 'node:timers/promises';
import { firstReason } from '../../harness/baselines/history/comparison.ts';
import { counted, countsInWords, duration } from '../../harness/results/text.ts';
import { exitCodes } from '../../harness/results/exit-code.ts';
import type { Results } from '../../harness/results/results-schema.ts';
import type { CompletedRun } from './one-run.ts';

/** Interval and limits of a watch; the limit that is reached first ends it. */
export interface Bounds {
  everyMs: number;
  forMs: number;
  times: number;
}

interface Watch extends Bounds {
  run: () => Promise<CompletedRun>;
  say: (line: string) => void;
  /** Called for each run whose verdict or broken rules changed. @returns lines to print about it */
  changed: (now: Results, before: Results | undefined) => Promise<string[]>;
  stop: AbortSignal;
}

/** The state that the next run is compared with. The first run is compared with a conforming one. */
interface State {
  verdict: string;
  broken: string;
}
const wellBefore: State = { verdict: 'conforming', broken: '' };

/** From the worst to the best. */
const worstFirst = [exitCodes.nonConforming, exitCodes.brokenSuite, exitCodes.inconclusive, exitCodes.conforming];

/**
 * Runs repeatedly, one run after the other, and prints one line for each.
 *
 * @returns the exit code of the worst run; 2 when none was completed
 * @throws with the output of the first run, when it writes no results: later runs would not either
 */
export const watch = async ({ everyMs, forMs, times, run, say, changed, stop }: Watch): Promise<number> => {
  const begin = Date.now();
  const codes: number[] = [];
  let state = wellBefore;
  let before: Results | undefined;
  for (let count = 1; count <= times && !stop.aborted; count += 1) {
    const startedAt = Date.now();
    const { code, results, lastLines } = await run();
    if (stop.aborted) break;
    if (!results && count === 1) throw new Error(lastLines.trim() || 'The run wrote no results.');
    codes.push(code);
    say(`${timeOf(startedAt)}  ${results ? inOneLine(results) : `no judgement    ${lastLine(lastLines)}`}`);
    if (results) {
      const now = stateOf(results);
      if (now.verdict !== state.verdict || now.broken !== state.broken) {
        for (const line of await changed(results, before)) say(`    ${line}`);
      }
      state = now;
      before = results;
    }
    const next = startedAt + everyMs;
    if (count === times || next > begin + forMs) break;
    await pause(Math.max(0, next - Date.now()), undefined, { signal: stop }).catch(() => {});
  }
  say(`${stop.aborted ? 'Interrupted' : 'Ended'} after ${counted(codes.length, 'run')}: ${codesInWords(codes)}`);
  return worstFirst.find((code) => codes.includes(code)) ?? exitCodes.inconclusive;
};

const stateOf = ({ run, rules }: Results): State => ({
  verdict: run.verdict,
  broken: rules
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id }) => id)
    .join(' '),
});

const inOneLine = (results: Results): string => {
  const { run } = results;
  const why = reasonOf(results);
  const said = `${run.verdict.padEnd(14)}  ${countsInWords(run.rules)}, ${duration(run.durationMs)}`;
  return why ? `${said}: ${why.slice(0, 160)}` : said;
};

/** Why a run does not conform, in one line; undefined when it does. */
const reasonOf = ({ run, rules }: Results): string | undefined => {
  const broken = rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  if (run.verdict === 'conforming') return undefined;
  if (broken.length > 0 && run.verdict === 'non-conforming') return broken.join(', ');
  const notReady = run.preflight?.find(({ verdict }) => verdict === 'fail');
  if (notReady) return `${notReady.name}: ${notReady.found}`;
  const open = rules.find(({ verdict }) => /^(not-tested|environment|harness)$/.test(verdict));
  const [left] = run.leftBehind ?? [];
  const first = run.outage ?? run.errors[0] ?? (open && `${open.id}: ${firstReason(open)}`);
  return (first ?? (left && `left behind: ${left}`))?.split('\n', 1)[0];
};

const codesInWords = (codes: readonly number[]): string => {
  const words: Record<number, string> = { 0: 'conforming', 1: 'non-conforming', 2: 'inconclusive', 3: 'no judgement' };
  const counts = [0, 1, 2, 3].map((code) => [codes.filter((one) => one === code).length, words[code]] as const);
  return (
    counts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count} ${word}`)
      .join(' · ') || 'nothing was judged'
  );
};

const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
