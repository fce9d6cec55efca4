import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { cleanCommit, cleanFolder } from './commit.ts';

/** A clone with a spec, a helper and the output of a run. */
class Clone {
  readonly folder: string;

  constructor(t: TestContext) {
    this.folder = mkdtempSync(join(tmpdir(), 'clone-'));
    t.after(() => rmSync(this.folder, { recursive: true, force: true }));
    this.git('init', '-q');
    for (const folder of ['tests/api', 'tests.d', 'reports', 'node_modules/undici', '.journal'])
      mkdirSync(join(this.folder, folder), { recursive: true });
    this.write('tests/api/a.spec.ts', 'test("a", () => {});\n');
    this.write('tests.d/b.ts', 'sorts between tests and its content\n');
    this.write('tests-c.ts', 'sorts before tests/\n');
    this.write('.gitignore', 'node_modules/\n/reports/\n/.journal/\n.env\n');
    this.commit();
    for (const generated of ['reports/results.json', 'node_modules/undici/index.js', '.journal/a', '.env'])
      this.write(generated, 'x');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  commit(): void {
    this.git('add', '--all');
    this.git('commit', '-q', '-m', 'a');
  }

  refused(what: RegExp): void {
    assert.throws(() => cleanCommit(this.folder), what);
  }
}

test('an unchanged clone is accepted, and the output of runs is ignored', (t) => {
  const clone = new Clone(t);
  assert.equal(cleanCommit(clone.folder), clone.git('rev-parse', 'HEAD'));
  mkdirSync(join(clone.folder, 'empty'));
  assert.equal(cleanCommit(clone.folder), clone.git('rev-parse', 'HEAD'));
});

for (const flag of ['--assume-unchanged', '--skip-worktree']) {
  test(`a change hidden by git update-index ${flag} is detected`, (t) => {
    const clone = new Clone(t);
    clone.git('update-index', flag, 'tests/api/a.spec.ts');
    clone.write('tests/api/a.spec.ts', 'test("a", () => { /* nothing */ });\n');
    assert.equal(clone.git('status', '--porcelain'), '');
    clone.refused(/changed {2}tests\/api\/a\.spec\.ts/);
  });
}

test('files that are not in the commit are detected, even if git ignores them', (t) => {
  const clone = new Clone(t);
  clone.git('config', 'status.showUntrackedFiles', 'no');
  clone.write('playwright.config.mts', 'export default {};\n');
  clone.refused(/not in the commit {2}playwright\.config\.mts/);
  rmSync(join(clone.folder, 'playwright.config.mts'));
  clone.write('.git/info/exclude', 'tests/api/z.spec.ts\ntests/node_modules\n');
  clone.write('tests/api/z.spec.ts', '');
  clone.refused(/not in the commit {2}tests\/api\/z\.spec\.ts/);
  rmSync(join(clone.folder, 'tests/api/z.spec.ts'));
  mkdirSync(join(clone.folder, 'tests/node_modules/undici'), { recursive: true });
  clone.write('tests/node_modules/undici/index.js', '');
  assert.equal(clone.git('status', '--porcelain'), '');
  clone.refused(/tests\/node_modules\/undici\/index\.js/);
});

test('a symbolic link is refused, committed or not', (t) => {
  const clone = new Clone(t);
  symlinkSync('/etc/hostname', join(clone.folder, 'tests/api/link.ts'));
  clone.refused(/not in the commit {2}tests\/api\/link\.ts/);
  clone.commit();
  clone.refused(/symbolic links.*\n {2}tests\/api\/link\.ts/);
});

test('a filter, a changed mode and a missing file are detected', (t) => {
  const clone = new Clone(t);
  clone.git('config', 'filter.lie.clean', `printf 'test("a", () => {});\\n'`);
  clone.write('.git/info/attributes', '*.spec.ts filter=lie\n');
  clone.write('tests/api/a.spec.ts', 'test("b", () => {});\n');
  assert.equal(clone.git('status', '--porcelain'), '');
  clone.refused(/changed {2}tests\/api\/a\.spec\.ts/);
  clone.write('tests/api/a.spec.ts', 'test("a", () => {});\n');
  clone.git('config', 'core.fileMode', 'false');
  chmodSync(join(clone.folder, 'tests-c.ts'), 0o755);
  clone.refused(/mode {5}tests-c\.ts/);
  chmodSync(join(clone.folder, 'tests-c.ts'), 0o644);
  clone.git('sparse-checkout', 'set', '--no-cone', '/*', '!/tests.d');
  clone.refused(/missing {2}tests\.d\/b\.ts/);
});

test('replaced git objects are not used', (t) => {
  const clone = new Clone(t);
  const commit = clone.git('rev-parse', 'HEAD');
  clone.write('tests/api/a.spec.ts', 'changed\n');
  clone.commit();
  clone.git('replace', commit, 'HEAD');
  clone.git('update-ref', 'HEAD', commit);
  assert.equal(clone.git('status', '--porcelain'), '');
  clone.refused(/changed {2}tests\/api\/a\.spec\.ts/);
});

test('environment variables cannot redirect git to another repository', (t) => {
  const [clone, other] = [new Clone(t), new Clone(t)];
  clone.write('tests/api/a.spec.ts', 'changed\n');
  other.write('tests/api/a.spec.ts', 'changed\n');
  other.commit();
  for (const [name, value] of [
    ['GIT_DIR', join(other.folder, '.git')],
    ['GIT_OBJECT_DIRECTORY', join(other.folder, '.git/objects')],
  ] as const) {
    process.env[name] = value;
    t.after(() => delete process.env[name]);
  }
  clone.refused(/changed {2}tests\/api\/a\.spec\.ts/);
});

test('a folder without git has no commit', (t) => {
  const clone = new Clone(t);
  rmSync(join(clone.folder, '.git'), { recursive: true });
  clone.refused(/not a git clone/);
});

test('the folder of a target is compared with its clone, without keys and reports', (t) => {
  const clone = new Clone(t);
  const folder = join(clone.folder, 'targets', 'one');
  mkdirSync(join(folder, 'reports'), { recursive: true });
  assert.throws(() => cleanFolder(folder), /one is not in the commit/);
  clone.write('targets/one/known-deviations.json', '[]\n');
  clone.commit();
  clone.write('targets/one/.env', 'SECRET_KEY=x\n');
  clone.write('targets/one/reports/results.json', '{}');
  clone.write('elsewhere.ts', 'outside of the folder');
  assert.equal(cleanFolder(folder), clone.git('rev-parse', 'HEAD'));
  clone.write('targets/one/known-deviations.json', '[{}]\n');
  clone.write('targets/one/page.ts', '');
  assert.throws(() => cleanFolder(folder), /changed {2}known-deviations\.json\n {2}not in the commit {2}page\.ts/);
  assert.throws(() => cleanFolder(tmpdir()), /is not in a git clone/);
});
