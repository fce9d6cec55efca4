import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
});

/**
 * Types in these folders may be exported for users of the suite, and for the compiler to name the types of fixtures.
 */
const nameable = /^(fixtures|helpers\/(callbacks|wallets))\//;

test('every export is imported by another file', () => {
  const exported = new Set<string>();
  const imported = new Set<string>();
  for (const file of listed.trim().split('\n')) {
    const text = readFileSync(join(root, file), 'utf8');
    const at = (path = '') => join(dirname(file), path);
    const declared = /^export (?:async |abstract |declare )*(const|function|class|type|interface) (\w+)/gm;
    for (const [, what = '', name] of text.matchAll(declared)) {
      const isType = ['type', 'interface'].includes(what);
      if (!file.endsWith('.test.ts') && !(isType && nameable.test(file))) exported.add(`${file} ${name}`);
    }
    for (const [, names = '', path] of text.matchAll(/\{([^{}]*)\}\s+from\s+'(\.[^']+)'/g)) {
      for (const [, name] of names.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)) imported.add(`${at(path)} ${name}`);
    }
    // Type imports in JSDoc comments, and dynamic imports.
    for (const [, path, name] of text.matchAll(/import\('(\.[^']+)'\)\.(\w+)/g)) imported.add(`${at(path)} ${name}`);
    for (const [, names = '', path] of text.matchAll(/\{([^{}]*)\} = await import\('(\.[^']+)'\)/g)) {
      for (const [name] of names.matchAll(/\w+/g)) imported.add(`${at(path)} ${name}`);
    }
    for (const [, path] of text.matchAll(/import \* as \w+ from '(\.[^']+)'/g)) imported.add(`${at(path)} *`);
  }
  assert.ok(exported.size > 500 && imported.size > 500);
  const unused = [...exported].filter((one) => !imported.has(one) && !imported.has(one.replace(/ \w+$/, ' *')));
  assert.equal(unused.join('\n'), '');
});
