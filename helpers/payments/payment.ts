import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page, Request } from '@playwright/test';
import type { End } from '../../interface/rules/channels.ts';
import { briefly } from '../run/wait-for.ts';
import { appendToRun, readRun } from '../run/run-log.ts';
import { NetworkPolicy } from '../network/network-policy.ts';
import { EnvironmentFault, NotTested } from '../errors/errors.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import type { CheckoutPage, Situation } from './checkout-page.ts';
import type { Merchant } from './merchant/merchant.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { describePage } from './page/described-page.ts';
import { readFacts } from './page/page-facts.ts';
import type { PageFault } from './page-fault.ts';
import type { PaymentRecord } from './payment-record.ts';

export interface PaymentTools {
  /** The window of the payment. */
  page: Page;
  /** The merchant, with addresses of this payment alone. */
  merchant: Merchant;
  /** Creates the page object of the payment page. */
  open: (where: Page | Frame, situation: Situation) => CheckoutPage;
  /** How the customer means to end the payment; a choice on the first page may decide it. */
  intention: End | 'cancel';
  /** Whether the page may refuse the payment, since the answer to a form post has no other place for it. */
  mayBeRefused: boolean;
  /** How long to watch for a return that is not expected, in milliseconds. */
  settleMs: number;
  /** How long the browser may take to return, or a page to show the end of the payment, in milliseconds. */
  timeoutMs: number;
  /** What the network between browser and service did, if it cannot be judged. */
  networkFault: () => string | undefined;
}

/** How long to watch for a second arrival, in milliseconds. */
const secondArrivalMs = 300;

/** How often a page is read on which the customer waits, in milliseconds. */
const betweenReadingsMs = 200;

const zeroAmount = /(?<![\d.,])0+(?:[.,]0+)?(?![\d.,])/g;

/**
 * A started payment that waits for its customer. It records what is seen and judges nothing. A page that is plainly
 * broken ends the payment; each method throws NotTested when the page is not understood or something was blocked, and
 * EnvironmentFault when the service did not answer.
 */
export class Payment {
  /** The window, or the frame of the merchant's page, that shows the payment page. */
  readonly where: Page | Frame;
  readonly page: Page;
  readonly record: PaymentRecord;
  /** The address of the page; empty after a form post. */
  readonly address: string;
  /** The HTTP status of the answer to a form post. */
  answered = 0;
  readonly #tools: PaymentTools;
  readonly #returns: Readonly<Record<End, boolean>>;
  readonly #checkout: CheckoutPage;
  readonly #intention: End | 'cancel';
  #isSettled = false;
  #lastRequest: Request | undefined;
  #hasCrashed = false;

  constructor(tools: PaymentTools, where: Page | Frame, record: PaymentRecord, address = '') {
    this.where = where;
    this.page = tools.page;
    this.record = record;
    this.address = address;
    this.#tools = tools;
    this.#intention = tools.intention;
    const { sent, currency, channel } = record;
    this.#returns = { success: Boolean(sent.success_url), failure: Boolean(sent.failure_url) };
    this.#checkout = tools.open(where, {
      channel,
      intention: tools.intention,
      currency,
      onStep: (text) => record.pages.push(text),
      endsHere: tools.intention !== 'cancel' && !this.#returns[tools.intention],
      mayBeOver: tools.mayBeRefused,
      hasArrived: () => tools.merchant.arrivals.length > 0,
    });
    tools.page.on('crash', () => (this.#hasCrashed = true));
    tools.page.on('framenavigated', (frame) => {
      if (tools.merchant.isReturn(frame.url())) record.fragment ??= new URL(frame.url()).hash.slice(1);
    });
    tools.page.context().on('request', (request) => {
      if (request.isNavigationRequest() && tools.merchant.owns(request.url())) this.#lastRequest = request;
    });
  }

  /** Looks at the page before the customer's first action: whether it offers a means of payment. */
  async offersPayment(): Promise<boolean> {
    if (this.record.offers !== undefined || this.record.broken !== undefined) return this.record.offers ?? false;
    const offers = await this.#unlessBroken(() => this.#unlessBlocked(this.#checkout.ready()));
    if (offers === undefined) return false;
    this.record.offers = offers;
    this.record.isFramed = this.#isFramed;
    this.record.pages.push((await readFacts(this.where)).text);
    return offers;
  }

  /** Whether the page offers payment, and not only with a button that stays disabled. */
  async canBePaid(): Promise<boolean> {
    if (!(await this.offersPayment())) return false;
    return this.#unlessBlocked(Promise.resolve(this.#checkout.isHeldBack?.() ?? false).then((isHeld) => !isHeld));
  }

  /** Sets an amount of the customer's choice, if the merchant has set none (2.5). */
  async setAmount(): Promise<void> {
    if (this.record.amount !== undefined) return;
    const isSet = await this.#unlessBroken(() => this.#unlessBlocked(this.#checkout.setAmount()));
    this.record.amountSet = isSet ?? false;
    const { amountTyped: amount } = this.#checkout;
    this.record.typed = amount === undefined ? undefined : { amount, pagesBefore: this.record.pages.length };
    this.record.isFramedAfterAmount = this.#isFramed;
  }

  /**
   * Ends the payment as the customer meant to from the start, and returns the first arrival at the merchant; undefined
   * when there was none.
   */
  async finish(): Promise<Arrival | undefined> {
    if (this.#intention === 'cancel') return this.#cancel();
    if (!(await this.offersPayment())) this.record.broken ??= 'a page that offers no means of payment';
    return this.#end(this.#intention);
  }

  /** A page without a control to cancel is not a fault, and leads to no arrival. */
  async #cancel(): Promise<Arrival | undefined> {
    const can = await this.#unlessBroken(() => this.#policy.unlessBlocked(this.#checkout.cancel()));
    this.record.canBeCancelled = can ?? false;
    const { timeoutMs, settleMs } = this.#tools;
    // It need not return at all, so what other returns took is enough.
    const slowestMs = Math.max(0, ...readRun<{ ms: number }>('slow-return').map(({ ms }) => ms));
    const withinMs = this.#returns.failure ? briefly(timeoutMs, slowestMs) : settleMs;
    const arrival = can ? await this.#arrival(withinMs) : undefined;
    const { status } = await readFacts(this.where);
    if (can && !arrival && status >= 500) this.record.broken ??= `HTTP ${status} after the customer cancelled`;
    this.record.ended = 'cancel';
    return arrival;
  }

  /** Completes the record, after a while for a second arrival; what happens later is not judged. */
  async settle(): Promise<void> {
    const { merchant } = this.#tools;
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (merchant.arrivals.length > 0) await merchant.arrival(secondArrivalMs, 1);
    this.record.arrivals = merchant.arrivals;
    this.record.elsewhere = merchant.arrivalsElsewhere;
    await this.describe();
  }

  /** How the browser was redirected to the merchant, in words without data. */
  async redirectedBy(): Promise<string> {
    const answer = await this.#lastRequest?.redirectedFrom()?.response();
    if (answer) return `HTTP ${answer.status()}`;
    return this.#lastRequest ? 'the page itself' : 'nothing';
  }

  /** Whether a new visit of the payment page in this window offers payment. @param hasEnded the payment */
  offersAgain(hasEnded: boolean): Promise<boolean> {
    const { channel, currency } = this.record;
    const situation = { channel, currency, intention: 'success', endsHere: false, mayBeOver: hasEnded } as const;
    return this.#tools.open(this.page, { ...situation, onStep: () => {}, hasArrived: () => false }).ready();
  }

  /** The number of arrivals at the merchant so far. */
  get arrivalsSoFar(): number {
    return this.#tools.merchant.arrivals.length;
  }

  get #isFramed(): boolean {
    return 'isDetached' in this.where && !this.where.isDetached();
  }

  get #policy(): NetworkPolicy {
    return NetworkPolicy.of(this.page.context());
  }

  async #end(end: End): Promise<Arrival | undefined> {
    const act = () => (end === 'success' ? this.#checkout.pay() : this.#checkout.decline());
    await this.#unlessBroken(() => this.#policy.unlessBlocked(act()));
    const { settleMs, timeoutMs } = this.#tools;
    // Without a return address no arrival is expected, but one may still occur by mistake.
    const isAwaited = this.#returns[end] && this.record.broken === undefined;
    const coming = this.#arrival(isAwaited ? timeoutMs : settleMs);
    const startedAt = Date.now();
    if (end === 'success') await this.#readWhile(coming);
    const arrival = await coming;
    if (arrival && Date.now() - startedAt > 500) appendToRun('slow-return', { ms: Date.now() - startedAt });
    if (isAwaited && !arrival) await this.#excuseDescription();
    if (this.record.amountSet === false && arrival?.kind !== end && this.record.broken === undefined) {
      throw new NotTested(
        'the page had no place for the amount on its way, and then the payment did not end as intended',
      );
    }
    if (!this.#returns.success && !this.#returns.failure && this.record.broken === undefined) {
      this.record.isOver = await this.#isOver();
    }
    this.record.ended = end;
    return arrival;
  }

  /** Reads what follows the customer's last action, a page to wait on or a receipt, once it stays the same. */
  async #readWhile(coming: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const waited = coming.catch(() => {}).then(() => over.abort());
    for (let before = ''; !over.signal.aborted;) {
      const { text } = await readFacts(this.where).catch(() => ({ text: '' }));
      // A receipt may say that nothing is left to pay.
      const shown = text.replace(zeroAmount, '');
      const isNew = ![text, shown].some((one) => this.record.pages.includes(one));
      if (isNew && shown === before && this.arrivalsSoFar === 0) this.record.pages.push(shown);
      before = shown;
      await Promise.race([waited, pause(betweenReadingsMs)]);
    }
  }

  /** A description whose last line is missing must not fail a rule. */
  async #excuseDescription(): Promise<void> {
    const left = await this.#checkout.leadsOn?.();
    if (left === undefined) return;
    throw new NotTested(
      `every line to end the payment was followed, and the browser is not back at the merchant, but the page still has ${left}; ` +
        'add a line to CHECKOUT_PAGE if that leads on, see docs/payment-page.md',
    );
  }

  async #arrival(withinMs: number): Promise<Arrival | undefined> {
    const coming = this.#tools.merchant.arrival(withinMs);
    const arrival = await this.#policy.unlessBlocked(coming);
    if (!arrival) this.throwIfHindered();
    return arrival;
  }

  async #isOver(): Promise<boolean> {
    const until = Date.now() + this.#tools.timeoutMs;
    while (await this.#checkout.asksAgain?.()) {
      if (Date.now() > until) {
        this.throwIfHindered();
        return false;
      }
      await pause(100);
    }
    return true;
  }

  /** Records that a page is broken; undefined when it is. */
  async #unlessBroken<T>(act: () => Promise<T>): Promise<T | undefined> {
    if (this.record.broken !== undefined) return undefined;
    try {
      return await act();
    } catch (error) {
      this.throwIfHindered();
      if (failureKindOf(error) !== 'payment-page') throw error;
      this.record.broken = (error as PageFault).received;
      return undefined;
    }
  }

  /** A negative result counts only if nothing was blocked. */
  async #unlessBlocked(shown: Promise<boolean>): Promise<boolean> {
    const shows = await this.#policy.unlessBlocked(shown);
    if (!shows) this.throwIfHindered();
    return shows;
  }

  /** @throws when something other than the service may have stopped the payment */
  throwIfHindered(): void {
    this.#policy.throwIfBlocked();
    if (this.#hasCrashed) throw new EnvironmentFault('the browser lost the payment page, which crashed');
    if (this.page.isClosed()) throw new EnvironmentFault('the browser lost the payment page, which was closed');
    const fault = this.#tools.networkFault();
    if (fault !== undefined) throw new EnvironmentFault(fault);
  }

  /** Records the page as it is now, and what was done on it. */
  async describe(): Promise<void> {
    const { steps, asksForAmount, mayReturnTwice = false } = this.#checkout;
    this.record.mayReturnTwice = mayReturnTwice;
    const isBack = this.arrivalsSoFar > 0;
    this.record.lastPage = isBack ? "the merchant's page" : await describePage(this.where);
    this.record.steps = steps ?? [];
    this.record.asksForAmount = this.record.amount !== undefined && (asksForAmount ?? false);
  }
}
