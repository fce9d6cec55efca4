import { randomUUID } from 'node:crypto';
import { loadCheckoutPage } from '../../../helpers/payments/checkout-module.ts';
import { customerOf, type OpenCheckoutPage } from '../../../helpers/payments/checkout-page.ts';
import { openAddress } from '../../../helpers/payments/open-address.ts';
import { openOrdinaryPage } from '../../../helpers/payments/any-page/ordinary-page.ts';
import { Hold } from '../../../helpers/connection/guard/hold.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { Bodies } from '../../../helpers/client/bodies.ts';
import { summarizeReply } from '../../../interface/messages/wording/outcome.ts';
import { NotTested } from '../../../helpers/errors/errors.ts';
import type { Shop } from './browser.ts';
import { ok, reasonOf, warn, type Check } from '../check.ts';
import type { Ask } from '../probes.ts';

const mend =
  'set CHECKOUT_PAGE to a module for this page, see docs/payment-page.md; if the page itself is faulty, ' +
  'the rules judge it';

const mendHosts =
  'add the host to STAGING_HOSTS if it is part of the test environment; until then these rules are not tested';

/** Checks that the suite can use the hosted page for a successful and a failed payment. Starts two payments. */
export const checkPage = async (settings: Settings, ask: Ask, shop: Shop): Promise<Check[]> => {
  if (settings.notApplicable.has('hosted-page')) return [ok('hosted page', 'declared as not available')];
  let open: OpenCheckoutPage = openOrdinaryPage;
  try {
    if (settings.checkoutPage) open = await loadCheckoutPage(settings.checkoutPage);
  } catch (error) {
    return [warn('hosted page', reasonOf(error), 'correct the module, or clear CHECKOUT_PAGE')];
  }
  const paid = await tryPayment('success', settings, ask, shop, open);
  return paid.verdict === 'ok' ? [paid, await tryPayment('failure', settings, ask, shop, open)] : [paid];
};

const tryPayment = async (
  outcome: 'success' | 'failure',
  settings: Settings,
  ask: Ask,
  { page, server, origin }: Shop,
  open: OpenCheckoutPage,
): Promise<Check> => {
  const name = outcome === 'success' ? 'hosted page' : 'failed payment';
  const token = randomUUID();
  const at = (kind: string) => `${origin}/${token}/${kind}`;
  const { reply, fault } = await ask('POST /v1/transactions', (api) =>
    api.initiate(new Bodies(settings).hostedPage({ success_url: at('success'), failure_url: at('failure') })),
  );
  const address = reply?.field('hosted_url');
  if (typeof address !== 'string') {
    return warn(
      name,
      `no hosted_url: ${reply ? summarizeReply(reply) : fault}`,
      'the run continues, and the rules judge it',
    );
  }
  try {
    await openAddress(page, address, { what: 'hosted_url', timeout: settings.redirectTimeoutMs });
    const hasArrived = () => server.arrivalsOf(token).length > 0;
    const customer = { ...customerOf(settings), hasArrived, returns: { success: true, failure: true } };
    const checkout = open(page, customer);
    const hold = Hold.of(page.context());
    await hold.unlessStopped(outcome === 'success' ? checkout.pay() : checkout.decline());
    const arrival = await hold.unlessStopped(server.arrival(token, settings.redirectTimeoutMs, 0));
    if (arrival?.kind !== outcome) hold.excuse();
    if (arrival?.kind === outcome) return ok(name, `understood: the browser returns to ${outcome}_url`);
    return warn(
      name,
      arrival ? `the browser returns to ${arrival.kind}_url` : 'the browser does not return to the merchant',
      mend,
    );
  } catch (error) {
    const stopped = Hold.of(page.context()).reason ?? (error instanceof NotTested ? error.message : undefined);
    return warn(name, reasonOf(stopped ?? error), stopped?.includes('STAGING_HOSTS') ? mendHosts : mend);
  }
};
