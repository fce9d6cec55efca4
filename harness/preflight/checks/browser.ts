import { randomUUID } from 'node:crypto';
import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import { openBrowser, type OpenBrowser } from '../../../helpers/processes/open-browser.ts';
import { listensAt, merchantOriginOf } from '../../../helpers/payments/merchant/merchant-origin.ts';
import { framePage, MerchantServer } from '../../../helpers/payments/merchant/merchant-server.ts';
import { guardOf } from '../../../helpers/connection/guard/guard.ts';
import { Hold } from '../../../helpers/connection/guard/hold.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { runIdentity } from '../../../helpers/connection/way-in/run-identity.ts';
import { maskFor } from '../../../helpers/redaction/secrets.ts';
import { fail, ok, reasonOf, type Check } from '../check.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** A browser with an open page, and the merchant server. */
export interface Shop {
  page: Page;
  server: MerchantServer;
  /** The merchant's origin as the browser sees it. */
  origin: string;
}

const notStarted = (): string => `run ${toRun('setup')}, or set BROWSER_PATH to a Chromium, Chrome or Edge`;
const notReached =
  "allow programs to listen on 127.0.0.1, and exclude the merchant's origin from the proxy of the browser";
const notThere =
  "start a Playwright server of this suite's version (ws://…), or a Chromium with --remote-debugging-port " +
  '(http://…), or correct BROWSER_ADDRESS';
const notReachedFromThere =
  'set BROWSER_ADDRESS to a Playwright server, which can use the addresses of this machine, or set MERCHANT_ORIGIN ' +
  'to an address at which the browser can reach this machine';

/**
 * Checks that the browser starts and reaches the merchant's pages.
 *
 * @param further checks that need both; skipped when this check fails
 */
export const checkBrowser = async (
  settings: Settings,
  launch: LaunchOptions,
  further: (shop: Shop) => Promise<Check[]> = () => Promise.resolve([]),
): Promise<Check[]> => {
  const { browserAddress, merchantOrigin } = settings;
  const identity = await runIdentity(settings);
  const server = new MerchantServer(merchantOrigin?.startsWith('https:') ? identity : undefined);
  let opened: OpenBrowser | undefined;
  try {
    const port = await server.start(listensAt(settings));
    const guard = guardOf(settings, port);
    const where = { address: browserAddress, merchantOrigin, identity };
    const started = await openBrowser(chromium, launch, guard, where).catch(reasonOf);
    if (typeof started === 'string') {
      return browserAddress
        ? [fail('browser', `no browser answers at BROWSER_ADDRESS: ${started}`, notThere)]
        : [fail('browser', `does not start: ${started}`, notStarted())];
    }
    opened = started;
    const { browser, proxy } = opened;
    const found = ok('browser', `${browser.version()} ${browserAddress ? 'answers at BROWSER_ADDRESS' : 'starts'}`);
    const origin = merchantOriginOf(settings, port);
    const context = await browser.newContext({ ...(proxy && { proxy }) });
    await Hold.on(context, guard, { mask: maskFor(settings), merchant: origin, target: settings.baseUrl });
    const shop = { page: await context.newPage(), server, origin };
    const merchant = await checkMerchant(shop, browserAddress ? notReachedFromThere : notReached);
    return [found, merchant, ...(merchant.verdict === 'ok' ? await further(shop) : [])];
  } catch (error) {
    return [fail('merchant', `its pages cannot be served: ${reasonOf(error)}`, notReached)];
  } finally {
    await opened?.close();
    await server.stop();
  }
};

const checkMerchant = async ({ page, server, origin }: Shop, mend: string): Promise<Check> => {
  const path = `/${randomUUID()}/hello`;
  server.publish(path, framePage('about:blank'));
  try {
    await page.goto(`${origin}${path}`, { waitUntil: 'commit' });
    const title = await page.title();
    if (title === 'Merchant') return ok('merchant', `the browser reaches ${origin}`);
    return fail('merchant', `the browser sees another page at ${origin}: "${title.slice(0, 60)}"`, mend);
  } catch (error) {
    return fail('merchant', `the browser cannot open the page of the merchant: ${reasonOf(error)}`, mend);
  }
};
