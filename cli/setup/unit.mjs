// npm run unit: the unit tests of every folder, or those whose path contains one of the words given. Of the options of
// Node's test runner it takes those below.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from 'node:test';
import * as reporters from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { root } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-reporter': { type: 'string', default: 'spec' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
    'test-concurrency': { type: 'string', default: '3' },
  },
});

const files = ['interface', 'helpers', 'fixtures', 'harness', 'cli', 'proof', 'sandbox', 'benchmarks'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .filter((name) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
      .sort(),
);
// Started last, these would keep the others' end waiting.
const slow = [
  'helpers/payments/tests/hosted-checkouts.test.ts',
  'harness/scrub/tests/monsters.test.ts',
  'helpers/callbacks/tests/killed-runs.test.ts',
  'cli/setup/tests/doctor-report.test.ts',
  'helpers/client/tests/bad-ways.test.ts',
  'cli/shards/merge/real-shards.test.ts',
  'helpers/shared/whole-run.test.ts',
  'helpers/callbacks/tests/hostile-target.test.ts',
  'cli/repeat/stability.test.ts',
  'harness/reporter/tests/kept-workers.test.ts',
  'cli/setup/tests/ci-programs.test.ts',
  'helpers/guard/whole-run.test.ts',
  'helpers/payments/tests/ordinary-page.test.ts',
  'helpers/callbacks/tests/left-behind.test.ts',
  'helpers/settings/tests/money-guard.test.ts',
];
/** What starts something, or changes its process, has a process of its own. */
const needsProcess = /\b(before|after|beforeEach|afterEach)\(|\bprocess\.|spawn|execFile|mock\.|[rR]un\(|@playwright/;
/** @param {string} file */
const sharesProcess = (file) => !needsProcess.test(readFileSync(join(root, file), 'utf8'));
const quick = files.filter((file) => !slow.includes(file));
const together = quick.filter(sharesProcess);

// Runs within tests are nobody's summary.
delete process.env['GITHUB_STEP_SUMMARY'];
// To start a process takes longer than most of these tests.
process.env['UNIT_TEST_FILES'] = JSON.stringify(together);
const started = [
  ...slow.filter((file) => files.includes(file)),
  ...(together.length > 0 ? ['cli/setup/unit-together.mjs'] : []),
  ...quick.filter((file) => !together.includes(file)),
].map((file) => join(root, file));
const events = run({
  files: started,
  // With two, one core would often be idle.
  concurrency: Number(values['test-concurrency']),
  // A file that takes longer, in milliseconds, hangs: it is ended, and named.
  timeout: 300_000,
  testNamePatterns: values['test-name-pattern'],
});
let failed = false;
events.on('test:fail', ({ todo }) => (failed ||= !todo));
const name = values['test-reporter'];
const known = /** @type {Record<string, any>} */ (reporters)[name];
const reporter = known ?? (await import(name.startsWith('file:') ? name : pathToFileURL(name).href)).default;
const printed = name === 'spec' ? events.pipe(new known()) : events.compose(reporter);
for await (const text of printed) process.stdout.write(text);
// A process that a test has left behind keeps its end of a pipe, and would be waited for.
process.exit(failed ? 1 : 0);
