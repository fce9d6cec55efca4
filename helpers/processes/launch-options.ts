import type { LaunchOptions } from '@playwright/test';

/**
 * How the browser of a run is started: it makes no calls of its own, and finds no way around the proxy.
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
    '--disable-domain-reliability',
    '--disable-sync',
    '--dns-prefetch-disable',
    '--metrics-recording-only',
    '--no-pings',
    // What no switch turns off asks a port that no browser connects to.
    '--gaia-url=http://127.0.0.1:9/',
    '--component-updater=url-source=http://127.0.0.1:9/',
    '--apps-gallery-update-url=http://127.0.0.1:9/',
    // It asks nobody for names: the proxy does that.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    // UDP would go past the proxy.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ],
});
