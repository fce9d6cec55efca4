// The bare limit of a browser: the same journeys with playwright-core alone, written for the sandbox's page.
// Arguments: address of the service, number of journeys, number of concurrent ones, launch options of the browser as
// JSON, and the facts of the payment as JSON.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { request } from 'undici';

const [address = '', count = '1', atOnce = '2', launch = '{}', facts = '{}'] = process.argv.slice(2);
const { secretKey, body, number } = JSON.parse(facts);

const merchant = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><link rel="icon" href="data:,"><h1>Back at the merchant</h1>');
}).listen(0, '127.0.0.1');
await once(merchant, 'listening');
const shop = `http://localhost:${/** @type {import('node:net').AddressInfo} */ (merchant.address()).port}`;

const browser = await chromium.launch(JSON.parse(launch));
const waiting = Array.from({ length: Number(count) }, (_, index) => index).values();

const journeys = async () => {
  for (const index of waiting) {
    const succeeds = index % 4 < 2;
    const addresses = { success_url: `${shop}/${index}/success`, failure_url: `${shop}/${index}/failure` };
    const answered = await request(`${address}/v1/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secretKey}` },
      body: JSON.stringify({ ...body, transaction_reference: `bare-${index}`, ...addresses }),
    });
    const { hosted_url } = /** @type {any} */ (await answered.body.json());
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(hosted_url);
    await page.getByLabel('Mobile money number').fill(number);
    await page.getByRole('radio', { name: succeeds ? 'Payment succeeds' : 'Payment fails' }).check();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(`${shop}/**`);
    assert.ok(page.url().startsWith(succeeds ? addresses.success_url : addresses.failure_url), page.url());
    await context.close();
  }
};

await Promise.all(Array.from({ length: Number(atOnce) }, journeys));
await browser.close();
merchant.closeAllConnections();
merchant.close();
