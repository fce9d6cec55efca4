// npm start: set-up, then the conformance run. Arguments go to `playwright test` as they are.
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

  npm start                               the whole run, on the embedded sandbox unless told otherwise
  npm start -- --project=api              without the browser
  npm start -- --grep @txn.number-leading-zero
                                          the tests of one rule; npm run rules lists them all
  npm start -- --grep @section-4.1        those of one section, and of what lies below it
  npm start -- --headed                   with browser windows; any other argument of "playwright test" works too

  npm start -- --target FOLDER            with settings, lists, reports and journal in a folder of the target's own
  npm start -- --plan                     how much such a run sends; sends nothing, and takes the same arguments

  npm start -- --since COMMIT_OR_RUN       everything, beginning with what failed or changed last

  npm start -- --shard=1/4                the first of four parts, for as many machines
  npm run merge -- FOLDER                 joins what the machines have written; npm run shards shows who has what

  npm start -- --profile NAME             a part of the tests, or other ways; arguments such as --grep go with each
    smoke     one test for each section, for after a deployment (npm run smoke)
    nightly   everything; what a run is unless told otherwise
    signoff   everything, nothing tried a second time: the run that npm run signoff rests on, without its document
    watch     smoke every few minutes, a line each; see npm run watch -- --help

  npm run init -- FOLDER                  makes the folder of a target: asks for what matters
  npm run doctor                          whether everything is there that a run needs, and how to mend it
  npm run rules                           every rule with its level, sections, sentence and tests
  npm run report                          the Allure report of the last run
  npm run review                          what people decide, with what the last run has seen of it
  npm run signoff                         the document that a release is decided from
  npm run replay -- RULE                  whether the failed tests of a rule still fail, and in the same way
  npm run unstable                        the tests that fail now and then, from the runs that are kept
  npm run observations                    what the last run observed otherwise than is pinned; --accept pins it
  npm run questions                       what the interface leaves open, as questions to the owner of the service
  npm run cleanup                         deletes and restores what a run that was killed has left at the target
  npm run faults                          proves on faulty sandboxes that the tests of each rule can fail
  npm run stability -- 20                 repeats the suite in random orders; names tests whose verdict changes
  npm run openapi                         the interface as an OpenAPI document, for other tools
  npm run sandbox                         the sandbox alone, to develop against
  npm test                                checks the suite itself: types, style, units, a whole run on the sandbox

Settings come from the environment and from .env. The sandbox needs none; .env.example describes each.
TARGET=staging with BASE_URL, SECRET_KEY, PUBLISHABLE_KEY and so on checks a real target.

Exit codes
  0  conforming        every applicable rule was judged, and none is broken
  1  non-conforming    at least one rule is broken
  2  inconclusive      some rule could not be judged: target unreachable, prerequisite missing, run interrupted
  3  not a judgement   the settings are wrong, or the suite itself is at fault`;

const named = () => {
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
const { profile, since, rest } = named();
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
  console.error(`--shard=${asked}: write which shard it is of how many, such as --shard=1/4 to --shard=4/4`);
  process.exit(3);
}
const reports = reportsFolder(parseShard(shards.at(-1)));

setUp({
  headless: !['--headed', '--debug', '--ui'].some((flag) => args.some((one) => one.split('=')[0] === flag)),
  browser:
    !wantsHelp && !isPlan && !args.includes('--list') && !/ --project[= ]api (?!browser)/.test(` ${args.join(' ')} `),
});

const note = noSettingsNote();
// Beside what a report or a list prints, which other programs may read.
if (note && !args.includes('--list')) console.error(`Settings  ${note}`);

const startedAt = Date.now();
// What undici says of its decompression tells a user nothing.
const quiet = '--disable-warning=ExperimentalWarning';
const ofTypeScript = (/** @type {string[]} */ ...path) => [quiet, '--import', 'tsx', join('cli', ...path)];
const ofRun = profile === 'watch' ? ofTypeScript('repeat', 'watch.ts') : [quiet, playwrightCli, 'test'];
const program = isPlan ? ofTypeScript('inspect', 'plan.ts') : ofRun;
const env = {
  ...process.env,
  ...(profile && { [profileVariable]: profile }),
  ...(since && { [sinceVariable]: since }),
};
const child = spawn(process.execPath, [...program, ...args], { cwd: root, stdio: 'inherit', env });

// Playwright ends a run in order when it is interrupted, and only then: it drops a second interrupt within a second,
// which it gets when a terminal has sent one to all of us already.
passSignals(child, 'SIGINT');

// npm hands a SIGTERM to its shell alone, which dies of it and tells nobody; what is left then is to see that it is gone.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    child.kill('SIGINT');
  }, 500);
}

if (isPlan || profile === 'watch') child.on('exit', (code) => process.exit(code ?? 3));

// Playwright also ends with 1 when it did not even start, at an argument it does not know.
const ownReporters = args.some((one) => one.startsWith('--reporter'));
const judged = () =>
  (statSync(join(targetFolder(), reports, 'results.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt;
child.on('exit', (code) => process.exit(code === 1 && !ownReporters && !judged() ? 3 : (code ?? 3)));
