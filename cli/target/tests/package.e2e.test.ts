import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';
import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';

test('the package contains all files that a run needs, and runs when installed in node_modules', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'package-'));
  t.after(() => rmSync(place, { recursive: true }));
  const { name, dependencies } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    name: string;
    dependencies: Record<string, string>;
  };
  const shell = process.platform === 'win32';
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', place], { cwd: suiteRoot, shell });
  const [{ filename, files }] = JSON.parse(packed.toString()) as [{ filename: string; files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const unwanted = /\.test\.ts$|^\w.*\/tests\/|^(ci|benchmarks|node_modules)\/|^\.env$/;
  assert.deepEqual(
    paths.filter((path) => unwanted.test(path)),
    [],
  );
  const isCode = (path: string): boolean => /\.(ts|mjs)$/.test(path);
  const imported = paths.filter(isCode).flatMap((path) => {
    const text = readFileSync(join(suiteRoot, path), 'utf8');
    return [...text.matchAll(/\b(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, to = '']) => posix.join(path, '..', to));
  });
  assert.ok(imported.length > 1000);
  assert.deepEqual(
    imported.filter((path) => !paths.includes(path)),
    [],
  );

  const project = join(place, 'project');
  const installed = join(project, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(place, filename), '-C', installed, '--strip-components=1']);
  for (const one of Object.keys(dependencies)) {
    mkdirSync(dirname(join(project, 'node_modules', one)), { recursive: true });
    symlinkSync(join(suiteRoot, 'node_modules', one), join(project, 'node_modules', one), 'junction');
  }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(installed, 'cli', 'target', 'payment-conformance.mjs'), ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, ...noSettings },
    });
  // --plan makes Playwright compile the specs.
  const planned = run('--plan', '--project=api', '4.3-wallets-list', '--grep', '@wallets.accepted');
  assert.equal(planned.status, 0, planned.stderr);
  assert.match(planned.stdout, /A run on the sandbox: 2 tests/);
  const [copy = ''] = readdirSync(join(project, '.payment-conformance')).filter((one) => one !== '.gitignore');
  assert.match(copy, /^\d+\.\d+\.\d+-[0-9a-f]{12}$/);
  assert.ok(!existsSync(join(installed, 'reports', 'results.json')));

  const help = run('--help');
  assert.deepEqual([help.status, /^payment-conformance \[PROGRAM\][^]*Programs: init, /.test(help.stdout)], [0, true]);
  const { version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as { version: string };
  assert.deepEqual([run('--version').stdout, run('start', '--version').stdout], [`${version}\n`, `${version}\n`]);
  assert.match(run('doctor', '--help').stdout, /npm run NAME -- is\nnpx payment-conformance NAME\.\n$/);

  const nowhere = run('cleanup', '--target', 'nowhere');
  assert.equal(
    nowhere.stderr.trim(),
    '--target: nowhere is not a folder. Create it with: npx payment-conformance init nowhere',
  );
  const unknown = run('publish');
  assert.deepEqual(
    [unknown.status, /publish: is not a program[^]*Programs: init, doctor, start/.test(unknown.stderr)],
    [3, true],
  );
});
