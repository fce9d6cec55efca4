import { isDeepStrictEqual } from 'node:util';
import { withoutEscapes } from '../../interface/messages/bounded-json.ts';
import type { RuleJudgement } from '../../interface/answers/judge-exchange.ts';
import { distinct, mismatch, type Mismatch } from '../../interface/messages/mismatch.ts';
import { describe, shapes, type Shape } from '../../interface/messages/shapes.ts';
import { inChannel, type ChannelRule, type End } from '../../interface/rules/channels.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import {
  amountOf,
  arrivalsOf,
  brokenBy,
  eventsOf,
  isBesideAnother,
  knownOf,
  leftAs,
  ownParameters,
  type OwnParameter,
  type PaymentRecord,
} from './payment-record.ts';

/** Judges a rule that each channel has, under its ids there. */
export type JudgeRule = (name: ChannelRule, expected: string, mismatches: readonly Mismatch[]) => RuleJudgement[];

/** A reference that needs no encoding in an address. */
export const plainReference = /^[\w.-]*$/;

/** The mismatch of a page that was plainly broken; none when it was not. */
export const brokenPage = (payment: PaymentRecord): Mismatch[] => {
  const broken = brokenBy(payment);
  if (broken === undefined) return [];
  return [mismatch('page', 'a page on which the customer can go on', 'broken', `the page is broken: ${broken}`)];
};

/** Where the browser arrives after a success or a failure, once and with which parameters. */
export const judgeReturn = (payment: PaymentRecord, end: End, judge: JudgeRule): RuleJudgement[] => {
  const { channel, sent } = payment;
  const arrivals = arrivalsOf(payment);
  const [own, other] = end === 'success' ? (['success', 'failure'] as const) : (['failure', 'success'] as const);
  const address = sent[`${own}_url`];
  const isElsewhere = [
    ...arrivals.filter(({ kind }) => kind === other).map(() => `the browser arrived at ${other}_url`),
    ...eventsOf(payment, 'arrived elsewhere').map(
      ({ arrival: { kind } }) => `the browser arrived at the ${kind}_url of an earlier payment`,
    ),
  ].map((text) => mismatch('arrival', `${own}_url`, 'elsewhere', text));
  const broken = brokenPage(payment);
  const crossing = judge('no-crossing', `no arrival but at the ${own}_url of this payment`, [
    ...isElsewhere,
    ...(address === undefined ? broken : []),
  ]);
  if (typeof address !== 'string') {
    if (sent[`${other}_url`] !== undefined) return crossing;
    const isOver = eventsOf(payment, 'watched to its end').some((one) => one.isOver);
    const isOpen = isOver ? [] : [mismatch('page', 'over', 'not over', 'the payment was not completed')];
    return [
      ...crossing,
      ...judge('without-addresses', 'a page that is no error and asks for no payment', [...broken, ...isOpen]),
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
  // How it is encoded is a rule of its own.
  const reference = isOdd ? carries('transaction_reference', shapes.identifier) : anyReference;
  const whole = distinct([...arrived, ...status, ...checkoutId, ...transactionId, ...reference]);
  const ownQuery = arrival ? [...changedOwn(arrival, address), ...absentIn(arrival)] : notArrived(payment);
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
    ...judge('one-arrival', `one arrival at ${own}_url`, once(payment)),
    ...judge('own-query', `an arrival at ${address} with all parameters`, ownQuery),
    ...(ownQueryOf(address).has('status') ? judge('own-status', expected, status) : []),
    ...(sent.transaction_reference === undefined ? judge('reference-generated', expected, anyReference) : []),
    ...(isOdd ? judge('reference-encoded', expected, anyReference) : []),
    ...(isBesideAnother(payment) ? judge('two-tabs', expected, whole) : []),
    ...(amountOf(payment) === undefined ? judge('amount-later', expected, arrived) : []),
  ];
};

/** What is not as sent of the merchant's own path and query; their encoding does not matter (2.1, 2.3). */
const changedOwn = (arrival: Arrival, address: string): Mismatch[] => {
  const { pathname, searchParams } = new URL(address);
  const path = pathname.split('/').slice(3);
  const ofRedirect: readonly string[] = ['status', ...ownParameters];
  const names = [...new Set(searchParams.keys())].filter((name) => !ofRedirect.includes(name));
  const isPath = isDeepStrictEqual(arrival.path.split('/').slice(1).map(withoutEscapes), path.map(withoutEscapes));
  return [
    ...(isPath ? [] : [mismatch('path', 'as sent', 'changed', `the path is ${arrival.path || 'gone'}`)]),
    ...names
      .map((name) => ({ name, sent: searchParams.getAll(name), came: valuesOf(arrival, name) }))
      .filter(({ sent, came }) => !isKept(sent, came, arrival.method))
      .map(({ name, sent, came }) =>
        mismatch('own query', 'as sent', 'changed', `${name} is ${JSON.stringify(came)}, not ${JSON.stringify(sent)}`),
      ),
  ];
};

const absentIn = (arrival: Arrival): Mismatch[] =>
  ['status', ...ownParameters]
    .filter((name) => valuesOf(arrival, name).length === 0)
    .map((name) => mismatch(name, 'given', 'absent', `${name} is absent`));

/**
 * A cancelled payment may lead anywhere, or nowhere. It is never reported as a success, and a redirect that carries
 * parameters of 2.3 carries all of them, those of this payment, beside the merchant's own. A link back to the shop without
 * any is no such redirect.
 */
export const judgeCancelled = (payment: PaymentRecord): RuleJudgement[] => {
  const [arrival] = arrivalsOf(payment);
  const broken = brokenPage(payment);
  const statuses = arrival ? valuesOf(arrival, 'status') : [];
  const asSuccess = [
    ...(statuses.includes('success') ? [mismatch('status', 'no success', 'success', 'status is "success"')] : []),
    ...(arrival?.kind === 'success' && statuses.length === 0
      ? [mismatch('status', 'given', 'absent', 'the browser arrived at success_url without a status')]
      : []),
  ];
  const parameters = [
    ['status', shapes.status] as const,
    ...ownParameters.map((name) => [name, shapeOf(payment, name)] as const),
  ];
  const isRedirect = arrival && parameters.some(([name]) => valuesOf(arrival, name).length > 0);
  const address = arrival && payment.sent[`${arrival.kind}_url`];
  const wrong = isRedirect
    ? [
        ...parameters.flatMap(([name, shape]) => parameterIs(arrival, name, shape, [])),
        ...(typeof address === 'string' ? changedOwn(arrival, address) : []),
      ]
    : [];
  return [
    {
      rule: 'redirect.cancelled-not-success',
      expected: 'no report of a success',
      mismatches: [...asSuccess, ...broken],
    },
    {
      rule: 'redirect.cancelled-parameters',
      expected: 'no redirect, or one with a state of section 3, the ids and reference of the payment and the own query',
      mismatches: [...wrong, ...broken],
    },
  ];
};

/** Exactly one arrival. A second request of the service itself does not count. */
const once = (payment: PaymentRecord): Mismatch[] => {
  const [arrival, second] = arrivalsOf(payment);
  // Unlike a browser, a service that requests the address does not report what it navigates.
  const isOfService = second?.into === 'unknown' && arrival?.into !== 'unknown';
  if (!second || isOfService || leftAs(payment)?.byLink) return notArrived(payment);
  return [mismatch('arrivals', 'one', 'two', 'the browser arrived a second time')];
};

const notArrived = (payment: PaymentRecord): Mismatch[] => {
  if (arrivalsOf(payment).length > 0) return [];
  const broken = brokenPage(payment);
  if (broken.length > 0) return broken;
  return [mismatch('arrival', 'an arrival', 'none', 'the browser did not arrive at success_url or failure_url')];
};

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

const shapeOf = (payment: PaymentRecord, name: OwnParameter): Shape => {
  const known = knownOf(payment)[name];
  return known === undefined ? shapes.identifier : shapes.exactly(known);
};

/** In their order. A POST may carry the merchant's own parameters in its address and in its form. */
const isKept = (sent: readonly string[], came: readonly string[], method: string): boolean =>
  isDeepStrictEqual(sent, came) ||
  (method === 'POST' &&
    came.length > sent.length &&
    isDeepStrictEqual([...new Set(sent)].sort(), [...new Set(came)].sort()));

export const valuesOf = ({ parameters }: Arrival, name: string): string[] =>
  parameters.filter(([other]) => other === name).map(([, value]) => value);

export const ownQueryOf = (address: string): URLSearchParams => new URL(address).searchParams;
