import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../helpers/processes/find-browser.mjs';
import { launchOptionsOf } from '../../helpers/processes/launch-options.ts';
import { digestOf } from '../digest/digest.ts';
import { exampleRun, hostile } from '../digest/tests/example-run.ts';
import type { Results } from '../results/results-schema.ts';
import { frontPage } from './page.ts';

const example = exampleRun();
const run: Results['run'] = {
  ...example.run,
  triage: {
    durationMs: 9_000,
    complete: true,
    groups: [
      {
        cause: 'product',
        common: `POST /v1/transactions: ${hostile}`,
        said: 'failed 3 of 3 times',
        rules: ['txn.amount-required'],
        asked: ['txn.amount-required'],
        since: '2026-11-19T02:00:00.000Z',
        smallest: `curl -d '${hostile}'`,
      },
    ],
  },
  ledger: {
    intents: 12,
    lost: 1,
    redirects: 2,
    notifications: 3,
    strays: 0,
    contradictions: [{ what: 'shared id', said: hostile }],
  },
};
const results = { ...example, run };
const text = frontPage(results, digestOf(results, null), [{ href: 'digest.md', text: 'Digest' }]);

let browser: Browser;
before(async () => {
  browser = await chromium.launch(launchOptionsOf(findBrowser()?.path));
});
after(() => browser.close());

for (const colorScheme of ['light', 'dark'] as const) {
  test(`anybody can read the page in ${colorScheme} on a phone, and nothing of an answer is rendered`, async () => {
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
    assert.equal(await page.locator('img, script, b:text("b")').count(), 0);
    assert.deepEqual(asked, []);
    await context.close();
  });
}

test('the page names cause, expectation, finding and what repeats it', () => {
  for (const part of [
    '>product</span>',
    'since 2026-11-19 02:00 UTC',
    'Known deviations: 1',
    '10 days left',
    'The smallest request that fails',
    '+ expected',
    'npm start -- --grep @txn.amount-required',
    'Payments',
    'id="coverage"',
  ]) {
    assert.ok(text.includes(part), part);
  }
});
