import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSettings } from '../../settings/settings.ts';
import { Guard, guardOf } from '../guard.ts';
import { NetworkPolicy } from '../network-policy.ts';
import { PageWatch } from '../page-watch.ts';
import { isPublicAddress } from '../subresources.ts';
import { startSite, startStage, until, type Stage } from './sites.ts';

const guard = new Guard({ hosts: ['Staging.Example.com', 'pay.example.com:8443', '[2001:db8::1]:8080'] });

test('this machine and the listed hosts are allowed in any notation, and nothing else', () => {
  const allowed = `https://staging.example.com/pay http://staging.example.com.:81/ wss://staging.example.com/live
    https://pay.example.com:8443/x http://[2001:DB8:0::1]:8080/ http://127.0.0.1:4000/ http://localhost/ http://[::1]:9/
    http://2130706433/ http://0x7f.1/`;
  for (const address of allowed.split(/\s+/)) assert.ok(guard.allows(address), address);
  const refused = `https://example.com/ https://evil.staging.example.com/ https://staging.example.com.evil.example/
    https://staging.example.com@evil.example/ https://pay.example.com/ http://[2001:db8::1]/ http://[::ffff:127.0.0.1]/
    http://0.0.0.0/ http://production.localhost/ file://127.0.0.1/etc/passwd javascript:alert(1)//staging.example.com
    data:text/html,x view-source:https://staging.example.com blob:https://staging.example.com/1 about:blank
    //staging.example.com/`;
  for (const address of [...refused.split(/\s+/), '']) assert.ok(!guard.allows(address), address);
});

test('a refusal names only the host, and how to allow it', () => {
  const check = (): void => guard.check('https://user:pass@evil.example:444/pay?key=1', 'hosted_url');
  const message = /^hosted_url leads to evil\.example:444, .*add evil\.example:444 to STAGING_HOSTS if it is part/;
  assert.throws(check, { name: 'NotTested', message });
});

test("the merchant's host is redirected to this machine only at its own port", () => {
  const merchant = guardOf(parseSettings({ MERCHANT_ORIGIN: 'http://merchant.example:8080' }), 4711);
  assert.ok(merchant.allows('http://merchant.example:8080/x'));
  assert.ok(!merchant.allows('http://merchant.example/x'));
  assert.deepEqual(merchant.placeOf('http://merchant.example:8080/x'), { host: '127.0.0.1', port: 4711 });
  assert.deepEqual(merchant.placeOf('http://[::1]:81/'), { host: '::1', port: 81 });
});

test('addresses of private networks are not public', () => {
  const inside = '10.1.2.3 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 ::1 fd00::1 fe80::1 ::ffff:10.0.0.1';
  for (const address of inside.split(' ')) assert.ok(!isPublicAddress(address), address);
  for (const address of ['93.184.216.34', '2606:2800:220:1::1', '172.32.0.1']) assert.ok(isPublicAddress(address));
});

let stage: Stage;
before(async () => void (stage = await startStage()));
after(() => stage.close());

test('third-party resources of a page are loaded without cookies, and never with a key', async (t) => {
  const { service, visit } = stage;
  const cdn = await startSite({
    '/moved.js': { status: 302, headers: { location: '/pay.js' } },
    '/pay.js': {
      headers: { 'content-type': 'text/javascript', 'set-cookie': 'spy=1', 'access-control-allow-origin': '*' },
      body: "document.querySelector('h1').textContent = 'ready'",
    },
  });
  t.after(() => cdn.close());
  service.pages['/parts'] = `<!doctype html><h1></h1><script crossorigin src="${cdn.origin}/moved.js"></script>
    <img src="${cdn.origin}/pixel?of=secret">`;
  const { page, policy, context } = await visit();
  await page.goto(`${service.origin}/parts`);
  await until('the script to run', async () => (await page.locator('h1').textContent()) === 'ready');
  assert.deepEqual(cdn.heard, ['GET /moved.js', 'GET /pay.js']);
  assert.deepEqual(await context.cookies(), []);
  assert.throws(() => policy.throwIfBlocked(), /carries a key/);
  await context.close();
});

test("a frame of the merchant's that leaves the listed hosts ends the wait for the payment", async () => {
  const { service, merchant, elsewhere, visit } = stage;
  const { page, policy, context } = await visit();
  service.pages['/framed'] = `<script>location = '${elsewhere.origin}/pay'</script>`;
  merchant.pages['/frame'] = `<iframe src="${service.origin}/framed"></iframe>`;
  await page.goto(`${merchant.origin}/frame`, { waitUntil: 'commit' });
  await assert.rejects(policy.unlessBlocked(new Promise(() => {})), { name: 'NotTested' });
  await context.close();
});

test('a document of an unlisted host is not owned, nor is a context without a policy', async () => {
  const { service, elsewhere, visit, opened } = stage;
  const { page, policy, context } = await visit();
  // Removes the routes that block such a document, so that only the decision is tested.
  await context.unrouteAll();
  await context.route(`${elsewhere.origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Pay' }));
  service.pages['/outer'] = `<iframe src="${elsewhere.origin}/pay"></iframe>`;
  await page.goto(`${service.origin}/outer`);
  assert.deepEqual(
    page.frames().map((frame) => policy.owns(frame)),
    [true, false],
  );
  await context.close();
  const free = await opened.browser.newContext();
  assert.throws(() => NetworkPolicy.of(free), /not restricted/);
  await free.close();
});

test('a page that a gateway answers, or nobody, is a fault of the network; a missing image is none', async () => {
  const { service, visit } = stage;
  const watched = async (status: number, image: string): Promise<string | undefined> => {
    const { page, context } = await visit();
    const watch = new PageWatch(context);
    watch.belongsToService(service.origin);
    service.pages['/page'] = { status, body: `<img src="${image}">` };
    service.pages['/image'] = { status: 503 };
    await page.goto(`${service.origin}/page`);
    await context.close();
    return watch.fault;
  };
  assert.equal(await watched(200, '/image'), undefined);
  assert.equal(await watched(503, ''), 'GET a payment page in the browser was answered HTTP 503');
});

test('a page whose answer does not end is a fault of the network, and one in a frame of its own is none', async (t) => {
  const { service, visit } = stage;
  service.pages['/endless'] = { headers: { 'content-length': '1000' }, body: '<h1>Pay</h1>' };
  service.pages['/frame'] = '<h1>Pay</h1><iframe src="/endless"></iframe>';
  const watched = async (path: string, waitUntil: 'commit' | 'domcontentloaded'): Promise<string | undefined> => {
    const { page, context } = await visit();
    const watch = new PageWatch(context);
    watch.belongsToService(service.origin);
    await page.goto(`${service.origin}${path}`, { waitUntil });
    const later = Date.now() + 5_000;
    const clock = t.mock.method(Date, 'now', () => later);
    const { fault } = watch;
    clock.mock.restore();
    await context.close();
    return fault;
  };
  assert.equal(await watched('/endless', 'commit'), 'GET a payment page in the browser was not answered whole in time');
  assert.equal(await watched('/frame', 'domcontentloaded'), undefined);
});
