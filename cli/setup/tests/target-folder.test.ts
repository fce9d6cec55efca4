import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseResults } from '../../../harness/results/results-schema.ts';
import { startSandbox } from '../../../helpers/processes/start-sandbox.ts';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';
import { sandboxAccount } from '../../../helpers/settings/sandbox-account.ts';
import { suiteRoot } from '../../../helpers/settings/target-folder.mjs';

const temporary = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Settings of a folder are read only where the environment has none. */
const withoutSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !Object.hasOwn(noSettings, name)),
);

/** A program of the suite, as it is started from a folder. */
const run = async (cwd: string, ...args: string[]): Promise<{ code: number | null; output: string }> => {
  const [program = '', ...rest] = args;
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const child = spawn(process.execPath, [...loader, join(suiteRoot, program), ...rest], { cwd, env: withoutSettings });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};

test('two targets at once do not touch each other, nor the suite', async (t) => {
  const [place, { child, address }] = [temporary(t), await startSandbox('--quiet')];
  t.after(() => child.kill());
  const before = readdirSync(join(suiteRoot, 'reports')).sort();
  const folders = ['one', 'two'].map((name) => join(place, name));
  for (const [index, folder] of folders.entries()) {
    mkdirSync(folder);
    const account = { ...sandboxAccount, TARGET: 'staging', BASE_URL: address, AMOUNT: 1000 + index };
    const lines = Object.entries(account).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder, '.env'), lines.join('\n'));
  }
  const rules = ['wallets.accepted', 'callback-fetch.accepted'];
  const runs = await Promise.all(
    rules.map((rule, index) =>
      run(place, 'cli/setup/start.mjs', '--target', index === 0 ? 'one' : 'two', '--project=api', '--grep', `@${rule}`),
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
  assert.deepEqual(readdirSync(join(suiteRoot, 'reports')).sort(), before);
  const { output } = await run(folders[0] ?? '', 'cli/inspect/observations.ts', '--target', '.');
  assert.match(output, /observations\.json/);
});

test('a folder that is none is named, by every kind of program', async (t) => {
  const place = temporary(t);
  for (const program of [
    'cli/setup/start.mjs',
    'cli/setup/doctor-report.ts',
    'cli/cleanup.ts',
    'cli/inspect/plan.ts',
  ]) {
    const { code, output } = await run(place, program, '--target', 'nowhere');
    assert.equal(code, 3, program);
    assert.match(output, /nowhere is no folder\. Make it with: npm run init -- nowhere/, program);
  }
});
