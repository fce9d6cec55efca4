/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createSite, ended, pay } from '../support/site.ts';
import { describe, test } from '../support/test.ts';

let site: Awaited<ReturnType<typeof createSite>>;
before(async () => {
  site = await createSite({ hostedPayment: 100 });
});
after(() => site.close());

/** Every state that a customer can see, reached as a customer reaches it. */
const states: [string, (page: Page) => Promise<unknown>][] = [
  ['payment', async (page) => page.goto(await site.hosted())],
  ['payment with an open amount', async (page) => page.goto(await site.checkout())],
  [
    'payment with problems',
    async (page) => {
      await page.goto(await site.checkout());
      await page.getByRole('button', { name: 'Pay' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'progress',
    async (page) => {
      await page.goto(await site.hosted());
      // An answer without content keeps the browser on the page.
      await page.route('**/outcome', (route) => route.fulfill({ status: 204 }));
      await pay(page);
      await page.getByRole('status').waitFor();
    },
  ],
  ['receipt of a success', async (page) => (await page.goto(await site.hosted()), await pay(page), ended(page))],
  [
    'receipt of a failure',
    async (page) => (await page.goto(await site.hosted()), await pay(page, 'fails'), ended(page)),
  ],
  ['receipt of a cancelled payment', async (page) => cancelled(page)],
  ['used link', async (page) => (await cancelled(page), page.goto(page.url().replace('/receipt', '')))],
  ['unknown link', async (page) => page.goto(`${site.base}/checkout/chk_0`)],
  ['refused form post', async (page) => refusedFormPost(page)],
  ['front page', async (page) => page.goto(site.base)],
];

async function cancelled(page: Page): Promise<void> {
  await page.goto(await site.hosted());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ended(page);
}

async function refusedFormPost(page: Page): Promise<void> {
  await page.setContent(`<form method="post" action="${site.base}/v1/checkout"><button>Go</button></form>`);
  await page.getByRole('button').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

// The dark scheme differs only in colours, and these states show all of them.
const coloured = states.filter(([state]) => /problems|progress|receipt|front/.test(state));
const screens: [string, BrowserContextOptions, typeof states][] = [
  ['desktop', { viewport: { width: 1280, height: 800 } }, states],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, states],
  ['dark desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, coloured],
];

for (const [screen, options, shown] of screens) {
  // Run in parallel: each test mostly waits for the browser process of its page.
  describe(screen, { concurrency: 12 }, () => {
    // One context for each screen: creating one for each page would take as long as the check.
    let context: Promise<BrowserContext> | undefined;
    for (const [state, reach] of shown) {
      test(`${state}: accessible, within the screen, with large touch targets`, async () => {
        context ??= site.browser.newContext(options);
        const page = await (await context).newPage();
        await reach(page);
        // The pages have no frames, so axe needs no second page to combine its findings.
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        assert.deepEqual(
          violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' ')}`),
          [],
        );
        const { overflow, small } = await page.evaluate(() => {
          const targets = [...document.querySelectorAll('button, select, a.button, input:not([type=radio]), .choice')];
          return {
            overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            small: targets
              .filter((target) => target.getBoundingClientRect().height < 44)
              .map((target) => target.outerHTML),
          };
        });
        assert.deepEqual([overflow, small], [0, []]);
        await page.close();
      });
    }
  });
}
