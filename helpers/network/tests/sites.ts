import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../../processes/find-browser.cjs';
import { launchOptionsOf } from '../../processes/launch-options.ts';
import { Guard } from '../guard.ts';
import type { SuiteCertificate } from '../suite-certificate.ts';
import { TargetConnection, type AccessSettings } from '../target-connection.ts';
import { NetworkPolicy } from '../network-policy.ts';
import { openBrowser, type OpenBrowser } from '../open-browser.ts';
import { Subresources } from '../subresources.ts';

/** The answer of a site to a path. */
export type Answer = string | { status?: number; headers?: Record<string, string>; body?: string };

/** A site on this machine that records its requests. */
export interface Site {
  origin: string;
  /** Method, path and body of every request. */
  heard: string[];
  pages: Record<string, Answer>;
  close: () => Promise<void>;
}

export const startSite = async (pages: Record<string, Answer> = {}, name = '127.0.0.1'): Promise<Site> => {
  const heard: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${body}`.trim());
      const page = pages[request.url ?? ''] ?? { status: 404 };
      const { status = 200, headers = {}, body: text = '' } = typeof page === 'string' ? { body: page } : page;
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(text);
    });
  });
  server.on('upgrade', (request, socket) => {
    heard.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  // A browser that does not start leaves no process behind.
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { origin: `http://${name}:${(server.address() as AddressInfo).port}`, heard, pages, close };
};

export interface Stage {
  /** Listed. */
  service: Site;
  /** Listed, and the merchant's. */
  merchant: Site;
  /** Unlisted; it represents production. */
  elsewhere: Site;
  guard: Guard;
  opened: OpenBrowser;
  /** Opens a page in a new context that is restricted to the listed hosts. */
  visit: () => Promise<{ page: Page; policy: NetworkPolicy; context: BrowserContext }>;
  close: () => Promise<void>;
}

interface StageOptions {
  /** Of a remote browser. */
  address?: string;
  /** How the service is reached. */
  access?: AccessSettings['connection'];
  certificate?: SuiteCertificate | undefined;
}

/** Starts a browser, a service, a merchant and an unlisted host, all on this machine. */
export const startStage = async ({ address, access, certificate }: StageOptions = {}): Promise<Stage> => {
  const [service, merchant, elsewhere] = [await startSite(), await startSite({}, 'localhost'), await startSite()];
  const isOwn = ({ port }: URL) => [service, merchant].some(({ origin }) => new URL(origin).port === port);
  const target = { baseUrl: service.origin, stagingHosts: [], insecureHosts: [], connection: access ?? {} };
  const guard = new Guard({ hosts: [], isOwn, connection: new TargetConnection(target) });
  const launch = launchOptionsOf(findBrowser()?.path);
  const opened = await openBrowser(chromium, launch, guard, { address, certificate });
  const visit = async () => {
    const context = await opened.browser.newContext(opened.proxy ? { proxy: opened.proxy } : {});
    const policy = await NetworkPolicy.on(context, guard, {
      mask: (text) => text.replaceAll('secret', '***'),
      merchant: merchant.origin,
      target: service.origin,
      subresources: new Subresources(() => true),
    });
    return { page: await context.newPage(), policy, context };
  };
  const close = async (): Promise<void> => {
    await opened.close();
    for (const site of [service, merchant, elsewhere]) await site.close();
  };
  return { service, merchant, elsewhere, guard, opened, visit, close };
};

/** Waits up to ten seconds for a condition. */
export const until = async (what: string, isThere: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + 10_000;
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    await pause(20);
  }
};
