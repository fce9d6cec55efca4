import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { variableNames } from '../settings/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts, devDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'devDependencies',
  Record<string, string>
>;

const workflows = ['nightly', 'signoff', 'ci'].map((name) => `.github/workflows/${name}.yml`);
const kubernetes = ['ci/kubernetes/shards.yaml', 'ci/kubernetes/merge.yaml'];
const all = [...workflows, '.gitlab-ci.yml', 'Dockerfile', ...kubernetes];

test('what the files for CI run is there to be run', () => {
  for (const file of all) {
    const text = read(file).replaceAll(/^ *#.*$/gm, '');
    const named = [...text.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = '']) => name);
    const short = [...text.matchAll(/\bnpm"?,? "?(start|test)\b/g)].map(([, name = '']) => name);
    assert.ok(named.length + short.length > 0, file);
    for (const name of [...named, ...short]) assert.ok(name in scripts, `${file}: npm run ${name}`);
  }
});

test('the image has the browsers of the Playwright that is locked', () => {
  for (const file of ['.gitlab-ci.yml', 'Dockerfile']) {
    const [, version] = /mcr\.microsoft\.com\/playwright:v([\d.]+)-/.exec(read(file)) ?? [];
    assert.equal(version, devDependencies['@playwright/test'], file);
  }
});

test('settings are given by their names, and what is secret is no variable that everybody sees', () => {
  const known = new Set<string>(variableNames);
  const secret = new Set(['SECRET_KEY', 'PUBLISHABLE_KEY', 'DIGEST_WEBHOOK_URL', 'SIGNOFF_PRIVATE_KEY']);
  for (const file of workflows) {
    for (const [, name = '', from, given = ''] of read(file).matchAll(
      /^ +(\w+): \$\{\{ (vars|secrets)\.(\w+) \}\}$/gm,
    )) {
      assert.equal(name, given, file);
      assert.ok(known.has(name) || name === 'SIGNOFF_PRIVATE_KEY', `${file}: ${name}`);
      if (secret.has(name)) assert.equal(from, 'secrets', `${file}: ${name}`);
    }
  }
});

test('a run on a staging gets every setting that it cannot do without', () => {
  const needed =
    /^(TARGET|BASE_URL|STAGING_HOSTS|SECRET_KEY|PUBLISHABLE_KEY|OPERATOR_._CODE|CURRENCY|MOBILE_MONEY_NUMBER)$/;
  for (const file of workflows.slice(0, 2)) {
    for (const name of variableNames.filter((one) => needed.test(one))) {
      assert.match(read(file), new RegExp(`^ +${name}: \\S`, 'm'), `${file}: ${name}`);
    }
  }
});

test('there are as many pods as shards', () => {
  const [, shards] = /JOB_COMPLETION_INDEX \+ 1\)\)\/(\d+)/.exec(read('ci/kubernetes/shards.yaml')) ?? [];
  for (const field of ['completions', 'parallelism', 'maxFailedIndexes']) {
    assert.match(read('ci/kubernetes/shards.yaml'), new RegExp(`^ +${field}: ${shards}$`, 'm'));
  }
});
