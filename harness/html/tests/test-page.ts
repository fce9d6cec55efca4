import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../../../helpers/processes/find-browser.mjs';
import { launchOptionsOf } from '../../../helpers/processes/launch-options.ts';

const violationsOf = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** @returns the URLs that the page requests */
const openIn = async (page: Page, text: string): Promise<readonly string[]> => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(text);
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  return asked;
};

/**
 * Tests that pages are accessible on a phone, in light and dark mode, and render nothing from answers.
 *
 * @param pages their HTML by name
 */
export const testPages = (pages: Readonly<Record<string, string>>): void => {
  describe('on a phone', () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium.launch(launchOptionsOf(findBrowser()?.path));
    });
    after(() => browser.close());

    for (const [name, text] of Object.entries(pages)) {
      test(`${name} is accessible and renders nothing from answers`, async () => {
        const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 375, height: 800 } });
        const page = await context.newPage();
        const asked = await openIn(page, text);
        assert.deepEqual(await violationsOf(new AxeBuilder({ page })), []);
        // Dark mode changes only the colours.
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await violationsOf(new AxeBuilder({ page }).withRules('color-contrast')), []);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 375, `${width} pixels wide`);
        assert.equal(await page.locator('img, script, b:text-is("b")').count(), 0);
        assert.deepEqual(asked, []);
        await context.close();
      });
    }
  });
};
