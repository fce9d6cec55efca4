import { randomUUID } from 'node:crypto';
import { chromium, type Browser, type LaunchOptions, type Page } from '@playwright/test';
import { merchantArguments, merchantOriginOf } from '../checkout/merchant-origin.ts';
import { framePage, MerchantServer } from '../checkout/merchant-server.ts';
import type { Settings } from '../settings/settings.ts';
import { fail, ok, reasonOf, warn, type Check } from './check.ts';

/** A browser with an open page, and a merchant whom it has reached. */
export interface Shop {
  page: Page;
  server: MerchantServer;
  /** The merchant's origin as the browser sees it. */
  origin: string;
}

const notStarted = 'run npm run setup, or name a Chromium, Chrome or Edge in BROWSER_PATH';
const notReached =
  'let programs listen on 127.0.0.1, and exempt the origin of the merchant from any proxy of the browser';

/**
 * Whether the browser starts and reaches the merchant's pages.
 *
 * @param further checks that need both; they are left out when there is no such browser
 */
export const checkBrowser = async (
  settings: Settings,
  launch: LaunchOptions,
  further: (shop: Shop) => Promise<Check[]> = () => Promise.resolve([]),
): Promise<Check[]> => {
  const server = new MerchantServer();
  let browser: Browser | undefined;
  try {
    const port = await server.start();
    const args = [...(launch.args ?? []), ...merchantArguments(settings, port)];
    const started = await chromium.launch({ ...launch, args }).catch(reasonOf);
    if (typeof started === 'string') return [fail('browser', `does not start: ${started}`, notStarted)];
    browser = started;
    const found = ok('browser', `${browser.version()} starts`);
    if (settings.merchantOrigin?.startsWith('https:')) return [found, encryptedMerchant];
    const shop = { page: await browser.newPage(), server, origin: merchantOriginOf(settings, port) };
    const merchant = await checkMerchant(shop);
    return [found, merchant, ...(merchant.verdict === 'ok' ? await further(shop) : [])];
  } catch (error) {
    return [fail('merchant', `its pages cannot be served: ${reasonOf(error)}`, notReached)];
  } finally {
    await browser?.close();
    await server.stop();
  }
};

const encryptedMerchant = warn(
  'merchant',
  'the suite speaks http only, and MERCHANT_ORIGIN is https',
  'write an http origin or none; until then the rules of the browser end as not tested',
);

const checkMerchant = async ({ page, server, origin }: Shop): Promise<Check> => {
  const path = `/${randomUUID()}/hello`;
  server.publish(path, framePage('about:blank'));
  try {
    await page.goto(`${origin}${path}`, { waitUntil: 'commit' });
    const title = await page.title();
    if (title === 'Merchant') return ok('merchant', `the browser reaches ${origin}`);
    return fail('merchant', `${origin} shows the browser another page: "${title.slice(0, 60)}"`, notReached);
  } catch (error) {
    return fail('merchant', `the browser cannot open it: ${reasonOf(error)}`, notReached);
  }
};
