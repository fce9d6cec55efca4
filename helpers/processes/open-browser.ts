import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, BrowserType, CDPSession, LaunchOptions } from '@playwright/test';
import type { Guard } from '../guard/guard.ts';
import { GuardProxy } from '../guard/proxy.ts';
import { kindOf } from '../settings/browser-address.ts';
import { trustSwitch, type RunIdentity } from '../way-in/run-identity.ts';

/** Timeout for connecting to a remote browser, in milliseconds. */
const patienceMs = 30_000;

/** Timeout for an answer of the browser, in milliseconds. */
const lifeSignMs = 5_000;

/** A host name that does not exist, to see how the browser resolves names. */
const nowhere = 'http://nobody.invalid/';

/** A browser that can only reach the listed hosts. */
export interface OpenBrowser {
  browser: Browser;
  /** Options for every context. */
  proxy: BrowserContextOptions['proxy'];
  /** Whether the browser still answers. A local browser that does not is ended. */
  answers: () => Promise<boolean>;
  close: () => Promise<void>;
}

interface Where {
  /** BROWSER_ADDRESS; undefined for a local browser. */
  address: string | undefined;
  /** MERCHANT_ORIGIN, the address of this machine for a remote debugged browser. */
  merchantOrigin?: string | undefined;
  /** The TLS certificate of the suite, which a local browser is made to trust. */
  identity?: RunIdentity | undefined;
}

/**
 * The browser of a run: a local one, which is started, or the one at BROWSER_ADDRESS.
 *
 * A Playwright server starts a browser for each connection and tunnels its traffic to this machine, so that it reaches
 * the merchant and the sandbox here. A debugged browser is shared; its contexts use the proxy of this machine.
 *
 * @param launch options of a local browser; for a remote one only `headless` counts
 * @throws with the address in the message; the caller has to mask it
 */
export const openBrowser = async (
  chromium: BrowserType,
  launch: LaunchOptions,
  guard: Guard,
  { address, merchantOrigin, identity }: Where = { address: undefined },
): Promise<OpenBrowser> => {
  const proxy = new GuardProxy(guard, identity);
  const ways = await listen(proxy, address, merchantOrigin);
  const opened = async (browser: Browser, contexts: BrowserContextOptions['proxy']): Promise<OpenBrowser> => {
    browser.on('disconnected', () => void proxy.stop());
    const session = await browser.newBrowserCDPSession();
    const pid = address ? undefined : await pidOf(session);
    const answers = async (): Promise<boolean> => {
      const sign = session.send('Browser.getVersion').then(Boolean, () => false);
      const isThere = await Promise.race([sign, pause(lifeSignMs, false, { ref: false })]);
      if (!isThere && pid !== undefined) endProcess(pid);
      return isThere;
    };
    return { browser, proxy: contexts, answers, close: () => browser.close() };
  };
  try {
    const trust = identity && { args: [...(launch.args ?? []), trustSwitch(identity)] };
    if (!address) return await opened(await chromium.launch({ ...launch, ...trust, proxy: ways }), undefined);
    if (kindOf(address) === 'cdp') {
      return await opened(await chromium.connectOverCDP(address, { timeout: patienceMs }), ways);
    }
    const browser = await chromium.connect(address, {
      exposeNetwork: guard.pattern,
      timeout: patienceMs,
      headers: {
        'x-playwright-browser': 'chromium',
        'x-playwright-launch-options': JSON.stringify({ headless: launch.headless ?? true }),
        // The server tunnels everything to this machine, which refuses what is not exposed.
        'x-playwright-proxy': '*',
      },
    });
    return await opened(browser, (await isTunnelled(browser)) ? undefined : ways);
  } catch (error) {
    await proxy.stop();
    throw error;
  }
};

/** The proxy listens on loopback, or with a password at MERCHANT_ORIGIN for a remote browser. */
const listen = async (proxy: GuardProxy, address: string | undefined, merchantOrigin: string | undefined) => {
  const bypass = '<-loopback>';
  if (!address || !merchantOrigin || kindOf(address) !== 'cdp') {
    return { server: `http://127.0.0.1:${await proxy.start()}`, bypass };
  }
  const { hostname, port, protocol } = new URL(merchantOrigin);
  const own = port || (protocol === 'https:' ? '443' : '80');
  const password = randomUUID();
  await proxy.start({ host: '0.0.0.0', port: Number(own), password });
  return { server: `http://${hostname}:${own}`, bypass, username: 'suite', password };
};

const pidOf = async (session: CDPSession): Promise<number | undefined> => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser')?.id;
};

const endProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The browser has already ended.
  }
};

/** Whether a Playwright server tunnels the traffic of its browser. One started with `launch-server` does not. */
const isTunnelled = async (browser: Browser): Promise<boolean> => {
  const page = await browser.newPage();
  const reason = await page.goto(nowhere).catch(String);
  await page.close();
  return /net::ERR_SOCKS/.test(String(reason));
};
