import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { applyAlterations } from './faults/apply-effects.ts';
import type { Alteration } from './faults/exchange.ts';
import { effectsOfFaults } from './faults/fault-catalogue.ts';
import { answerErrors, answerFrameworkError, type Report } from './http/error-answers.ts';
import { acceptJsonBodies } from './http/json-bodies.ts';
import { requireSecretKey } from './http/secret-key.ts';
import { callbackRoutes, plainCallbackUpdates } from './routes/callback-routes.ts';
import { checkoutRoutes } from './routes/checkout-routes.ts';
import { hostedPageRoutes } from './routes/hosted-page-routes.ts';
import { pageFileRoutes } from './routes/page-files.ts';
import { sandboxRoutes } from './routes/sandbox-routes.ts';
import { transactionRoutes } from './routes/transaction-routes.ts';
import { walletRoutes } from './routes/wallet-routes.ts';
import { createCallbacks } from './service/callbacks.ts';
import { plainIds } from './service/identifiers.ts';
import { plainReturnAddresses } from './service/redirect-address.ts';
import { type Service, type Variation, vary } from './service/service.ts';
import { defaultSettings, type Settings, type Timings } from './service/settings.ts';
import { createTransactions } from './service/transactions.ts';
import { createWallets } from './service/wallets.ts';
import { createWebhooks } from './service/webhooks.ts';
import { otherPage } from './variants/other-page.ts';
import { applyTransportOptions, withVersion } from './variants/transport.ts';
import { effectsOf } from './variants/variant-catalogue.ts';

export type SandboxOptions = {
  timings?: Partial<Timings>;
  /** The fault to inject, or several, comma-separated. Without one, the sandbox conforms to the interface. */
  fault?: string;
  /** Other conforming answers to questions that the interface leaves open. */
  variants?: readonly string[];
  /** Folder of another payment page: `index.html`, and what it loads from `/page/`, `page.js` and `page.css`. */
  page?: string | undefined;
  /** Receives unexpected errors, which are answered with 500. They are ignored by default. */
  report?: Report;
};

export type Sandbox = {
  readonly settings: Settings;
  /** For tests that call the sandbox without a socket (`app.inject`). */
  readonly app: FastifyInstance;
  /** Listens on 127.0.0.1 and returns the base address. Port 0 picks a free port. */
  listen(port: number): Promise<string>;
  /** Closes all connections, and drops scheduled payment results and queued deliveries. */
  close(): Promise<void>;
};

const bodyBytes = 64 * 1024;

/**
 * Creates a sandbox. Sandboxes in one process share no state.
 *
 * @throws Error when the fault is unknown
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { timings, fault, variants = [], page, report = () => {} } = options;
  const settings: Settings = { ...defaultSettings, timings: { ...defaultSettings.timings, ...timings } };
  const effects = [
    ...effectsOf(variants),
    ...(page === undefined ? [] : [otherPage(join(page, 'index.html'))]),
    ...(fault === undefined ? [] : effectsOfFaults(fault)),
  ];
  const variations = effects.flatMap((effect) => (effect.side === 'service' ? [effect.variation] : []));
  const alterations = effects.filter((effect) => effect.side !== 'service');
  const has = (option: string): boolean => variants.includes(option);
  const { service, stop } = createService(settings, () => baseUrl, variations, has);
  const app = createApp(service, report, alterations);
  if (page !== undefined) pageFileRoutes(app, page);
  let baseUrl = 'http://127.0.0.1';

  return {
    settings,
    app,
    async listen(port) {
      baseUrl = await app.listen({ host: '127.0.0.1', port });
      return baseUrl;
    },
    async close() {
      stop();
      await app.close();
    },
  };
}

function createService(
  settings: Settings,
  baseUrl: () => string,
  variations: readonly Variation[],
  has: Service['has'],
): { service: Service; stop: () => void } {
  const ids = vary('ids', plainIds, variations);
  const callbacks = vary('callbacks', createCallbacks(ids), variations);
  const callbackUpdates = vary('callbackUpdates', plainCallbackUpdates, variations);
  const returnAddresses = vary('returnAddresses', plainReturnAddresses, variations);
  const wallets = createWallets(settings.walletCurrencies);
  const webhooks = createWebhooks(callbacks, settings.timings.delivery, has);
  const transactions = createTransactions(webhooks.announce, wallets, ids);
  const stop = (): void => {
    transactions.close();
    webhooks.close();
  };
  const stores = { transactions, wallets, callbacks };
  return { service: { settings, ...stores, callbackUpdates, ids, returnAddresses, has, baseUrl }, stop };
}

function createApp(service: Service, report: Report, alterations: readonly Alteration[]): FastifyInstance {
  const { timings } = service.settings;
  const app = fastify({
    bodyLimit: bodyBytes,
    // Lets ids of any length reach their route, so that long ones get the same 404 as other unknown ids.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: true,
    ...(service.has('connections-kept-briefly') && { keepAliveTimeout: 1_000 }),
    ...(service.has('addresses-without-version') && { rewriteUrl: withVersion }),
    frameworkErrors: answerFrameworkError,
  });
  if (timings.latency > 0) app.addHook('onRequest', async () => pause(timings.latency));
  acceptJsonBodies(app, service.has);
  answerErrors(app, report);
  applyAlterations(app, alterations, service);
  applyTransportOptions(app, service.has);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });

  void app.register(async (guarded) => {
    requireSecretKey(guarded, service);
    transactionRoutes(guarded, service);
    walletRoutes(guarded, service);
    callbackRoutes(guarded, service);
  });
  void app.register(async (open) => checkoutRoutes(open, service));
  void app.register(async (open) => hostedPageRoutes(open, service));
  void app.register(async (open) => sandboxRoutes(open, service));
  return app;
}
