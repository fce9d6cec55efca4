import { chromium, type Page } from '@playwright/test';
import { openBrowser } from '../../../network/open-browser.ts';
import { Guard } from '../../../network/guard.ts';
import { NetworkPolicy } from '../../../network/network-policy.ts';
import { findBrowser } from '../../../processes/find-browser.cjs';
import type { CheckoutPage, Customer, OpenCheckoutPage } from '../../checkout-page.ts';
import { launchOptionsOf } from '../../../processes/launch-options.ts';
import { described } from '../../open-checkout-page.ts';
import { readDescription } from '../../page/page-lines.ts';
import { serve, type Served, type Site } from './payment-site.ts';

export const customer = {
  amount: 1000,
  maxAmount: 100_000,
  currency: 'XTS',
  email: 'customer@example.com',
  mobileMoneyNumber: '0970000001',
  testNumbers: ['0961111111', '0961111112', '4084084084084081'],
  operatorCodes: ['OPERATOR_A', 'OPERATOR_B'],
  patienceMs: 5000,
  channel: 'redirect',
  intention: 'success',
  endsHere: false,
  mayHaveEnded: false,
  onStep: () => {},
} as const;

export type Visit = (
  site: Site,
  act: (checkout: CheckoutPage, served: Served, page: Page) => Promise<void>,
  change?: Partial<Customer>,
  /** Creates the page object of this visit. */
  open?: OpenCheckoutPage,
) => Promise<void>;

/** Opens a page that is used as a description says. */
export const asDescribed = (source: string): OpenCheckoutPage => described(readDescription(source, customer));

/**
 * Starts a browser in which each site is visited in its own window with a page object.
 *
 * @param open creates the page object; by default of a page with a card or a phone number, and a button to pay
 */
export const startBrowser = async ({
  open: openUsual = asDescribed('pay: ["? Card number = 4084 0840 8408 4081", "? Phone … = {number}", "Pay …"]'),
}: { open?: OpenCheckoutPage } = {}): Promise<{
  visit: Visit;
  close: () => Promise<void>;
}> => {
  const guard = new Guard({ hosts: [] });
  const { browser } = await openBrowser(chromium, launchOptionsOf(findBrowser({ headless: true })?.path), guard);
  const visit: Visit = async (site, act, change = {}, open = openUsual) => {
    const served = await serve(site);
    const context = await browser.newContext();
    const merchant = 'http://localhost';
    await NetworkPolicy.on(context, guard, { mask: (text) => text, merchant, target: served.address });
    const page = await context.newPage();
    const hasArrived = () => served.arrivals.length > 0;
    try {
      const checkout = open(page, { ...customer, hasArrived, ...change });
      await page.goto(served.address, { waitUntil: 'commit' });
      await act(checkout, served, page);
    } finally {
      await context.close();
      await served.close();
    }
  };
  return { visit, close: () => browser.close() };
};

/** Waits for an arrival that may follow a pending redirect. */
export const arrival = async ({ arrivals }: Served, page: Page): Promise<string | undefined> => {
  if (arrivals.length === 0) await page.waitForURL(/localhost/, { waitUntil: 'commit', timeout: 3000 }).catch(() => {});
  return arrivals[0];
};
