// npm run unit: runs the unit tests of every folder, or those whose path contains one of the given words. Files that end
// in .e2e.test.ts start whole programs or make whole payments in a browser; --no-e2e leaves them out. It supports the
// options of Node's test runner that are listed below.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from 'node:test';
import * as reporters from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { root } from './setup.mjs';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-reporter': { type: 'string', default: 'spec' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
    'test-concurrency': { type: 'string', default: '4' },
    'no-e2e': { type: 'boolean', default: false },
  },
});

const isEndToEnd = (/** @type {string} */ file) => file.endsWith('.e2e.test.ts');

const files = ['interface', 'helpers', 'fixtures', 'harness', 'cli', 'proof', 'sandbox', 'benchmarks'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .filter((name) => !(values['no-e2e'] && isEndToEnd(name)))
      .filter((name) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
      .sort(),
);
const [endToEnd, units] = [files.filter(isEndToEnd), files.filter((file) => !isEndToEnd(file))];
/** Units with a process of their own, since they use a browser, or measure or mock the time. The slowest starts first. */
const separate = [
  'helpers/callbacks/receiver/tests/told.test.ts',
  'helpers/payments/tests/ordinary-page.test.ts',
  'helpers/payments/tests/stray-payments.test.ts',
  'harness/html/front/front.test.ts',
  'helpers/connection/guard/ways-out.test.ts',
  'helpers/client/tests/monsters.test.ts',
  'helpers/processes/tests/elsewhere.test.ts',
  'helpers/processes/tests/open-browser.test.ts',
  'helpers/client/tests/http.test.ts',
  'helpers/settings/tests/money-guard.test.ts',
  'sandbox/tests/variations/every-fault.test.ts',
  'sandbox/tests/variations/every-reading.test.ts',
].filter((file) => units.includes(file));
const together = units.filter((file) => !separate.includes(file));

// Runs within tests must not write to the summary of the job.
delete process.env['GITHUB_STEP_SUMMARY'];
/**
 * Files share processes, because starting one takes longer than most tests. Each file becomes a suite, so that it has
 * its own hooks, and the state of the process is restored after it.
 *
 * @param {string} file
 */
const asSuite = (file) =>
  `describe(${JSON.stringify(file)}, async () => {
    restoreAfterwards();
    await import(${JSON.stringify(pathToFileURL(join(root, file)).href)});
  });`;
const folder = mkdtempSync(join(tmpdir(), 'unit-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const restore = pathToFileURL(join(root, 'cli', 'setup', 'tests', 'restore-afterwards.mjs')).href;
const groups = Array.from({ length: Math.min(6, together.length) }, (_, group) => {
  const entry = join(folder, `${group + 1}.mjs`);
  const imports = [`import { describe } from 'node:test';`, `import restoreAfterwards from '${restore}';`];
  const suites = together.filter((_file, index) => index % 6 === group).map(asSuite);
  writeFileSync(entry, [...imports, ...suites].join('\n'));
  return entry;
});
const events = run({
  files: [...separate.slice(0, 1), ...groups, ...separate.slice(1), ...endToEnd].map((file) => resolve(root, file)),
  // Many tests wait, so with fewer a core would often be idle.
  concurrency: Number(values['test-concurrency']),
  // Timeout of a file, in milliseconds.
  timeout: 600_000,
  testNamePatterns: values['test-name-pattern'],
});
let failed = false;
events.on('test:fail', ({ todo }) => (failed ||= !todo));
const name = values['test-reporter'];
const known = /** @type {Record<string, any>} */ (reporters)[name];
const reporter = known ?? (await import(name.startsWith('file:') ? name : pathToFileURL(name).href)).default;
const printed = name === 'spec' ? events.pipe(new known()) : events.compose(reporter);
for await (const text of printed) process.stdout.write(text);
// A process that a test left running keeps its pipe open, which would prevent the exit.
await exitWhenWritten(failed ? 1 : 0);
