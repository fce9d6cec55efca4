import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../helpers/processes/tests/program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const folderFor = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ci-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('installation in CI does not see any settings', (t) => {
  const folder = folderFor(t);
  cpSync(join(root, '.env.example'), join(folder, '.env.example'));
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "npm $*" >> seen\nenv >> seen\n');
  chmodSync(join(folder, 'npm'), 0o755);
  const { status } = spawnSync('sh', [join(root, 'ci/install.sh'), '--prefer-offline'], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      SECRET_KEY: 'sk_test_a1b2c3',
      SIGNOFF_PRIVATE_KEY: 'pem_a1b2c3',
      HTTPS_PROXY: 'http://proxy',
    },
  });
  assert.equal(status, 0);
  const seen = readFileSync(join(folder, 'seen'), 'utf8');
  assert.match(seen, /^npm ci --ignore-scripts --prefer-offline$/m);
  assert.match(seen, /^HTTPS_PROXY=/m);
  assert.doesNotMatch(seen, /a1b2c3/);
});

test('a serious vulnerability of a package fails the check, an unavailable registry does not', async (t) => {
  const folder = folderFor(t);
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  let advisories = 0;
  let severity: string | undefined;
  const registry = createServer((request, response) => {
    if (severity === undefined) return void response.writeHead(503).end();
    // npm caches advisories by id.
    const advisory = {
      id: (advisories += 1),
      url: 'x',
      title: 'x',
      severity,
      vulnerable_versions: '*',
      cwe: [],
      cvss: {},
    };
    const version = dependencies['undici'] ?? '';
    const undici = { name: 'undici', versions: { [version]: { name: 'undici', version } }, 'dist-tags': {} };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.includes('advisories') ? { undici: [advisory] } : undici));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  t.after(() => registry.close());
  const look = async (): Promise<{ code: number; output: string }> => {
    const child = spawn(process.execPath, [join(root, 'ci/vulnerabilities.mjs')], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
      },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  };
  const none = await look();
  assert.deepEqual([none.code, /were not checked/.test(none.output)], [0, true], none.output);
  severity = 'moderate';
  assert.equal((await look()).code, 0);
  severity = 'critical';
  const found = await look();
  assert.equal(found.code, 1, found.output);
  assert.match(found.output, /^critical {2}undici/m);
});

test('a run marks its reports as searched only if the search works', async (t) => {
  const folder = folderFor(t);
  const mark = join(folder, 'reports/searched.json');
  mkdirSync(join(folder, 'reports'));
  // The mark of an earlier run, whose search worked.
  writeFileSync(mark, '{}');
  const NODE_OPTIONS = `--import ${new URL('blind-search.mjs', import.meta.url).href}`;
  const args = ['cli/setup/start.mjs', '--project=api', '4.3', '--workers=1', '--grep', '@wallets.accepted'];
  const { code, output } = await runProgram(args, { settings: { TARGET_FOLDER: folder, NODE_OPTIONS } });
  assert.equal(code, 3, output);
  assert.match(output, /did not find the planted test values/);
  assert.ok(!existsSync(mark));
});
