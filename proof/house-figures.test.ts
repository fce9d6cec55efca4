import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingCount } from '../cli/setting-pages.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.mjs';
import { listTests } from '../cli/list-tests.ts';

// The size of the suite: node --import tsx --test proof/house-figures.test.ts prints it. The budgets of folders are a
// question; those of the whole fail.

const folders = {
  fixtures: 800,
  interface: 2_300,
  helpers: 8_000,
  harness: 4_000,
  cli: 800,
  proof: 700,
  sandbox: 7_500,
};

/** Lines of code by folder, of specs and of unit tests; files at the top count as `rest`, as do documentation and reports. */
const lines = {
  specs: 0,
  unit: 0,
  rest: 0,
  ...Object.fromEntries(Object.keys(folders).map((name) => [name, 0])),
} as Record<keyof typeof folders | 'specs' | 'unit' | 'rest', number>;
const hidden = /^(?:\.|node_modules$|reports$|test-results$)/;
const count = (folder: string): void => {
  for (const entry of readdirSync(join(suiteRoot, folder), { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (hidden.test(entry.name)) continue;
    if (entry.isDirectory()) count(file);
    else if (/\.(?:ts|mts|mjs|js|tsx)$/.test(entry.name)) {
      const [top = ''] = file.split(/[\\/]/);
      const isUnit = /\.test\.|[\\/]tests[\\/]/.test(file);
      const kind = top === 'tests' ? 'specs' : isUnit ? 'unit' : top in lines ? (top as keyof typeof lines) : 'rest';
      lines[kind] += readFileSync(join(suiteRoot, file), 'utf8').split('\n').length - 1;
    }
  }
};
count('');
const { specs, unit, ...code } = lines;
const total = Object.values(code).reduce((sum, one) => sum + one, 0);

test('lines of code', (t) => {
  for (const [name, budget] of Object.entries(folders)) {
    const own = code[name as keyof typeof folders];
    t.diagnostic(`${name}: ${own} lines of ${budget}${own > budget ? ', over its budget' : ''}`);
  }
  t.diagnostic(
    `rest: ${code.rest} lines; together ${total} of 28000; specs ${specs} of 4300; unit tests ${unit} of 10000`,
  );
  assert.ok(total <= 28_000, `${total} lines of code`);
  assert.ok(specs <= 4_300, `${specs} lines of specs`);
  assert.ok(unit <= 10_000, `${unit} lines of unit tests`);
});

test('tests, settings and programs', async (t) => {
  const tests = (await listTests()).length;
  const { scripts } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as { scripts: object };
  const programs = Object.keys(scripts).length;
  t.diagnostic(`${tests} tests of 600, ${settingCount} settings of 40, ${programs} programs of 16`);
  assert.ok(tests > 0 && tests <= 600, `${tests} tests`);
  assert.ok(settingCount <= 40, `${settingCount} settings`);
  assert.ok(programs <= 16, `${programs} programs`);
});
