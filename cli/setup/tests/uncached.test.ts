import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('manipulated code in a cache of the temporary folder does not run', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cached-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const program = join(folder, 'program.ts');
  writeFileSync(program, `const verdict: string = 'NO-GO'; console.log(verdict); process.exitCode = 7;`);
  const run = (...args: string[]): string => {
    const env = { PATH: process.env.PATH, TMPDIR: temporary };
    const { stdout, status } = spawnSync(process.execPath, [...args, program], { cwd: root, env, encoding: 'utf8' });
    return `${stdout.trim()} ${status}`;
  };
  const cached = ['--import', 'tsx'];
  assert.equal(run(...cached), 'NO-GO 7');
  for (const name of readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((one) => /\d-/.test(one))) {
    const file = join(temporary, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('NO-GO', 'GO'));
  }
  assert.equal(run(...cached), 'GO 7', 'the attack works with a cache');
  assert.equal(run('cli/setup/uncached.mjs'), 'NO-GO 7');
  assert.deepEqual(
    readdirSync(temporary).filter((name) => name.startsWith('uncached-')),
    [],
  );
});
