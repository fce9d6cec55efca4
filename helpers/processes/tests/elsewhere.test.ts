import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { playwrightCli } from '../installed.mjs';
import { chromium } from '@playwright/test';
import { launchOptionsOf } from '../launch-options.ts';
import { Guard } from '../../connection/guard/guard.ts';
import { startSite } from '../../connection/guard/tests/sites.ts';
import { findBrowser } from '../find-browser.mjs';
import { openBrowser } from '../open-browser.ts';

// A browser at BROWSER_ADDRESS is restricted to the listed hosts like a local one, including redirects.

const path = findBrowser()?.path;
const launch = launchOptionsOf(path);

const freePort = async (): Promise<string> => {
  const site = await startSite();
  await site.close();
  return new URL(site.origin).port;
};

const launchedServer = async (t: TestContext): Promise<string> => {
  const server = await chromium.launchServer(launch);
  t.after(() => server.close());
  return server.wsEndpoint();
};

const debuggedBrowser = async (t: TestContext): Promise<string> => {
  const port = await freePort();
  const browser = await chromium.launch({
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  });
  t.after(() => browser.close());
  return `http://127.0.0.1:${port}`;
};

/** `playwright run-server`, which only uses browsers from its own folder. */
const playwrightServer = async (t: TestContext): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder };
  if (path) {
    const revision = /chromium-(\d+)/.exec(chromium.executablePath())?.[1] ?? '';
    const own = join(folder, `chromium_headless_shell-${revision}`, 'chrome-headless-shell-linux64');
    mkdirSync(own, { recursive: true });
    const script = `#!/bin/sh\nexec ${JSON.stringify(path)} --no-sandbox --headless "$@"\n`;
    writeFileSync(join(own, 'chrome-headless-shell'), script, { mode: 0o755 });
    writeFileSync(join(dirname(own), 'INSTALLATION_COMPLETE'), basename(own));
  }
  const port = await freePort();
  const server = spawn(process.execPath, [playwrightCli, 'run-server', '--port', port], {
    env: path ? env : process.env,
  });
  // It does not end on a weaker signal.
  t.after(() => server.kill('SIGKILL'));
  await once(server.stdout, 'data');
  return `ws://127.0.0.1:${port}/`;
};

for (const [name, start] of Object.entries({
  'a server that has launched a browser': launchedServer,
  'a browser with a debugging port': debuggedBrowser,
  'a Playwright server': playwrightServer,
})) {
  test(`${name} follows no redirect to an unlisted host`, async (t) => {
    const [service, elsewhere] = [await startSite({ '/': '<title>Pay</title>' }), await startSite()];
    t.after(() => Promise.all([service.close(), elsewhere.close()]));
    const location = `${elsewhere.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/charge`;
    service.pages['/away'] = { status: 307, headers: { location } };
    const isOwn = ({ port }: URL) => port === new URL(service.origin).port;
    const guard = new Guard({ hosts: [], isOwn });
    const { browser, proxy, close } = await openBrowser(chromium, launch, guard, { address: await start(t) });
    const page = await browser.newPage(proxy && { proxy });
    await page.goto(`${service.origin}/`);
    assert.equal(await page.title(), 'Pay');
    await page.goto(`${service.origin}/away`).catch(() => {});
    await page.goto(location).catch(() => {});
    assert.deepEqual(elsewhere.heard, []);
    await close();
  });
}
