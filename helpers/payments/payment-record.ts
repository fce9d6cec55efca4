import type { Channel, End } from '../../interface/rules/channels.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Arrival } from './merchant/merchant-server.ts';

/** The parameters of the redirect (2.3) that belong to one payment. */
export const ownParameters = ['checkout_id', 'transaction_id', 'transaction_reference'] as const;

export type OwnParameter = (typeof ownParameters)[number];

/** What happened to a payment in the browser. */
export type PaymentEvent =
  /** The service refused the request of an initiation or a checkout. */
  | { event: 'refused' }
  /** The answer to a form post came, and the browser has left the merchant's page or not. */
  | { event: 'form answered'; status: number; left: boolean }
  /** Another payment was open in the same browser. */
  | { event: 'beside another' }
  /** The customer came to the payment page, which offers a means of payment or not. */
  | { event: 'page opened'; offersPayment: boolean; isFramed: boolean }
  /** The text of a page before a step of the customer, or after the last one; then also that of a payment that fails. */
  | { event: 'page shown'; text: string; ofFailure?: boolean }
  /** The customer set the amount, in the subunit; undefined when it is not known what was typed, at last or before. */
  | { event: 'amount set'; amount: number | undefined; before?: number | undefined; isFramed: boolean }
  /** The page did not take what the customer entered, with the amount that was typed, and something else is entered. */
  | { event: 'entry refused'; amount: number | undefined }
  /** The page had no field for the amount so far. */
  | { event: 'no amount field' }
  /** All was done to end the payment, the page refused it, and never had a field for the amount. */
  | { event: 'refused without an amount' }
  | { event: 'no control to cancel' }
  /** A cancelled payment was to be paid after all: whether its page asked for that, and the payment went on. */
  | { event: 'begun again'; goesOn: boolean }
  /** The page was plainly broken, so that the customer could not go on. */
  | { event: 'broken'; received: string }
  /** The page was not understood, or something else than the service was in the way: nothing after this was reached. */
  | { event: 'lost' }
  /** The customer has done all to end it so, or the page was broken before. */
  | { event: 'ended'; end: End | 'cancel' }
  /** Whether a payment without addresses ended on a page that is no error and asks for no payment. */
  | { event: 'watched to its end'; isOver: boolean }
  /** The browser came to an address of this payment. */
  | { event: 'arrived'; arrival: Arrival }
  /** It came, meanwhile, to an address of a payment that had ended before. */
  | { event: 'arrived elsewhere'; arrival: Arrival }
  /** The fragment of the browser's address at the merchant, as far as the browser reports it. */
  | { event: 'fragment seen'; fragment: string }
  /** The page in words when nobody looked any more, and what was done on it, without the values typed. */
  | { event: 'left'; lastPage: string; steps: readonly string[]; askedForAmount: boolean; byLink: boolean };

/** One payment in the browser, as data that `judgePayment` judges: how it was started, and what happened then. */
export interface PaymentRecord {
  readonly channel: Channel;
  /** The fields of the request, with the merchant's addresses. */
  readonly sent: Body;
  /** Its fields are such that a service may refuse it. */
  readonly mayBeRefused: boolean;
  /** The id and the reference of the answer that began it; a form post has none. */
  readonly answer: Readonly<Partial<Record<OwnParameter, unknown>>>;
  /** In their order. */
  readonly events: readonly PaymentEvent[];
}

type EventOf<Name extends PaymentEvent['event']> = Extract<PaymentEvent, { event: Name }>;

/** The events of one kind. */
export const eventsOf = <Name extends PaymentEvent['event']>(
  { events }: PaymentRecord,
  name: Name,
): readonly EventOf<Name>[] => events.filter((one): one is EventOf<Name> => one.event === name);

/** Whether the page had no place for the amount. */
export const hadNoField = (record: PaymentRecord): boolean => eventsOf(record, 'no amount field').length > 0;

const firstOf = <Name extends PaymentEvent['event']>(record: PaymentRecord, name: Name): EventOf<Name> | undefined =>
  eventsOf(record, name)[0];

const lastOf = <Name extends PaymentEvent['event']>(record: PaymentRecord, name: Name): EventOf<Name> | undefined =>
  eventsOf(record, name).at(-1);

/** In the subunit of the currency; undefined when the customer sets it. */
export const amountOf = ({ sent }: PaymentRecord): number | undefined =>
  typeof sent.amount === 'number' ? sent.amount : undefined;

export const currencyOf = ({ sent }: PaymentRecord): string => String(sent.currency ?? '');

/** Whether the first page offers a means of payment; undefined when nobody has looked. */
export const offersPayment = (record: PaymentRecord): boolean | undefined =>
  firstOf(record, 'page opened')?.offersPayment;

/**
 * Whether the service refused the request, as it may. A form post has no answer that is shown, so it may also be refused
 * by a page that says so.
 */
export const isRefused = (record: PaymentRecord): boolean => {
  const status = lastOf(record, 'form answered')?.status ?? 0;
  const byForm = record.channel === 'form' && ((status >= 400 && status < 500) || offersPayment(record) === false);
  return firstOf(record, 'refused') !== undefined || (record.mayBeRefused && byForm);
};

/** Why the customer could not go on, when the page was plainly broken. */
export const brokenBy = (record: PaymentRecord): string | undefined => {
  const { status = 0, left = true } = lastOf(record, 'form answered') ?? {};
  if (!isRefused(record) && (status >= 400 || !left)) return `the answer HTTP ${status}, which leads to no page`;
  return firstOf(record, 'broken')?.received;
};

/** How the customer ended the payment; undefined when it was only looked at, or lost before its end. */
export const endOf = (record: PaymentRecord): End | 'cancel' | undefined => firstOf(record, 'ended')?.end;

export const isBesideAnother = (record: PaymentRecord): boolean => firstOf(record, 'beside another') !== undefined;

/** The text of the pages, in their order, without those that follow a failure. */
export const pagesOf = (record: PaymentRecord): string[] =>
  eventsOf(record, 'page shown').flatMap(({ text, ofFailure }) => (ofFailure ? [] : text));

/** Every arrival at the addresses of this payment, in their order. */
export const arrivalsOf = (record: PaymentRecord): readonly Arrival[] =>
  eventsOf(record, 'arrived').map(({ arrival }) => arrival);

/** What was done on the page, and the last page; undefined while it goes on. */
export const leftAs = (record: PaymentRecord): EventOf<'left'> | undefined => lastOf(record, 'left');

/** What the customer did on the page, without the values typed. */
export const stepsOf = (record: PaymentRecord): readonly string[] => leftAs(record)?.steps ?? [];

/** Which fields of the answer that began a payment must recur in its redirect: those that the interface states for it. */
export const recurring = (channel: Channel, answer: Readonly<Record<string, unknown>>): PaymentRecord['answer'] => ({
  transaction_id: answer.transaction_id,
  ...(channel === 'redirect' ? { transaction_reference: answer.transaction_reference } : {}),
});

/** The values that the redirect has to carry, as far as the merchant knows them. */
export const knownOf = ({ answer, sent }: PaymentRecord): Partial<Record<OwnParameter, string>> => {
  const values = ownParameters.map((name) => [name, String(answer[name] ?? sent[name] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
};

/** The first arrival in words, for a report. */
const describeArrival = (arrival: Arrival | undefined): string => {
  if (!arrival) return 'no arrival at the merchant';
  const parameters = arrival.parameters.map(([name, value]) => `${name}=${value}`).join(', ');
  return `${arrival.method} to ${arrival.kind}_url with ${parameters || 'no parameters'}`;
};

/** What was seen of a payment, for the message of a failed check. */
export const describePayment = (record: PaymentRecord): string => {
  const { lastPage = '', steps = [] } = leftAs(record) ?? {};
  const broken = brokenBy(record);
  return [
    `Payment: ${record.channel}, sent ${JSON.stringify({ ...record.sent, publishable_key: undefined })}`,
    `Received: ${arrivalsOf(record).map(describeArrival).join('; ') || describeArrival(undefined)}`,
    `Steps on the page: ${steps.join(', ') || 'none'}`,
    ...(lastPage === '' ? [] : [`Last page: ${lastPage}`]),
    ...(broken === undefined ? [] : [broken]),
  ].join('\n');
};
