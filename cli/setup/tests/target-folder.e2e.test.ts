import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseResults } from '../../../harness/results/results-schema.ts';
import { startSandbox } from '../../../helpers/processes/start-sandbox.ts';
import { runProgram } from '../../../helpers/processes/tests/program.ts';
import { sandboxAsStaging } from '../../../helpers/settings/sandbox-account.ts';
import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';

const temporary = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Runs a program of the suite in a folder. */
const run = (cwd: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  runProgram(args, { cwd, settings });

test('runs of two targets at the same time affect neither each other nor the suite', async (t) => {
  const [place, { child, address }] = [temporary(t), await startSandbox('--quiet')];
  t.after(() => child.kill());
  // Other tests that run at the same time may create or delete this mark.
  const ownReports = () =>
    readdirSync(join(suiteRoot, 'reports'))
      .filter((name) => name !== 'searched.json')
      .sort();
  const before = ownReports();
  const folders = ['one', 'two'].map((name) => join(place, name));
  for (const [index, folder] of folders.entries()) {
    mkdirSync(folder);
    const account = { ...sandboxAsStaging(address), AMOUNT: 1000 + index };
    const lines = Object.entries(account).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder, '.env'), lines.join('\n'));
  }
  const rules = ['wallets.accepted', 'callback-fetch.accepted'];
  const runs = await Promise.all(
    rules.map((rule, index) =>
      run(place, [
        'cli/setup/start.mjs',
        '--target',
        index === 0 ? 'one' : 'two',
        '--project=api',
        '--grep',
        `@${rule}`,
      ]),
    ),
  );
  for (const [index, folder] of folders.entries()) {
    assert.equal(runs[index]?.code, 0, runs[index]?.output);
    const { rules: judged } = parseResults(readFileSync(join(folder, 'reports', 'results.json'), 'utf8'));
    assert.deepEqual(
      judged.map(({ id }) => id),
      [rules[index]],
    );
    assert.ok(judged.every(({ tests }) => tests.every(({ file }) => file.startsWith('tests/api/'))));
    for (const name of [
      'digest.md',
      'junit.xml',
      'ctrf.json',
      'playwright/index.html',
      'allure-results',
      'searched.json',
    ])
      assert.ok(existsSync(join(folder, 'reports', name)), name);
  }
  // A run that left nothing behind deletes its journal; the folder belongs to the target.
  assert.deepEqual(readdirSync(join(folders[1] ?? '', '.journal')), []);
  assert.deepEqual(ownReports(), before);
  // Suggested commands name the same target.
  assert.match(runs[0]?.output ?? '', new RegExp(`npm run report -- --target ${folders[0]} builds`));
  const { output } = await run(folders[0] ?? '', ['cli/inspect/observations.ts', '--target', '.']);
  assert.match(output, /observations\.json/);
  // Partial runs are not kept in the history.
  const unstable = await run(place, ['cli/repeat/unstable-lately.ts', '--target', 'one']);
  assert.match(unstable.output, new RegExp(`is kept: npm start -- --target ${folders[0]}$`, 'm'));
  const reviews = await run(place, ['cli/release/review.ts'], { TARGET_FOLDER: 'two' });
  assert.match(reviews.output, new RegExp(`npm run review -- --target ${folders[1]} POINT$`, 'm'));
});

/** Programs that concern the suite itself and no target. */
const ofSuite = ['test', 'setup', 'sandbox', 'bench', 'vulnerabilities', 'unit'];

test('every program works in the folder of the target', () => {
  const { scripts } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const programs = Object.entries(scripts).filter(
    ([name, script]) => script.startsWith('node ') && !ofSuite.includes(name),
  );
  assert.ok(programs.length > 20);
  for (const [name, script] of programs) {
    const files = script.split(' ').filter((part) => /^[a-z]\S+\.(ts|mjs)$/.test(part));
    const text = files.map((file) => readFileSync(join(suiteRoot, file), 'utf8')).join('');
    assert.match(
      text,
      / from '.*\/(command\.ts|target-folder\.mjs)'/m,
      `npm run ${name}: use command.ts, or list it in ofSuite`,
    );
  }
});

test('every kind of program names a target folder that does not exist', async (t) => {
  const place = temporary(t);
  // All other programs use the same line of command.ts as cleanup.ts.
  const programs = [
    ['cli/setup/start.mjs'],
    ['cli/setup/start.mjs', '--since', 'last'],
    ['cli/setup/prepared.mjs', join(suiteRoot, 'cli/setup/doctor-report.ts')],
    ['harness/scrub/hand-on.mjs', 'reports'],
    ['cli/cleanup.ts'],
  ];
  const cases = [
    ['--target: nowhere', ['--target', 'nowhere'], {}],
    [`TARGET_FOLDER: ${join(place, 'nowhere')}`, [], { TARGET_FOLDER: 'nowhere' }],
  ] as const;
  for (const program of programs) {
    const results = await Promise.all(cases.map(([, args, variables]) => run(place, [...program, ...args], variables)));
    for (const [index, [name]] of cases.entries()) {
      const [, folder] = name.split(' ');
      const output = `${name} is not a folder. Create it with: npm run init -- ${folder}`;
      assert.deepEqual({ ...results[index], output: results[index]?.output.trim() }, { code: 3, output }, program[0]);
    }
  }
});
