import type { Reply } from '../../interface/messages/exchange.ts';
import { textOf } from '../../interface/messages/bounded-json.ts';
import { noteOfService, notesOfService } from '../run/wait-for.ts';

/** A payment of the run, and what identifies it in a notification; empty where the answer does not say it. */
export interface Payment {
  readonly id: string;
  readonly reference: string;
}

const inLog = 'paid';

/** The payment that an initiation was answered with (2.1); the run notes it, since it may be announced. */
export const notedPayment = (reply: Reply): Payment => {
  const payment = {
    id: textOf(reply.field('transaction_id') ?? ''),
    reference: textOf(reply.field('transaction_reference') ?? ''),
  };
  noteOfService(inLog, payment);
  return payment;
};

/** The payments of the run at this service that were noted. */
export const paymentsMade = (): Payment[] => notesOfService<Payment>(inLog);
