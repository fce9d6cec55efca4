import type { Frame, Page } from '@playwright/test';
import type { Shape } from '../../../interface/messages/shapes.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { newReference } from '../../client/references.ts';
import type { Settings } from '../../settings/settings.ts';
import { describePage } from '../any-page/ordinary-page.ts';
import { readScene } from '../any-page/scene/scene.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Arrival } from '../merchant/merchant-server.ts';
import { endingOf, openedAgain, wayBack } from '../observations.ts';
import type { OwnParameter, Payment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import { addressOf, type Plan } from './plan.ts';

/** What a page looked like at one moment of a walk. */
export interface Look {
  /** Whether it was what it should be at that moment. */
  isRight: boolean;
  /** In words, for a report. */
  page: string;
  text: string;
  /** Whether the merchant's page is still around it. */
  isFramed: boolean;
}

/**
 * A payment that was walked to its end, as a record that many tests can judge. What went wrong on the way is thrown
 * again at each who asks for what came of it, and at nobody else.
 */
export interface Journey {
  plan: Plan;
  /** HTTP status of the answer to a form post. */
  answered: number;
  /** The fields it was started with. */
  sent: Body;
  /** What the redirect has to carry. */
  own: (parameter: OwnParameter) => Shape;
  /** The page before the customer began; right when it offers payment. */
  look: () => Look;
  /** The page when the customer had set the amount, where that was possible. */
  amountSet: () => Look;
  /** The first arrival at the merchant; undefined when none came. */
  arrival: () => Arrival | undefined;
  /** The second one. */
  secondArrival: () => Arrival | undefined;
  /** Of the address at which the browser stands in the end; undefined where it does not tell. */
  fragment: () => string | undefined;
  /** The page in the end, of a payment without addresses; right when the payment is over. */
  ending: () => Look;
  /** Whether the page had a way to cancel. */
  canBeCancelled: boolean;
  /** What the target does where the interface is silent, in words. */
  observed: { way: () => string; ending: () => string; usedAgain: () => string };
}

interface Means {
  payments: Payments;
  merchant: Merchant;
  settings: Pick<Settings, 'amount' | 'redirectTimeoutMs'>;
  /** Milliseconds in which a browser comes a second time that should not. */
  settleMs: number;
}

/** Walks a payment to its end; undefined when the service refuses at the start what it may refuse. */
export const walkJourney = async (plan: Plan, means: Means): Promise<Journey | undefined> => {
  const { payments, merchant, settings, settleMs } = means;
  const asked = bodyOf(plan, merchant, settings.amount);
  const start = plan.refusable ? payments.startUnlessRefused : payments.start;
  const payment = await start.call(payments, plan.way, asked);
  if (!payment) return undefined;
  const look = await keptIf(plan.look, () => lookAt(payment, payment.offersPayment()));
  const amountSet = await keptIf(plan.amountLater, () => lookAt(payment, payment.setAmount()));
  const arrival = await kept(() => payment.end(plan.end));
  const isPlain = plan.look && plan.addresses === undefined && !plan.amountLater && !plan.phone;
  return {
    plan,
    answered: payment.answered,
    sent: asked,
    own: (parameter) => payment.own(parameter),
    look,
    amountSet,
    arrival,
    secondArrival: await keptIf(isPlain, async () => arrival() && merchant.arrival(settleMs, 1)),
    fragment: await keptIf(plan.own?.fragment !== undefined, async () => arrival() && payment.fragment()),
    ending: await keptIf(plan.addresses === 'none', async () => lookAt(payment, payment.isOver())),
    canBeCancelled: payment.canBeCancelled,
    observed: {
      way: await keptIf(isPlain, () => wayBack(payment, arrival())),
      ending: await keptIf(plan.addresses === 'none', () => endingOf(payment)),
      usedAgain: await keptIf(isPlain && plan.way === 'hosted' && plan.end === 'success', () =>
        openedAgain(payment, settings.redirectTimeoutMs),
      ),
    },
  };
};

/** The fields that a payment is started with, beside those that it always has. */
const bodyOf = (
  { way, end, addresses, own, reference, amountLater }: Plan,
  merchant: Merchant,
  amount: number,
): Body => {
  const isGiven = (address: string) =>
    addresses === undefined || (addresses !== 'none' && (address === addressOf(end)) === (addresses === 'own'));
  return {
    success_url: isGiven('success_url') ? merchant.successUrl(own) : undefined,
    failure_url: isGiven('failure_url') ? merchant.failureUrl(own) : undefined,
    transaction_reference: reference === null ? undefined : newReference() + (reference ?? ''),
    ...(way === 'hosted' || amountLater ? {} : { amount }),
  };
};

/** What came of something, to be had as often as it is asked for: its result, or its error. */
const kept = async <T>(doing: () => Promise<T>): Promise<() => T> => {
  try {
    const result = await doing();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
};

/** The same for what a walk does only where its plan says so. */
const keptIf = <T>(isPlanned: boolean | undefined, doing: () => Promise<T>): Promise<() => T> =>
  kept(isPlanned ? doing : () => Promise.reject(new Error('the plan of this payment does not ask for that')));

const lookAt = async (payment: Payment, looking: Promise<boolean>): Promise<Look> => {
  const isRight = await looking;
  payment.requirePage();
  const where: Page | Frame = payment.where;
  const [page, { text }] = [await describePage(where), await readScene(where)];
  return { isRight, page, text, isFramed: payment.isFramed };
};
