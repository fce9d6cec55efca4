import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The browser of BROWSER_PATH, or the first that this machine has. */
function browserPath(): string {
  const candidates = [
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ];
  const path = process.env['BROWSER_PATH'] ?? candidates.find((candidate) => existsSync(candidate));
  if (!path) throw new Error('No browser was found; name one in BROWSER_PATH.');
  return path;
}

export function launchBrowser() {
  return chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
}
