import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkPackages, packagesHash } from './packages.ts';

const longFolder = 'a-folder-with-a-long-name/'.repeat(6);

/** A repository with packages installed from the tarballs in a cache, as npm keeps them. */
class Installed {
  readonly folder: string;
  readonly #locked: Record<string, object> = {};

  constructor(t: TestContext) {
    this.folder = mkdtempSync(join(tmpdir(), 'packages-'));
    t.after(() => rmSync(this.folder, { recursive: true, force: true }));
    this.install('undici', { 'package.json': '{}', 'lib/index.js': 'request();', [`${longFolder}x.js`]: 'x' });
    this.install('native', { 'bin.js': 'shim' }, { hasInstallScript: true });
    this.install('native-linux', { binary: 'binary' }, { optional: true });
    this.write('node_modules/.package-lock.json', '{}');
    mkdirSync(join(this.folder, 'node_modules/.bin'));
    symlinkSync('../undici/lib/index.js', join(this.folder, 'node_modules/.bin/undici'));
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  install(name: string, files: Record<string, string>, facts: object = {}): void {
    for (const [file, text] of Object.entries(files)) this.write(`packed/package/${file}`, text);
    execFileSync('tar', ['-czf', 'package.tgz', '-C', 'packed', 'package'], { cwd: this.folder });
    const tarball = readFileSync(join(this.folder, 'package.tgz'));
    const digest = createHash('sha512').update(tarball);
    const hex = digest.copy().digest('hex');
    this.write(this.cached(hex), '');
    writeFileSync(join(this.folder, this.cached(hex)), tarball);
    cpSync(join(this.folder, 'packed/package'), join(this.folder, 'node_modules', name), { recursive: true });
    rmSync(join(this.folder, 'packed'), { recursive: true });
    this.#locked[`node_modules/${name}`] = { ...facts, integrity: `sha512-${digest.digest('base64')}` };
    this.write('package-lock.json', JSON.stringify({ packages: { '': {}, ...this.#locked } }));
  }

  cached(hex: string): string {
    return `cache/_cacache/content-v2/sha512/${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4)}`;
  }

  check(): ReturnType<typeof checkPackages> {
    return checkPackages(this.folder, join(this.folder, 'cache'));
  }
}

test('unchanged packages match the lock file, and files of npm itself are ignored', (t) => {
  const installed = new Installed(t);
  assert.deepEqual(installed.check(), { hash: packagesHash(installed.folder), proven: 3, unproven: [] });
  // Install scripts of packages with platform-specific programs do this.
  installed.write('node_modules/native/bin.js', 'binary');
  assert.equal(installed.check().proven, 3);
});

test('a package with changed, added or removed files is refused', (t) => {
  const installed = new Installed(t);
  const before = packagesHash(installed.folder);
  appendFileSync(join(installed.folder, 'node_modules/undici/lib/index.js'), '\n');
  assert.throws(() => installed.check(), /node_modules\/undici\/lib\/index\.js was changed/);
  assert.notEqual(packagesHash(installed.folder), before);
  installed.write('node_modules/undici/lib/index.js', 'request();');
  assert.equal(packagesHash(installed.folder), before);
  installed.write('node_modules/undici/node_modules/evil/index.js', '');
  installed.write('node_modules/native/bin.js', 'evil');
  rmSync(join(installed.folder, 'node_modules/undici/package.json'));
  assert.throws(
    () => installed.check(),
    /package\.json is missing\n.*bin\.js was changed\n.*evil\/index\.js belongs to no locked package/,
  );
});

test('a link and a missing package are refused', (t) => {
  const installed = new Installed(t);
  rmSync(join(installed.folder, 'node_modules/native-linux'), { recursive: true });
  assert.equal(installed.check().proven, 2, 'a package for another system may be absent');
  rmSync(join(installed.folder, 'node_modules/undici'), { recursive: true });
  assert.throws(() => installed.check(), /node_modules\/undici is not installed/);
  symlinkSync('/tmp', join(installed.folder, 'node_modules/undici'));
  assert.throws(() => installed.check(), /node_modules\/undici is a link/);
});

test('a package whose tarball is missing or does not match the lock file is listed as unproven', (t) => {
  const installed = new Installed(t);
  const tarball = execFileSync('find', ['cache', '-type', 'f', '-size', '+0'], {
    cwd: installed.folder,
    encoding: 'utf8',
  });
  for (const file of tarball.trim().split('\n')) appendFileSync(join(installed.folder, file), 'x');
  const { proven, unproven } = installed.check();
  assert.deepEqual(
    [proven, unproven],
    [0, ['node_modules/undici', 'node_modules/native', 'node_modules/native-linux']],
  );
});
