import { isAbout, type CallbackFixtures } from '../../fixtures/callbacks.ts';
import { paymentsMade, type Payment } from '../../helpers/callbacks/payments-made.ts';
import { changesOfUpdate } from '../../helpers/callbacks/callbacks.ts';
import type { Notification } from '../../helpers/callbacks/webhook-receiver.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { patienceFor, wasInVain } from '../../helpers/run/wait-for.ts';
import { eventsNamed } from '../../interface/messages/notification.ts';

// What arrives at an address of the receiver, for stories in which callbacks change.

type Tools = Pick<CallbackFixtures, 'receiver' | 'eventually'> & {
  /** Makes a payment of which another address is notified, so that this one would be as well. */
  payNotified: () => Promise<Payment>;
};

/** What deliveries show of an update. Where reads do not show one either, that was waited for already. */
const shownByDeliveries = (): string =>
  wasInVain(changesOfUpdate) ? changesOfUpdate : 'what deliveries show of an update of a callback';

/**
 * Pays, also a failure and in the second currency, and returns the bodies of unwanted notifications at an address, once what
 * was changed has had time to act.
 */
export const payAndWatch = (
  name: string,
  { payNotified, pay, receiver, eventually }: Tools & Pick<CallbackFixtures, 'pay'>,
  isUnwanted: (notification: Notification) => boolean = () => true,
  change = shownByDeliveries(),
): Promise<string[]> =>
  eventually(
    async () => {
      // Those of the first payments have arrived when the last one is notified.
      const payments = [await pay('failed'), await pay('success', 'second currency'), await payNotified()];
      if (receiver.notifications().some(isOfPayout)) await payoutNotified(payments, { receiver, eventually });
      payments.push(await payNotified());
      const arrived = receiver.notifications(name).filter((one) => isAbout(one, ...payments));
      return arrived.filter(isUnwanted).map(({ body }) => body);
    },
    (bodies) => bodies.length === 0,
    change,
  );

/** Waits for a notification of the payout of some payments, which may follow them later, or not at all. */
export const payoutNotified = (
  payments: readonly Payment[],
  { receiver, eventually }: Pick<Tools, 'receiver' | 'eventually'>,
): Promise<boolean> =>
  eventually(
    async () => receiver.notifications().some((one) => isOfPayout(one) && isAbout(one, ...payments)),
    (isNotified) => isNotified,
    'a payout of a payment',
    receiver.timeoutMs,
  );

const isOfPayout = (one: Notification): boolean => eventsNamed(one).some((event) => event.startsWith('payout.'));

/** For an assertion whose failure reads as a sentence. */
export const whetherNotified = (notification: Notification | undefined): 'notified' | 'not notified' =>
  notification ? 'notified' : 'not notified';

/**
 * Pays until an address is notified, at most as long as what was changed may take to act; the notification, if any.
 *
 * @param mayBackOff whether a correct service may notify nobody for a while, from which nothing follows for later waits
 */
export const payUntilNotified = (
  name: string,
  { payNotified, receiver, eventually }: Tools,
  mayBackOff = false,
): Promise<Notification | undefined> => {
  const what = mayBackOff ? undefined : shownByDeliveries();
  const payments: Payment[] = [];
  const next = async () => {
    payments.push(await payNotified());
    const isWanted = (one: Notification) => one.name === name && isAbout(one, ...payments);
    return receiver.next(isWanted, what === undefined ? receiver.timeoutMs : patienceFor([what], receiver.timeoutMs));
  };
  return eventually(next, (notification) => notification !== undefined, what);
};

/** How often the time for what deliveries change begins again, while they still come. */
const mostWaits = 12;

/** Tells whether payments that were made until now were announced since it was asked last, at one address if it is named. */
export const arrivals = (receiver: CallbackFixtures['receiver'], name?: string): (() => boolean) => {
  const due = paymentsMade();
  const count = () => receiver.notifications(name).filter((one) => isAbout(one, ...due)).length;
  let arrived = count();
  return () => {
    const before = arrived;
    arrived = count();
    return arrived > before;
  };
};

/**
 * As `eventually`, for what deliveries change. Those that are due may come one after another: the time begins again with them.
 *
 * @throws NotTested when they still come at last
 */
export const onceDelivered = async <T>(
  eventually: CallbackFixtures['eventually'],
  { read, isWanted, what, timeoutMs, stillCome }: Delivering<T>,
): Promise<T> => {
  for (let waits = 1; waits <= mostWaits; waits += 1) {
    const last = await eventually(read, isWanted, waits === 1 ? what : undefined, timeoutMs);
    if (isWanted(last) || !stillCome(last)) return last;
  }
  throw new NotTested('deliveries that were due before still change what is to stay as it is');
};

interface Delivering<T> {
  read: () => Promise<T>;
  isWanted: (answer: T) => boolean;
  what: string;
  timeoutMs: number;
  /** Whether deliveries that were due have come since the last answer. */
  stillCome: (last: T) => boolean;
}

/** The pause before a further attempt is less than so many times as long as the longest one before. */
const longerPause = 10;

/** Whether a notification of a payment arrived more than once, so lately that a further attempt may follow. */
export const isRepeated = (receiver: CallbackFixtures['receiver'], payment: Payment): boolean => {
  const own = receiver.notifications('watched').filter((one) => isAbout(one, payment));
  return own.some(({ body }) => {
    const times = own.filter((one) => one.body === body).map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
    return Date.now() - Math.max(...times) < longerPause * Math.max(0, ...pauses);
  });
};
