import type { Channel, End } from '../../interface/rules/channels.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Arrival } from './merchant/merchant-server.ts';

const ownParameters = ['checkout_id', 'transaction_id', 'transaction_reference'] as const;

/** The parameters of the redirect (2.3) that belong to one payment. */
export type OwnParameter = (typeof ownParameters)[number];

/** What was seen of one payment in the browser, as data that `judgePayment` judges. */
export interface PaymentRecord {
  channel: Channel;
  /** The fields of the request, with the merchant's addresses. */
  sent: Body;
  /** In the subunit of the currency; undefined when the customer sets it. */
  amount: number | undefined;
  currency: string;
  /** The service refused the request, as it may. */
  isRefused: boolean;
  /** The ids and the reference of the answer that began it; a form post has none. */
  answer: Readonly<Partial<Record<OwnParameter, unknown>>>;
  /** Another payment was open in the same browser. */
  isBesideAnother: boolean;
  /** Whether the page offered a means of payment; undefined when nobody looked. */
  offers: boolean | undefined;
  /** Whether the page was in a frame of the merchant's page when it offered payment, and after the amount was set. */
  isFramed: boolean;
  isFramedAfterAmount: boolean;
  /** Whether the page let the customer set the amount; undefined when nobody tried. */
  amountSet: boolean | undefined;
  /** The amount that the customer typed, and how many pages were seen before; undefined when none was typed. */
  typed: { amount: number; pagesBefore: number } | undefined;
  /** The page asked for an amount, although it has one. */
  asksForAmount: boolean;
  /** The text of the page before each step of the customer, and at the end. */
  pages: string[];
  /** What the customer did on the page, without the values typed. */
  steps: readonly string[];
  /** The last page, in words. */
  lastPage: string;
  /** Why the customer could not go on, when the page was plainly broken. */
  broken: string | undefined;
  /** What the customer did to the end; undefined when the payment was only looked at, or not understood. */
  ended: End | 'cancel' | undefined;
  /** Whether the page had a control to cancel. */
  canBeCancelled: boolean;
  /** Every arrival at the addresses of this payment, in their order. */
  arrivals: readonly Arrival[];
  /** The customer and the page itself may both have led back. */
  mayReturnTwice: boolean;
  /** Arrivals, meanwhile, at addresses of payments that had ended before. */
  elsewhere: readonly Arrival[];
  /** The fragment of the browser's last address at the merchant; undefined if the browser did not report one. */
  fragment: string | undefined;
  /** Whether a payment without addresses ended on a page that is no error and asks for no payment. */
  isOver: boolean | undefined;
}

/** The record of a payment that was just started. @param answer the fields of the answer that began it */
export const newRecord = (
  channel: Channel,
  sent: Body,
  answer: Readonly<Record<string, unknown>> = {},
): PaymentRecord => ({
  channel,
  sent,
  amount: typeof sent.amount === 'number' ? sent.amount : undefined,
  currency: String(sent.currency ?? ''),
  isRefused: false,
  // Only the fields that the interface states for an answer must recur in the redirect.
  answer: {
    transaction_id: answer.transaction_id,
    ...(channel === 'redirect' ? { transaction_reference: answer.transaction_reference } : {}),
  },
  isBesideAnother: false,
  offers: undefined,
  isFramed: false,
  isFramedAfterAmount: false,
  amountSet: undefined,
  typed: undefined,
  asksForAmount: false,
  pages: [],
  steps: [],
  lastPage: '',
  broken: undefined,
  ended: undefined,
  canBeCancelled: false,
  arrivals: [],
  mayReturnTwice: false,
  elsewhere: [],
  fragment: undefined,
  isOver: undefined,
});

/** The values that the redirect has to carry, as far as the merchant knows them. */
export const knownOf = ({ answer, sent }: PaymentRecord): Partial<Record<OwnParameter, string>> => {
  const values = ownParameters.map((name) => [name, String(answer[name] ?? sent[name] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
};

/** The first arrival in words, for a report. */
export const describeArrival = (arrival: Arrival | undefined): string => {
  if (!arrival) return 'no arrival at the merchant';
  const parameters = arrival.parameters.map(([name, value]) => `${name}=${value}`).join(', ');
  return `${arrival.method} to ${arrival.kind}_url with ${parameters || 'no parameters'}`;
};
