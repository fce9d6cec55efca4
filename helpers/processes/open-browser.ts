import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, BrowserType, CDPSession, LaunchOptions } from '@playwright/test';
import type { Guard } from '../guard/guard.ts';
import { GuardProxy } from '../guard/proxy.ts';
import { kindOf } from '../settings/browser-address.ts';
import { trustSwitch, type RunIdentity } from '../way-in/run-identity.ts';

/** How long a browser elsewhere may take to be there, in milliseconds. */
const patienceMs = 30_000;

/** How long a browser may take to say that it is there, in milliseconds. */
const lifeSignMs = 5_000;

/** A name that nobody has, to see how a browser goes about it. */
const nowhere = 'http://nobody.invalid/';

/** A browser that reaches the listed hosts alone. */
export interface OpenBrowser {
  browser: Browser;
  /** What every context of it has to be opened with. */
  proxy: BrowserContextOptions['proxy'];
  /** Whether it still answers. One of this machine that does not is ended, since everything would wait for it. */
  answers: () => Promise<boolean>;
  close: () => Promise<void>;
}

interface Where {
  /** BROWSER_ADDRESS; undefined for a browser of this machine. */
  address: string | undefined;
  /** MERCHANT_ORIGIN, where a debugged browser elsewhere finds this machine. */
  merchantOrigin?: string | undefined;
  /** What the suite speaks TLS with, which a browser of this machine is made to trust. */
  identity?: RunIdentity | undefined;
}

/**
 * The browser of a run: one of this machine that is started, or the one at BROWSER_ADDRESS.
 *
 * A Playwright server starts one for each connection and sends all its traffic here, so that the browser there reaches
 * the merchant and the sandbox here. A debugged browser is shared; its contexts use the proxy of this machine.
 *
 * @param launch for a browser of this machine; elsewhere only whether it has windows counts
 * @throws with the address in the message, which is to be masked
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
        // The server sends everything here, and what is not exposed is refused here.
        'x-playwright-proxy': '*',
      },
    });
    return await opened(browser, (await isTunnelled(browser)) ? undefined : ways);
  } catch (error) {
    await proxy.stop();
    throw error;
  }
};

/** On this machine alone; at MERCHANT_ORIGIN, with a password, where a browser elsewhere has to come to it. */
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
    // It has ended already.
  }
};

/** Whether a Playwright server sends the traffic of its browser here. One that only launched a browser does not. */
const isTunnelled = async (browser: Browser): Promise<boolean> => {
  const page = await browser.newPage();
  const reason = await page.goto(nowhere).catch(String);
  await page.close();
  return /net::ERR_SOCKS/.test(String(reason));
};
