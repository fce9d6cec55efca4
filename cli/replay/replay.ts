import { join } from 'node:path';
import { command } from '../../helpers/processes/command.ts';
import { isPlanned, type Encounters, type Replayed } from '../../harness/triage/again/plan.ts';
import { runAgain } from '../../harness/triage/again/run-again.ts';
import { placeOf } from '../../harness/baselines/observations/pinned.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { targetName } from '../../harness/results/target-name.ts';
import type { Results } from '../../harness/results/results-schema.ts';
import { counted } from '../../harness/results/text.ts';
import { suiteRoot, targetFolder, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { readSettings } from '../../helpers/settings/environment.ts';
import { allFailed, chosen, sentBy, type Recorded } from './chosen.ts';
import { exitCodeOf, outcomeOf } from './comparison.ts';
import { allPrinted, type ReplayedTest } from './printed.ts';

// npm run replay: does a failed test still fail, and in the same way?
//
// It runs the test itself again instead of the recorded requests. Those would prove less: references, ids and addresses
// of an earlier run are used up, values that a request takes from an earlier answer would have to be guessed, a payment
// in the browser cannot be resent at all, and nothing would judge the answers. The test creates new values, keeps the
// money guard, cleans up after itself and judges. The recorded exchanges are only used for comparison.

/** Maximum number of tests that --failed repeats. */
const most = 200;

const usage = `npm run replay: runs failed tests of the last run again and says whether they still fail.

  npm run replay -- WHICH [--results FILE]
  npm run replay -- --failed      all failed tests, at most ${most}; first prints how much they send

The tests run with the current settings, new references and the same generated values. Each exchange is shown beside the
recorded one, and the reports of the recorded run are not changed.

  WHICH           a rule (txn.amount-type), a place (tests/api/4.1-transactions.spec.ts:48) or a title, or a part of one
  --results FILE  another results.json than reports/results.json

Exit codes
  0  no longer fails; with --failed also when no test failed
  1  still fails, in the same way or differently
  2  could not be judged
  3  the settings are wrong, or there is no such failed test`;

/** Runs tests that share a seed. */
const rerun = (tests: readonly Recorded[], run: Results['run']): Promise<Encounters | undefined> =>
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
  const replayed: ReplayedTest[] = [];
  const notes: string[] = [];
  for (const seed of new Set(tests.map((one) => one.seed))) {
    const together = tests.filter((one) => one.seed === seed);
    const encounters = await rerun(together, recorded);
    // The runner has printed its error itself.
    if (!encounters) return 3;
    for (const one of together) {
      const now = foundIn(encounters, one);
      replayed.push({ recorded: one, now, outcome: outcomeOf(one, now) });
    }
    notes.push(
      ...encounters.errors,
      ...encounters.leftBehind.map((left) => `Left behind at the target: ${left} (${toRun('cleanup')})`),
    );
    if (encounters.tests.length === 0 && encounters.errors.length > 0) throw new Error(encounters.errors.join('\n'));
  }
  console.log([allPrinted(replayed), ...notes].join('\n'));
  return exitCodeOf(replayed.map(({ outcome }) => outcome));
};

const announced = (tests: readonly Recorded[], more: number): string => {
  const { requests, payments } = sentBy(tests);
  const left =
    more > 0 ? `, the first of ${tests.length + more} (repeat the others by rule: ${toRun('replay', 'RULE')})` : '';
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
    if (failed && names.length > 0) throw new Error('Give either a test or --failed, not both.');
    if (failed) return replay(undefined, results);
    if (names.length === 0) throw new Error(`Name the test to replay.\n\n${usage}`);
    return replay(names.join(' '), results);
  },
);
