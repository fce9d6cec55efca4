import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { faultNamed } from './faults/catalogue.ts';
import type { Alteration } from './faults/exchange.ts';
import { applyAlterations } from './faults/apply-alterations.ts';
import { answerBrokenConnection, answerErrors, answerFrameworkError, type Report } from './http/error-answers.ts';
import { takeJsonBodies } from './http/json-bodies.ts';
import { requireSecretKey } from './http/secret-key-guard.ts';
import { effectsOf, type ReadingName } from './readings/catalogue.ts';
import { plainCallbackUpdates } from './routes/requests/callback-request.ts';
import { travel, versioned } from './readings/travel.ts';
import { callbackRoutes } from './routes/callback-routes.ts';
import { checkoutRoutes } from './routes/checkout-routes.ts';
import { hostedPageRoutes } from './routes/hosted-page-routes.ts';
import { sandboxRoutes } from './routes/sandbox-routes.ts';
import { transactionRoutes } from './routes/transaction-routes.ts';
import { walletRoutes } from './routes/wallet-routes.ts';
import { plainIds } from './service/identifiers.ts';
import { plainReturnAddresses } from './service/redirect-address.ts';
import type { Callback } from './service/webhooks/callback.ts';
import { createCallbacks } from './service/webhooks/callbacks.ts';
import { createDeliveries } from './service/webhooks/deliveries.ts';
import { createAnnouncer, type Notification } from './service/webhooks/notifications.ts';
import { createWebhookSender } from './service/webhooks/webhook-sender.ts';
import type { Service } from './service/service.ts';
import { createTransactions } from './service/transactions.ts';
import { type HasOption, type Variation, vary } from './service/variation.ts';
import { createWallets } from './service/wallets.ts';
import { defaultSettings, type Limits, type Settings, type Timings } from './service/settings.ts';

export type SandboxOptions = {
  timings?: Partial<Timings>;
  limits?: Partial<Limits>;
  /** The name of one thing this sandbox does wrong; without a fault it does everything right. */
  fault?: string;
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

/**
 * A sandbox of its own: it shares no state with another one in the same process.
 *
 * @throws Error when there is no fault of this name
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings: Settings = {
    ...defaultSettings,
    timings: { ...defaultSettings.timings, ...options.timings },
    limits: { ...defaultSettings.limits, ...options.limits },
  };
  const readings = options.readings ?? [];
  const effects = [...effectsOf(readings), ...(options.fault === undefined ? [] : faultNamed(options.fault).effects)];
  const { service, stop } = createService(
    settings,
    () => baseUrl,
    effects.flatMap((effect) => (effect.side === 'service' ? [effect.variation] : [])),
    (option) => readings.includes(option),
  );
  const alterations = effects.filter((effect) => effect.side !== 'service');
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
  variations: readonly Variation[],
  has: HasOption,
): { service: Service; stop: () => void } {
  const { limits, timings } = settings;
  const ids = vary('ids', plainIds, variations);
  const callbacks = vary('callbacks', createCallbacks(limits.callbacks, ids), variations);
  const callbackUpdates = vary('callbackUpdates', plainCallbackUpdates, variations);
  const returnAddresses = vary('returnAddresses', plainReturnAddresses, variations);
  const deliveries = createDeliveries<Callback, Notification>(
    createWebhookSender(callbacks, timings.delivery, has),
    (callback) => callbacks.recordDelivery(callback, false),
    { atOnce: limits.deliveriesAtOnce, waiting: limits.deliveriesWaiting },
  );
  const wallets = createWallets(settings.walletCurrencies);
  const announce = createAnnouncer(callbacks, deliveries, has);
  const transactions = createTransactions(announce, wallets, limits.transactions, ids);
  const stop = (): void => {
    transactions.close();
    deliveries.close();
  };
  const service: Service = {
    settings,
    transactions,
    wallets,
    callbacks,
    callbackUpdates,
    ids,
    returnAddresses,
    has,
    baseUrl,
  };
  return { service, stop };
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
    ...(service.has('connections-kept-briefly') && { keepAliveTimeout: 1_000 }),
    ...(service.has('addresses-without-version') && { rewriteUrl: versioned }),
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: answerFrameworkError,
  });
  if (timings.latency > 0) app.addHook('onRequest', async () => pause(timings.latency));
  takeJsonBodies(app, service.has);
  answerErrors(app, report);
  applyAlterations(app, alterations, service);
  travel(app, service.has);
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
