import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Values } from '../helpers/processes/command.ts';
import { startSandbox } from '../helpers/processes/start-sandbox.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import type { RuleId } from '../interface/rules/catalogue.ts';
import { channels } from '../interface/rules/channels.ts';
import { problemsOf } from './conforming.ts';
import { isKilledBy } from './fault-rounds.ts';
import type { ListedTest, Meeting } from './mutant-plan.ts';
import { instanceOf, listTests, partOf, runMutants, writeProof } from './run-mutants.ts';

const help = `Proves that payment pages of real UI libraries can be used by their lines: node --import tsx proof/real-pages.ts

Builds pages of real-pages/, serves each by a sandbox of its own, and runs the browser specs on it: all must pass. Then
three faults on each page must be killed by a check of their rule.

  --all           all pages in all channels; without it, three a day
  --grep NAME     pages whose name matches
  --part 2/4      one of four parts of them
  --channel NAME  the specs of redirect, form or iframe alone
  --tests WORDS   the specs whose title matches
  --no-faults     without faults
  --list          the pages

Writes reports/real-pages.json.

Exit codes
  0  all pages were judged conforming, and all faults killed; or the packages cannot be installed, outside of CI
  1  a page was not, or a fault survived; or the packages cannot be installed, in CI
  3  the proof could not be made`;

const options = {
  all: { type: 'boolean' },
  grep: { type: 'string' },
  part: { type: 'string' },
  channel: { type: 'string' },
  tests: { type: 'string' },
  'no-faults': { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

const folder = join(suiteRoot, 'real-pages');

/** Settings that a page needs beyond its lines. */
const needs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cards: { TEST_NUMBERS: '4084084084084081' },
};

/** A fault, its rule, and words in the title of the tests that show it. */
type Fault = readonly [name: string, rule: RuleId, shownBy: string];

/** Faults that show on any page, one of each line for each page. */
const faults: readonly (readonly [Fault, ...Fault[]])[] = [
  [
    ['hosted-amount-times-ten', 'page.amount-right', 'a success leads back'],
    ['success-ends-at-receipt', 'redirect.success-url', 'three payments'],
    ['redirect-success-status-says-pending', 'redirect.status-success', 'leads back'],
    ['redirect-failure-status-says-success', 'redirect.status-failed', 'leads back'],
    ['own-query-dropped', 'redirect.own-query', 'leads back'],
    ['cancelled-says-success', 'redirect.cancelled-not-success', 'redirect: a payment is cancelled'],
  ],
  [
    ['form-amount-times-ten', 'form.amount-right', 'a success leads back'],
    ['form-success-crosses', 'form.no-crossing', 'three payments'],
    ['form-failure-without-status', 'form.failure', 'leads back'],
    ['form-typed-amount-times-thousand', 'form.amount-right', 'required fields alone'],
    ['form-generated-reference-missing', 'form.reference-generated', 'a failure leads back'],
  ],
  [
    ['iframe-second-currency-as-euros', 'iframe.amount-right', 'second currency'],
    ['iframe-denied', 'iframe.loads', 'three payments'],
    ['iframe-success-shows-receipt', 'iframe.success', 'three payments'],
    ['iframe-failure-crosses', 'iframe.no-crossing', 'a failure leads back'],
  ],
];

const main = async (given: Values<typeof options>): Promise<number> => {
  const { all, grep, part, list, channel = '', tests: words = '' } = given;
  const pages = readdirSync(join(folder, 'pages'))
    .flatMap((file) => (file.endsWith('.yaml') ? [file.replace('.yaml', '')] : []))
    .sort();
  const usable = grep === undefined ? pages : pages.filter((name) => new RegExp(grep).test(name));
  const chosen = partOf(usable, part ?? (all || grep ? '1/1' : partOfToday(usable.length)));
  if (chosen.length === 0) throw new Error(`no page matches "${grep}"`);
  if (list) {
    console.log(chosen.join('\n'));
    return 0;
  }
  const missing = install();
  if (missing) {
    console.log(`the pages of real UI libraries were not tested: ${missing}`);
    return process.env['CI'] ? 1 : 0;
  }
  const build = spawnSync(process.execPath, [join(folder, 'build.mjs'), ...chosen], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`the pages could not be built: ${build.stderr || build.stdout}`);

  const isLeftOut = ({ key }: ListedTest) =>
    !new RegExp(words).test(key) ||
    channels.some((one) => channel !== '' && one !== channel && key.includes(`› ${one}:`));
  const tests = (await listTests()).filter((test) => test.project === 'browser');
  const judged: Judged[] = [];
  for (const name of chosen) {
    const own = given['no-faults'] ? [] : faults.map((line) => line[pages.indexOf(name) % line.length] ?? line[0]);
    judged.push(await judge(name, tests, own, isLeftOut));
  }
  writeProof('real-pages.json', { pages: judged });
  const good = judged.filter(({ problems, survivors }) => problems.length + survivors.length === 0);
  console.log(`${good.length} of ${judged.length} pages conforming, with their faults killed; reports/real-pages.json`);
  return good.length === judged.length ? 0 : 1;
};

/** About three pages, others each day. */
const partOfToday = (count: number): string => {
  const parts = Math.ceil(count / 3);
  return `${1 + (Math.floor(Date.now() / 86_400_000) % parts)}/${parts}`;
};

type Judged = { name: string; seconds: number; tests: number; problems: string[]; survivors: string[] };

/** Runs the browser specs on one page, and the tests of the rules of its faults. */
const judge = async (
  page: string,
  all: readonly ListedTest[],
  own: readonly Fault[],
  isLeftOut: (test: ListedTest) => boolean,
): Promise<Judged> => {
  const startedAt = Date.now();
  const tests = all.filter((test) => !isLeftOut(test));
  if (tests.length === 0) throw new Error('no test matches');
  const { child, address } = await startSandbox('--each-fault', '--page', join(folder, 'built', page));
  try {
    const settings = { CHECKOUT_PAGE: `real-pages/pages/${page}.yaml`, ...needs[page] };
    const none = { name: 'none', rule: '', address: await instanceOf(address, 'none') };
    const meetings: Meeting[] = tests.map((test) => ({ test, mutant: none, settings, isPatient: true }));
    for (const [name, rule, shownBy] of own) {
      const mutant = { name, rule, address: await instanceOf(address, name) };
      const showing = all.filter(({ tags, key }) => tags.includes(`@${rule}`) && key.includes(shownBy));
      if (showing.length === 0) throw new Error(`no test of ${rule} has "${shownBy}" in its title, to show ${name}`);
      meetings.push(...showing.map((test) => ({ test, mutant, settings, isPatient: true })));
    }
    const results = await runMutants(meetings, address);
    const problems = results.filter(({ name }) => name === 'none').flatMap(problemsOf);
    const survivors = own.flatMap(([fault, rule]) => {
      const isKilled = results.some((one) => one.name === fault && isKilledBy(one));
      return isKilled ? [] : [`${fault} (${rule})`];
    });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `${page}: ${problems.length === 0 ? 'conforming' : 'not conforming'}, ${own.length - survivors.length} of ${own.length} faults killed, ${seconds} s`,
    );
    for (const problem of problems.slice(0, 5)) console.log(`  ${problem}`);
    for (const survivor of survivors) console.log(`  survived: ${survivor}`);
    return { name: page, seconds, tests: tests.length, problems, survivors };
  } finally {
    child.kill('SIGTERM');
  }
};

/** Installs the packages of the pages, unless they are there in the versions of package.json. @returns why they cannot be */
const install = (): string | undefined => {
  const isWindows = process.platform === 'win32';
  const npm = (...args: string[]) => spawnSync('npm', args, { cwd: folder, encoding: 'utf8', shell: isWindows });
  if (npm('ls').status === 0) return undefined;
  console.log('Installing the packages of real-pages (npm ci) ...');
  const { status, stderr, error } = npm('ci', '--no-engine-strict', '--ignore-scripts');
  if (status === 0) return undefined;
  const lines = (stderr ?? '').split('\n').filter((line) => /^npm (?:error|ERR)/.test(line));
  return `their packages cannot be installed: ${error?.message ?? lines.slice(0, 3).join(' ')}`;
};

void command(help, { options }, main);
