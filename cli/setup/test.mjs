// npm test: checks the suite itself. Every gate runs, even after a failed one. The last line counts gates, unit tests,
// conformance tests, faults and readings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { endingSignals } from '../../helpers/processes/signals.mjs';
import { root, setUp } from './setup.mjs';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

setUp();

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const count = { passed: 0, failed: 0 };

/** Timeout of a gate, in milliseconds. */
const longestMs = 30 * 60_000;
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = false;
for (const name of endingSignals) {
  process.on(name, () => {
    stopped = true;
    for (const child of running) signal(child, name);
  });
}

const isCi = Boolean(process.env['CI']);
const reporter = pathToFileURL(join(root, 'cli', 'setup', 'unit-reporter.mjs')).href;

// Unit tests mostly wait, so the static checks run in parallel.
const unit = `${scripts.unit} --test-reporter=${reporter}${isCi ? '' : ' --no-e2e'}`;
await Promise.all([gate('unit tests', unit, unitTests), staticChecks()]);
for (const name of ['results.json', 'faults.json', 'readings.json'])
  rmSync(join(root, 'reports', name), { force: true });
const exchanges = join(root, 'reports', 'exchanges');
rmSync(exchanges, { recursive: true, force: true });
mkdirSync(exchanges, { recursive: true });
process.env['RECORD_EXCHANGES_IN'] = exchanges;
await gate('conformance run', 'playwright test', conformanceTests);
delete process.env['RECORD_EXCHANGES_IN'];
await gate('requests', `${scripts.shards} --check`);
await gate('second opinion', `${scripts.oracle} "${exchanges}"`);
// One part on each day of the week, so that nightly runs cover all.
const part = `${1 + (Math.floor(Date.now() / 86_400_000) % 7)}/7`;
if (isCi) {
  await gate('proof of faults', scripts.faults, faults);
  await gate(`readings, part ${part}`, `${scripts.readings} --part ${part}`, readings);
} else {
  await gate(`proof of faults, part ${part}`, `${scripts.faults} --api --part ${part}`, faults);
  console.log('left     end-to-end unit tests, the other faults, and readings; CI=1 npm test runs them');
}

console.log(`\n${count.passed} passed, ${count.failed} failed${stopped ? ', then stopped' : ''}`);
await exitWhenWritten(count.failed === 0 && !stopped ? 0 : 1);

/** The gates that only read the code, one after another. */
async function staticChecks() {
  await gate('type check', scripts.typecheck);
  await gate('lint', scripts.lint);
  await gate('format', scripts['format:check']);
  await gate('rules and tests', `${scripts.rules} --check`);
}

/**
 * Runs one gate and prints one line, preceded by its whole output when it failed.
 *
 * @param {string} name
 * @param {string} command as in the scripts of package.json
 * @param {(output: string) => { passed: number, failed: number }} [tests] counts the tests of the gate from its output
 */
async function gate(name, command, tests = () => ({ passed: 0, failed: 0 })) {
  if (stopped) return;
  const startedAt = Date.now();
  const child = spawn(command, {
    cwd: root,
    shell: true,
    // A process group of its own, so that its remaining child processes can be killed with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...emptySettings(),
      // Runs within tests must not write to the summary of the job.
      GITHUB_STEP_SUMMARY: undefined,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
    },
  });
  const endGroup = () => signal(child, 'SIGKILL');
  const tooLong = setTimeout(endGroup, longestMs);
  running.add(child);
  child.once('exit', endGroup);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  running.delete(child);
  clearTimeout(tooLong);
  const { passed, failed } = tests(stdout);
  const ok = status === 0 && failed === 0;
  count.passed += passed + (ok ? 1 : 0);
  count.failed += failed + (ok ? 0 : 1);
  const tested = passed + failed === 0 ? '' : `, ${passed + failed} tests`;
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd().replace(/^/gm, '  | '));
  const took = Date.now() - startedAt;
  const ended = took < longestMs ? '' : ', killed after the timeout';
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${(took / 1000).toFixed(1)} s${tested}${ended})`);
}

/**
 * Sends a signal to a gate and all processes it started.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} name
 */
function signal({ pid }, name) {
  try {
    if (pid) process.kill(-pid, name);
  } catch (error) {
    // ESRCH: all processes of the group have ended.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {string} output */
function unitTests(output) {
  const [, passed, failed] = /passed=(\d+) failed=(\d+)\s*$/.exec(output) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
}

/** Counts the tests in the results of the run; without results the exit code tells the failure. */
function conformanceTests() {
  const file = join(root, 'reports', 'results.json');
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const tests = JSON.parse(readFileSync(file, 'utf8')).run.tests;
  const failed = tests.fail + tests.harness + tests.environment + tests['not-tested'];
  return { passed: tests.pass + tests.known + tests.observed + tests['not-applicable'], failed };
}

/** Each detected fault counts as a passed test. */
function faults() {
  const file = join(root, 'reports', 'faults.json');
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { faults } = JSON.parse(readFileSync(file, 'utf8'));
  const passed = faults.filter((/** @type {{ killed: boolean }} */ { killed }) => killed).length;
  return { passed, failed: faults.length - passed };
}

/** Each service that was judged conforming counts as a passed test; the exit code tells other failures. */
function readings() {
  const file = join(root, 'reports', 'readings.json');
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { readings, combinations } = JSON.parse(readFileSync(file, 'utf8'));
  const services = [...readings, ...combinations];
  const passed = services.filter(({ verdict }) => verdict === 'conforming').length;
  return { passed, failed: services.length - passed };
}

/** Clears the user's settings, which must not affect the result. */
function emptySettings() {
  const names = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm);
  const empty = [...names].map(([, name = '']) => [name, '']).filter(([name]) => name !== 'BROWSER_PATH');
  return { ...Object.fromEntries(empty), TARGET: 'sandbox' };
}
