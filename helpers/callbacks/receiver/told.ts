import { callbackOf } from '../../../interface/messages/callback.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import type { Api } from '../../client/api.ts';
import { fetchUntil, longestLagMs } from '../fetch-until.ts';
import type { Receiver } from './webhook-receiver.ts';

// Whether an address is notified of payments. The interface does not show which payment emits which event, how soon and
// how often, and a service may send a greeting or check the address: so several payments in a row decide.

/** Completes a payment, or starts one, and returns its transaction_id. */
type Pay = () => Promise<string>;

/** An address that is notified of no payments may still receive a greeting and a check, even late. */
export const greetingsAtMost = 2;

/** Payments per round: more than greetings, even if one of the last notifications has not arrived yet. */
const paymentsOfRound = greetingsAtMost + 2;

/** Multiplies the waiting time before a verdict against a service, since the interface shows no delivery times. */
const patienceFactor = 4;

/**
 * Whether an address is notified of two payments in a row, after a first notification that may be a greeting. The first
 * is awaited by the id of its payment, so that earlier notifications have arrived, and are dropped.
 *
 * @param patienceMs how long to wait for each notification
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

/** The same for an address that was just set: a service may apply the change with a delay. */
export const isToldInTheEnd = async (pay: Pay, name: string, receiver: Receiver): Promise<boolean> => {
  const until = Date.now() + longestLagMs;
  do {
    if (await isToldOfPayments(pay, name, receiver)) return true;
  } while (Date.now() < until);
  return isToldOfPayments(pay, name, receiver, patienceFactor * receiver.patienceMs);
};

/**
 * How many notifications of a round of payments reach an address that should no longer receive them. Rounds are
 * repeated until one brings no more than greetings, or began after all earlier notifications had time to arrive.
 *
 * @param told an address that is notified, which shows when a payment has been delivered
 */
export const notificationsInTheEnd = async (
  pay: Pay,
  receiver: Receiver,
  { told, silent }: { told: string; silent: string },
): Promise<number> => {
  const longestMs = patienceFactor * receiver.patienceMs;
  const arrivedBy = Date.now() + longestLagMs + longestMs;
  for (;;) {
    const isLast = Date.now() >= arrivedBy;
    if (await receiver.next(told, await pay(), isLast ? longestMs : undefined)) {
      receiver.forget();
      await payInTurn(paymentsOfRound - 1, pay, receiver, told);
      await receiver.next(told, await pay());
    }
    const count = receiver.count(silent);
    if (isLast || count <= greetingsAtMost) return count;
  }
};

/** How long a service may take to give up a delivery that it no longer repeats, in milliseconds. */
const giveUpMs = 10_000;
/** A service may wait this many times the longest gap so far before its next attempt. */
const longestGapFactor = 6;

/**
 * Whether failure_count of a callback (2.7) grows with a payment while its notifications are refused. Also true where
 * nothing has to be counted: no notification was sent, or it may still be repeated and has not failed finally.
 *
 * @param name the address of the callback
 */
export const isRefusalCounted = async (
  api: Pick<Api, 'fetchCallback'>,
  pay: Pay,
  receiver: Receiver,
  { id, name }: { id: string; name: string },
): Promise<boolean> => {
  const before = countOf(await fetchUntil(api, id, isShown));
  const transaction = await pay();
  // A service that sends notifications one at a time may have others queued.
  const refused = await receiver.next(name, transaction, patienceFactor * receiver.patienceMs);
  if (!refused?.body.includes(transaction)) return true;
  const after = await fetchUntil(api, id, (reply) => countOf(reply) > before, giveUpMs);
  return countOf(after) > before || mayBeRepeated(receiver, transaction);
};

/** Rounds of refused notifications, since earlier failures may be counted late. */
const roundsOfRefusals = 3;
/** Failures of a round that the receiver may not have seen. */
const unseenAtMost = 1;

/** Whether failure_count of a callback (2.7) grows by more than was refused, in each of some rounds of payments. */
export const isCountedTooOften = async (
  api: Pick<Api, 'fetchCallback'>,
  pay: Pay,
  receiver: Receiver,
  { id, name }: { id: string; name: string },
): Promise<boolean> => {
  for (let round = 0; round < roundsOfRefusals; round += 1) {
    const before = countOf(await fetchUntil(api, id, isShown)) - receiver.count(name);
    await payInTurn(paymentsOfRound, pay, receiver, name);
    const isTooMuch = (reply: Reply) => countOf(reply) > before + receiver.count(name) + unseenAtMost;
    if (!isTooMuch(await fetchUntil(api, id, isTooMuch))) return false;
  }
  return true;
};

/** Waits until no further notification reaches an address: some may be queued or repeated. */
export const allArrived = async (receiver: Receiver, name: string): Promise<void> => {
  const queuedAtMost = 10 * paymentsOfRound;
  for (let read = 0; read < queuedAtMost; read += 1) if (!(await receiver.next(name))) return;
};

/**
 * Whether an accepted notification sets failure_count of a callback (2.7) to zero after several were refused, in one of
 * some rounds of payments. Also true where none is sent any more.
 *
 * @param name the address of the callback
 */
export const isResetBySuccess = async (
  api: Pick<Api, 'fetchCallback'>,
  pay: Pay,
  receiver: Receiver,
  { id, name }: { id: string; name: string },
): Promise<boolean> => {
  const isZero = (reply: Reply) => countOf(reply) === 0;
  for (let round = 0; round < roundsOfRefusals; round += 1) {
    receiver.answer = 500;
    await payInTurn(paymentsOfRound, pay, receiver, name);
    // Accepted repetitions could make up for a count that is only lowered.
    await allArrived(receiver, name);
    receiver.answer = 200;
    receiver.forget();
    await pay();
    if (!(await receiver.next(name)) || isZero(await fetchUntil(api, id, isZero))) return true;
  }
  return false;
};

/**
 * Whether failure_count of a callback (2.7) stays as high from one fetch to the next, once payments were refused.
 *
 * @param name the address of the callback
 */
export const isCountKept = async (
  api: Pick<Api, 'fetchCallback' | 'updateCallback'>,
  pay: Pay,
  receiver: Receiver,
  { id, name }: { id: string; name: string },
): Promise<boolean> => {
  await api.updateCallback(id, { is_active: true });
  await payInTurn(paymentsOfRound, pay, receiver, name);
  // Inactive, so that no further refusal makes up for what was lost.
  await api.updateCallback(id, { is_active: false });
  await allArrived(receiver, name);
  const first = countOf(await fetchUntil(api, id, (reply) => callbackOf(reply)?.is_active === false));
  const isAsHigh = (reply: Reply) => !(countOf(reply) < first);
  return isAsHigh(await fetchUntil(api, id, isAsHigh));
};

/** Makes payments one after another, each once an address was notified, or had time to be. */
const payInTurn = async (payments: number, pay: Pay, receiver: Receiver, name: string): Promise<void> => {
  for (let made = 0; made < payments; made += 1) {
    await pay();
    await receiver.next(name);
  }
};

const isShown = (reply: Reply): boolean => callbackOf(reply) !== undefined;

const countOf = (reply: Reply): number => Number(callbackOf(reply)?.failure_count);

/** Whether a notification may be sent again, judging by the gaps between the attempts so far. */
const mayBeRepeated = ({ deliveries }: Receiver, about: string): boolean => {
  const arrivals = deliveries.filter(({ body }) => body.includes(about)).map(({ at }) => at);
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at));
  return Date.now() - Math.max(...arrivals) < longestGapFactor * Math.max(0, ...gaps);
};
