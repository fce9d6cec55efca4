import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../find-browser.mjs';

const own = '/cache/chromium-1255/chrome-linux64/chrome';
const headlessBuild = '/cache/chromium_headless_shell-1255';

const machine = (files: string[], env: Record<string, string> = {}, platform = 'linux') => ({
  platform,
  env: { PATH: '/usr/local/bin:/usr/bin', ...env },
  exists: (path: string) => files.includes(path),
  own: () => own as string | undefined,
});
const found = (files: string[], env?: Record<string, string>, headless = true, platform?: string) =>
  findBrowser({ headless, machine: machine(files, env, platform) });

test('BROWSER_PATH takes precedence', () => {
  assert.equal(found(['/opt/mine', own], { BROWSER_PATH: '/opt/mine' })?.path, '/opt/mine');
});

test('a BROWSER_PATH that does not exist is an error, without a fallback', () => {
  assert.throws(() => found([own], { BROWSER_PATH: '/opt/mine' }), /^Error: BROWSER_PATH: /);
});

test("Playwright's own browser comes next; if its headless build exists, Playwright chooses", () => {
  assert.equal(found([own, headlessBuild, '/usr/bin/chromium'])?.path, undefined);
  assert.match(found([own, headlessBuild])?.name ?? '', /own/);
  assert.equal(found([own])?.path, own);
});

test('system browsers come last: Chromium, Chrome, Edge', () => {
  const all = [
    '/usr/bin/microsoft-edge',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-headless-shell',
  ];
  assert.equal(found(all)?.path, '/usr/bin/chromium-headless-shell');
  assert.equal(found(all, {}, false)?.path, '/usr/bin/chromium');
  assert.equal(found(all.slice(0, 2))?.path, '/usr/bin/google-chrome');
  assert.equal(found(all.slice(0, 1))?.path, '/usr/bin/microsoft-edge');
  assert.equal(found(['/nix/bin/chromium'], { PATH: '/nix/bin' })?.path, '/nix/bin/chromium');
});

test('a headless-only browser is not used for a headed run', () => {
  assert.equal(found(['/usr/bin/chromium-headless-shell'], {}, false), undefined);
});

test('installed browsers are found on macOS and Windows', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  assert.equal(found([chrome], {}, true, 'darwin')?.path, chrome);
  const edge = 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe';
  assert.equal(found([edge], { PROGRAMFILES: 'C:\\Program Files' }, true, 'win32')?.path, edge);
});

test('a missing browser is not an error, since set-up may install one', () => {
  assert.equal(found([]), undefined);
});
