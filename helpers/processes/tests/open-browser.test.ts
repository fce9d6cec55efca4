import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { chromium } from '@playwright/test';
import { Guard } from '../../connection/guard/guard.ts';
import { launchOptionsOf } from '../launch-options.ts';
import { openBrowser } from '../open-browser.ts';
import { blocking } from '../../../harness/preflight/check.ts';
import { checkBrowser } from '../../../harness/preflight/checks/browser.ts';
import { parseSettings } from '../../settings/settings.ts';
import { findBrowser } from '../find-browser.mjs';
import { maskFor } from '../../redaction/secrets.ts';
import { kindOf, secretPartsOf } from '../../settings/browser-address.ts';

const launch = launchOptionsOf(findBrowser()?.path);
const sandbox = 'http://127.0.0.1:4000';
const look = (BROWSER_ADDRESS: string) => checkBrowser(parseSettings({ BROWSER_ADDRESS }, sandbox), launch);

const aServer = async (t: TestContext): Promise<string> => {
  const server = await chromium.launchServer(launch);
  t.after(() => server.close());
  return server.wsEndpoint();
};

/** A browser with a debugging port, as on another machine. */
const aDebuggedBrowser = async (t: TestContext): Promise<string> => {
  const port = 20_000 + (process.pid % 20_000);
  const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  t.after(() => browser.close());
  return `http://127.0.0.1:${port}`;
};

test('a browser at a Playwright server or a debugging port reaches the merchant on this machine', async (t) => {
  for (const address of [await aServer(t), await aDebuggedBrowser(t)]) {
    const checks = await look(address);
    assert.deepEqual(
      checks.map(({ verdict, name }) => `${verdict} ${name}`),
      ['ok browser', 'ok merchant'],
      JSON.stringify(checks),
    );
    assert.match(checks[0]?.found ?? '', /answers at BROWSER_ADDRESS$/);
  }
});

test('the error for an unreachable browser does not contain the secrets in its address', async () => {
  for (const address of ['ws://127.0.0.1:9/?token=t0ps3cret99', 'http://127.0.0.1:9/?token=t0ps3cret99']) {
    const [check] = blocking(await look(address));
    assert.equal(check?.name, 'browser');
    const shown = maskFor(parseSettings({ BROWSER_ADDRESS: address }, sandbox))(check.found);
    assert.match(shown, /ECONNREFUSED/);
    assert.doesNotMatch(shown, /t0ps3cret99/);
  }
});

test('the address shows the kind of browser', () => {
  const playwright = ['ws://a:3000/', 'wss://a/1f3c', 'ws://a:1/?browser=chromium'];
  const debugged = ['http://a:9222', 'https://a/?token=x', 'ws://a:9222/devtools/browser/1f3c'];
  for (const address of playwright) assert.equal(kindOf(address), 'playwright', address);
  for (const address of debugged) assert.equal(kindOf(address), 'cdp', address);
});

test('credentials in the address of a browser are secret, but ordinary words are not', () => {
  assert.deepEqual(secretPartsOf('ws://browsers.example:3000/playwright?browser=chromium&timeout=60000'), []);
  assert.deepEqual(secretPartsOf('wss://user:p%20ssword@a/1f3c9a7d2e?token=opensesame&id=ab12cd34ef'), [
    'p ssword',
    'opensesame',
    '1f3c9a7d2e',
    'ab12cd34ef',
  ]);
  assert.deepEqual(secretPartsOf(undefined), []);
});

test('a frozen browser is detected and killed', async (t) => {
  const opened = await openBrowser(chromium, launch, new Guard({ hosts: [] }));
  t.after(() => opened.close());
  assert.equal(await opened.answers(), true);
  const session = await opened.browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ended = new Promise((resolve) => opened.browser.on('disconnected', resolve));
  process.kill(processInfo.find(({ type }) => type === 'browser')?.id ?? 0, 'SIGSTOP');
  assert.equal(await opened.answers(), false);
  await ended;
});
