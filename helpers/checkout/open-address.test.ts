import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../setup/browser.mjs';
import { verdictOfError, type Verdict } from '../verdict/verdict.ts';
import { openAddress, openFrame } from './open-address.ts';

// The service chooses the address of a payment page, so its words must not decide what became of it.

const words =
  'net::ERR_CONNECTION_RESET/Timeout%205ms%20exceeded/interrupted%20by%20another%20navigation/invalid%20URL';

const server = createServer(({ url = '/' }, response) => {
  if (url.startsWith('/loop')) return response.writeHead(302, { location: url }).end();
  if (url.startsWith('/empty')) return response.writeHead(204).end();
  if (url.startsWith('/reset')) return response.destroy();
  if (url.startsWith('/silent')) return;
  if (url.startsWith('/file')) {
    return response.writeHead(200, { 'content-disposition': 'attachment', 'content-type': 'text/plain' }).end('x');
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Pay here</h1>');
});

let browser: Browser;
let origin: string;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const path = findBrowser({ headless: true })?.path;
  browser = await chromium.launch({ ...(path ? { executablePath: path } : {}), args: ['--no-sandbox'] });
});
after(async () => {
  await browser.close();
  server.close();
  server.closeAllConnections();
});

/** What becomes of opening an address: the verdict of the error, and its text; nothing when it opens. */
const opening = async (address: string, timeout = 30_000): Promise<[Verdict, string] | undefined> => {
  const page = await browser.newPage();
  try {
    await openAddress(page, address, timeout);
    return undefined;
  } catch (error) {
    return [verdictOfError(error), String(error)];
  } finally {
    await page.close();
  }
};

test('an address that opens is no fault', async () => {
  assert.equal(await opening(`${origin}/${words}`), undefined);
});

test('an address without an answer is an environment fault', async () => {
  const [verdict, text] = (await opening(`${origin}/reset/invalid%20URL`)) ?? [];
  assert.equal(verdict, 'environment');
  assert.match(text ?? '', /net::ERR_EMPTY_RESPONSE$/);
  assert.equal((await opening(`${origin}/silent/${words}`, 500))?.[0], 'environment');
});

for (const [kind, code] of [
  ['loop', 'net::ERR_TOO_MANY_REDIRECTS'],
  ['empty', 'net::ERR_ABORTED'],
  ['file', 'a download'],
] as const) {
  test(`a page that a browser cannot open is one at fault, whatever its address says: ${kind}`, async () => {
    const [verdict, text] = (await opening(`${origin}/${kind}/${words}`)) ?? [];
    assert.equal(verdict, 'fail', text);
    assert.ok(text?.endsWith(`Received: ${code}`), text);
  });
}

test('an address that is none is one at fault', async () => {
  const [verdict, text] = (await opening(`nowhere/${words}`)) ?? [];
  assert.equal(verdict, 'fail');
  assert.ok(text?.endsWith('Received: invalid URL'), text);
});

test('a merchant that the browser cannot reach is an environment fault', async () => {
  const page = await browser.newPage();
  await assert.rejects(openFrame(page, `${origin}/reset`), (error) => verdictOfError(error) === 'environment');
  await page.close();
});
