import type { LaunchOptions } from '@playwright/test';

/**
 * Launch options that prevent the browser's own requests and any traffic around the proxy.
 *
 * @param path undefined for Playwright's own choice
 */
export const launchOptionsOf = (path: string | undefined): LaunchOptions => ({
  ...(path ? { executablePath: path } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    // One process less for each browser.
    '--in-process-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--dns-prefetch-disable',
    '--metrics-recording-only',
    '--no-pings',
    // Requests that no switch disables go to a port to which browsers refuse to connect.
    '--gaia-url=http://127.0.0.1:9/',
    '--component-updater=url-source=http://127.0.0.1:9/',
    '--apps-gallery-update-url=http://127.0.0.1:9/',
    // Only the proxy resolves names.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    // UDP would bypass the proxy.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ],
});

/**
 * Options of pages, for tests that open none. Playwright works out each option that the configuration leaves open for each
 * test anew, which takes a fifth of the time of a test of the API.
 */
export const withoutPages: object = Object.fromEntries(
  `acceptDownloads baseURL bypassCSP clientCertificates colorScheme contrast deviceScaleFactor extraHTTPHeaders forcedColors
  geolocation hasTouch httpCredentials ignoreHTTPSErrors isMobile javaScriptEnabled locale offline permissions proxy
  reducedMotion screen serviceWorkers storageState timezoneId userAgent viewport`
    .split(/\s+/)
    .map((name) => [name, null]),
);
