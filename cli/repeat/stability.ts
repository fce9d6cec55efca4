import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { program } from '../../helpers/processes/command.ts';
import { abortedBySignals } from '../../helpers/processes/signals.mjs';
import { targetFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { numberOf, takeOptions } from '../../helpers/settings/command-line/options.mjs';
import { exitCodes } from '../../harness/results/exit-code.ts';
import { counted } from '../../harness/results/text.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { repeat } from './repeat.ts';
import { inWords } from './unstable.ts';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const usage = `npm run stability -- [TIMES]: repeats the suite and names each test whose verdict varies.

  npm run stability -- 20                  20 repetitions, each in another random order of files and tests
  npm run stability -- 20 --load           the same with an artificial load on every core
  npm run stability -- 3 --project=api     any other argument of npm start is passed to each repetition
  npm run stability -- 2 --seed 4711       repeats the orders of seeds 4711 and 4712

TIMES is 10 by default. With --workers=1 an order is repeated exactly; otherwise only the order in which tests begin.

Writes reports/stability.json; the reports of a repetition that did not conform are kept in reports/stability/SEED, with
its order. On a staging each repetition makes the payments of a whole run, and uses up as many callbacks. Repetitions
are not kept in the history of a target, and no digest of them is sent.

Exit codes
  0  stable: every verdict was the same each time
  1  some verdicts varied
  2  interrupted, or the target was not always available
  3  the settings are wrong, or the suite did not run`;

/** Maximum number of unstable tests that are shown. */
const shown = 20;

const root = targetFolder();

const main = async (given: readonly string[]): Promise<number> => {
  const { values, rest } = takeOptions(given, ['--seed']);
  const [count, ...others] = /^\d/.test(rest[0] ?? '') ? rest : ['10', ...rest];
  const times = numberOf('TIMES', count, { from: 1, to: 1000, of: 'repetitions', whole: true }) ?? 0;
  const most = 2 ** 31;
  const chosen = numberOf('--seed', values['--seed'], { from: 0, to: most, of: 'a seed', whole: true });
  const seed = chosen ?? randomInt(most - 1000);
  const underLoad = others.includes('--load');
  const args = others.filter((one) => one !== '--load');
  if (others.some((one) => /^--shard\b/.test(one))) {
    throw new Error('--shard: repetitions run on one machine; leave it out, or select tests with --grep or --project');
  }
  readSettings();

  const stop = abortedBySignals();
  console.log(
    `${counted(times, 'repetition')}${underLoad ? ', with a load on every core' : ''}; repeat with: --seed ${seed}`,
  );
  const release = underLoad ? keepCoresBusy() : async () => {};
  try {
    const wanted = { root, times, seed, args, underLoad, stop };
    const { unstable, doubt } = await repeat({ ...wanted, say: (line) => console.log(line) });
    for (const one of unstable.slice(0, shown)) console.log(['', ...inWords(one)].join('\n'));
    if (unstable.length > shown) console.log(`\nand ${unstable.length - shown} more`);
    console.log(
      unstable.length > 0
        ? `\nUnstable: ${counted(unstable.length, 'test')}; see reports/stability.json`
        : `\n${doubt ? `No test was unstable, but ${doubt}` : 'Stable: every verdict was the same each time'}`,
    );
    if (unstable.length > 0) return 1;
    return doubt ? exitCodes.inconclusive : 0;
  } finally {
    await release();
  }
};

/** Keeps every core busy with threads, which end with this process at the latest. @returns a function that ends them */
const keepCoresBusy = (): (() => Promise<void>) => {
  const threads = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  return async () => {
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
};

await program(usage, main);
await exitWhenWritten();
