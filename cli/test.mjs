// npm test: checks the suite itself. Every gate runs, even after a failed one; the last line counts gates, unit tests,
// conformance tests, faults and variants. With words, only the gates whose names contain one: npm test -- lint unit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { endingSignals } from '../helpers/processes/signals.cjs';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { setUp } from './setup.mjs';

setUp();
const words = process.argv.slice(2);
/** @type {string[]} */
const names = [];
const count = { passed: 0, failed: 0 };
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
let stopped = false;
for (const name of endingSignals) {
  process.on(name, () => {
    stopped = true;
    endGroup(name);
  });
}

const isCi = Boolean(process.env['CI']);
// Another part on each day, so that a week covers all; CI proves all faults each time.
const part = `${1 + (Math.floor(Date.now() / 86_400_000) % 7)}/7`;
const tsx = 'node --import tsx';
await gate('type check', 'tsc && tsc -p sandbox');
await gate('lint', 'oxlint --type-aware --deny-warnings');
await gate('format', 'oxfmt --check');
await gate('rules and tests', `${tsx} cli/rules.ts --check`);
await gate(
  'unit tests',
  // A file that does not end is named.
  `${tsx} --test --test-reporter=spec --test-concurrency=8 --test-timeout=600000 ${[...units()].join(' ')}`,
  unitTests,
);
await gate('conformance run', 'playwright test', (_output, since) =>
  ofReport('results.json', since, ({ run: { tests } }) => [
    tests.pass + tests.known + tests.observed + tests['not-applicable'],
    tests.fail + tests.harness + tests.environment + tests['not-tested'],
  ]),
);
await gate('proof of faults', `${tsx} proof/faults.ts ${isCi ? '' : `--part ${part}`}`, (_output, since) =>
  ofReport('faults.json', since, ({ faults }) => countOf(faults, ({ killed }) => killed)),
);
await gate('conforming variants', `${tsx} proof/variants.ts --part ${part}`, (_output, since) =>
  ofReport('variants.json', since, ({ variants }) => countOf(variants, ({ verdict }) => verdict === 'conforming')),
);
const hasRun = count.passed + count.failed > 0;
console.log(
  hasRun
    ? `\n${count.passed} passed, ${count.failed} failed`
    : `npm test -- WORD ... runs the gates whose names contain one of the words: ${names.join(', ')}`,
);
process.exitCode = count.failed === 0 && !stopped && (hasRun || words.includes('--help')) ? 0 : 1;

/**
 * Runs one gate and prints one line, preceded by its whole output when it failed.
 *
 * @param {string} name
 * @param {string} command
 * @param {(output: string, startedAt: number) => readonly [passed: number, failed: number]} [tests] counts its tests
 */
async function gate(name, command, tests = () => [0, 0]) {
  names.push(name);
  if (stopped || (words.length > 0 && !words.some((word) => name.includes(word)))) return;
  const startedAt = Date.now();
  const child = spawn(command, {
    cwd: suiteRoot,
    shell: true,
    // A process group of its own, so that all that it starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...withoutSettings(),
      GITHUB_STEP_SUMMARY: '',
      PATH: `${join(suiteRoot, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
    },
  });
  running = child;
  child.once('exit', () => endGroup('SIGKILL'));
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  running = undefined;
  const [passed, failed] = tests(stdout, startedAt);
  const ok = status === 0 && failed === 0;
  count.passed += passed + (ok ? 1 : 0);
  count.failed += failed + (ok ? 0 : 1);
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd().replace(/^/gm, '  | '));
  const tested = passed + failed === 0 ? '' : `, ${passed + failed} tests`;
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s${tested})`);
}

/** @param {NodeJS.Signals} name */
function endGroup(name) {
  try {
    if (running?.pid) process.kill(-running.pid, name);
  } catch {
    // All processes of the group have ended.
  }
}

/**
 * The files of unit tests. Those of one folder share a process, since starting one takes longer than most of them, each as
 * a suite, since it may have hooks for all its tests; what waits for pages and connections runs beside the rest.
 */
function units() {
  const files = ['interface', 'helpers', 'fixtures', 'harness', 'cli', 'proof', 'sandbox'].flatMap((folder) =>
    readdirSync(join(suiteRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name))
      .sort(),
  );
  const together = join('reports', 'unit-tests');
  rmSync(join(suiteRoot, together), { recursive: true, force: true });
  mkdirSync(join(suiteRoot, together), { recursive: true });
  return new Set(
    files.map((file) => {
      const [shared = ''] = /^helpers.(?:network|payments.page|payments)|^\w+/.exec(file) ?? [];
      const entry = join(together, `${shared.replaceAll(sep, '-')}.cjs`);
      const [name, path] = [file, join(suiteRoot, file)].map((one) => JSON.stringify(one));
      appendFileSync(join(suiteRoot, entry), `require('node:test').describe(${name}, () => void require(${path}));\n`);
      return entry;
    }),
  );
}

/** @param {string} output of the reporter "spec", which ends with the failed tests */
function unitTests(output) {
  const countOf = (/** @type {string} */ name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return /** @type {const} */ ([countOf('pass'), countOf('fail')]);
}

/**
 * @param {string} name of a report
 * @param {number} since an earlier report does not count
 * @param {(report: any) => readonly [number, number]} read
 * @returns {readonly [number, number]}
 */
function ofReport(name, since, read) {
  const file = join(suiteRoot, 'reports', name);
  return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : [0, 0];
}

/**
 * @param {any[]} all
 * @param {(one: any) => boolean} isGood
 */
function countOf(all, isGood) {
  const good = all.filter(isGood).length;
  return /** @type {const} */ ([good, all.length - good]);
}

/** The settings of the user must not affect the result. */
function withoutSettings() {
  const names = readFileSync(join(suiteRoot, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm);
  const empty = [...names].map(([, name = '']) => [name, '']).filter(([name]) => name !== 'BROWSER_PATH');
  return { ...Object.fromEntries(empty), TARGET: 'sandbox', ENV_FILE: '' };
}
