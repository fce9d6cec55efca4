import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { chromium, type Page } from '@playwright/test';
import { openBrowser, type OpenBrowser } from '../../network/open-browser.ts';
import { Guard } from '../../network/guard.ts';
import { NetworkPolicy } from '../../network/network-policy.ts';
import { findBrowser } from '../../processes/find-browser.cjs';
import { failureKindOf, type FailureKind } from '../../errors/failure-kind.ts';
import { launchOptionsOf } from '../../processes/launch-options.ts';
import { openAddress, openFrame } from '../open-address.ts';

// The service chooses the address of a payment page, so the text of the address must not influence the verdict.

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

const guard = new Guard({ hosts: [] });
let opened: OpenBrowser;
let origin: string;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  opened = await openBrowser(chromium, launchOptionsOf(findBrowser()?.path), guard);
});
after(async () => {
  await opened.close();
  server.close();
  server.closeAllConnections();
});

const newPage = async (): Promise<Page> => {
  const context = await opened.browser.newContext();
  await NetworkPolicy.on(context, guard, { mask: (text) => text, merchant: origin, target: origin });
  return context.newPage();
};

/** The kind and text of the error from opening an address; undefined when it opens. */
const opening = async (address: string, timeout = 30_000): Promise<[FailureKind | undefined, string] | undefined> => {
  const page = await newPage();
  try {
    await openAddress(page, address, { what: 'hosted_url', timeout });
    return undefined;
  } catch (error) {
    return [failureKindOf(error), String(error)];
  } finally {
    await page.context().close();
  }
};

test('an address without an answer is an environment fault', async () => {
  const [kind, text] = (await opening(`${origin}/reset/invalid%20URL`)) ?? [];
  assert.equal(kind, 'environment');
  assert.match(text ?? '', /net::ERR_EMPTY_RESPONSE$/);
  assert.equal((await opening(`${origin}/silent/${words}`, 500))?.[0], 'environment');
});

for (const [path, code] of [
  ['loop', 'net::ERR_TOO_MANY_REDIRECTS'],
  ['empty', 'net::ERR_ABORTED'],
  ['file', 'a download'],
] as const) {
  test(`a page that a browser cannot open is a fault of the page, whatever its address contains: ${path}`, async () => {
    const [kind, text] = (await opening(`${origin}/${path}/${words}`)) ?? [];
    assert.equal(kind, 'payment-page', text);
    assert.ok(text?.endsWith(`Received: ${code}`), text);
  });
}

test('a merchant that the browser cannot reach is an environment fault', async () => {
  const page = await newPage();
  const frame = openFrame(page, () => `${origin}/reset`, `${origin}/pay`);
  await assert.rejects(frame, (error) => failureKindOf(error) === 'environment');
  await page.context().close();
});
