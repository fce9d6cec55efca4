import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { type FaultName, findFault, type HasFault } from './faults/catalogue.ts';
import type { Alteration } from './faults/exchange.ts';
import { takeEffect } from './faults/take-effect.ts';
import { answerBrokenConnection, answerErrors, answerFrameworkError, type Report } from './http/error-answers.ts';
import { takeJsonBodies } from './http/json-bodies.ts';
import { requireSecretKey } from './http/secret-key-guard.ts';
import { alterationsOf, type HasReading, type ReadingName } from './readings/catalogue.ts';
import { travel, versioned } from './readings/travel.ts';
import { callbackRoutes } from './routes/callback-routes.ts';
import { checkoutRoutes } from './routes/checkout-routes.ts';
import { hostedPageRoutes } from './routes/hosted-page-routes.ts';
import { sandboxRoutes } from './routes/sandbox-routes.ts';
import { transactionRoutes } from './routes/transaction-routes.ts';
import { walletRoutes } from './routes/wallet-routes.ts';
import type { Callback } from './service/webhooks/callback.ts';
import { createCallbacks } from './service/webhooks/callbacks.ts';
import { createDeliveries } from './service/webhooks/deliveries.ts';
import { createAnnouncer, type Notification } from './service/webhooks/notifications.ts';
import { createPostman } from './service/webhooks/postman.ts';
import type { Service } from './service/service.ts';
import { createTransactions } from './service/transactions.ts';
import { createWallets } from './service/wallets.ts';
import { defaultSettings, type Limits, type Settings, type Timings } from './settings.ts';

export type SandboxOptions = {
  timings?: Partial<Timings>;
  limits?: Partial<Limits>;
  /** One thing this sandbox does wrong; without a fault it does everything right. */
  fault?: FaultName;
  /** Open questions that this sandbox answers in another way than usual; it keeps the interface all the same. */
  readings?: readonly ReadingName[];
  /** Told of errors that should never happen; they are answered with 500. Silent by default. */
  report?: Report;
};

export type Sandbox = {
  readonly settings: Settings;
  /** For tests that speak to the sandbox without a socket (`app.inject`). */
  readonly app: FastifyInstance;
  /** Listens on 127.0.0.1; port 0 takes a free one. Gives the base address. */
  listen(port: number): Promise<string>;
  /** Drops every connection and everything that is under way. */
  close(): Promise<void>;
};

/** A sandbox of its own: it shares no state with another one in the same process. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings: Settings = {
    ...defaultSettings,
    timings: { ...defaultSettings.timings, ...options.timings },
    limits: { ...defaultSettings.limits, ...options.limits },
  };
  const fault = options.fault === undefined ? undefined : findFault(options.fault);
  const readings = options.readings ?? [];
  const { service, stop } = createService(
    settings,
    () => baseUrl,
    (name) => name === fault?.name,
    (name) => readings.includes(name),
  );
  const alterations = [...alterationsOf(readings), ...(fault?.alterations ?? [])];
  const app = createApp(service, options.report ?? (() => {}), alterations);
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
  fault: HasFault,
  reading: HasReading,
): { service: Service; stop: () => void } {
  const { limits, timings } = settings;
  const callbacks = createCallbacks(limits.callbacks, fault, reading);
  const deliveries = createDeliveries<Callback, Notification>(
    createPostman(callbacks, timings.delivery, reading),
    (callback) => callbacks.recordDelivery(callback, false),
    { atOnce: limits.deliveriesAtOnce, waiting: limits.deliveriesWaiting },
  );
  const wallets = createWallets(settings.walletCurrencies);
  const transactions = createTransactions(
    createAnnouncer(callbacks, deliveries, reading),
    wallets,
    limits.transactions,
    fault,
    reading,
  );
  const stop = (): void => {
    transactions.close();
    deliveries.close();
  };
  return { service: { settings, transactions, wallets, callbacks, fault, reading, baseUrl }, stop };
}

function createApp(service: Service, report: Report, alterations: readonly Alteration[]): FastifyInstance {
  const { limits, timings } = service.settings;
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: timings.request,
    connectionTimeout: timings.request + 5_000,
    http: {
      // Node takes the greater of the two timeouts for the whole request, so both are set.
      headersTimeout: timings.request,
      // It looks for slow requests only every 30 seconds unless told otherwise.
      connectionsCheckingInterval: Math.min(timings.request / 2, 1_000),
    },
    // An id of any length is looked up, and not found, instead of being answered in a way of its own.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: true,
    ...(service.reading('connections-kept-briefly') && { keepAliveTimeout: 1_000 }),
    ...(service.reading('addresses-without-version') && { rewriteUrl: versioned }),
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: answerFrameworkError,
  });
  if (timings.latency > 0) app.addHook('onRequest', async () => pause(timings.latency));
  takeJsonBodies(app, service.reading);
  answerErrors(app, report);
  takeEffect(app, alterations, service);
  travel(app, service.reading);
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
