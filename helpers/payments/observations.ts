import { failureKindOf } from '../errors/failure-kind.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { openAddress, reload } from './open-address.ts';
import { readFacts } from './page/page-facts.ts';
import type { Payment } from './payment.ts';
import { arrivalsOf, brokenBy, endOf, eventsOf } from './payment-record.ts';

// Describes behaviour that the interface does not specify, in words that are stable from run to run: without ids,
// addresses, times and amounts.

const stated = new Set(['status', 'checkout_id', 'transaction_id', 'transaction_reference']);

/** How the browser was redirected to the merchant, and with which parameters beyond those of 2.3 and its own. */
export const wayBack = async (payment: Payment, arrival: Arrival | undefined): Promise<string> => {
  if (!arrival) return 'the browser stays with the service';
  const { success_url, failure_url } = payment.record.sent;
  const own = new URL(String(arrival.kind === 'success' ? success_url : failure_url)).searchParams;
  const further = arrival.parameters.map(([name]) => name).filter((name) => !stated.has(name) && !own.has(name));
  return `${arrival.method} by ${await payment.redirectedBy()}, further parameters: ${sorted(further) || 'none'}`;
};

/** The status of the answer to its form post. */
export const answerToForm = ({ record }: Payment): string => `HTTP ${eventsOf(record, 'form answered').at(-1)?.status}`;

/** What became of the fragment of the merchant's address; undefined stands for a payment that the service refused. */
export const fragmentAfter = async (payment: Payment | undefined): Promise<string> => {
  if (!payment) return 'refused';
  // The browser reports the address only after the merchant was asked for it.
  await payment.settle();
  const { record } = payment;
  const [seen] = eventsOf(record, 'fragment seen');
  if (!seen) return 'cannot be seen';
  const address = record.sent[endOf(record) === 'failure' ? 'failure_url' : 'success_url'];
  return seen.fragment === new URL(String(address)).hash.slice(1) ? 'kept' : 'changed';
};

/** Where a customer is redirected after cancelling, and with which parameters. */
export const afterCancelling = ({ record }: Payment, arrival: Arrival | undefined): string => {
  const isImpossible = brokenBy(record) !== undefined || eventsOf(record, 'no control to cancel').length > 0;
  if (isImpossible) return 'no way to cancel';
  if (!arrival) return 'leads nowhere';
  const status = arrival.parameters.find(([name]) => name === 'status')?.[1] ?? 'none';
  const names = arrival.parameters.map(([name]) => name).filter((name) => stated.has(name));
  return `${arrival.kind}_url, status ${status}, with ${sorted(names) || 'no parameters'}`;
};

/** Whether the page took what the customer typed first as an amount. @param isAllowed by MAX_AMOUNT and the currency */
export const whetherTaken = ({ record }: Payment, isAllowed: boolean): string => {
  if (!isAllowed) return 'the settings do not allow it';
  return eventsOf(record, 'entry refused').length > 0 ? 'refused' : 'taken';
};

/** How far a payment gets under a condition that the interface does not mention. */
export const howFar = async (payment: Payment): Promise<string> => {
  try {
    const arrival = await payment.finish();
    await payment.settle();
    if (brokenBy(payment.record) !== undefined) return 'ends at an error page';
    const isTwice = arrivalsOf(payment.record).length > 1;
    return arrival ? `arrives at ${arrival.kind}_url${isTwice ? ', twice' : ''}` : 'arrives nowhere';
  } catch (error) {
    // Other tests judge whether the page is understood without the condition.
    if (failureKindOf(error) === 'not-tested') return 'ends at a page that is not understood';
    throw error;
  }
};

/** Where a payment without return addresses ends. */
export const endingOf = async ({ where }: Payment): Promise<string> => {
  const { status, text } = await readFacts(where);
  const words = ['success', 'fail', 'cancel', 'pending'].filter((word) => text.toLowerCase().includes(word));
  return `stays with the service, HTTP ${status}, the page says: ${words.join(', ') || 'none of the states'}`;
};

/** How the page of an ended payment answers. */
export const openedAgain = async (payment: Payment, timeout: number): Promise<string> => {
  const { page, address } = payment;
  await payment.settle();
  // The script of the page that is left could go elsewhere while the address is opened.
  await page.goto('about:blank').catch(() => undefined);
  const shown = await shownAgain(payment, true, () => openAddress(page, address, { what: 'hosted_url', timeout }));
  const { status } = await readFacts(page);
  return status === 0 ? shown : `HTTP ${status}, ${shown}`;
};

/** Where going back from the merchant's page leads. */
export const afterGoingBack = async (payment: Payment): Promise<string> => {
  await payment.settle();
  const before = payment.arrivalsSoFar();
  // An immediate redirect aborts the navigation back.
  const seen = await shownAgain(payment, true, () =>
    payment.page.goBack({ waitUntil: 'commit' }).catch(() => undefined),
  );
  return payment.arrivalsSoFar() > before ? 'leads to the merchant again' : seen;
};

/** What the payment page shows when it is reloaded before the payment. */
export const afterReloading = (payment: Payment, timeoutMs: number): Promise<string> =>
  shownAgain(payment, false, () => reload(payment.page, timeoutMs));

/** What a page shows after it was opened once more. @param hasEnded the payment */
const shownAgain = async (payment: Payment, hasEnded: boolean, open: () => Promise<unknown>): Promise<string> => {
  try {
    await open();
    return (await payment.offersAgain(hasEnded)) ? 'offers to pay' : 'offers no payment';
  } catch (error) {
    const kind = failureKindOf(error);
    if (kind === 'payment-page') return 'opens no page';
    // Other tests judge whether the page is understood at first.
    if (kind === 'not-tested') return 'a page that is not understood';
    throw error;
  }
};

const sorted = (names: readonly string[]): string => [...new Set(names)].sort().join(', ');
