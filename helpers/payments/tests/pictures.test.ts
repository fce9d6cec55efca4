import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium, type Frame, type TestInfo } from '@playwright/test';
import { findBrowser } from '../../processes/find-browser.cjs';
import { launchOptionsOf } from '../../processes/launch-options.ts';
import { photograph, readFrame } from '../pictures.ts';

const places: Readonly<Record<string, (key: string) => string>> = {
  'a paragraph': (key) => `<p>Key ${key}</p>`,
  'the body': (key) => `Key ${key}`,
  'a field': (key) => `<input value="${key}">`,
  'an element of its own': (key) => `<div><template shadowrootmode="open"><p>Key ${key}</p></template></div>`,
  'a frame': (key) => `<iframe srcdoc="<p>Key ${key}</p>"></iframe>`,
};

test('a picture of a failed test does not show a key, wherever it stands', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await chromium.launch(launchOptionsOf(findBrowser()?.path));
  t.after(() => browser.close());
  t.after(() => rmSync(folder, { recursive: true }));
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  const mask = (text: string): string => text.replace(/key-\d/g, '<SECRET_KEY>');
  const pictureOf = async (content: string): Promise<Buffer> => {
    await page.setContent(content, { waitUntil: 'load' });
    const info = { attachments: [] as { path?: string }[], outputPath: (name: string) => join(folder, name) };
    await photograph([page], mask, info as unknown as TestInfo);
    return readFileSync(info.attachments[0]?.path ?? '');
  };
  for (const [place, contentOf] of Object.entries(places)) {
    const [first, second, other] = [
      await pictureOf(contentOf('key-1')),
      await pictureOf(contentOf('key-7')),
      await pictureOf(contentOf('pin-7')),
    ];
    assert.ok(first.equals(second), place);
    assert.ok(!first.equals(other), `${place}: what is no key is shown`);
  }
});

test('a page that never answers is not waited for', async () => {
  const silent = { locator: () => ({}), evaluate: () => new Promise(() => {}) } as unknown as Frame;
  const waiting = setInterval(() => {}, 1_000);
  await assert.rejects(
    readFrame(silent, (text) => text),
    /cannot be read in time/,
  );
  clearInterval(waiting);
});
