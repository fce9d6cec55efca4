import type { LaunchOptions } from '@playwright/test';

/**
 * Launch options for the browser of a run: it sends no requests of its own, and cannot bypass the proxy.
 *
 * @param path undefined lets Playwright choose
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
    '--disable-domain-reliability',
    '--disable-sync',
    '--dns-prefetch-disable',
    '--metrics-recording-only',
    '--no-pings',
    // Requests that no switch turns off go to a port that browsers refuse.
    '--gaia-url=http://127.0.0.1:9/',
    '--component-updater=url-source=http://127.0.0.1:9/',
    '--apps-gallery-update-url=http://127.0.0.1:9/',
    // The proxy resolves host names, not the browser.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    // UDP would bypass the proxy.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ],
});
