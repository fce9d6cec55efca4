import { callbackOf } from '../../../interface/messages/callback.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import type { Api } from '../../client/api.ts';
import { fetchUntil, longestLagMs } from '../fetch-until.ts';
import type { Receiver } from './webhook-receiver.ts';

// Whether payments are told to an address. Which payment emits which event, how soon and how often, is not shown, and
// an address may be greeted or checked: so several payments in a row decide, not single notifications.

/** Completes a payment, or starts one, and returns its transaction_id. */
type Pay = () => Promise<string>;

/** What may reach an address that is told of no payments: a greeting and a check of it, and they may come late. */
export const greetingsAtMost = 2;

/** The payments of a round: enough more than greetings that one of the last may still be under way. */
const paymentsOfRound = greetingsAtMost + 2;

/** How many times as long as usual is waited before a verdict against a service, since delivery times are not shown. */
const timesLonger = 4;

/**
 * Whether payments are told to an address: two in a row, after a first notification that may be a greeting. The first
 * payment is waited for by its id, so that what was under way before has arrived, and is forgotten.
 *
 * @param patienceMs how long each notification is waited for
 */
export const isToldOfPayments = async (
  pay: Pay,
  name: string,
  receiver: Receiver,
  patienceMs = receiver.patienceMs,
): Promise<boolean> => {
  if (!(await receiver.next(name, await pay(), patienceMs))) return false;
  receiver.forget();
  for (let payments = 1; payments <= 2; payments += 1) {
    await pay();
    if (!(await receiver.next(name, '', patienceMs))) return false;
  }
  return true;
};

/** The same for an address that has just become the right one: a service may act on a change a moment later. */
export const isToldInTheEnd = async (pay: Pay, name: string, receiver: Receiver): Promise<boolean> => {
  const until = Date.now() + longestLagMs;
  do {
    if (await isToldOfPayments(pay, name, receiver)) return true;
  } while (Date.now() < until);
  return isToldOfPayments(pay, name, receiver, timesLonger * receiver.patienceMs);
};

/**
 * How many notifications of a round of payments come to an address that is not to be told of them any more. Rounds go
 * on until one brings no more than greetings, or began when whatever was under way had had its time to arrive.
 *
 * @param told an address that is told of them, to know when a payment has been
 */
export const notificationsInTheEnd = async (
  pay: Pay,
  receiver: Receiver,
  { told, silent }: { told: string; silent: string },
): Promise<number> => {
  const longestMs = timesLonger * receiver.patienceMs;
  const arrivedBy = Date.now() + longestLagMs + longestMs;
  for (;;) {
    const isLast = Date.now() >= arrivedBy;
    if (await receiver.next(told, await pay(), isLast ? longestMs : undefined)) {
      receiver.forget();
      for (let payments = 1; payments < paymentsOfRound; payments += 1) {
        await pay();
        await receiver.next(told);
      }
      await receiver.next(told, await pay());
    }
    const count = receiver.count(silent);
    if (isLast || count <= greetingsAtMost) return count;
  }
};

/** How long a service may take to give up a delivery that it does not repeat any more, in milliseconds. */
const givingUpMs = 10_000;
/** How much longer than between two attempts so far a service may wait before the next one. */
const longerEachTime = 6;

/**
 * Whether failure_count of a callback (2.7) grows with a payment, while its notifications are refused. True as well
 * where nothing is to be counted: none is sent, or it may still be sent again, and has not failed for good.
 *
 * @param name the address of the callback
 */
export const isRefusalCounted = async (
  api: Pick<Api, 'fetchCallback'>,
  pay: Pay,
  receiver: Receiver,
  { id, name }: { id: string; name: string },
): Promise<boolean> => {
  const before = countOf(await api.fetchCallback(id));
  const transaction = await pay();
  // A service that sends one notification after the other may have others to send before.
  const refused = await receiver.next(name, transaction, timesLonger * receiver.patienceMs);
  if (!refused?.body.includes(transaction)) return true;
  const after = await fetchUntil(api, id, (reply) => countOf(reply) > before, givingUpMs);
  return countOf(after) > before || mayBeRepeated(receiver, transaction);
};

const countOf = (reply: Reply): number => Number(callbackOf(reply)?.failure_count);

/** Whether a notification may be sent again, as far as the attempts so far tell. */
const mayBeRepeated = ({ deliveries }: Receiver, about: string): boolean => {
  const arrivals = deliveries.filter(({ body }) => body.includes(about)).map(({ at }) => at);
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at));
  return Date.now() - Math.max(...arrivals) < longerEachTime * Math.max(0, ...gaps);
};
