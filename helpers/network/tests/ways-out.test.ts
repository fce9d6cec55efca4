import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../processes/find-browser.cjs';
import { launchOptionsOf } from '../../processes/launch-options.ts';
import { makeAuthority } from './surroundings.ts';
import { startStage, until, type Answer, type Stage } from './sites.ts';

// All known means by which a page can send requests to other hosts. The unlisted host must receive none, neither from a
// local browser nor from a remote one.

interface WayOut {
  /** The page of the service. */
  page: (elsewhere: string) => Answer;
  more?: (elsewhere: string) => Record<string, Answer>;
  act?: (page: Page) => Promise<unknown>;
  /** The kind under which it is recorded; undefined where only the proxy sees it. */
  kind?: 'page' | 'part' | 'report';
}

const script = (code: string): string => `<!doctype html><title>Pay</title><p>Pay<script>${code}</script>`;
const click = (page: Page): Promise<void> => page.locator('#go').click({ noWaitAfter: true });
const redirect = (status: number, location: string): Answer => ({ status, headers: { location } });
const form = '<input name=phone value=0970000001><button id=go>Pay</button></form>';
const post = (to: string): string => `fetch('${to}', { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {})`;
const button = (code: string): string => `<button id=go onclick="${code}">Pay</button>`;

const waysOut: Record<string, WayOut> = {
  'a redirect': { page: (to) => redirect(302, `${to}/charge`), kind: 'page' },
  'a second hop': {
    page: () => redirect(307, '/second'),
    more: (to) => ({ '/second': redirect(303, `${to}/charge`) }),
    kind: 'page',
  },
  'a listed host as user': { page: (to) => redirect(302, to.replace('//', '//127.0.0.1:80@')), kind: 'page' },
  'a host with a dot at its end': {
    page: (to) => redirect(302, to.replace('127.0.0.1', 'localhost.')),
    kind: 'page',
  },
  'an IP address as a number': { page: (to) => redirect(302, to.replace('127.0.0.1', '2130706433')), kind: 'page' },
  'an IPv6 address': { page: (to) => redirect(302, to.replace('127.0.0.1', '[::ffff:127.0.0.1]')), kind: 'page' },
  'a Refresh header': { page: (to) => ({ headers: { refresh: `0;url=${to}/charge` } }), kind: 'page' },
  'a script that goes elsewhere': { page: (to) => script(`location.assign('${to}/charge')`), kind: 'page' },
  'a form post': { page: (to) => `<form method=post action="${to}/charge">${form}`, act: click, kind: 'page' },
  'a form post that is answered 307': {
    page: () => `<form method=post action=/post>${form}`,
    more: (to) => ({ '/post': redirect(307, `${to}/charge`) }),
    act: click,
    kind: 'page',
  },
  'a form post to a new window': {
    page: (to) => `<form method=post target=_blank action="${to}/charge">${form}`,
    act: click,
    kind: 'part',
  },
  'a popup': { page: (to) => button(`window.open('${to}/charge')`), act: click, kind: 'part' },
  'a frame': { page: (to) => `<iframe src="${to}/charge"></iframe>`, kind: 'part' },
  'a fetch': { page: (to) => script(post(`${to}/charge`)), kind: 'part' },
  'a fetch that is answered 307': {
    page: () => script(post('/post')),
    more: (to) => ({ '/post': redirect(307, `${to}/charge`) }),
    kind: 'part',
  },
  'a beacon': { page: (to) => script(`navigator.sendBeacon('${to}/charge', 'x')`), kind: 'report' },
  // The browser sends no pings; the request that follows shows that it had the time to.
  'a ping of a link': {
    page: (to) => `<a id=go href=# ping="${to}/charge" onclick="setTimeout(() => ${post(`${to}/last`)})">Pay</a>`,
    act: click,
    kind: 'part',
  },
  'a report of a broken policy': {
    page: (to) => ({
      headers: { 'content-security-policy': `img-src 'none'; report-uri ${to}/charge` },
      body: '<img src=/x>',
    }),
  },
  'a WebSocket': { page: (to) => script(`new WebSocket('${to.replace('http', 'ws')}/charge')`), kind: 'part' },
  'a worker': {
    page: (to) => script(`new Worker(URL.createObjectURL(new Blob([\`${post(`${to}/charge`)}\`])))`),
    kind: 'part',
  },
  'a service worker': {
    page: () => script(`navigator.serviceWorker.register('/sw.js')`),
    more: (to) => ({
      '/sw.js': {
        headers: { 'content-type': 'text/javascript' },
        body: `self.addEventListener('install', () => ${post(`${to}/charge`)})`,
      },
    }),
    kind: 'part',
  },
  'a connection that is opened ahead': {
    page: (to) => `<link rel=preconnect href="${to}/"><script>${post(`${to}/last`)}</script>`,
    kind: 'part',
  },
};

const attempt = async (stage: Stage, { page: pageOf, more, act, kind }: WayOut, isRemote = false): Promise<void> => {
  const { service, elsewhere, guard, visit } = stage;
  const { port } = new URL(elsewhere.origin);
  const { page, policy, context } = await visit();
  elsewhere.heard.length = 0;
  guard.refused.length = 0;
  service.pages['/pay'] = pageOf(elsewhere.origin);
  Object.assign(service.pages, more?.(elsewhere.origin));
  const settled: string[] = [];
  context.on('requestfinished', (request) => settled.push(request.url()));
  context.on('requestfailed', (request) => settled.push(request.url()));
  page.on('websocket', (socket) => socket.on('close', () => settled.push(socket.url())));
  await page.goto(`${service.origin}/pay`, { waitUntil: 'commit' }).catch(() => {});
  await act?.(page);
  const found = () => policy.blocked.find((one) => one.kind === kind);
  // A remote browser may open a popup before Playwright sees it, so that only the proxy tells.
  const isNoted = () => (kind && !isRemote ? found() !== undefined : guard.refused.length + policy.blocked.length > 0);
  await until('a request to be blocked', isNoted);
  const isOver = () => guard.refused.length > 0 || settled.some((url) => url.includes(`:${port}/`));
  if (kind) await until('the request to end', isOver);
  await context.close();
  assert.deepEqual(elsewhere.heard, [], 'the unlisted host received no request');
  if (kind === undefined || (isRemote && !found())) return;
  const { message = '' } = found() ?? {};
  assert.match(message, new RegExp(`:${port}, which is neither this machine nor`));
  if (kind === 'page' || kind === 'part') assert.throws(() => policy.throwIfBlocked(), { name: 'NotTested' });
  else assert.doesNotThrow(() => policy.throwIfBlocked());
};

describe('a local browser', () => {
  let stage: Stage;
  before(async () => void (stage = await startStage()));
  after(() => stage.close());

  for (const [name, wayOut] of Object.entries(waysOut)) test(`${name} is stopped`, () => attempt(stage, wayOut));

  test('UDP is stopped', async () => {
    const socket = createSocket('udp4');
    let heard = 0;
    socket.on('message', () => (heard += 1));
    await once(socket.bind(0, '127.0.0.1'), 'listening');
    stage.service.pages['/call'] = script(`
      const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
      call.createDataChannel('x');
      call.onicegatheringstatechange = () => { if (call.iceGatheringState === 'complete') document.title = 'gathered' };
      call.createOffer().then((offer) => call.setLocalDescription(offer));`);
    const { page, context } = await stage.visit();
    await page.goto(`${stage.service.origin}/call`);
    await until('the candidates', async () => (await page.title()) === 'gathered');
    assert.equal(heard, 0);
    await context.close();
    socket.close();
  });
});

const names = ['a second hop', 'a form post that is answered 307', 'a popup', 'a frame', 'a WebSocket', 'a worker'];
const attemptSome = async (stage: Stage, isRemote = false): Promise<void> => {
  for (const name of names) await attempt(stage, waysOut[name] ?? assert.fail(name), isRemote);
};

test('a browser that passes a gateway and a proxy is stopped too', async (t) => {
  const certificate = await (await makeAuthority()).issue('localhost', 'server');
  const access = {
    extraHeaders: [['X-Access', 'a'] as [string, string]],
    basicAuth: 'a:b',
    httpsProxy: 'http://127.0.0.1:9',
  };
  const stage = await startStage({ access, certificate });
  t.after(() => stage.close());
  await attemptSome(stage);
});

describe('a remote browser', () => {
  const launch = launchOptionsOf(findBrowser()?.path);

  test('at a Playwright server is stopped too', async (t) => {
    const server = await chromium.launchServer(launch);
    t.after(() => server.close());
    const stage = await startStage({ address: server.wsEndpoint() });
    t.after(() => stage.close());
    await attemptSome(stage, true);
  });

  test('with a debugging port is stopped too', async (t) => {
    // Below the ports that systems give to outgoing connections.
    const port = 10_000 + (process.pid % 20_000);
    const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
    const browser = await chromium.launch({ ...launch, args });
    t.after(() => browser.close());
    const stage = await startStage({ address: `http://127.0.0.1:${port}` });
    t.after(() => stage.close());
    await attemptSome(stage, true);
  });
});
