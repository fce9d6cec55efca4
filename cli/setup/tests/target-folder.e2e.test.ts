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

/** A program of the suite, as it is started from a folder. */
const run = (cwd: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  runProgram(args, { cwd, settings });

test('two targets at once do not touch each other, nor the suite', async (t) => {
  const [place, { child, address }] = [temporary(t), await startSandbox('--quiet')];
  t.after(() => child.kill());
  // Whether the suite's own reports were searched is for whoever makes or changes them at the same time.
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
  // The journal of a run that left nothing behind is gone; its folder is the target's.
  assert.deepEqual(readdirSync(join(folders[1] ?? '', '.journal')), []);
  assert.deepEqual(ownReports(), before);
  // What is to be typed next is about the same target.
  assert.match(runs[0]?.output ?? '', new RegExp(`npm run report -- --target ${folders[0]} builds`));
  const { output } = await run(folders[0] ?? '', ['cli/inspect/observations.ts', '--target', '.']);
  assert.match(output, /observations\.json/);
  // Only a part was run, and such a run is not kept.
  const unstable = await run(place, ['cli/repeat/unstable-lately.ts', '--target', 'one']);
  assert.match(unstable.output, new RegExp(`is kept: npm start -- --target ${folders[0]}$`, 'm'));
  const reviews = await run(place, ['cli/release/review.ts'], { TARGET_FOLDER: 'two' });
  assert.match(reviews.output, new RegExp(`npm run review -- --target ${folders[1]} POINT$`, 'm'));
});

/** Programs that are about the suite itself and look at no target. */
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
      `npm run ${name}: uses command.ts, or ofSuite has it`,
    );
  }
});

test('a folder that is none is named, by every kind of program', async (t) => {
  const place = temporary(t);
  // All others enter it by the same line of command.ts as this one.
  const programs = [
    ['cli/setup/start.mjs'],
    ['cli/setup/start.mjs', '--since', 'last'],
    ['cli/setup/prepared.mjs', join(suiteRoot, 'cli/setup/doctor-report.ts')],
    ['harness/scrub/hand-on.mjs', 'reports'],
    ['cli/cleanup.ts'],
  ];
  const ways = [
    ['--target: nowhere', ['--target', 'nowhere'], {}],
    [`TARGET_FOLDER: ${join(place, 'nowhere')}`, [], { TARGET_FOLDER: 'nowhere' }],
  ] as const;
  for (const program of programs) {
    const told = await Promise.all(ways.map(([, args, variables]) => run(place, [...program, ...args], variables)));
    for (const [index, [name]] of ways.entries()) {
      const [, folder] = name.split(' ');
      const output = `${name} is no folder. Make it with: npm run init -- ${folder}`;
      assert.deepEqual({ ...told[index], output: told[index]?.output.trim() }, { code: 3, output }, program[0]);
    }
  }
});
