import type { LaunchOptions } from '@playwright/test';

/**
 * How the browser of a run is started.
 *
 * @param path undefined for Playwright's own choice
 */
export const launchOptionsOf = (path: string | undefined): LaunchOptions => ({
  ...(path ? { executablePath: path } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
