import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command } from '../../helpers/processes/command.ts';
import { nameRunFolder } from '../../helpers/client/network/run-folder.ts';
import { declared } from '../../helpers/settings/declarations/declarations.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { SettingsError } from '../../helpers/settings/settings.ts';
import { enterTargetFolder, toInit, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { checkLines } from '../../harness/preflight/check.ts';
import { askFor, openQuestions, withGiven, type Answers } from './questions.ts';
import { readEnv, writeFolder } from './target-files.ts';

const usage = `npm run init -- FOLDER: creates the folder of a target, or updates an existing one.

  npm run init -- FOLDER                  asks for the important settings; Enter keeps the current value
  npm run init -- FOLDER NAME=VALUE ...   with given settings, such as BASE_URL=https://staging.example.com
  npm run init -- FOLDER --no-questions   asks no questions; the default without a terminal: piped input is not read

It writes FOLDER/.env, every setting with a comment, and FOLDER/.gitignore. An earlier .env is kept as .env.before. Keys
are not shown while they are typed. A command line stays in the history of the shell, so type keys, or set them as
environment variables, which count as answered and are not written.

Then it checks the target: address, certificate, secret key, wallets, balances and callbacks. No payment is made. If
CALLBACK_CREATE_PATH is set, it creates a callback and deletes it again.

Exit codes
  0  the settings are complete, and the target answers
  2  the listed settings are missing or the listed checks failed; or the questions were interrupted, also by the end of
     the input, and nothing was written
  3  an argument or a setting is wrong`;

const noTerminal =
  'No terminal: no questions are asked, and piped input is not read. Give NAME=VALUE, set variables, or use a terminal.';

const known = new Map<string, (typeof declared)[number]>(declared.map((one) => [one.variable, one]));

/** The settings of NAME=VALUE arguments. */
const given = (args: readonly string[]): Answers => {
  const problems: string[] = [];
  const pairs = args.map((arg) => {
    const at = arg.indexOf('=');
    const [name, value] = [arg.slice(0, Math.max(at, 0)), arg.slice(at + 1).trim()];
    const setting = known.get(name);
    if (!setting || name === 'TARGET_FOLDER')
      problems.push(`${at > 0 ? name : arg}: is not a setting; write NAME=VALUE with a name of docs/settings.md`);
    const problem = value === '' ? undefined : setting?.type.safeParse(value).error?.issues[0]?.message;
    if (problem) problems.push(`${name}: ${problem}`);
    return [name, value] as const;
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return Object.fromEntries(pairs);
};

const init = async ([folder, ...rest]: string[], hasQuestions: boolean): Promise<number> => {
  if (!folder) throw new Error(`Name the folder of the target: ${toInit('FOLDER')}`);
  const path = resolve(folder);
  const before = readEnv(path);
  // Relative file names in settings refer to the folder.
  mkdirSync(path, { recursive: true });
  enterTargetFolder(['--target', path]);
  let answers = withGiven({ TARGET: 'staging', ...before }, given(rest));
  const isSet = (name: string): boolean => Boolean(process.env[name]?.trim());
  if (!hasQuestions) {
    const open = openQuestions(answers, isSet).map((line) => `  ${line}`);
    if (open.length > 0) console.log(['Empty settings that were not asked for:', ...open].join('\n'));
  } else {
    const asked = await askFor(answers, isSet);
    if (!asked) {
      console.error('Interrupted, or the input ended: nothing was written.');
      return 2;
    }
    answers = asked;
  }
  for (const file of writeFolder(path, answers)) console.log(`Written    ${file}`);
  return checkTarget(path);
};

/** Reports missing settings, or the checks of the target. @returns the exit code */
const checkTarget = async (folder: string): Promise<number> => {
  try {
    const settings = readSettings();
    nameRunFolder();
    const { preflight } = await import('../../harness/preflight/preflight.ts');
    const checks = await preflight(settings, { browser: undefined, thorough: false, mayPay: false, tell: console.log });
    const open = checks.filter(({ verdict }) => verdict !== 'ok').length;
    console.log([settings.baseUrl, ...checks.flatMap(checkLines)].join('\n'));
    console.log(`${open > 0 ? 'Look at the problems above. Then' : 'Next'}     ${toRun('doctor')}`);
    console.log('It makes a few test payments, also on the hosted page.');
    return open > 0 ? 2 : 0;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const missing = error.problems.every((problem) => problem.includes(': set '));
    console.log(`Missing or wrong:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`);
    console.log(`Correct ${join(folder, '.env')}, or answer again: ${toInit(folder)}`);
    return missing ? 2 : 3;
  }
};

await command(
  usage,
  { options: { 'no-questions': { type: 'boolean', default: false } }, allowPositionals: true },
  (options, positionals) => {
    if (!options['no-questions'] && !process.stdin.isTTY) console.log(noTerminal);
    return init(positionals, !options['no-questions'] && process.stdin.isTTY);
  },
);
