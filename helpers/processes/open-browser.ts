import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, BrowserType, CDPSession, LaunchOptions } from '@playwright/test';
import type { Guard } from '../connection/guard/guard.ts';
import { GuardProxy } from '../connection/guard/proxy.ts';
import { kindOf } from '../settings/browser-address.ts';
import { trustSwitch, type RunIdentity } from '../connection/way-in/run-identity.ts';

/** How long connecting to a remote browser may take, in milliseconds. */
const connectTimeoutMs = 30_000;

/** How long a browser may take to answer, in milliseconds. */
const answerTimeoutMs = 5_000;

/** An address that cannot be resolved, to see which error the browser reports. */
const unresolvableAddress = 'http://nobody.invalid/';

/** A browser that reaches only the listed hosts. */
export interface OpenBrowser {
  browser: Browser;
  /** The proxy with which every context must be opened. */
  proxy: BrowserContextOptions['proxy'];
  /** Whether it still responds. A local browser that does not is killed, since its users would wait for it forever. */
  answers: () => Promise<boolean>;
  close: () => Promise<void>;
}

interface BrowserLocation {
  /** BROWSER_ADDRESS; undefined for a browser of this machine. */
  address: string | undefined;
  /** MERCHANT_ORIGIN, at which a remote browser with a debugging port reaches this machine. */
  merchantOrigin?: string | undefined;
  /** The certificate of the suite's TLS connections; a local browser is started with a switch to trust it. */
  identity?: RunIdentity | undefined;
}

/**
 * The browser of a run: a local one, which is started, or the one at BROWSER_ADDRESS.
 *
 * A Playwright server starts a browser for each connection and tunnels its traffic here, so that the browser reaches
 * the merchant and the sandbox on this machine. A browser with a debugging port is shared; its contexts use the proxy
 * of this machine.
 *
 * @param launch options of a local browser; a remote one uses only `headless`
 * @throws an error whose message contains the address, which the caller has to mask
 */
export const openBrowser = async (
  chromium: BrowserType,
  launch: LaunchOptions,
  guard: Guard,
  { address, merchantOrigin, identity }: BrowserLocation = { address: undefined },
): Promise<OpenBrowser> => {
  const proxy = new GuardProxy(guard, identity);
  const contextProxy = await listen(proxy, address, merchantOrigin);
  const opened = async (browser: Browser, contexts: BrowserContextOptions['proxy']): Promise<OpenBrowser> => {
    browser.on('disconnected', () => void proxy.stop());
    const session = await browser.newBrowserCDPSession();
    const pid = address ? undefined : await pidOf(session);
    const answers = async (): Promise<boolean> => {
      const answer = session.send('Browser.getVersion').then(Boolean, () => false);
      const isAnswering = await Promise.race([answer, pause(answerTimeoutMs, false, { ref: false })]);
      if (!isAnswering && pid !== undefined) endProcess(pid);
      return isAnswering;
    };
    return { browser, proxy: contexts, answers, close: () => browser.close() };
  };
  try {
    const trust = identity && { args: [...(launch.args ?? []), trustSwitch(identity)] };
    if (!address) return await opened(await chromium.launch({ ...launch, ...trust, proxy: contextProxy }), undefined);
    if (kindOf(address) === 'cdp') {
      return await opened(await chromium.connectOverCDP(address, { timeout: connectTimeoutMs }), contextProxy);
    }
    const browser = await chromium.connect(address, {
      exposeNetwork: guard.pattern,
      timeout: connectTimeoutMs,
      headers: {
        'x-playwright-browser': 'chromium',
        'x-playwright-launch-options': JSON.stringify({ headless: launch.headless ?? true }),
        // The server tunnels everything here, where hosts that are not exposed are refused.
        'x-playwright-proxy': '*',
      },
    });
    return await opened(browser, (await isTunnelled(browser)) ? undefined : contextProxy);
  } catch (error) {
    await proxy.stop();
    throw error;
  }
};

/** Starts the proxy on loopback, or at MERCHANT_ORIGIN with a password for a remote browser. */
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
    // It has already ended.
  }
};

/** Whether a Playwright server tunnels the traffic of its browser here; one that only launched a browser does not. */
const isTunnelled = async (browser: Browser): Promise<boolean> => {
  const page = await browser.newPage();
  const reason = await page.goto(unresolvableAddress).catch(String);
  await page.close();
  return /net::ERR_SOCKS/.test(String(reason));
};
