import { isDeepStrictEqual } from 'node:util';
import type { RuleJudgement, UniqueValue } from '../../interface/answers/judge-exchange.ts';
import { mismatch, type Mismatch } from '../../interface/messages/mismatch.ts';
import { describe, shapes, type Shape } from '../../interface/messages/shapes.ts';
import { channels, inChannel, type ChannelRule, type End } from '../../interface/rules/channels.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { describeArrival, knownOf, type PaymentRecord } from './payment-record.ts';
import { amountShown, amountsOn, isWrongAmount } from './shown-amounts.ts';

const goneFrame = mismatch('frame', 'in its frame', 'gone', "the frame in the merchant's page is gone");
const idsAndReference = ['checkout_id', 'transaction_id', 'transaction_reference'] as const;
const plainReference = /^[\w.-]*$/;

/**
 * Judges one payment by all that the interface states about it: the page (1, 4.1, 4.2), where the browser arrives, once
 * and with which parameters (2.1, 2.3, 2.5, 3). Only rules that the payment exercises are in the result.
 */
export const judgePayment = (payment: PaymentRecord): RuleJudgement[] => {
  const { channel, ended, isRefused } = payment;
  const of = (name: ChannelRule, expected: string, mismatches: readonly Mismatch[]): RuleJudgement[] =>
    inChannel(channel, name).map((rule) => ({ rule, expected, mismatches }));
  // A service may refuse unusual fields; there is nothing to carry then.
  if (isRefused) return unusualFieldsOf(payment).flatMap((name) => of(name, 'a payment, or a refusal', []));
  const judged = judgePage(payment, of);
  if (ended === 'cancel') return [...judged, ...judgeCancelled(payment)];
  return ended ? [...judged, ...judgeReturn(payment, ended, of)] : judged;
};

type JudgementsOf = (name: ChannelRule, expected: string, mismatches: readonly Mismatch[]) => RuleJudgement[];

const judgePage = (payment: PaymentRecord, of: JudgementsOf): RuleJudgement[] => {
  const { channel, offers, amountSet, amount, currency } = payment;
  // A page whose payment breaks is none on which the customer can pay.
  const isBroken = payment.broken !== undefined && (payment.ended === 'success' || payment.steps.length === 0);
  const opened = [
    ...(isBroken ? brokenPage(payment) : []),
    ...(offers === false ? [mismatch('page', 'a means of payment', 'none', 'it offers no means of payment')] : []),
    ...(channel === 'iframe' && offers && !payment.isFramed ? [goneFrame] : []),
  ];
  const shownAs = amount === undefined ? [] : payment.pages.map((text) => amountShown(text, amount, currency));
  const isShown = shownAs.some((how) => how === 'in main units' || how === 'in subunits');
  const amounts = [
    ...payment.pages.flatMap((text, index) => {
      const how = shownAs[index] ?? 'no';
      const said = `a page shows ${amountsOn(text)}`;
      return isWrongAmount(how) ? [mismatch('amount on the page', 'as asked', how, said)] : [];
    }),
    ...(payment.asksForAmount && !isShown
      ? [mismatch('amount on the page', 'as asked', 'asked for', 'it asks the customer for the amount')]
      : []),
  ];
  // Whether it was typed in main units is not known, so only a multiple of that reading is certainly wrong.
  const { amount: typed = 0, pagesBefore = payment.pages.length } = payment.typed ?? {};
  const multiples = payment.pages
    .slice(pagesBefore)
    .filter((text) => amountShown(text, typed, currency) === 'as many times as much')
    .map((text) =>
      mismatch('amount on the page', 'as typed', 'as many times as much', `a page shows ${amountsOn(text)}`),
    );
  const noField = mismatch('page', 'a field for the amount', 'none', 'no step of the page had a field for the amount');
  const payable = 'a page on which the customer can pay';
  return [
    ...(isBroken || offers !== undefined ? of('opens', payable, opened) : []),
    ...(amountSet === undefined ? [] : of('amount-later', 'a field for the amount', amountSet ? [] : [noField])),
    ...(amountSet ? of('stays', "the merchant's page around it", payment.isFramedAfterAmount ? [] : [goneFrame]) : []),
    ...(amountSet === undefined
      ? []
      : of('amount-right', `${typed} subunits of ${currency}, as typed`, unique(multiples))),
    ...(shownAs.length > 0
      ? of('amount-right', `${amount} subunits of ${currency} wherever the page shows the amount`, unique(amounts))
      : []),
  ];
};

const judgeReturn = (payment: PaymentRecord, end: End, of: JudgementsOf): RuleJudgement[] => {
  const { channel, sent, arrivals, elsewhere, isBesideAnother, isOver, amountSet } = payment;
  const [own, other] = end === 'success' ? (['success', 'failure'] as const) : (['failure', 'success'] as const);
  const address = sent[`${own}_url`];
  const isElsewhere = [
    ...arrivals.filter(({ kind }) => kind === other).map(() => `the browser arrived at ${other}_url`),
    ...elsewhere.map(({ kind }) => `the browser arrived at the ${kind}_url of an earlier payment`),
  ].map((text) => mismatch('arrival', `${own}_url`, 'elsewhere', text));
  const broken = payment.broken === undefined ? [] : brokenPage(payment);
  const crossing = of('no-crossing', `no arrival but at the ${own}_url of this payment`, [
    ...isElsewhere,
    ...(address === undefined ? broken : []),
  ]);
  if (typeof address !== 'string') {
    if (sent[`${other}_url`] !== undefined) return crossing;
    const isOpen = isOver ? [] : [mismatch('page', 'over', 'not over', 'the payment was not completed')];
    return [
      ...crossing,
      ...of('without-addresses', 'a page that is no error and asks for no payment', [...broken, ...isOpen]),
    ];
  }
  const [arrival] = arrivals;
  const carries = (name: string, shape: Shape): Mismatch[] =>
    arrival ? parameterIs(arrival, name, shape, ownQueryOf(address).getAll(name)) : notArrived(payment);
  const arrived = [...notArrived(payment), ...(arrival?.kind === other ? isElsewhere.slice(0, 1) : [])];
  const isOdd = !plainReference.test(String(sent.transaction_reference ?? ''));
  const status = carries('status', shapes.exactly(end === 'success' ? 'success' : 'failed'));
  const checkoutId = carries('checkout_id', shapeOf(payment, 'checkout_id'));
  const transactionId = carries('transaction_id', shapeOf(payment, 'transaction_id'));
  const anyReference = carries('transaction_reference', shapeOf(payment, 'transaction_reference'));
  const reference = isOdd ? [] : anyReference;
  const whole = unique([...arrived, ...status, ...checkoutId, ...transactionId, ...reference]);
  const expected = `an arrival at ${own}_url with status, checkout_id, transaction_id and transaction_reference of this payment`;
  const separately: Readonly<Partial<Record<TestedRuleId, readonly Mismatch[]>>> = {
    'redirect.success-url': arrived,
    'redirect.failure-url': arrived,
    'redirect.status-success': status,
    'redirect.status-failed': status,
    'redirect.checkout-id': checkoutId,
    'redirect.transaction-id': transactionId,
    'redirect.transaction-reference': reference,
  };
  return [
    ...crossing,
    ...inChannel(channel, own).map((rule) => ({ rule, expected, mismatches: separately[rule] ?? whole })),
    ...of('one-arrival', `one arrival at ${own}_url`, once(payment)),
    ...judgeOwnAddress(payment, address, of),
    ...(ownQueryOf(address).has('status') ? of('own-status', expected, status) : []),
    ...(sent.transaction_reference === undefined ? of('reference-generated', expected, anyReference) : []),
    ...(isOdd ? of('reference-encoded', expected, anyReference) : []),
    ...(isBesideAnother ? of('two-tabs', expected, whole) : []),
    ...(amountSet === undefined ? [] : of('amount-later', expected, arrived)),
  ];
};

/** The merchant's own path and query arrive as they were sent; their encoding does not matter (2.1, 2.3). */
const judgeOwnAddress = (payment: PaymentRecord, address: string, of: JudgementsOf): RuleJudgement[] => {
  const [arrival] = payment.arrivals;
  const url = new URL(address);
  const path = url.pathname.split('/').slice(3);
  const names = [...new Set(url.searchParams.keys())].filter((name) => name !== 'status');
  const query = (one: Arrival): Mismatch[] =>
    names
      .map((name) => ({ name, sent: url.searchParams.getAll(name), came: valuesOf(one, name) }))
      .filter(({ sent, came }) => !isKept(sent, came, one.method))
      .map(({ name, sent, came }) =>
        mismatch('own query', 'as sent', 'changed', `${name} is ${JSON.stringify(came)}, not ${JSON.stringify(sent)}`),
      );
  const parameters = (one: Arrival): Mismatch[] =>
    ['status', ...idsAndReference]
      .filter((name) => valuesOf(one, name).length === 0)
      .map((name) => mismatch(name, 'given', 'absent', `${name} is absent`));
  const isPath = arrival && isDeepStrictEqual(arrival.path.split('/').slice(1).map(decoded), path.map(decoded));
  const changedPath = mismatch('path', 'as sent', 'changed', `the path is ${arrival?.path || 'gone'}`);
  const expected = `an arrival at ${address} with all parameters`;
  const missing = notArrived(payment);
  const ownQuery = arrival ? [...(isPath ? [] : [changedPath]), ...query(arrival), ...parameters(arrival)] : missing;
  return of('own-query', expected, ownQuery);
};

/**
 * A cancelled payment may lead anywhere, or nowhere; it is never reported as a success, and what the redirect carries is
 * a state of section 3 and belongs to the payment.
 */
const judgeCancelled = (payment: PaymentRecord): RuleJudgement[] => {
  const [arrival] = payment.arrivals;
  const broken = payment.broken === undefined ? [] : brokenPage(payment);
  const statuses = arrival ? valuesOf(arrival, 'status') : [];
  const asSuccess = [
    ...(statuses.includes('success') ? [mismatch('status', 'no success', 'success', 'status is "success"')] : []),
    ...(arrival?.kind === 'success' && statuses.length === 0
      ? [mismatch('status', 'given', 'absent', 'the browser arrived at success_url without a status')]
      : []),
  ];
  const parameters = [
    ['status', shapes.status] as const,
    ...idsAndReference.map((name) => [name, shapeOf(payment, name)] as const),
  ];
  const foreign = parameters
    .filter(([name]) => arrival && valuesOf(arrival, name).length > 0)
    .flatMap(([name, shape]) => (arrival ? parameterIs(arrival, name, shape, []) : []));
  return [
    {
      rule: 'redirect.cancelled-not-success',
      expected: 'no report of a success',
      mismatches: [...asSuccess, ...broken],
    },
    {
      rule: 'redirect.cancelled-parameters',
      expected: 'no redirect, or one with a state of section 3 and the ids and reference of the payment',
      mismatches: [...foreign, ...broken],
    },
  ];
};

/** Payments share no id and no generated reference (2.3), least of all if they are open in one browser. */
export const judgeTogether = (payments: readonly PaymentRecord[]): RuleJudgement[] =>
  channels.flatMap((channel) => {
    const ofChannel = payments.filter((one) => one.channel === channel && one.ended !== undefined);
    const names = channel === 'redirect' ? (['checkout_id'] as const) : idsAndReference;
    return [
      ...judgeIds(inChannel(channel, 'own-ids'), ofChannel, names),
      ...judgeIds(
        inChannel(channel, 'two-tabs'),
        ofChannel.filter(({ isBesideAnother }) => isBesideAnother),
        idsAndReference,
      ),
    ];
  });

const judgeIds = (
  rules: readonly TestedRuleId[],
  payments: readonly PaymentRecord[],
  names: readonly string[],
): RuleJudgement[] => {
  const arrivals = payments.flatMap((one) => one.arrivals.slice(0, 1));
  if (arrivals.length < 2) return [];
  const mismatches = names.flatMap((name) => {
    const values = arrivals.flatMap((arrival) => valuesOf(arrival, name).slice(0, 1));
    return new Set(values).size < values.length
      ? [mismatch(name, 'of its own', 'repeated', `${name} is the same`)]
      : [];
  });
  const expected = `${arrivals.length} redirects, each with ${names.join(', ')} of its own`;
  return rules.map((rule) => ({ rule, expected, mismatches }));
};

/** The ids that no other payment of the run may have (2.3); a reference of the merchant may be sent again. */
export const uniqueIds = (payments: readonly PaymentRecord[]): UniqueValue[] =>
  payments
    .filter(({ ended, isRefused }) => ended !== undefined && !isRefused)
    .flatMap(({ channel, sent, arrivals: [arrival] }) => {
      const names = channel === 'redirect' ? (['checkout_id'] as const) : idsAndReference;
      return names.flatMap((name) => {
        const [value] = arrival ? valuesOf(arrival, name) : [];
        const reference = name === 'transaction_reference' ? String(sent[name] ?? '') : '';
        const rules = value === undefined ? [] : inChannel(channel, 'own-ids');
        return rules.map((rule) => ({ rule, value: `${name} ${value}`, reference }));
      });
    });

/** What was seen of a payment, for the message of a failed check. */
export const describePayment = ({ channel, sent, arrivals, steps, lastPage, broken }: PaymentRecord): string =>
  [
    `Payment: ${channel}, sent ${JSON.stringify({ ...sent, publishable_key: undefined })}`,
    `Received: ${arrivals.map(describeArrival).join('; ') || describeArrival(undefined)}`,
    `Steps on the page: ${steps.join(', ') || 'none'}`,
    ...(lastPage === '' ? [] : [`Last page: ${lastPage}`]),
    ...(broken === undefined ? [] : [broken]),
  ].join('\n');

/** Exactly one arrival. A second request of the service itself does not count. */
const once = (payment: PaymentRecord): Mismatch[] => {
  const [arrival, second] = payment.arrivals;
  // Unlike a browser, a service that requests the address does not report what it navigates.
  const isOfService = second?.into === 'unknown' && arrival?.into !== 'unknown';
  if (!second || isOfService || payment.mayReturnTwice) return notArrived(payment);
  return [mismatch('arrivals', 'one', 'two', 'the browser arrived a second time')];
};

const notArrived = (payment: PaymentRecord): Mismatch[] => {
  if (payment.arrivals.length > 0) return [];
  if (payment.broken !== undefined) return brokenPage(payment);
  return [mismatch('arrival', 'an arrival', 'none', 'the browser did not arrive at success_url or failure_url')];
};

const brokenPage = ({ broken }: PaymentRecord): Mismatch[] => [
  mismatch('page', 'a page on which the customer can go on', 'broken', `the page is broken: ${broken}`),
];

/** One parameter of the redirect. @param own values of the merchant's own parameter of that name, which may stay */
const parameterIs = (arrival: Arrival, name: string, shape: Shape, own: readonly string[]): Mismatch[] => {
  const all = valuesOf(arrival, name);
  const values = all.filter((value, index) => !own.includes(value) || all.indexOf(value) !== index);
  if (values.length === 0)
    return [mismatch(name, describe(shape), 'absent', `${name} is absent, not ${describe(shape)}`)];
  const text = (value: string): string => `${name} is ${JSON.stringify(value)}, not ${describe(shape)}`;
  return [
    ...values
      .filter((value) => !shape.safeParse(value).success)
      .map((value) => mismatch(name, 'as stated', 'another', text(value))),
    // A merchant's framework makes a list of a repeated parameter.
    ...(values.length > 1 && arrival.method === 'GET'
      ? [mismatch(name, 'once', 'repeated', `${name} is given ${values.length} times`)]
      : []),
  ];
};

const shapeOf = (payment: PaymentRecord, name: (typeof idsAndReference)[number]): Shape => {
  const known = knownOf(payment)[name];
  return known === undefined ? shapes.identifier : shapes.exactly(known);
};

/** The rules that only the unusual fields of a request exercise. */
const unusualFieldsOf = ({ sent }: PaymentRecord): ChannelRule[] => {
  const addresses = [sent.success_url, sent.failure_url].filter((one) => typeof one === 'string');
  return [
    ...(addresses.some((one) => ownQueryOf(one).has('status')) ? (['own-status'] as const) : []),
    ...(plainReference.test(String(sent.transaction_reference ?? '')) ? [] : (['reference-encoded'] as const)),
  ];
};

/** A POST may carry the merchant's own parameters in its address and in its form. */
const isKept = (sent: readonly string[], came: readonly string[], method: string): boolean =>
  isDeepStrictEqual([...sent].sort(), [...came].sort()) ||
  (method === 'POST' &&
    came.length > sent.length &&
    isDeepStrictEqual([...new Set(sent)].sort(), [...new Set(came)].sort()));

const valuesOf = ({ parameters }: Arrival, name: string): string[] =>
  parameters.filter(([other]) => other === name).map(([, value]) => value);

const ownQueryOf = (address: string): URLSearchParams => new URL(address).searchParams;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const unique = (mismatches: readonly Mismatch[]): Mismatch[] =>
  mismatches.filter(({ text }, index) => mismatches.findIndex((other) => other.text === text) === index);
