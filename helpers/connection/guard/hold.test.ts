import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { openAddress, openFrame, submitForm } from '../../payments/open-address.ts';
import { openOrdinaryPage } from '../../payments/any-page/ordinary-page.ts';
import { customer } from '../../payments/tests/payment-pages/visit.ts';
import { Hold } from './hold.ts';
import { startStage, startSite, until, type Stage } from './tests/sites.ts';

let stage: Stage;
before(async () => void (stage = await startStage()));
after(() => stage.close());

const timeout = 10_000;
const payForm = (action: string): string =>
  `<!doctype html><title>Checkout</title><h1>Checkout</h1><form method=post action="${action}">
   <label>Phone number <input name=phone></label><button>Pay</button></form>`;

test('a forbidden address is not opened', async () => {
  const { elsewhere, visit } = stage;
  const { page, context } = await visit();
  const addresses = ['file:///etc/passwd', 'javascript:document.title=1', 'data:text/html,x', 'chrome://version'];
  for (const address of [...addresses, `${elsewhere.origin}/pay`, elsewhere.origin.replace('//', '//127.0.0.1@')]) {
    await assert.rejects(openAddress(page, address, { what: 'hosted_url', timeout }), { name: 'NotTested' }, address);
    const frame = openFrame(page, () => `${stage.merchant.origin}/frame`, address);
    await assert.rejects(frame, { name: 'NotTested' }, address);
    assert.equal(page.url(), 'about:blank');
  }
  assert.deepEqual(elsewhere.heard, []);
  await context.close();
});

test('a redirect of the hosted page to an unlisted host ends the test at once as not tested', async () => {
  const { service, elsewhere, visit } = stage;
  const { page, context } = await visit();
  service.pages['/away'] = { status: 302, headers: { location: `${elsewhere.origin}/pay` } };
  const opening = openAddress(page, `${service.origin}/away`, { what: 'hosted_url', timeout });
  await assert.rejects(opening, { name: 'NotTested', message: /add 127\.0\.0\.1:\d+ to STAGING_HOSTS/ });
  assert.deepEqual(elsewhere.heard, []);
  await context.close();
});

test("a 307 does not send the key in the merchant's form to an unlisted host", async () => {
  const { service, merchant, elsewhere, visit } = stage;
  const { page, context } = await visit();
  service.pages['/v1/checkout'] = { status: 307, headers: { location: `${elsewhere.origin}/collect` } };
  merchant.pages['/order'] = `<form method=post action="${service.origin}/v1/checkout">
    <input type=hidden name=publishable_key value=pk_test_1><button>Order</button></form>`;
  await page.goto(`${merchant.origin}/order`);
  await assert.rejects(submitForm(page, timeout), { name: 'NotTested' });
  assert.match(service.heard.at(-1) ?? '', /publishable_key=pk_test_1/);
  assert.deepEqual(elsewhere.heard, []);
  await context.close();
});

test("navigation of the merchant's frame to an unlisted host ends the wait for the payment", async () => {
  const { service, merchant, elsewhere, visit } = stage;
  const { page, hold, context } = await visit();
  service.pages['/framed'] = `<script>location = '${elsewhere.origin}/pay'</script>`;
  merchant.pages['/frame'] = `<iframe src="${service.origin}/framed"></iframe>`;
  await page.goto(`${merchant.origin}/frame`, { waitUntil: 'commit' });
  await assert.rejects(hold.unlessStopped(new Promise(() => {})), { name: 'NotTested' });
  await context.close();
});

test('documents of unlisted hosts are neither read nor acted on', async () => {
  const { guard, elsewhere, visit } = stage;
  // Removes the routes that block such a document, so that only the reading is tested.
  const { context, page } = await visit();
  await context.unroute(() => true);
  const open = await stage.opened.browser.newContext();
  await Hold.on(open, guard, { mask: (text) => text, merchant: stage.merchant.origin, target: stage.service.origin });
  await open.unrouteAll();
  await open.route(`${elsewhere.origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: payForm(`${elsewhere.origin}/charge`) }),
  );
  const window = await open.newPage();
  stage.service.pages['/outer'] = `<title>Checkout</title><iframe src="${elsewhere.origin}/pay"></iframe>`;
  await window.goto(`${stage.service.origin}/outer`);
  const inner = window.frames()[1];
  assert.ok(inner);
  await inner.locator('input').waitFor();
  const checkout = openOrdinaryPage(window, { ...customer, patienceMs: 300, hasArrived: () => false });
  await checkout.pay().catch(() => {});
  assert.equal(await inner.locator('input').inputValue(), '');
  assert.equal(new URL(inner.url()).origin, elsewhere.origin);
  await page.close();
  await Promise.all([context.close(), open.close()]);
});

test('third-party resources of a page are loaded without cookies and referrer', async () => {
  const { service, visit } = stage;
  const cdn = await startSite({
    '/moved.js': { status: 302, headers: { location: '/pay.js' } },
    '/pay.js': {
      headers: { 'content-type': 'text/javascript', 'set-cookie': 'spy=1', 'access-control-allow-origin': '*' },
      body: "document.querySelector('h1').textContent = 'ready'",
    },
    '/pay.css': { headers: { 'content-type': 'text/css' }, body: 'h1 { color: rgb(1, 2, 3) }' },
  });
  service.pages['/parts'] = `<!doctype html><link rel=stylesheet href="${cdn.origin}/pay.css"><h1></h1>
    <script crossorigin src="${cdn.origin}/moved.js"></script><img src="${cdn.origin}/pixel?of=secret">`;
  const { page, hold, context } = await visit();
  await page.goto(`${service.origin}/parts`);
  await until('the script to run', async () => (await page.locator('h1').textContent()) === 'ready');
  await until('the style', () =>
    page.locator('h1').evaluate((heading) => getComputedStyle(heading).color === 'rgb(1, 2, 3)'),
  );
  assert.deepEqual(cdn.heard.sort(), ['GET /moved.js', 'GET /pay.css', 'GET /pay.js']);
  assert.deepEqual(await context.cookies(), []);
  // An image whose address contains a key is not requested.
  assert.deepEqual(
    hold.stops.map(({ said }) => /carries a key/.test(said)),
    [true],
  );
  await context.close();
  await cdn.close();
});

test('a resource in a private network is not loaded', async () => {
  const { service, elsewhere, guard, opened } = stage;
  elsewhere.heard.length = 0;
  const context = await opened.browser.newContext();
  const hold = await Hold.on(context, guard, { mask: String, merchant: stage.merchant.origin, target: service.origin });
  service.pages['/inside'] = `<script src="${elsewhere.origin}/pay.js"></script>`;
  const page = await context.newPage();
  await page.goto(`${service.origin}/inside`);
  assert.match(hold.reason ?? '', /^a script of the payment page leads to 127\.0\.0\.1:\d+/);
  assert.deepEqual(elsewhere.heard, []);
  await context.close();
});

test('a beacon to an unlisted host is blocked without ending the test', async () => {
  const { service, elsewhere, visit } = stage;
  const { page, hold, context } = await visit();
  service.pages['/beacon'] = `<script>navigator.sendBeacon('${elsewhere.origin}/seen', 'x')</script>`;
  await page.goto(`${service.origin}/beacon`);
  await until('the beacon', () => hold.stops.length > 0);
  assert.equal(hold.reason, undefined);
  await context.close();
});

test('the browser sends no UDP datagrams', async () => {
  const { service, visit } = stage;
  const socket = createSocket('udp4');
  let heard = 0;
  socket.on('message', () => (heard += 1));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  service.pages['/call'] = `<title></title><script>
    const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
    call.createDataChannel('x');
    call.onicegatheringstatechange = () => { if (call.iceGatheringState === 'complete') document.title = 'gathered' };
    call.createOffer().then((offer) => call.setLocalDescription(offer));</script>`;
  const { page, context } = await visit();
  await page.goto(`${service.origin}/call`);
  await until('the candidates', async () => (await page.title()) === 'gathered');
  assert.equal(heard, 0);
  await context.close();
  socket.close();
});
