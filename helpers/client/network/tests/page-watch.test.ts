import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../../processes/find-browser.mjs';
import { PageWatch } from '../page-watch.ts';
import type { Network } from '../network.ts';

const gigabyte = 1024 ** 3;

test('an endless page is closed long before it fills the memory', async (t) => {
  let sent = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const paragraph = `<p>${'x'.repeat(65_000)}</p>`;
    const go = (): void => {
      while (sent < gigabyte && response.write(paragraph)) sent += paragraph.length;
      if (sent < gigabyte) response.once('drain', go);
      else response.end();
    };
    go();
  }).listen(0, '127.0.0.1');
  const browser = await chromium.launch({ executablePath: findBrowser({ headless: true })?.path });
  t.after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const watch = new PageWatch(context, { circuitBreaker: { down: undefined } } as unknown as Network, () => {});
  t.after(() => watch.end());
  await watch.limitSize(page);
  await assert.rejects(page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), /closed/);
  assert.match(watch.fault ?? '', /an answer in the browser was larger than \d+ MB/);
  assert.ok(sent < gigabyte / 4, `${sent} bytes were taken`);
});

test('a page with endless console output is closed', async (t) => {
  const browser = await chromium.launch({ executablePath: findBrowser({ headless: true })?.path });
  t.after(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  const watch = new PageWatch(context, { circuitBreaker: { down: undefined } } as unknown as Network, () => {});
  t.after(() => watch.end());
  await watch.limitSize(page);
  const closed = page.waitForEvent('close');
  await page.setContent(`<script>setInterval(() => console.log('x'.repeat(100_000)), 1)</script>`);
  await closed;
  assert.match(watch.fault ?? '', /a page printed more than \d+ MB/);
});
