import type { Frame, Page, Response } from '@playwright/test';
import type { End } from '../../interface/rules/channels.ts';
import { NotTested } from '../errors/errors.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import type { JudgedRule } from '../evidence/test-results.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { paysAfterAll } from './histories.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { openAddress, openMerchantPage, submitForm } from './open-address.ts';
import { describePage, errorOf, look } from './page/page-end.ts';
import { readFacts } from './page/page-facts.ts';
import { PageEntries } from './page-entries.ts';
import {
  amountOf,
  brokenBy,
  currencyOf,
  eventsOf,
  hadNoField,
  isRefused,
  offersPayment,
  type PaymentRecord,
} from './payment-record.ts';
import { PaymentLog } from './payment-log.ts';
import type { PaymentTools } from './payment-tools.ts';
import { PaymentWindow } from './payment-window.ts';
import { isOverWithin, noteShown, readPagesUntil } from './read-pages.ts';
import { ReturnWatch } from './return-watch.ts';
import { Visits } from './visits.ts';

/**
 * A payment in a browser and its customer. It notes what happens, in its order, and judges nothing. A page that is plainly
 * broken ends the payment; each method throws NotTested when the page is not understood or something was blocked, and
 * EnvironmentFault when the service did not answer.
 */
export class Payment {
  /** The window, or the frame of the merchant's page, that shows the payment page. */
  readonly where: Page | Frame;
  readonly page: Page;
  /** The address of the page; empty after a form post. */
  readonly address: string;
  /** What happened to it so far. */
  readonly record: PaymentRecord;
  readonly #log: PaymentLog;
  readonly #tools: PaymentTools;
  readonly #returns: Readonly<Record<End, boolean>>;
  readonly #window: PaymentWindow;
  readonly #return: ReturnWatch;
  readonly #entries: PageEntries;
  readonly #visits: Visits;
  /** The page object on which the customer has set the amount. */
  #setOn: CheckoutPage | undefined;
  #isSettled = false;

  constructor(tools: PaymentTools, where: Page | Frame, start: Omit<PaymentRecord, 'events'>, address = '') {
    const { page, merchant, entries, isMistaken } = tools;
    const intention = tools.intention === 'success or failure' ? 'success' : tools.intention;
    this.where = where;
    this.page = page;
    this.address = address;
    this.#tools = tools;
    const { sent, channel, mayBeRefused } = start;
    this.#returns = { success: Boolean(sent.success_url), failure: Boolean(sent.failure_url) };
    this.#window = new PaymentWindow(page, tools.networkFault);
    this.#log = new PaymentLog(start, (error) => this.#window.explained(error));
    this.record = this.#log.record;
    this.#return = new ReturnWatch(page, merchant, { service: tools.service, channel }, tools.timeoutMs);
    this.#visits = new Visits(page, where, tools.timeoutMs);
    const situation = {
      channel,
      intention,
      currency: currencyOf(this.record),
      isAmountSet: amountOf(this.record) !== undefined,
      cancelsLate: tools.cancelsLate,
      loadAgain: tools.loadsSteps ? () => this.#visits.loadAgain() : undefined,
      onStep: (text: string) => {
        tools.loaded.forget();
        return noteShown(where, this.#log, text);
      },
      endsHere: intention === 'cancel' || !this.#returns[intention],
      // Only a payment started by a form can be refused on its page; others are refused by an answer.
      mayHaveEnded: channel === 'form' && mayBeRefused,
      hasArrived: () => this.#return.count > 0,
    };
    this.#entries = new PageEntries({
      open: (entry, isTrial, before) => tools.open(where, { ...situation, entry, isTrial, before }),
      entries,
      isMistaken,
      wasLoadedAgain: () => this.#visits.wasLoadedAgain,
      onRefused: async (amount, isErrorPage) => {
        this.#window.throwIfHindered();
        this.#log.note({ event: 'entry refused', amount });
        if (isErrorPage) await this.#visits.goBack();
      },
    });
  }

  /** Opens its page, unless the service refused the request. */
  async open(isRefused = false): Promise<void> {
    if (isRefused) this.#log.note({ event: 'refused' });
    if (this.wasRefused) this.#tools.merchant.end();
    if (this.address === '' || this.where !== this.page) return;
    const how = { what: 'hosted_url', timeout: this.#tools.timeoutMs };
    await this.#log.unlessBroken(() => openAddress(this.page, this.address, how));
  }

  /** Sends the form on a page of the merchant. @returns the answer, and whether the browser has left that page */
  async sendForm(merchantPage: string): Promise<{ answer: Response; left: boolean }> {
    await openMerchantPage(this.page, merchantPage);
    return submitForm(this.page, this.#tools.timeoutMs);
  }

  /** Notes the answer to the form. */
  formAnswered(status: number, left: boolean): void {
    if (status >= 400 || !left) this.#window.throwIfHindered();
    this.#log.note({ event: 'form answered', status, left });
    if (this.wasRefused) this.#tools.merchant.end();
  }

  /** Notes that another payment is open in the same browser. */
  isBeside(other: Payment): void {
    for (const payment of [this, other]) payment.#log.note({ event: 'beside another' });
  }

  /** Whether the service refused it, as it may where its fields are unusual. */
  get wasRefused(): boolean {
    return isRefused(this.record);
  }

  /** Looks at the page before the customer's first action: whether it offers a means of payment. */
  offersPayment(): Promise<boolean> {
    return this.#log.unlessLost(async () => {
      const known = this.wasRefused ? false : offersPayment(this.record);
      if (known !== undefined || brokenBy(this.record) !== undefined) return known ?? false;
      const offers = await this.#log.unlessBroken(() => this.#window.showsUnlessBlocked(this.#checkout.ready()));
      if (offers === undefined) return false;
      this.#log.note({ event: 'page opened', offersPayment: offers, isFramed: this.#isFramed });
      if (this.wasRefused) this.#tools.merchant.end();
      await noteShown(this.where, this.#log, (await readFacts(this.where)).text);
      return offers;
    });
  }

  /** Whether the page offers payment, and not only with a button that stays disabled. */
  async canBePaid(): Promise<boolean> {
    if (!(await this.offersPayment())) return false;
    return this.#window.showsUnlessBlocked((async () => !(await this.#checkout.isHeldBack?.()))());
  }

  /** Sets an amount of the customer's choice, if the merchant has set none (2.5). */
  setAmount(): Promise<void> {
    return this.#log.unlessLost(async () => {
      if (amountOf(this.record) !== undefined) return;
      await this.#log.unlessBroken(() => this.#entries.enter(() => this.#typeAmount()));
    });
  }

  async #typeAmount(): Promise<void> {
    this.#setOn = this.#checkout;
    const isSet = await this.#window.showsUnlessBlocked(this.#checkout.setAmount());
    const amount = this.#checkout.amountTyped;
    const { amountBefore: before } = this.#entries.now;
    if (isSet) this.#log.note({ event: 'amount set', amount, before, isFramed: this.#isFramed });
    // After a mistake, a page may go on behind the field in which it was set before.
    else if (eventsOf(this.record, 'amount set').length === 0) this.#log.note({ event: 'no amount field' });
  }

  /** Comes to the page again in each way that sends nothing. @returns whether it offers payment each time */
  revisit(): Promise<boolean> {
    const isReady = () => this.#window.showsUnlessBlocked(this.#checkout.ready());
    return this.#log.unlessLost(() => this.#visits.eachOffers(isReady));
  }

  /** Ends the payment as the customer meant to from the start. @returns the first arrival at the merchant, if any */
  finish(): Promise<Arrival | undefined> {
    const { intention } = this.#tools;
    return this.#log.unlessLost(async () => {
      if (this.wasRefused) return undefined;
      this.#visits.stays();
      if (intention === 'cancel') return this.#cancel();
      if (!(await this.offersPayment())) this.#log.noteBroken('a page that offers no means of payment');
      return intention === 'success or failure' ? this.#tryToSucceed() : this.#end(intention);
    });
  }

  /** Its means of payment may be refused, on the page or by its end; then it is lost, or has failed. */
  async #tryToSucceed(): Promise<Arrival | undefined> {
    try {
      await this.#log.unlessBroken(() => this.#window.unlessBlocked(this.#checkout.pay()));
    } catch (error) {
      if (failureKindOf(error) !== 'not-tested') throw error;
      this.#log.note({ event: 'lost' });
      return undefined;
    }
    const isBroken = brokenBy(this.record) !== undefined;
    const arrival = isBroken ? undefined : await this.#arrival(this.#return.within(this.#return.briefMs));
    this.#log.note(arrival || isBroken ? { event: 'ended', end: arrival?.kind ?? 'success' } : { event: 'lost' });
    return arrival;
  }

  /** A page without a control to cancel is not a fault, and leads to no arrival. */
  async #cancel(): Promise<Arrival | undefined> {
    const can = await this.#log.unlessBroken(() => this.#window.unlessBlocked(this.#checkout.cancel()));
    if (can === false) this.#log.note({ event: 'no control to cancel' });
    // It need not return at all.
    const withinMs = this.#returns.failure ? this.#return.cancelledMs : this.#visits.watchMs(this.#tools.settleMs);
    const arrival = can ? await this.#arrival(this.#return.within(withinMs)) : undefined;
    const error = can && !arrival ? errorOf(await look(this.where), true) : undefined;
    if (error !== undefined) this.#log.noteBroken(`${error} after the customer cancelled`);
    this.#log.note({ event: 'ended', end: 'cancel' });
    return arrival;
  }

  /** Completes the record, once no second arrival can come; what happens later is not judged. */
  async settle(): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    await this.#return.settle();
    for (const event of this.#return.events) this.#log.note(event);
    await this.describe();
  }

  /** What it shows about the rules of the interface, once no more can happen to it. */
  readonly judgements = (): Promise<JudgedRule[]> => this.#tools.judgementsOf(this);

  /** How the browser was redirected to the merchant, in words without data. */
  readonly redirectedBy = (): Promise<string> => this.#return.redirectedBy();

  /** Whether the payment page, as it is now in this window or frame, offers payment. @param hasEnded the payment */
  offersAgain(hasEnded: boolean): Promise<boolean> {
    const { channel } = this.record;
    const situation = { channel, currency: currencyOf(this.record), intention: 'success', endsHere: false } as const;
    const unheard = { mayHaveEnded: hasEnded, onStep: () => {}, hasArrived: () => false };
    return this.#tools.open(this.where, { ...situation, ...unheard }).ready();
  }

  /** Pays after all where its page asks for that once it was cancelled. @returns the payment that was begun again */
  async beginAgain(): Promise<Payment> {
    const again = new Payment({ ...this.#tools, intention: 'success' }, this.where, this.record, this.address);
    again.#log.note({ event: 'begun again', goesOn: this.arrivalsSoFar() === 0 && (await paysAfterAll(again)) });
    return again;
  }

  readonly arrivalsSoFar = (): number => this.#return.count;

  get #checkout(): CheckoutPage {
    return this.#entries.page;
  }

  get #isFramed(): boolean {
    return 'isDetached' in this.where && !this.where.isDetached();
  }

  async #end(end: End): Promise<Arrival | undefined> {
    const act = async (): Promise<void> => {
      // Another entry is made on the page as it is now, from the beginning.
      if (this.#setOn && this.#setOn !== this.#checkout) await this.#typeAmount();
      await this.#window.unlessBlocked(end === 'success' ? this.#checkout.pay() : this.#checkout.decline());
    };
    await this.#log.unlessBroken(() => this.#entries.enter(act).catch((error) => this.#refused(error)));
    this.#entries.throwIfMistaken();
    const isDue = this.#returns[end] && brokenBy(this.record) === undefined;
    const isAddressless = !this.#returns.success && !this.#returns.failure;
    const watchMs = this.#visits.watchMs(isAddressless ? this.#tools.settleMs : this.#return.watchMs);
    const coming = this.#arrival(isDue ? this.#return.due(end) : this.#return.within(watchMs), isDue);
    const reading = { where: this.where, log: this.#log, loaded: this.#tools.loaded, ofFailure: end === 'failure' };
    await readPagesUntil(coming, { ...reading, isStill: () => this.#return.count === 0 });
    const arrival = await coming;
    if (isDue && !arrival) await this.#entries.excuseDescription();
    const isBroken = brokenBy(this.record) !== undefined;
    const noPlace = 'the page had no place for the amount, and then the payment did not end as meant';
    if (hadNoField(this.record) && arrival?.kind !== end && !isBroken) await this.#refused(new NotTested(noPlace));
    if (isAddressless && !isBroken) {
      const isOver = await isOverWithin(async () => this.#checkout.asksAgain?.(), this.#tools.timeoutMs);
      if (!isOver) this.#window.throwIfHindered();
      this.#log.note({ event: 'watched to its end', isOver });
    }
    this.#log.note({ event: 'ended', end });
    return arrival;
  }

  /** A page that refuses a payment for which it never had a field for the amount breaks a rule. @throws the error */
  async #refused(error: unknown): Promise<never> {
    const isOpen = hadNoField(this.record) && failureKindOf(error) === 'not-tested';
    if (isOpen && (await this.#checkout.hadNoAmountField?.())) this.#log.note({ event: 'refused without an amount' });
    throw error;
  }

  async #arrival(coming: Promise<Arrival | undefined>, isDue = false): Promise<Arrival | undefined> {
    const arrival = await this.#window.unlessBlocked(coming);
    if (!arrival) this.#window.throwIfHindered(!isDue);
    return arrival;
  }

  /** Notes the page as it is now, and what was done on it. */
  async describe(): Promise<void> {
    const { steps = [], asksForAmount: askedForAmount = false, mayReturnTwice: byLink = false } = this.#checkout;
    const lastPage = this.arrivalsSoFar() > 0 ? "the merchant's page" : await describePage(this.where);
    this.#log.note({ event: 'left', lastPage, steps: [...steps], askedForAmount, byLink });
  }
}
