import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../../helpers/processes/find-browser.mjs';
import { launchOptionsOf } from '../../../helpers/processes/launch-options.ts';

/** Tests that anybody can read a page, on a phone, in light and dark, and that it renders nothing of an answer. */
export const testPage = (name: string, text: string): void => {
  describe(name, () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium.launch(launchOptionsOf(findBrowser()?.path));
    });
    after(() => browser.close());

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`anybody can read it in ${colorScheme} on a phone, and nothing of an answer is rendered`, async () => {
        const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 800 } });
        const page = await context.newPage();
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.setContent(text);
        for (const details of await page.locator('details').all())
          await details.evaluate((one) => one.setAttribute('open', ''));
        const { violations } = await new AxeBuilder({ page }).analyze();
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          [],
        );
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 375, `${width} pixels wide`);
        assert.equal(await page.locator('img, script, b:text-is("b")').count(), 0);
        assert.deepEqual(asked, []);
        await context.close();
      });
    }
  });
};
