import type { Browser, BrowserType, LaunchOptions } from '@playwright/test';
import { kindOf } from './address.ts';

/** How long a browser elsewhere may take to be there, in milliseconds. */
const patienceMs = 30_000;

/**
 * The browser of a run: one of this machine that is started, or the one at BROWSER_ADDRESS.
 *
 * A Playwright server starts one for each connection, and is lent this machine's own addresses, so that the browser
 * there reaches the merchant and the sandbox here. A debugged browser is shared and can be lent nothing.
 *
 * @param launch for a browser of this machine; elsewhere only whether it has windows counts
 * @param address undefined for this machine
 * @throws with the address in the message, which is to be masked
 */
export const openBrowser = (
  chromium: BrowserType,
  launch: LaunchOptions,
  address: string | undefined,
): Promise<Browser> => {
  if (!address) return chromium.launch(launch);
  if (kindOf(address) === 'cdp') return chromium.connectOverCDP(address, { timeout: patienceMs });
  const options = JSON.stringify({ headless: launch.headless ?? true });
  return chromium.connect(address, {
    exposeNetwork: '<loopback>',
    timeout: patienceMs,
    headers: { 'x-playwright-browser': 'chromium', 'x-playwright-launch-options': options },
  });
};
