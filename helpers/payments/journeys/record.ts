import { shapes, type Shape } from '../../../interface/messages/shapes.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import type { Arrival } from '../merchant/merchant-server.ts';
import type { OwnParameter } from '../payment.ts';
import { holdsForAll, recall, type Kept } from './kept.ts';
import type { Plan } from './plan.ts';

/** The state of a page at one moment of a walk. */
export interface Look {
  /** Whether it was as expected at that moment. */
  isRight: boolean;
  /** A description for a report. */
  page: string;
  text: string;
  /** Whether it is still in a frame of the merchant's page. */
  isFramed: boolean;
  /** Whether it has an empty field for the amount. */
  asksForAmount: boolean;
}

/** Behaviour that the interface does not specify. */
type Observed = 'way' | 'ending' | 'usedAgain' | 'back' | 'reload';

/** A completed walk through a payment, as data that any process can judge. See Journey for its fields. */
export interface Walked {
  plan: Plan;
  answered: number;
  sent: Body;
  /** The parameters of the redirect that the merchant knows. */
  known: Readonly<Partial<Record<OwnParameter, string>>>;
  look: Kept<Look>;
  amount: number;
  currency: string;
  other: Kept<Walked>;
  amountSet: Kept<Look>;
  arrival: Kept<Arrival | undefined>;
  secondArrival: Kept<Arrival | undefined>;
  mayArriveTwice: boolean;
  fragment: Kept<string | undefined>;
  ending: Kept<Look>;
  canBeCancelled: boolean;
  observed: Readonly<Record<Observed, Kept<string>>>;
}

/**
 * A completed walk through a payment, as a record that many tests can judge. An error of a step is thrown again only to
 * tests that access the result of that step.
 */
export interface Journey {
  plan: Plan;
  /** The HTTP status of the answer to a form post. */
  answered: number;
  /** The fields of the request. */
  sent: Body;
  /** The required shape of a parameter of the redirect. */
  own: (parameter: OwnParameter) => Shape;
  /** The page before the customer's first action; right when it offers payment. */
  look: () => Look;
  /** In the subunit of the currency. */
  amount: number;
  currency: string;
  /** The payment in the other tab. */
  other: () => Journey;
  /** The page after the customer set the amount; right when that was possible. */
  amountSet: () => Look;
  /** The first arrival at the merchant; undefined when there was none. */
  arrival: () => Arrival | undefined;
  /** The second one. */
  secondArrival: () => Arrival | undefined;
  /** Whether the same arrival may occur twice, since a button and the page itself led to it. */
  mayArriveTwice: boolean;
  /** The fragment of the browser's final address; undefined if the browser does not report it. */
  fragment: () => string | undefined;
  /** The final page of a payment without return addresses; right when the payment is over. */
  ending: () => Look;
  /** Whether the page had a control to cancel. */
  canBeCancelled: boolean;
  /** Descriptions of behaviour that the interface does not specify. */
  observed: Readonly<Record<Observed, () => string>>;
}

/** The record of a walk, to be judged by tests. */
export const journeyOf = (walked: Walked): Journey => {
  const { known, other, look, amountSet, arrival, secondArrival, fragment, ending, observed } = walked;
  const { way, usedAgain, back, reload } = observed;
  return {
    ...walked,
    own: (parameter) => (known[parameter] === undefined ? shapes.identifier : shapes.exactly(known[parameter])),
    other: () => journeyOf(recall(other)),
    look: () => recall(look),
    amountSet: () => recall(amountSet),
    arrival: () => recall(arrival),
    secondArrival: () => recall(secondArrival),
    fragment: () => recall(fragment),
    ending: () => recall(ending),
    observed: {
      way: () => recall(way),
      ending: () => recall(observed.ending),
      usedAgain: () => recall(usedAgain),
      back: () => recall(back),
      reload: () => recall(reload),
    },
  };
};

/** Whether all results of a walk are valid for every test. */
export const isValidForAll = ({ other, observed, ...walked }: Walked): boolean => {
  const { look, amountSet, arrival, secondArrival, fragment, ending } = walked;
  const met = [other, look, amountSet, arrival, secondArrival, fragment, ending, ...Object.values(observed)];
  const beside = other && 'result' in other ? other.result : undefined;
  return met.every(holdsForAll) && (!beside || isValidForAll(beside));
};
