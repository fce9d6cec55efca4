/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { createSite, ended, pay } from '../support/site.ts';
import { test } from '../support/test.ts';

// Uses the default delays.
let site: Awaited<ReturnType<typeof createSite>>;
before(async () => {
  site = await createSite();
});
after(() => site.close());

test('a customer without scripts pays within 1.5 seconds and arrives at the shop (2.3)', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await site.hosted({ success_url: `${site.shopUrl}/ok?order=7` }));
  const begin = Date.now();
  await pay(page);
  await page.waitForURL('**/ok?**');
  assert.ok(Date.now() - begin < 1_500);
  const parameters = new URL(page.url()).searchParams;
  assert.deepEqual([parameters.get('order'), parameters.get('status')], ['7', 'success']);
  await context.close();
});

test('the page can be used by keyboard alone, with a visible focus', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(await site.checkout());
  const focused = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.activeElement!);
      return `${document.activeElement!.getAttribute('name')} ${style.outlineStyle}`;
    });
  const order = [];
  for (const type of ['2500', 'Operator B', '0970000001', '', '', '']) {
    await page.keyboard.press('Tab');
    order.push(await focused());
    if (type !== '') await page.keyboard.type(type);
  }
  assert.deepEqual(order.slice(0, 4), ['amount solid', 'operator solid', 'mobile_money_number solid', 'outcome solid']);
  assert.deepEqual(order.slice(4), ['decision solid', 'decision solid']);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await ended(page);
  const text = await page.getByRole('main').innerText();
  assert.match(text, /Payment successful[\s\S]*XTS 25\.00[\s\S]*Operator B/);
  await context.close();
});

test('errors take the focus, keep the input, and link to their field', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(await site.hosted());
  await page.getByLabel('Mobile money number').fill('97');
  await page.getByLabel('Payment fails').check();
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.ok(await alert.evaluate((element) => element === document.activeElement));
  const number = page.getByLabel('Mobile money number');
  assert.equal(await number.inputValue(), '97');
  assert.ok(await page.getByLabel('Payment fails').isChecked());
  const ids = (await number.getAttribute('aria-describedby'))!.split(' ');
  assert.deepEqual(ids, ['number-hint', 'mobile_money_number-error']);
  await alert.getByRole('link').click();
  assert.ok(await number.evaluate((element) => element === document.activeElement));
  await context.close();
});

test('a payment in a frame of another origin ends in that frame (2.5 4.2)', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const address = await site.checkout({ amount: 1050, success_url: `${site.shopUrl}/ok` });
  const localShop = site.shopUrl.replace('127.0.0.1', 'localhost');
  await page.goto(`${localShop}/?frame=${encodeURIComponent(address)}`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Mobile money number').fill('0970000001');
  await frame.getByRole('button', { name: 'Pay' }).click();
  await frame.getByRole('heading', { name: 'Shop' }).waitFor();
  const inner = page.frames().find((one) => one !== page.mainFrame())!;
  assert.equal(new URL(inner.url()).searchParams.get('status'), 'success');
  assert.equal(new URL(page.url()).origin, localShop);
  await context.close();
});
