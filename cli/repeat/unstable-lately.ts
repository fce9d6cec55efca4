import { existsSync } from 'node:fs';
import { unstablePage, rateInWords, ranWith } from '../../harness/html/front/unstable-page.ts';
import { writeFrontPage } from '../../harness/html/front/write.ts';
import { History } from '../../harness/baselines/history/history.ts';
import { unstableSince, type UnstableTest } from '../../harness/baselines/history/unstable.ts';
import { unstableFile } from '../../harness/results/files/place.ts';
import { writeAtomically } from '../../harness/results/files/write-atomically.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { counted } from '../../harness/results/text.ts';
import { command } from '../../helpers/processes/command.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { numberOf } from '../../helpers/settings/command-line/options.mjs';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

const usage = `npm run unstable: the tests that fail intermittently, from the history of runs.

  npm run unstable -- [TARGET] [--days 7]

Lists the tests whose verdict alternated in the whole runs of the last days: how often they failed, since when, with
which states of the suite, and what failed in the same runs. It sends no requests. The list is also written to
${unstableFile}, to which the front page of the last run links.

  TARGET    the name in reports/history; default: the target of the newest run
  --days N  how far to look back, from 1 to 366

Exit codes
  0  no test is unstable
  1  some are
  3  there is no run in the history, or an argument is wrong`;

const dayMs = 24 * 60 * 60 * 1000;

const inWords = (test: UnstableTest): string[] => [
  `${test.rule}  ${test.file}:${test.line}  ${escapeControlChars(test.variant)}`.trimEnd(),
  `    ${rateInWords(test)}: ${test.outcomes.map(({ failed }) => (failed ? '✗' : '✓')).join('')}`,
  ...ranWith(test).map((one) => `    failed with ${one}`),
  ...test.beside.map(
    ({ rule, variant, times }) => `    and ${rule} ${escapeControlChars(variant)}`.trimEnd() + `, ${times} times`,
  ),
];

await command(
  usage,
  { allowPositionals: true, options: { days: { type: 'string' } } },
  ({ days: given }, [target, ...more]) => {
    if (more.length > 0) throw new Error(`Name one target.\n\n${usage}`);
    const days = numberOf('--days', given, { from: 1, to: 366, of: 'days', whole: true }) ?? 7;
    const history = new History(process.cwd(), (line) => console.error(line));
    const targets = history.targets();
    const name = targets.find((one) => one === (target ?? one));
    if (name === undefined) {
      const known =
        targets.length > 0
          ? `There are runs of: ${targets.join(', ')}.`
          : `Start a whole run, which is kept: ${toRun('start')}`;
      throw new Error(`No run of ${target ?? 'any target'} is kept in reports/history. ${known}`);
    }
    const { tests, runs } = unstableSince(history.runs(name), Date.now() - days * dayMs);
    writeAtomically(unstableFile, unstablePage(tests, { target: name, days, runs }));
    const last = 'reports/results.json';
    if (existsSync(last)) writeFrontPage(readResults(last), { root: process.cwd() }, (text) => text);
    const head = `${counted(tests.length, 'unstable test')} of ${name} in ${counted(runs, 'whole run')} of the last ${counted(days, 'day')}`;
    console.log([head, ...tests.flatMap((one) => ['', ...inWords(one)]), '', `Written to ${unstableFile}.`].join('\n'));
    return tests.length > 0 ? 1 : 0;
  },
);
