import { join } from 'node:path';
import { command } from '../../helpers/processes/command.ts';
import { isPlanned, type Encounters, type Replayed } from '../../harness/again/plan.ts';
import { runAgain } from '../../harness/again/run-again.ts';
import { placeOf } from '../../harness/baselines/observations/pinned.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { targetName } from '../../harness/results/target-name.ts';
import type { Results } from '../../harness/results/results-schema.ts';
import { counted } from '../../harness/results/text.ts';
import { suiteRoot, targetFolder, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { readSettings } from '../../helpers/settings/environment.ts';
import { allFailed, chosen, sentBy, type Recorded } from './chosen.ts';
import { exitCodeOf, outcomeOf } from './comparison.ts';
import { allPrinted, type Told } from './printed.ts';

// npm run replay: does a test that failed still fail, and in the same way?
//
// The test itself is run again. To send the recorded requests as they were would prove less: references, ids and
// addresses of an earlier run are used up, what one request needs of the answer before it would have to be guessed, a
// payment in the browser cannot be sent at all, and nothing would judge the answers. The test makes new ones, keeps
// away from money as in any run, cleans up after itself and judges. So what was recorded is only compared with.

/** Tests that are repeated at once. */
const most = 200;

const usage = `npm run replay: runs failed tests of the last run again and says whether they still fail.

  npm run replay -- WHICH [--results FILE]
  npm run replay -- --failed      all of them, at most ${most}; says first how much that sends

They run with the settings at hand, new references and the same generated values. Each exchange is shown beside the
recorded one, and the reports of the recorded run stay as they are.

  WHICH           a rule (txn.amount-type), a place (tests/api/4.1-transactions.spec.ts:48) or a title, or a part of one
  --results FILE  another results.json than reports/results.json

Exit codes
  0  fails no more; with --failed also when no test failed
  1  still fails, in the same way or differently
  2  could not be judged
  3  the settings are wrong, or there is no such failed test`;

/** Runs tests that share a seed. */
const meet = (tests: readonly Recorded[], run: Results['run']): Promise<Encounters | undefined> =>
  runAgain(
    join(targetFolder(), 'reports/replay'),
    {
      config: join(suiteRoot, 'playwright.config.ts'),
      questions: [
        {
          name: 'again',
          times: 1,
          tests: tests.map(({ test: { project, file, title } }) => ({ project, file, title })),
        },
      ],
    },
    {
      env: {
        ...(tests[0]?.seed ? { SEED: tests[0].seed } : {}),
        ...(run.generatedRuns === undefined ? {} : { GENERATED_RUNS: String(run.generatedRuns) }),
      },
      isShown: true,
    },
  );

const replay = async (which: string | undefined, path: string): Promise<number> => {
  const results = readResults(path);
  const { tests, more } = which === undefined ? allFailed(results, most) : { tests: chosen(results, which), more: 0 };
  if (tests.length === 0) {
    console.log(`No test failed in ${path}.`);
    return 0;
  }
  const [recorded, here] = [results.run, placeOf(readSettings())];
  console.log(`Recorded ${recorded.startedAt.slice(0, 16).replace('T', ' ')} UTC at ${nameOf(recorded)}`);
  if (targetName(recorded) !== targetName(here)) console.log(`Replayed at another target: ${nameOf(here)}`);
  if (which === undefined) console.log(announced(tests, more));
  const told: Told[] = [];
  const notes: string[] = [];
  for (const seed of new Set(tests.map((one) => one.seed))) {
    const together = tests.filter((one) => one.seed === seed);
    const met = await meet(together, recorded);
    // What kept the runner from its work it has printed itself.
    if (!met) return 3;
    for (const one of together) {
      const now = foundIn(met, one);
      told.push({ recorded: one, now, outcome: outcomeOf(one, now) });
    }
    notes.push(
      ...met.errors,
      ...met.leftBehind.map((left) => `Left behind at the target: ${left} (${toRun('cleanup')})`),
    );
    if (met.tests.length === 0 && met.errors.length > 0) throw new Error(met.errors.join('\n'));
  }
  console.log([allPrinted(told), ...notes].join('\n'));
  return exitCodeOf(told.map(({ outcome }) => outcome));
};

const announced = (tests: readonly Recorded[], more: number): string => {
  const { requests, payments } = sentBy(tests);
  const left =
    more > 0 ? `, the first of ${tests.length + more}: the rest by rule, with ${toRun('replay', 'RULE')}` : '';
  return `Repeating ${counted(tests.length, 'failed test')}${left}: at most ${counted(requests, 'request')}, ${payments} of which may start a payment`;
};

const foundIn = ({ tests }: Encounters, { test }: Recorded): Replayed | undefined =>
  tests.find((one) => isPlanned([one], test));

const nameOf = (place: Pick<Results['run'], 'target' | 'host'>): string =>
  place.target === 'sandbox' ? 'the sandbox' : place.host || place.target;

await command(
  usage,
  {
    allowPositionals: true,
    options: {
      results: { type: 'string', default: 'reports/results.json' },
      failed: { type: 'boolean', default: false },
    },
  },
  ({ results, failed }, names) => {
    if (failed && names.length > 0) throw new Error('Name a test, or give --failed, not both.');
    if (failed) return replay(undefined, results);
    if (names.length === 0) throw new Error(`Say which test to replay.\n\n${usage}`);
    return replay(names.join(' '), results);
  },
);
