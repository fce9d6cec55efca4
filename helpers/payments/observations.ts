import { kindOf } from '../errors/failure-kind.ts';
import { openAddress } from './open-address.ts';
import type { Merchant } from './merchant/merchant.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { readScene } from './any-page/scene/scene.ts';
import type { Journey } from './journeys/record.ts';
import type { Payment } from './payment.ts';

// Describes behaviour that the interface does not specify, in words that are stable from run to run: without ids,
// addresses, times and amounts.

const stated = new Set(['status', 'checkout_id', 'transaction_id', 'transaction_reference']);

/** How the browser was redirected to the merchant, and with which parameters beyond those of 2.3. */
export const wayBack = async (payment: Payment, arrival: Arrival | undefined): Promise<string> => {
  if (!arrival) return 'the browser stays with the service';
  const further = furtherOf(arrival);
  return `${arrival.method} by ${await payment.journey()}, further parameters: ${further || 'none'}`;
};

/** Where a customer is redirected after cancelling, and with which parameters. */
export const afterCancelling = ({ canBeCancelled, arrival: came }: Journey): string => {
  const arrival = came();
  if (!canBeCancelled) return 'no way to cancel';
  if (!arrival) return 'leads nowhere';
  const status = arrival.parameters.find(([name]) => name === 'status')?.[1] ?? 'none';
  const names = arrival.parameters.map(([name]) => name).filter((name) => stated.has(name));
  return `${arrival.kind}_url, status ${status}, with ${sorted(names) || 'no parameters'}`;
};

/** Whether a payment in a frame redirects the frame or the window to the merchant. */
export const windowOf = ({ arrival }: Journey): string => {
  const into = arrival()?.into;
  return into ? `the ${into}` : 'neither';
};

/** How far a payment gets under a condition that the interface does not mention. */
export const howFar = ({ plan, arrival, secondArrival }: Journey): string => {
  try {
    const came = arrival();
    if (!came) return 'arrives nowhere';
    const isAgain = plan.sendsTwice && secondArrival();
    return `arrives at ${came.kind}_url${isAgain ? ', twice' : ''}`;
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'payment-page') return 'ends at an error page';
    // Other tests judge whether the page is understood without the condition.
    if (kind === 'not-tested') return 'ends at a page that is not understood';
    throw error;
  }
};

/** Where a payment without return addresses ends. */
export const endingOf = async (payment: Payment): Promise<string> => {
  const { status, text } = await readScene(payment.where);
  const words = ['success', 'fail', 'cancel', 'pending'].filter((word) => text.toLowerCase().includes(word));
  return `stays with the service, HTTP ${status}, the page says: ${words.join(', ') || 'none of the states'}`;
};

/** Whether the payment page shows the reference. */
export const showsReference = ({ look, sent }: Journey): string =>
  look().text.includes(String(sent.transaction_reference)) ? 'yes' : 'no';

/** How the page of an ended payment answers. */
export const openedAgain = async (payment: Payment, timeoutMs: number): Promise<string> => {
  await openAddress(payment.page, payment.address, { what: 'hosted_url', timeout: timeoutMs });
  const offers = await payment.again(true).offersPayment();
  const { status } = await readScene(payment.page);
  return `HTTP ${status}, ${offers ? 'offers to pay' : 'offers no payment'}`;
};

/** Where going back from the merchant's page leads. @param merchant with all arrivals so far */
export const afterGoingBack = async (payment: Payment, merchant: Pick<Merchant, 'arrivals'>): Promise<string> => {
  const before = merchant.arrivals.length;
  const again = payment.again(true);
  // An immediate redirect aborts the navigation back.
  await payment.page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
  const offers = await again.offersPayment();
  if (merchant.arrivals.length > before) return 'leads to the merchant again';
  return offers ? 'offers to pay' : 'offers no payment';
};

/** What the payment page shows when it is reloaded before the payment. */
export const afterReloading = async (payment: Payment): Promise<string> => {
  await payment.page.reload({ waitUntil: 'commit' });
  return (await payment.again(false).offersPayment()) ? 'offers to pay' : 'offers no payment';
};

const furtherOf = ({ parameters }: Arrival): string =>
  sorted(parameters.map(([name]) => name).filter((name) => !stated.has(name)));

const sorted = (names: readonly string[]): string => [...new Set(names)].sort().join(', ');
