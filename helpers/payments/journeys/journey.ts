import type { Frame, Page } from '@playwright/test';
import { shapes, type Shape } from '../../../interface/messages/shapes.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { newReference } from '../../client/references.ts';
import { decimalsOf } from '../../settings/safety/readings.ts';
import type { Settings } from '../../settings/settings.ts';
import { asksForAmount } from '../any-page/fields.ts';
import { describePage } from '../any-page/ordinary-page.ts';
import { readScene, type Scene } from '../any-page/scene/scene.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Arrival } from '../merchant/merchant-server.ts';
import { afterGoingBack, afterReloading, endingOf, openedAgain, wayBack } from '../observations.ts';
import type { OwnParameter, Payment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import { holdsForAll, keep, recall, type Kept } from './kept.ts';
import { notePageOf } from './page-word.ts';
import { addressOf, plain, type End, type Plan } from './plan.ts';

/** The state of a page at one moment of a walk. */
interface Look {
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
  /** Whether the first one may come twice, since a button and the page itself led to it. */
  mayArriveTwice: boolean;
  /** Of the address at which the browser stands in the end; undefined where it does not tell. */
  fragment: () => string | undefined;
  /** The final page of a payment without return addresses; right when the payment is over. */
  ending: () => Look;
  /** Whether the page had a control to cancel. */
  canBeCancelled: boolean;
  /** Descriptions of behaviour that the interface does not specify. */
  observed: Readonly<Record<Observed, () => string>>;
}

/** What a walk needs. */
export interface Means {
  payments: Payments;
  merchant: Merchant;
  settings: Pick<Settings, 'amount' | 'maxAmount' | 'currency' | 'secondCurrency' | 'redirectTimeoutMs'>;
  /** How long to watch for an unexpected second arrival, in milliseconds. */
  settleMs: number;
  /** Provides the same for another payment, in another tab of the same window. */
  inAnotherTab: () => Promise<Means>;
  /** Called while the page is shown, before the customer's first action. */
  onLook?: ((scene: Scene, sent: Body) => Promise<void>) | undefined;
}

/** Walks a payment to its end; undefined when the service refuses a refusable plan at the start. */
export const walkJourney = async (plan: Plan, means: Means): Promise<Walked | undefined> => {
  const { payments, merchant, settings, settleMs } = means;
  const currency = (plan.secondCurrency && settings.secondCurrency) ?? settings.currency;
  const amount = amountOf(plan, settings, currency);
  const sent = { ...bodyOf(plan, merchant, amount), currency };
  const start = plan.refusable ? payments.startUnlessRefused : payments.start;
  const payment = await start.call(payments, plan.way, sent);
  if (!payment) return undefined;
  const isPlain = JSON.stringify(plan) === JSON.stringify(plain(plan.way, plan.end));
  const mayComeAgain = isPlain || plan.sendsTwice;
  const other = await keptIf(plan.besideAnother, async () => {
    const { besideAnother: _, ...alone } = plan;
    return (await walkJourney(alone, await means.inAnotherTab())) as Walked;
  });
  const look = await keptIf(plan.look, async () => {
    const seen = await lookAt(payment, payment.offersPayment(), (scene) => means.onLook?.(scene, sent));
    notePageOf(seen.text, payment.knownBy, sent, currency);
    return seen;
  });
  const reload = await keptIf(plan.reloads, () => afterReloading(payment));
  const amountSet = await keptIf(plan.amountLater, () => lookAt(payment, payment.setAmount()));
  const arrival = await keptIf(plan.end !== 'none', () => payment.end(plan.end as Exclude<End, 'none'>));
  return {
    plan,
    answered: payment.answered,
    sent,
    amount,
    currency,
    known: payment.known,
    other,
    look,
    amountSet,
    arrival,
    secondArrival: await keptIf(mayComeAgain, async () => recall(arrival) && merchant.arrival(settleMs, 1)),
    fragment: await keptIf(plan.own?.fragment !== undefined, async () => recall(arrival) && payment.fragment()),
    ending: await keptIf(plan.addresses === 'none', () => lookAt(payment, payment.isOver())),
    canBeCancelled: payment.canBeCancelled,
    mayArriveTwice: payment.mayArriveTwice,
    observed: {
      reload,
      way: await keptIf(isPlain, () => wayBack(payment, recall(arrival))),
      ending: await keptIf(plan.addresses === 'none', () => endingOf(payment)),
      back: await keptIf(plan.comesBack, () => afterGoingBack(payment, merchant)),
      usedAgain: await keptIf(plan.comesBack, () => openedAgain(payment, settings.redirectTimeoutMs)),
    },
  };
};

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
export const saysTheSameToAll = ({ other, observed, ...walked }: Walked): boolean => {
  const { look, amountSet, arrival, secondArrival, fragment, ending } = walked;
  const met = [other, look, amountSet, arrival, secondArrival, fragment, ending, ...Object.values(observed)];
  const beside = other && 'result' in other ? other.result : undefined;
  return met.every(holdsForAll) && (!beside || saysTheSameToAll(beside));
};

/** The amount of the payment, in the subunit. */
const amountOf = ({ fraction }: Plan, { amount, maxAmount }: Means['settings'], currency: string): number => {
  const unit = 10 ** decimalsOf(currency);
  const half = amount - (amount % unit) + unit / 2;
  return fraction && unit > 1 && half <= maxAmount ? half : amount;
};

/** The fields of the request that depend on the plan. */
const bodyOf = ({ end, addresses, own, reference, amountLater }: Plan, merchant: Merchant, amount: number): Body => {
  const isGiven = (address: string) =>
    addresses === undefined || (addresses !== 'none' && (address === addressOf(end)) === (addresses === 'own'));
  return {
    success_url: isGiven('success_url') ? merchant.successUrl(own) : undefined,
    failure_url: isGiven('failure_url') ? merchant.failureUrl(own) : undefined,
    transaction_reference: reference === null ? undefined : newReference() + (reference ?? ''),
    ...(amountLater ? {} : { amount }),
  };
};

/** The outcome of a step that a walk takes only if it is planned. */
const keptIf = async <T>(isPlanned: boolean | undefined, doing: () => Promise<T>): Promise<Kept<T>> =>
  isPlanned ? keep(doing) : undefined;

const lookAt = async (
  payment: Payment,
  looking: Promise<boolean>,
  tell: (scene: Scene) => Promise<void> | undefined = () => undefined,
): Promise<Look> => {
  const isRight = await looking;
  payment.requirePage();
  const where: Page | Frame = payment.where;
  const [page, scene] = [await describePage(where), await readScene(where)];
  await tell(scene);
  return { isRight, page, text: scene.text, isFramed: payment.isFramed, asksForAmount: asksForAmount(scene) };
};
