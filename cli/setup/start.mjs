// npm start: set-up, then the conformance run. Other arguments are passed to `playwright test` unchanged.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { passSignals } from '../../helpers/processes/signals.mjs';
import {
  enterTargetFolder,
  helpOf,
  noSettingsNote,
  refuseNoFolder,
  targetFolder,
} from '../../helpers/settings/command-line/target-folder.mjs';
import {
  profileVariable,
  sinceVariable,
  takeProfile,
  takeSince,
} from '../../helpers/settings/command-line/profile.mjs';
import { parseShard, reportsFolder, shardArguments } from '../../harness/shards/shard.mjs';
import { root, setUp } from './setup.mjs';

const help = `Checks a payment collection service against every rule of its interface.

  npm start                               a whole run, on the embedded sandbox by default
  npm start -- --project=api              without the browser
  npm start -- --grep @txn.number-leading-zero
                                          the tests of one rule; npm run rules lists them all
  npm start -- --grep @section-4.1        those of one section and its subsections
  npm start -- --headed                   with browser windows; any other argument of "playwright test" works too

  npm start -- --target FOLDER            with the target's own folder for settings, lists, reports and journal
  npm start -- --plan                     how much such a run sends; takes the same arguments, sends nothing

  npm start -- --since COMMIT_OR_RUN       everything, beginning with recently failed or changed tests

  npm start -- --shard=1/4                the first of four parts, to be run on four machines
  npm run merge -- FOLDER                 merges the results of the machines; npm run shards shows how tests are divided

  npm start -- --profile NAME             a kind of run; arguments such as --grep can be added to each
    smoke     one test for each section, for use after a deployment (npm run smoke)
    nightly   everything; the default
    signoff   everything, without retries: the run that npm run signoff makes, without its document
    watch     smoke every few minutes, one line each; see npm run watch -- --help

  npm run init -- FOLDER                  creates the folder of a target: asks for the important settings
  npm run doctor                          checks everything a run depends on, and says how to fix problems
  npm run rules                           every rule with its level, sections, sentence and tests
  npm run report                          the Allure report of the last run
  npm run review                          the points that people decide, with the evidence of the last run
  npm run signoff                         the document that a release decision is based on
  npm run replay -- RULE                  whether the failed tests of a rule still fail, and in the same way
  npm run unstable                        the tests that fail intermittently, from the history of runs
  npm run observations                    how the last run's observations differ from the pinned ones; --accept pins
  npm run questions                       what the interface leaves open, as questions to the owner of the service
  npm run cleanup                         deletes and restores what killed runs have left behind at the target
  npm run faults                          proves on faulty sandboxes that the tests of each rule can fail
  npm run stability -- 20                 repeats the suite in random orders; names tests whose verdict varies
  npm run openapi                         the interface as an OpenAPI document, for other tools
  npm run sandbox                         the sandbox alone, to develop against
  npm test                                checks the suite itself: types, style, units, a whole run on the sandbox

Settings come from the environment and from .env. The sandbox needs none; .env.example describes each.
TARGET=staging with BASE_URL, SECRET_KEY, PUBLISHABLE_KEY and so on checks a real target.

Exit codes
  0  conforming        every applicable rule was judged, and none is broken
  1  non-conforming    at least one rule is broken
  2  inconclusive      some rule could not be judged: target unreachable, prerequisite missing, run interrupted
  3  no verdict        the settings are wrong, or the suite itself failed`;

const parsedArguments = () => {
  try {
    const given = process.argv.slice(2);
    enterTargetFolder(given);
    refuseNoFolder(given);
    const { since, rest } = takeSince(given);
    return { since, ...takeProfile(rest) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(3);
  }
};
const { profile, since, rest } = parsedArguments();
const args = rest.filter((one) => one !== '--plan');
const isPlan = args.length < rest.length;
const wantsHelp = args.includes('--help') || args.includes('-h');
if (wantsHelp && profile !== 'watch') {
  console.log(helpOf(help));
  process.exit(0);
}
if (args.includes('--version') || args.includes('-V')) {
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  process.exit(0);
}

const shards = shardArguments(args);
for (const asked of shards.filter((one) => !parseShard(one))) {
  console.error(`--shard=${asked}: give the shard and the number of shards, such as --shard=1/4`);
  process.exit(3);
}
const reports = reportsFolder(parseShard(shards.at(-1)));

setUp({
  headless: !['--headed', '--debug', '--ui'].some((flag) => args.some((one) => one.split('=')[0] === flag)),
  browser:
    !wantsHelp && !isPlan && !args.includes('--list') && !/ --project[= ]api (?!browser)/.test(` ${args.join(' ')} `),
});

const note = noSettingsNote();
// On stderr, and not with --list, because other programs may read stdout.
if (note && !args.includes('--list')) console.error(`Settings  ${note}`);

const startedAt = Date.now();
// undici warns about its decompression, which does not concern the user.
const quiet = '--disable-warning=ExperimentalWarning';
const withTsx = (/** @type {string[]} */ ...path) => [quiet, '--import', 'tsx', join('cli', ...path)];
const runner = profile === 'watch' ? withTsx('repeat', 'watch.ts') : [quiet, playwrightCli, 'test'];
const program = isPlan ? withTsx('inspect', 'plan.ts') : runner;
const env = {
  ...process.env,
  ...(profile && { [profileVariable]: profile }),
  ...(since && { [sinceVariable]: since }),
};
const child = spawn(process.execPath, [...program, ...args], { cwd: root, stdio: 'inherit', env });

// Playwright ends a run gracefully only on SIGINT. After Ctrl-C the terminal has already sent it one; Playwright
// ignores a second one within a second.
passSignals(child, 'SIGINT');

// npm forwards a SIGTERM only to its shell, which dies without forwarding it. Detect that by the changed parent
// process.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    child.kill('SIGINT');
  }, 500);
}

if (isPlan || profile === 'watch') child.on('exit', (code) => process.exit(code ?? 3));

// Playwright also ends with 1 when it did not start, for example because of an unknown argument.
const ownReporters = args.some((one) => one.startsWith('--reporter'));
const judged = () =>
  (statSync(join(targetFolder(), reports, 'results.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt;
child.on('exit', (code) => process.exit(code === 1 && !ownReporters && !judged() ? 3 : (code ?? 3)));
