import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, BrowserType, LaunchOptions } from '@playwright/test';
import { kindOf } from '../settings/browser-address.ts';
import { portOf } from '../settings/safety/money-guard.ts';
import type { Guard } from './guard.ts';
import { GuardProxy } from './guard-proxy.ts';
import { trustSwitch, type SuiteCertificate } from './suite-certificate.ts';

/** How long connecting to a remote browser may take, in milliseconds. */
const connectTimeoutMs = 30_000;

/** An address that cannot be resolved, to see which error the browser reports. */
const unresolvableAddress = 'http://nobody.invalid/';

/** A browser that reaches only the listed hosts. */
export interface OpenBrowser {
  browser: Browser;
  /** The proxy with which every context must be opened. */
  proxy: BrowserContextOptions['proxy'];
  close: () => Promise<void>;
}

interface BrowserLocation {
  /** BROWSER_ADDRESS; undefined for a browser of this machine. */
  address: string | undefined;
  /** MERCHANT_ORIGIN, at which a remote browser with a debugging port reaches this machine. */
  merchantOrigin?: string | undefined;
  /** The certificate of the suite's TLS connections; a local browser is started with a switch to trust it. */
  certificate?: SuiteCertificate | undefined;
}

/**
 * The browser of a run: a local one, which is started, or the one at BROWSER_ADDRESS.
 *
 * A local browser gets the proxy for all that it does, its own requests included. A Playwright server starts a browser
 * for each connection and tunnels its traffic here, so that the browser reaches the merchant and the sandbox on this
 * machine. A browser with a debugging port is shared; its contexts use the proxy of this machine.
 *
 * @param launch options of a local browser; a remote one uses only `headless`
 * @throws an error whose message contains the address, which the caller has to mask
 */
export const openBrowser = async (
  chromium: BrowserType,
  launch: LaunchOptions,
  guard: Guard,
  { address, merchantOrigin, certificate }: BrowserLocation = { address: undefined },
): Promise<OpenBrowser> => {
  const server = new GuardProxy(guard, certificate);
  const proxy = await listen(server, address, merchantOrigin);
  const opened = (browser: Browser, ofContexts: BrowserContextOptions['proxy']): OpenBrowser => {
    browser.on('disconnected', () => void server.stop());
    return { browser, proxy: ofContexts, close: () => browser.close() };
  };
  try {
    if (!address) {
      const args = [...(launch.args ?? []), ...(certificate ? [trustSwitch(certificate)] : [])];
      return opened(await chromium.launch({ ...launch, args, proxy }), undefined);
    }
    if (kindOf(address) === 'cdp') {
      return opened(await chromium.connectOverCDP(address, { timeout: connectTimeoutMs }), proxy);
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
    return opened(browser, (await isTunnelled(browser)) ? undefined : proxy);
  } catch (error) {
    await server.stop();
    throw error;
  }
};

/** Starts the proxy on loopback, or at MERCHANT_ORIGIN with a password for a remote browser. */
const listen = async (proxy: GuardProxy, address: string | undefined, merchantOrigin: string | undefined) => {
  const bypass = '<-loopback>';
  if (!address || !merchantOrigin || kindOf(address) !== 'cdp') {
    return { server: `http://127.0.0.1:${await proxy.start()}`, bypass };
  }
  const url = new URL(merchantOrigin);
  const password = randomUUID();
  await proxy.start({ host: '0.0.0.0', port: Number(portOf(url)), password });
  return { server: `http://${url.hostname}:${portOf(url)}`, bypass, username: 'suite', password };
};

/** Whether a Playwright server tunnels the traffic of its browser here; one that only launched a browser does not. */
const isTunnelled = async (browser: Browser): Promise<boolean> => {
  const page = await browser.newPage();
  const reason = await page.goto(unresolvableAddress).catch(String);
  await page.close();
  return /net::ERR_SOCKS/.test(String(reason));
};
