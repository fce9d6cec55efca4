import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from '@playwright/test';
import { launchOptionsOf } from '../launch-options.ts';
import { Guard } from '../../connection/guard/guard.ts';
import { startSite } from '../../connection/guard/tests/sites.ts';
import { findBrowser } from '../find-browser.mjs';
import { openBrowser } from '../open-browser.ts';

/** The network log of the browser. */
interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: { url?: string; host?: string; address?: string } }[];
}

test('the browser makes no requests of its own and resolves no names', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'own-calls-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await startSite({
    '/': '<link rel=dns-prefetch href="//hint.example"><link rel=preconnect href="//hint.example"><title>Pay</title>',
  });
  t.after(() => site.close());
  const file = join(folder, 'net.json');
  const launch = launchOptionsOf(findBrowser()?.path);
  const args = [...(launch.args ?? []), `--log-net-log=${file}`, '--net-log-duration=0'];
  const guard = new Guard({ hosts: [] });
  const { browser, close } = await openBrowser(chromium, { ...launch, args }, guard);
  const page = await browser.newPage();
  // Every navigation may trigger requests of the browser itself.
  for (let visit = 0; visit < 5; visit += 1) await page.goto(`${site.origin}/`);
  assert.equal(await page.title(), 'Pay');
  await close();
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8')) as NetLog;
  const of = (pattern: RegExp) => {
    const types = Object.entries(constants.logEventTypes).filter(([name]) => pattern.test(name));
    const numbers = new Set(types.map(([, number]) => number));
    return events.filter(({ type }) => numbers.has(type));
  };
  const asked = of(/^URL_REQUEST_START_JOB$/).flatMap(({ params }) => (params?.url ? [params.url] : []));
  assert.ok(asked.length > 0, 'the log was read');
  const unexpected = asked.filter(
    (url) => /^https?:/.test(url) && !url.startsWith(`${site.origin}/`) && !url.startsWith('http://127.0.0.1:9/'),
  );
  assert.deepEqual(unexpected, []);
  const connected = of(/^TCP_CONNECT_ATTEMPT$/).flatMap(({ params }) => params?.address ?? []);
  assert.ok(connected.length > 0);
  assert.deepEqual(
    connected.filter((address) => !address.startsWith('127.0.0.1:')),
    [],
  );
  assert.deepEqual(of(/^UDP_BYTES_SENT$/), []);
  const resolved = of(/^HOST_RESOLVER_(DNS_TASK|SYSTEM_TASK)$/).flatMap(({ params }) => params?.host ?? []);
  assert.deepEqual(resolved, []);
  assert.deepEqual(
    guard.refused.filter((host) => !host.startsWith('hint.example')),
    [],
  );
});
