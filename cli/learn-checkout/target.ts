import { guardOf } from '../../helpers/guard/guard.ts';
import { GuardProxy } from '../../helpers/guard/proxy.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { parseSettings, type Settings } from '../../helpers/settings/settings.ts';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { Api } from '../../helpers/client/api.ts';
import { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { Http } from '../../helpers/client/http.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import { merchantOriginOf } from '../../helpers/payments/merchant/merchant-origin.ts';
import { MerchantServer, type Arrival } from '../../helpers/payments/merchant/merchant-server.ts';

/** A target whose payment pages can be opened, and a merchant to come back to. */
export interface LearningTarget {
  settings: Settings;
  /** The proxy that the recorder's browser has to use, and the hosts that it refused. */
  proxy: { address: string; refused: readonly string[] };
  /**
   * Starts a payment; with an amount on the hosted page (4.1), without one by a JSON checkout (4.2).
   *
   * @returns an address on this machine that leads to its page and holds nothing of it, and who came back since
   * @throws Error when the payment is refused
   * @throws NotTested when its page is on a host that is not listed
   */
  start: (amount: 'given' | 'open') => Promise<{ address: string; arrivals: () => readonly Arrival[] }>;
  close: () => Promise<void>;
}

/**
 * The target of the settings; the sandbox is started for it.
 *
 * @throws SettingsError as for a run: the guard against real money is the same
 */
export const openTarget = async (): Promise<LearningTarget> => {
  const given = readSettings();
  const sandbox = given.target === 'sandbox' ? await startSandbox('--quiet') : undefined;
  const settings = sandbox ? parseSettings(process.env, sandbox.address) : given;
  const server = new MerchantServer();
  const port = await server.start();
  const origin = merchantOriginOf({ ...settings, merchantOrigin: undefined }, port);
  const mask = maskFor(settings);
  const guard = guardOf(settings, port);
  const { baseUrl, requestTimeoutMs: timeoutMs } = settings;
  const http = new Http({ baseUrl, guard, timeoutMs, mask, record: () => {} });
  const proxy = new GuardProxy(guard);
  const address = `http://127.0.0.1:${await proxy.start()}`;
  const [api, bodies] = [new Api(http, settings), new Bodies(settings)];
  let count = 0;

  const start: LearningTarget['start'] = async (amount) => {
    const token = `learn-${++count}`;
    const merchant = `${merchantOriginOf(settings, port)}/${token}`;
    const asked = {
      transaction_reference: newReference(),
      success_url: `${merchant}/success`,
      failure_url: `${merchant}/failure`,
    };
    const isHosted = amount === 'given' && !settings.notApplicable.has('hosted-page');
    const reply = isHosted
      ? await api.initiate(bodies.hostedPage(asked))
      : await api.checkout(bodies.checkout(amount === 'given' ? { ...asked, amount: settings.amount } : asked));
    const page = reply.field(isHosted ? 'hosted_url' : 'checkout_url');
    if (typeof page !== 'string' || page === '') {
      const said = JSON.stringify(reply.field('message') ?? reply.field('error') ?? '').slice(0, 200);
      throw new Error(mask(`No payment page to learn: ${reply.asked} was answered ${reply.status} ${said}`));
    }
    guard.check(page, isHosted ? 'hosted_url' : 'checkout_url');
    server.publish(`/${token}/start`, leadingTo(page));
    return { address: `${origin}/${token}/start`, arrivals: () => server.arrivalsOf(token) };
  };

  return {
    settings,
    proxy: { address, refused: proxy.refused },
    start,
    close: async () => {
      await http.close();
      await proxy.stop();
      await server.stop();
      sandbox?.child.kill('SIGTERM');
    },
  };
};

const leadingTo = (address: string): string =>
  `<!doctype html><title>Merchant</title><script>location.replace(${JSON.stringify(address).replaceAll('<', '\\u003c')})</script>`;
