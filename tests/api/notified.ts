import { isAbout, type CallbackFixtures, type Payment } from '../../fixtures/callbacks.ts';
import { changesOfUpdate } from '../../helpers/callbacks/callbacks.ts';
import type { Notification } from '../../helpers/callbacks/webhook-receiver.ts';
import { patienceFor } from '../../helpers/run/wait-for.ts';

// What arrives at an address of the receiver, for stories in which callbacks change.

type Tools = Pick<CallbackFixtures, 'receiver' | 'eventually'> & { pay: () => Promise<Payment> };

/**
 * Pays, and returns the bodies of unwanted notifications at an address, once what was changed has had time to act.
 *
 * @param pay makes a payment of which another address is notified, so that this one would be as well
 */
export const payAndWatch = (
  name: string,
  { pay, receiver, eventually }: Tools,
  isUnwanted: (notification: Notification) => boolean = () => true,
): Promise<string[]> =>
  eventually(
    async () => {
      // Those of the first payment have arrived when the second one is notified.
      const payments = [await pay(), await pay()];
      const arrived = receiver.notifications(name).filter((one) => isAbout(one, ...payments));
      return arrived.filter(isUnwanted).map(({ body }) => body);
    },
    (bodies) => bodies.length === 0,
    `silence at the address "${name}"`,
  );

/** Pays until an address is notified, at most as long as what was changed may take to act; the notification, if any. */
export const payUntilTold = (name: string, { pay, receiver, eventually }: Tools): Promise<Notification | undefined> => {
  const payments: Payment[] = [];
  const next = async () => {
    payments.push(await pay());
    const isWanted = (one: Notification) => one.name === name && isAbout(one, ...payments);
    return receiver.next(isWanted, patienceFor([changesOfUpdate], receiver.timeoutMs));
  };
  return eventually(next, (notification) => notification !== undefined, changesOfUpdate);
};
