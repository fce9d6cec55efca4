import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { faultNamed } from './faults/catalogue.ts';
import type { Alteration } from './faults/exchange.ts';
import { applyAlterations } from './faults/apply-alterations.ts';
import { answerBrokenConnection, answerErrors, answerFrameworkError, type Report } from './http/error-answers.ts';
import { acceptJsonBodies } from './http/json-bodies.ts';
import { requireSecretKey } from './http/secret-key-guard.ts';
import { effectsOf, type ReadingName } from './readings/catalogue.ts';
import { plainCallbackUpdates } from './routes/requests/callback-request.ts';
import { applyTransportOptions, withVersion } from './readings/travel.ts';
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
  /** The fault to inject. Without one, the sandbox conforms to the interface. */
  fault?: string;
  /** Other conforming answers to questions that the interface leaves open. */
  readings?: readonly ReadingName[];
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

/**
 * Creates a sandbox. Sandboxes in one process share no state.
 *
 * @throws Error when the fault is unknown
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
      // Node applies the greater of the two timeouts to the whole request, so both are set.
      headersTimeout: timings.request,
      // By default Node checks for slow requests only every 30 seconds.
      connectionsCheckingInterval: Math.min(timings.request / 2, 1_000),
    },
    // Lets ids of any length reach their route, so that long ones get the same 404 as other unknown ids.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: true,
    ...(service.has('connections-kept-briefly') && { keepAliveTimeout: 1_000 }),
    ...(service.has('addresses-without-version') && { rewriteUrl: withVersion }),
    clientErrorHandler: answerBrokenConnection,
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
