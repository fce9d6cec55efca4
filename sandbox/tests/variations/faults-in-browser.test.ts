import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createSite } from '../support/site.ts';
import { test } from '../support/test.ts';

/** Opens a shop page whose frame shows a checkout of a sandbox with this fault. */
async function shopWith(test: TestContext, fault: string) {
  const site = await createSite({ hostedPayment: 20 }, fault);
  test.after(() => site.close());
  const page = await site.browser.newPage();
  const checkout = await site.checkout({ success_url: `${site.shopUrl}/thanks` });
  await page.goto(`${site.shopUrl}/?frame=${encodeURIComponent(checkout)}`);
  return { page, frame: page.frameLocator('iframe'), checkout };
}

for (const fault of ['iframe-denied', 'iframe-ancestors-none'] as const) {
  test(`${fault} keeps the checkout out of the frame`, async (t) => {
    const { frame } = await shopWith(t, fault);
    assert.equal(await frame.getByRole('button', { name: 'Pay' }).count(), 0);
  });
}

test('iframe-breaks-out-on-focus replaces the page of the shop', async (t) => {
  const { page, frame, checkout } = await shopWith(t, 'iframe-breaks-out-on-focus');
  await frame.getByLabel('Amount').click();
  await page.waitForURL(checkout);
});
