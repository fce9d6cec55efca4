import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { suiteFiles, suiteHash } from './suite-hash.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('generated files are not part of the suite, but similarly named folders are', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text = 'x'): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of ['package.json', 'harness/a.ts', 'README.md', 'reports/README.md', '.env.example']) write(file);
  const before = suiteHash(folder);
  for (const file of [
    '.env',
    '.env.staging',
    '.git/HEAD',
    'node_modules/a/b.js',
    'reports/a.js',
    'downloads/part.json',
  ])
    write(file);
  assert.equal(suiteHash(folder), before);
  assert.deepEqual(
    suiteFiles(folder).map(({ path }) => path),
    ['.env.example', 'README.md', 'downloads/part.json', 'harness/a.ts', 'package.json', 'reports/README.md'],
  );
  for (const file of ['harness/a.ts', 'harness/node_modules/b.js', 'playwright.config.mts']) {
    write(file, 'y');
    assert.notEqual(suiteHash(folder), before, file);
  }
});

test('.gitignore has the same list of generated files', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('!'));
  assert.deepEqual(ignored, [
    '/node_modules/',
    '/.npm/',
    '/.env',
    '/.env.*',
    '/.journal/',
    '/reports/*',
    '/test-results/',
    '/benchmarks/work/',
    '/benchmarks/newman/node_modules/',
    '*.pem',
  ]);
});
