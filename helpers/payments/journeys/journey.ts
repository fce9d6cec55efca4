import type { Frame, Page } from '@playwright/test';
import type { Body } from '../../../interface/messages/requests.ts';
import { newReference } from '../../client/references.ts';
import { decimalsOf } from '../../settings/safety/readings.ts';
import type { Settings } from '../../settings/settings.ts';
import { asksForAmount } from '../any-page/fields.ts';
import { describePage } from '../any-page/ordinary-page.ts';
import { readScene, type Scene } from '../any-page/scene/scene.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { afterGoingBack, afterReloading, endingOf, openedAgain, wayBack } from '../observations.ts';
import type { Payment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import { keep, recall, type Kept } from './kept.ts';
import { notePageOf } from './page-word.ts';
import { addressOf, plain, type End, type Plan } from './plan.ts';
import type { Look, Walked } from './record.ts';

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
  const isToFail = plan.end === 'failure';
  const payment = plan.refusable
    ? await payments.startUnlessRefused(plan.way, sent, isToFail)
    : await payments.start(plan.way, sent);
  if (!payment) return undefined;
  payment.isToFail = isToFail;
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
