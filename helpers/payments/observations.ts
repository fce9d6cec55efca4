import { openAddress } from './open-address.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { readScene } from './any-page/scene/scene.ts';
import type { Journey } from './journeys/journey.ts';
import type { Payment } from './payment.ts';

// What a target does where the interface is silent, in words that are the same in every run:
// without ids, addresses, times and amounts.

const stated = new Set(['status', 'checkout_id', 'transaction_id', 'transaction_reference']);

/** How the browser was sent to the merchant, and with which parameters beyond those of 2.3. */
export const wayBack = async (payment: Payment, arrival: Arrival | undefined): Promise<string> => {
  if (!arrival) return 'the browser stays with the service';
  const further = furtherOf(arrival);
  return `${arrival.method} by ${await payment.journey()}, further parameters: ${further || 'none'}`;
};

/** Where a customer who has cancelled is sent, and with which parameters. */
export const afterCancelling = ({ canBeCancelled, arrival: came }: Journey): string => {
  const arrival = came();
  if (!canBeCancelled) return 'no way to cancel';
  if (!arrival) return 'leads nowhere';
  const status = arrival.parameters.find(([name]) => name === 'status')?.[1] ?? 'none';
  const names = arrival.parameters.map(([name]) => name).filter((name) => stated.has(name));
  return `${arrival.kind}_url, status ${status}, with ${sorted(names) || 'no parameters'}`;
};

/** Which window a payment in a frame sends to the merchant. */
export const windowOf = ({ arrival }: Journey): string => {
  const into = arrival()?.into;
  return into ? `the ${into}` : 'neither';
};

/** Where a payment ends that leads to no merchant. */
export const endingOf = async (payment: Payment): Promise<string> => {
  const { status, text } = await readScene(payment.where);
  const words = ['success', 'fail', 'cancel', 'pending'].filter((word) => text.toLowerCase().includes(word));
  return `stays with the service, HTTP ${status}, the page says: ${words.join(', ') || 'none of the states'}`;
};

/** Whether the payment page shows something, in any of several forms. */
export const mentions = ({ look }: Journey, forms: readonly string[]): string =>
  forms.some((form) => look().text.includes(form)) ? 'yes' : 'no';

/** How the page of a payment answers that is over. */
export const openedAgain = async (payment: Payment, timeoutMs: number): Promise<string> => {
  await openAddress(payment.page, payment.address, { what: 'hosted_url', timeout: timeoutMs });
  const offers = await payment.again().offersPayment();
  const { status } = await readScene(payment.page);
  return `HTTP ${status}, ${offers ? 'offers to pay' : 'offers no payment'}`;
};

/** How a page may write an amount of so many subunits. */
export const amountForms = (subunits: number): string[] => [
  String(subunits),
  subunits.toLocaleString('en'),
  (subunits / 100).toFixed(2),
  (subunits / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
];

const furtherOf = ({ parameters }: Arrival): string =>
  sorted(parameters.map(([name]) => name).filter((name) => !stated.has(name)));

const sorted = (names: readonly string[]): string => [...new Set(names)].sort().join(', ');
