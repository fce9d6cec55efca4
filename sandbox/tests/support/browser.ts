import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The path in BROWSER_PATH, or that of the first browser found on this machine. */
function browserPath(): string {
  const candidates = [
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ];
  const path = process.env['BROWSER_PATH'] ?? candidates.find((candidate) => existsSync(candidate));
  if (!path) throw new Error('No browser was found. Set BROWSER_PATH to the path of a Chromium or Chrome.');
  return path;
}

export function launchBrowser() {
  return chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
}
