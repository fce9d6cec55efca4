import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { createSandbox } from '../../create-sandbox.ts';
import type { Timings } from '../../service/settings.ts';
import { launchBrowser } from './browser.ts';
import { payment, publishableKey, secretKey } from './sandbox.ts';

/** A sandbox, a browser, and a merchant's shop on another origin. */
export async function createSite(timings: Partial<Timings> = {}, fault?: string) {
  const sandbox = createSandbox({ timings, ...(fault && { fault }) });
  const base = await sandbox.listen(0);
  const browser = await launchBrowser();
  const shop = createShop();
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));

  async function post(path: string, payload: object): Promise<any> {
    const headers = { authorization: `Bearer ${secretKey}` };
    return (await sandbox.app.inject({ method: 'POST', url: path, headers, payload })).json();
  }

  return {
    base,
    browser,
    shopUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    /** Address of a payment whose merchant set the amount. */
    hosted: async (changes: object = {}): Promise<string> =>
      (await post('/v1/transactions', payment(changes))).hosted_url,
    /** Address of a payment whose customer sets the amount, unless the changes do. */
    checkout: async (changes: object = {}): Promise<string> =>
      (await post('/v1/checkout', { publishable_key: publishableKey, currency: 'XTS', ...changes })).checkout_url,
    async close() {
      await browser.close();
      await sandbox.close();
      shop.closeAllConnections();
      shop.close();
    },
  };
}

/** The shop shows the address in its query parameter `frame` in an iframe. */
function createShop() {
  return createServer((request, response) => {
    const framed = new URL(request.url ?? '/', 'http://shop').searchParams.get('frame');
    const frame = framed === null ? '' : `<iframe title="Payment" width="900" height="700" src="${framed}"></iframe>`;
    response.setHeader('content-type', 'text/html').end(`<h1>Shop</h1>${frame}`);
  });
}

/** Fills the payment page in and pays. */
export async function pay(page: Page, outcome: 'succeeds' | 'fails' = 'succeeds'): Promise<void> {
  await page.getByLabel('Mobile money number').fill('0970000001');
  await page.getByLabel(`Payment ${outcome}`).check();
  await page.getByRole('button', { name: 'Pay' }).click();
}

/** Waits for the receipt. */
export const ended = (page: Page): Promise<void> => page.waitForURL('**/receipt');
