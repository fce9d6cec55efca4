import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { CheckoutPage, Customer, OpenCheckoutPage } from '../checkout-page.ts';
import { asksMethod, asksOutcome } from './choices.ts';
import { isUsable } from './fields.ts';
import { lostAt, type Method } from './lost.ts';
import { described, Memory, type Intention } from './memory.ts';
import { showsEnd } from './patience.ts';
import {
  asksOnlyToFail,
  leadsOn,
  offersMethods,
  offersPaying,
  offersRetry,
  payingIsHeldBack,
  unknownPushables,
} from './presses.ts';
import { readScene, type Control, type Scene } from './scene/scene.ts';
import { PageFault } from '../page-fault.ts';
import { Traffic } from './traffic.ts';
import { isOptional, saysError, saysCode, saysFailure, saysOver, saysRefusal, subjectOf } from './scene/vocabulary.ts';
import { walk, type Ended } from './walk.ts';

/**
 * An unknown payment page with ordinary labels and roles, in one or several steps.
 *
 * @throws PageFault when the service answers with an error page, or with one the browser refuses to show
 * @throws NotTested when the page cannot be understood
 */
class OrdinaryPage implements CheckoutPage {
  readonly #where: Page | Frame;
  readonly #customer: Customer;
  readonly #traffic: Traffic;
  readonly #memory = new Memory();
  waitedMs = 0;

  constructor(where: Page | Frame, customer: Customer) {
    this.#where = where;
    this.#customer = customer;
    this.#traffic = new Traffic('mainFrame' in where ? where : where.page(), customer);
  }

  get guessed(): string | undefined {
    return this.#memory.guessed;
  }

  get mayHaveSucceeded(): boolean {
    return this.#memory.unsure;
  }

  get mayArriveTwice(): boolean {
    return this.#memory.hastened;
  }

  async offersPayment(): Promise<boolean> {
    const { how, scene } = await this.#walk('look', (now) => this.#isPayable(now));
    if (how === 'reached') return true;
    const isError = scene.status >= 400;
    if (how === 'arrived' || scene.blocked || (isError && !this.#memory.unclear)) return false;
    const isUnclear = isError || scene.unread || this.#puzzling(scene).length > 0;
    if (saysCode(scene.text) || (isUnclear && !saysRefusal(scene.text))) {
      throw this.#lost('offersPayment', 'tell whether it is a payment page', scene);
    }
    return false;
  }

  async isHeldBack(): Promise<boolean> {
    if (!(await isHeldBack(this.#where))) return false;
    // Its fields may have to be filled in first.
    const { how } = await this.#walk('look', (now) => offersPaying(now, this.#customer) && !payingIsHeldBack(now));
    return how === 'nothing-more';
  }

  async setAmount(): Promise<boolean> {
    this.#memory.ownAmount = true;
    const { how, scene } = await this.#walk('pay', () => this.#memory.amountSet);
    const { amountSet, withheld } = this.#memory;
    if (!amountSet && withheld && how !== 'arrived') throw this.#withheld(withheld);
    if (!this.#memory.amountSet && how === 'nothing-more') this.#judge(scene, 'setAmount', 'set the amount');
    return this.#memory.amountSet;
  }

  async pay(): Promise<void> {
    const { how, scene } = await this.#walk('pay');
    if (how === 'nothing-more') this.#judge(scene, 'pay', 'pay');
  }

  async decline(): Promise<void> {
    const { how, scene } = await this.#walk('decline');
    if (how === 'nothing-more') this.#judge(scene, 'decline', 'make the payment fail');
    if (!this.#memory.steered) throw this.#lost('decline', 'make the payment fail; nothing on it said so', scene);
  }

  async cancel(): Promise<boolean> {
    const { how, scene } = await this.#walk('cancel');
    if (how === 'nothing-more' && !this.#memory.decided && !offersPaying(scene, this.#customer)) {
      this.#judge(scene, 'cancel', 'cancel');
    }
    return this.#memory.steered;
  }

  async #walk(intention: Intention, reached?: (scene: Scene) => boolean): Promise<Ended> {
    const goal = reached ? { intention, reached } : { intention };
    const ended = await walk(this.#where, goal, this.#customer, this.#memory, this.#traffic);
    this.waitedMs = ended.unchangedMs;
    return ended;
  }

  #isPayable(scene: Scene): boolean {
    if (scene.blocked || scene.status >= 400 || !leadsOn(scene, this.#customer)) return false;
    const paysByCode = /\bpay(ment)?\b/i.test(scene.text);
    const isAsked = (one: Control): boolean =>
      /^(amount|phone|card-number)$/.test(subjectOf(one)) || (paysByCode && subjectOf(one) === 'code');
    const asks = scene.controls.some((one) => one.kind === 'text' && !one.disabled && isAsked(one));
    return (
      asks ||
      offersMethods(scene, this.#customer) ||
      offersPaying(scene, this.#customer) ||
      asksOutcome(scene) ||
      asksMethod(scene, this.#customer)
    );
  }

  /** Judges a walk that ended before the merchant: a fault of the service, a page not understood, or a regular end. */
  #judge(scene: Scene, method: Method, wish: string): void {
    const { withheld } = this.#memory;
    const mayWantMore = scene.status < 500 && (scene.status >= 400 || saysError(scene.text));
    if (withheld && mayWantMore) throw this.#withheld(withheld);
    if (scene.blocked || (scene.status >= 400 && !this.#mayBeOurs(scene))) {
      const received = scene.blocked
        ? `a page that the browser does not show (${this.#traffic.blockedBecause})`
        : `HTTP ${scene.status}`;
      throw new PageFault(`a page on which the customer can ${wish}`, received, this.#memory.steps);
    }
    // While the browser still has to return, a page that looks like the end may be a step that was not understood.
    const { success, failure } = this.#customer.returns;
    const goesBack = (method === 'pay' && success) || (method === 'decline' && failure);
    const isEnd = !goesBack && showsEnd(scene, this.#customer);
    const isUnclear = this.#puzzling(scene).length > 0 || (method === 'pay' && asksOnlyToFail(scene, this.#customer));
    if (this.#memory.decided && scene.status < 400 && (isEnd || !isUnclear)) return;
    throw this.#lost(method, wish, scene);
  }

  /** Whether an error may be caused by a guessed or refused value, or by a skipped answer. */
  #mayBeOurs({ status, controls }: Scene): boolean {
    const { guessed, passedOver, unclear, ownAmount, steps } = this.#memory;
    // `setAmount` has tried every reading of AMOUNT: the page must accept one of them, with the number and the e-mail
    // address of the settings. Any other field may have been filled in wrong.
    const isSettled = (one: Control): boolean => ownAmount && /^(amount|phone|email)$/.test(subjectOf(one));
    const mayBeWrong = (one: Control): boolean => one.kind === 'text' && !isSettled(one);
    const typed = steps.length > 0 && controls.some((one) => isUsable(one) && mayBeWrong(one));
    return status < 500 && (guessed !== undefined || passedOver || unclear || typed);
  }

  /** Controls that may lead on, but were not understood or did not get an acceptable value. */
  #puzzling(scene: Scene): string[] {
    const unfilled = scene.controls.filter(
      (one) => one.kind === 'text' && isUsable(one) && ((one.value === '' && !isOptional(one)) || one.invalid),
    );
    const unclear = [...unfilled, ...unknownPushables(scene, this.#customer)];
    return [...unclear.map(described), ...this.#memory.givenUp];
  }

  #withheld(what: string): NotTested {
    return new NotTested(`the payment page may have wanted an amount that was not tried: ${what}`);
  }

  #lost(method: Method, wish: string, scene: Scene): NotTested {
    return new NotTested(lostAt(scene, this.#memory.steps, method, wish));
  }
}

/** Opens an unknown page; used when CHECKOUT_PAGE names no module. */
export const openOrdinaryPage: OpenCheckoutPage = (where, customer) => new OrdinaryPage(where, customer);

/** Whether a page after the last step shows the end of the payment, and not the payment again. */
export const isFinished = async (where: Page | Frame, hasFailed: boolean): Promise<boolean> => {
  const scene = await readScene(where);
  if (scene.blocked || scene.status >= 400) return false;
  if (!offersPaying(scene, { operatorCodes: [] })) return true;
  const asking = scene.controls.filter(({ kind, notice }) => !notice && /^(text|select|radio)$/.test(kind));
  // The form may remain behind the message, but not behind an error.
  const isLeft = asking.some(isUsable) || (asking.length > 0 && !hasFailed && saysFailure(scene.text));
  return !isLeft && saysOver(scene.text);
};

/** Whether the page has payment buttons, but all are disabled. */
export const isHeldBack = async (where: Page | Frame): Promise<boolean> => payingIsHeldBack(await readScene(where));

/** Whether the page offers to retry the payment, which therefore has not ended. */
export const mayBeTriedAgain = async (where: Page | Frame): Promise<boolean> => offersRetry(await readScene(where));

/** Describes a page for a report, without data of the payment. */
export const describePage = async (where: Page | Frame): Promise<string> => {
  const scene = await readScene(where);
  if (scene.blocked) return 'a page that the browser refuses to show';
  const controls = scene.controls.slice(0, 15).map(described).join(', ');
  return `${scene.status ? `a page with HTTP ${scene.status}` : 'a page'} showing ${controls || 'no control'}`;
};
