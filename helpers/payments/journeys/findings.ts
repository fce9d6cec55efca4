import { isDeepStrictEqual } from 'node:util';
import { describe, shapes, type Shape } from '../../../interface/messages/shapes.ts';
import type { OwnParameter } from '../payment.ts';
import { amountShown, wrongAmounts } from './amounts.ts';
import type { Arrival } from '../merchant/merchant-server.ts';
import { arrivedAt, carried, nobody, pathKept, queryKept, shown, valuesOf } from './arrivals.ts';
import type { Journey } from './record.ts';
import { addressOf, otherAddressOf, type End } from './plan.ts';

/** The expected and the actual payment, and what is wrong with it; it passes if nothing is. */
export interface Finding {
  expected: string;
  received: string;
  wrong: readonly string[];
}

const ids = ['checkout_id', 'transaction_id', 'transaction_reference'] as const;
const kindOf = (end: End): 'success' | 'failure' => (end === 'success' ? 'success' : 'failure');

/** Arrives at the address of its end (2.1, 2.3). */
export const arrived = ({ plan, arrival }: Journey): Finding => ({
  expected: `an arrival at ${addressOf(plan.end)}`,
  received: shown(arrival()),
  wrong: [...nobody(arrival()), ...arrivedAt(arrival(), kindOf(plan.end))],
});

const carries = (name: string, shapeIn: (journey: Journey) => Shape) => (journey: Journey) => {
  const arrival = journey.arrival();
  const shape = shapeIn(journey);
  return {
    expected: `${name}: ${describe(shape)}`,
    received: shown(arrival),
    wrong: arrival ? carried(arrival, name, shape) : nobody(arrival),
  };
};

/** Carries the id or reference that the merchant knows, or any if the merchant has received none (2.3). */
export const withOwn = (name: OwnParameter) => carries(name, (journey) => journey.own(name));
/** Carries the reference that the merchant sent (2.3). */
export const withReferenceSent = carries('transaction_reference', ({ sent }) =>
  shapes.exactly(String(sent.transaction_reference)),
);
const statusOf = (end: End): Shape => shapes.exactly(end === 'success' ? 'success' : 'failed');

/** Arrives at its address, and carries all four parameters (2.3). */
export const whole = (journey: Journey): Finding => {
  const { end } = journey.plan;
  const arrival = journey.arrival();
  const parameters = [['status', statusOf(end)] as const, ...ids.map((name) => [name, journey.own(name)] as const)];
  return {
    expected: `an arrival at ${addressOf(end)} with ${parameters.map(([name, shape]) => `${name}: ${describe(shape)}`).join(', ')}`,
    received: shown(arrival),
    wrong: arrival
      ? [...arrivedAt(arrival, kindOf(end)), ...parameters.flatMap(([name, shape]) => carried(arrival, name, shape))]
      : nobody(arrival),
  };
};

/** Does not arrive at the address of the other end, which is the only address given. */
export const awayFromOther = ({ plan, arrival }: Journey): Finding => ({
  expected: `no arrival at ${otherAddressOf(plan.end)}`,
  received: shown(arrival()),
  wrong: arrival() ? [`the browser arrived at ${arrival()?.kind}_url`] : [],
});

/** The ids of the redirects differ (2.3). */
export const different =
  (...names: OwnParameter[]) =>
  (...journeys: Journey[]): Finding => {
    const arrivals = journeys.map(({ arrival }) => arrival());
    return {
      expected: `${arrivals.length} redirects, each with ${names.join(', ')} of its own`,
      received: arrivals.map(shown).join('; '),
      wrong: names.flatMap((name) => {
        const values = arrivals.map((arrival) => valuesOf(arrival, name)[0]);
        return [
          ...values.filter((value) => value === undefined).map(() => `${name} is absent`),
          ...(new Set(values).size < values.length ? [`${name} is the same`] : []),
        ];
      }),
    };
  };

/** Arrives exactly once. */
export const once = ({ plan, arrival, secondArrival, mayArriveTwice }: Journey): Finding => {
  const came = secondArrival();
  // The service itself may request the address; unlike a browser, it does not report what it navigates.
  const isOfService = came?.into === 'unknown' && arrival()?.into !== 'unknown';
  const isOfCustomer = mayArriveTwice && isDeepStrictEqual(came, arrival());
  const second = isOfService || isOfCustomer ? undefined : came;
  return {
    expected: `one arrival at ${addressOf(plan.end)}`,
    received: [arrival(), ...(second ? [second] : [])].map(shown).join('; '),
    wrong: [...nobody(arrival()), ...(second ? ['the browser arrived a second time'] : [])],
  };
};

/** Parameters of 2.3 are missing. */
const absent = (arrival: Arrival | undefined): string[] =>
  ['status', ...ids].filter((name) => valuesOf(arrival, name).length === 0).map((name) => `${name} is absent`);

/** The merchant's own path and query are preserved, and all parameters are added (2.1, 2.3). */
export const atOwnAddress = ({ plan, arrival: came }: Journey): Finding => {
  const arrival = came();
  const { path: ownPath = '', query: ownQuery = '' } = plan.own ?? {};
  return {
    expected: `an arrival at ${ownPath} with ${ownQuery} and all parameters`,
    received: shown(arrival),
    wrong: arrival
      ? [...pathKept(arrival, ownPath), ...queryKept(arrival, ownQuery, ['status']), ...absent(arrival)]
      : nobody(arrival),
  };
};

/** The merchant's fragment is preserved, and the parameters precede it. */
export const atOwnFragment = (journey: Journey): Finding => {
  const arrival = journey.arrival();
  const own = journey.plan.own?.fragment;
  const fragment = arrival && journey.fragment();
  const isChanged = fragment !== undefined && fragment !== own;
  return {
    expected: `an arrival at #${own} with all parameters`,
    received: `${shown(arrival)}${fragment === undefined ? '' : `, at #${fragment}`}`,
    wrong: arrival
      ? [...absent(arrival), ...(isChanged ? [`the fragment is ${fragment || 'gone'}`] : [])]
      : nobody(arrival),
  };
};

/** Carries the status of its end (2.3, 3). */
export const withStatus = carries('status', ({ plan }) => statusOf(plan.end));

/** Removes the merchant's own status parameter, which may remain beside that of the transaction. */
const withoutOwnStatus =
  ({ arrival }: Journey) =>
  () => {
    const came = arrival();
    if (!came) return undefined;
    const parameters = came.parameters.filter(([name, value]) => name !== 'status' || value !== 'draft');
    return { ...came, parameters };
  };

/** Carries its status even if the merchant's address has a parameter of that name. */
export const besideOwnStatus = (journey: Journey): Finding =>
  withStatus({ ...journey, arrival: withoutOwnStatus(journey) });

/** Shows a page on which the customer can pay (2.2, 2.5, 4.1, 4.2). */
export const offered = ({ look, plan }: Journey): Finding => ({
  expected: `a page ${plan.way === 'iframe' ? "in the frame of the merchant's page " : ''}on which the customer can pay`,
  received: look().page,
  wrong: [
    ...(plan.way === 'iframe' && !look().isFramed ? ['the frame is gone'] : []),
    ...(look().isRight ? [] : ['it offers no means of payment']),
  ],
});

/** Shows such a page, if the plan looks at it, and leads to the address of its end. */
export const payable = (journey: Journey): Finding => {
  const before = journey.plan.look && offered(journey);
  return before && before.wrong.length > 0 ? before : arrived(journey);
};

/** Shows the requested amount and currency, if it shows them in a recognizable way, and asks for no other (1, 2.1, 2.5). */
export const rightAmount = ({ look, amount, currency }: Journey): Finding => {
  const shownAs = amountShown(look().text, amount, currency);
  const isAsked = look().asksForAmount && !['in main units', 'in subunits'].includes(shownAs);
  return {
    expected: `a page that shows ${amount} subunits of ${currency}, or no amount, and asks for none`,
    received: shownAs === 'no' ? 'a page without an amount' : `a page that shows the amount ${shownAs}`,
    wrong: [
      ...(wrongAmounts[shownAs] ? [`the amount is shown ${shownAs}`] : []),
      ...(isAsked ? ['it asks the customer for the amount'] : []),
    ],
  };
};

/** Two payments in two tabs each end with their own parameters. */
export const besideAnother = (journey: Journey): Finding => {
  const both = [journey, journey.other()] as const;
  const [one, other] = [whole(both[0]), whole(both[1])];
  const wrong = [...one.wrong, ...other.wrong.map((what) => `in the other tab, ${what}`)];
  return {
    expected: `${one.expected}, other ones in each tab`,
    received: `${one.received}; in the other tab, which was paid first, ${other.received}`,
    // The merchant knows few of the ids before, so they are also compared with each other.
    wrong: wrong.length > 0 ? wrong : different(...ids)(...both).wrong,
  };
};

/** Lets the customer set the amount that the merchant has left open (2.5). */
export const amountSet = ({ amountSet: look }: Journey): Finding => ({
  expected: 'a page on which the customer can set the amount',
  received: look().page,
  wrong: look().isRight ? [] : ['no step of the page had a field for the amount'],
});

/** The payment is over, and the page says so or at least no longer asks for payment. */
export const over = ({ arrival, ending }: Journey): Finding => {
  arrival();
  return {
    expected: 'a page that is not an error and does not ask for payment any more',
    received: ending().page,
    wrong: ending().isRight ? [] : ['the payment was not completed'],
  };
};

/** The merchant's page around the frame remained in place while the customer set the amount. */
export const leftInFrame = ({ amountSet }: Journey): Finding => ({
  expected: "the merchant's page around the checkout",
  received: amountSet().page,
  wrong: amountSet().isFramed ? [] : ["the merchant's page is gone"],
});

/**
 * The redirect of a cancelled payment carries only data of that payment; no parameters, or no redirect, are fine (3).
 */
export const cancelled = ({ own, arrival: came }: Journey): Finding => {
  const arrival = came();
  const parameters = [['status', shapes.status] as const, ...ids.map((name) => [name, own(name)] as const)];
  return {
    expected: `no redirect, or one whose parameters are ${parameters.map(([name, shape]) => `${name}: ${describe(shape)}`).join(', ')}`,
    received: shown(arrival),
    wrong: parameters
      .filter(([name]) => valuesOf(arrival, name).length > 0)
      .flatMap(([name, shape]) => carried(arrival, name, shape)),
  };
};
