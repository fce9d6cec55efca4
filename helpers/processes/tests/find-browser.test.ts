import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../find-browser.cjs';

const own = '/cache/chromium-1255/chrome-linux64/chrome';
const headlessBuild = '/cache/chromium_headless_shell-1255';
const shell = '/usr/bin/chromium-headless-shell';

const find = (files: string[], given: Record<string, string> = {}, headless = true, platform = 'linux') => {
  const env = { PATH: '/usr/local/bin:/usr/bin', ...given };
  const exists = (path: string): boolean => files.includes(path);
  return findBrowser({ headless, machine: { platform, env, exists, own: () => own } });
};

test("BROWSER_PATH comes first, then Playwright's own browser, then those of the system", () => {
  assert.equal(find(['/opt/mine', own], { BROWSER_PATH: '/opt/mine' })?.path, '/opt/mine');
  assert.throws(() => find([own], { BROWSER_PATH: '/opt/mine' }), /^Error: BROWSER_PATH: /);
  assert.equal(find([own, '/usr/bin/chromium'])?.path, own);
  assert.match(find([own, headlessBuild])?.name ?? '', /own/);
  assert.equal(find([own, headlessBuild])?.path, undefined, 'Playwright chooses between its two builds');
  assert.equal(find(['/usr/bin/google-chrome', '/usr/bin/chromium', shell])?.path, shell);
  assert.equal(find([shell, '/usr/bin/chromium'], {}, false)?.path, '/usr/bin/chromium');
  assert.equal(find([shell], {}, false), undefined);
});

test('browsers are found on macOS and Windows', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  assert.equal(find([chrome], {}, true, 'darwin')?.path, chrome);
  const edge = 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe';
  assert.equal(find([edge], { PROGRAMFILES: 'C:\\Program Files' }, true, 'win32')?.path, edge);
});
