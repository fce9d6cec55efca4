import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page, Request } from '@playwright/test';
import { EnvironmentFault, NotTested } from '../errors/errors.ts';
import { Hold } from '../connection/guard/hold.ts';
import type { CheckoutPage, Customer, Situation } from './checkout-page.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { isFinished, isHeldBack, mayBeTriedAgain } from './any-page/ordinary-page.ts';
import { PageFault } from './page-fault.ts';
import type { ReturnTimes } from './merchant/return-times.ts';

/** The part of the merchant that a payment uses. */
interface Shop {
  arrivals: readonly Arrival[];
  arrival: (withinMs?: number, after?: number) => Promise<Arrival | undefined>;
  owns: (address: string) => boolean;
  isReturn: (address: string) => boolean;
}

export interface PaymentTools {
  /** The window of the test. */
  page: Page;
  merchant: Shop;
  open: (where: Page | Frame, situation: Situation) => CheckoutPage;
  /** How long to watch for an unexpected return of the browser, in milliseconds. */
  settleMs: number;
  /** How long to wait for the browser to return, learned from earlier returns; else `patienceMs`. */
  returning?: Pick<ReturnTimes, 'waitMs' | 'note'> | undefined;
  /** How long a page may take to show the end of a payment, or to redirect after a cancellation, in milliseconds. */
  patienceMs: number;
}

interface Started {
  where: Page | Frame;
  /** The fields of the request. */
  sent: Readonly<Record<string, unknown>>;
  /** The fields of the answer; a form post has none. */
  answer?: Readonly<Record<string, unknown>>;
  /** The address of its page. */
  address?: string;
}

const ownParameters = ['checkout_id', 'transaction_id', 'transaction_reference'] as const;
/** The parameters of the redirect (2.3) that belong to one payment. */
export type OwnParameter = (typeof ownParameters)[number];

type Outcome = 'success' | 'failure';

/** A started payment that waits for its customer. It judges nothing. */
export class Payment {
  readonly where: Page | Frame;
  readonly address: string;
  /** The HTTP status of the answer to a form post. */
  answered = 0;
  /** Whether the browser shows a page of the service. */
  opened = true;
  /** Whether it is meant to fail. */
  isToFail = false;
  /** Whether the page has a control to cancel the payment; known after an attempt. */
  canBeCancelled = false;
  readonly #tools: PaymentTools;
  readonly #started: Started;
  readonly #returns: Customer['returns'];
  readonly #checkout: CheckoutPage;
  /** The number of arrivals of earlier payments. */
  readonly #before: number;
  #lastRequest: Request | undefined;
  /** The address of the browser at the merchant after the payment, with its fragment. */
  readonly #landing: Promise<URL>;
  #hasCrashed = false;

  constructor(tools: PaymentTools, started: Started) {
    this.where = started.where;
    this.address = started.address ?? '';
    this.#tools = tools;
    this.#started = started;
    this.#returns = { success: Boolean(started.sent.success_url), failure: Boolean(started.sent.failure_url) };
    this.#before = tools.merchant.arrivals.length;
    const { currency } = started.sent;
    this.#checkout = tools.open(started.where, {
      returns: this.#returns,
      returnMs: (end) => this.#returnMs(end),
      // Only a payment started by a form can be refused on its page; others are refused by an answer.
      mayBeRefused: started.answer === undefined,
      isToFail: () => this.isToFail,
      ...(typeof currency === 'string' ? { currency } : {}),
    });
    tools.page.on('crash', () => (this.#hasCrashed = true));
    this.#landing = new Promise((resolve) => {
      tools.page.on('framenavigated', (frame) => {
        if (tools.merchant.isReturn(frame.url())) resolve(new URL(frame.url()));
      });
    });
    tools.page.context().on('request', (request) => {
      if (request.isNavigationRequest() && tools.merchant.owns(request.url())) this.#lastRequest = request;
    });
  }

  async offersPayment(): Promise<boolean> {
    return this.opened && this.#unlessStopped(this.#checkout.offersPayment());
  }

  /** Whether the page offers payment, and not only with buttons that stay disabled. */
  async canBePaid(): Promise<boolean> {
    if (!(await this.offersPayment())) return false;
    return this.#unlessStopped(this.#acting(async (page) => !(await (page.isHeldBack?.() ?? isHeldBack(this.where)))));
  }

  /** False when the page has no field for the amount. */
  setAmount(): Promise<boolean> {
    return this.#unlessStopped(this.#acting((page) => page.setAmount()));
  }

  /** Pays, and returns the first arrival at the merchant; undefined when there was none. */
  async pay(): Promise<Arrival | undefined> {
    const arrival = await this.#returned('success', (page) => page.pay());
    if (this.#returns.success && arrival?.kind !== 'success') this.#excuseGuess();
    return arrival;
  }

  /** Makes the payment fail, and returns the first arrival at the merchant; undefined when there was none. */
  async decline(): Promise<Arrival | undefined> {
    const arrival = await this.#returned('failure', (page) => page.decline());
    const says = (status: string) => arrival?.parameters.some(([name, value]) => name === 'status' && value === status);
    const hasSucceeded = arrival?.kind === 'success' && says('success');
    if (!arrival && this.#returns.failure && (await mayBeTriedAgain(this.where))) {
      throw new NotTested('the page offers to retry the declined payment, so it has not ended and need not return yet');
    }
    if (says('cancelled') || (hasSucceeded && this.#checkout.mayHaveSucceeded)) this.#excuseGuess();
    return arrival;
  }

  /** Ends the payment with the given outcome. */
  end(outcome: Outcome | 'cancel'): Promise<Arrival | undefined> {
    if (outcome === 'cancel') return this.cancel();
    return outcome === 'success' ? this.pay() : this.decline();
  }

  /** Cancels the payment. A page without a control for it is not a fault, and leads to no arrival. */
  async cancel(): Promise<Arrival | undefined> {
    this.canBeCancelled = await this.#acting((page) => page.cancel());
    // A cancelled payment need not return, so return times are not learned from it.
    if (this.canBeCancelled) return this.#arrival('failure', this.#tools.patienceMs);
    this.#hold.excuse();
    return undefined;
  }

  /** The values that the redirect has to carry, as far as the merchant knows them. */
  get known(): Partial<Record<OwnParameter, string>> {
    const { sent, answer } = this.#started;
    const valueOf = (parameter: OwnParameter) => answer?.[parameter] ?? sent[parameter] ?? '';
    const values = ownParameters.map((parameter) => [parameter, String(valueOf(parameter))] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== ''));
  }

  /** The reference that the merchant sent, else the transaction_id that it received. */
  get knownBy(): string | undefined {
    const { sent, answer } = this.#started;
    return [sent['transaction_reference'], answer?.['transaction_id']].find((one) => typeof one === 'string');
  }

  /**
   * The fragment of the browser's address at the merchant, without the number sign; undefined if the browser does not
   * report it.
   */
  async fragment(): Promise<string | undefined> {
    const url = await Promise.race([this.#landing, pause(this.#tools.patienceMs, undefined, { ref: false })]);
    return url?.hash.slice(1);
  }

  /** Whether the page is finished: it is not an error page and no longer offers payment, at least not uncovered. */
  async isOver(): Promise<boolean> {
    const until = Date.now() + this.#tools.patienceMs;
    while (!(await isFinished(this.where, this.isToFail))) {
      if (Date.now() > until) return this.#unlessStopped(Promise.resolve(false));
      await pause(100);
    }
    return true;
  }

  /** Whether a button and the page itself may have led the browser back at the same time. */
  get mayArriveTwice(): boolean {
    return this.#checkout.mayArriveTwice ?? false;
  }

  /** Whether the payment is in a frame that is still attached. */
  get isFramed(): boolean {
    return 'isDetached' in this.where && !this.where.isDetached();
  }

  /** The window of the test. */
  get page(): Page {
    return this.#tools.page;
  }

  /** A new visit of the payment page in the same window. @param comesBack whether the payment has ended */
  again(comesBack: boolean): CheckoutPage {
    return this.#tools.open(this.#tools.page, { returns: { success: false, failure: false }, comesBack });
  }

  /** How the browser was redirected to the merchant, in words without data. */
  async journey(): Promise<string> {
    const from = this.#lastRequest?.redirectedFrom();
    const answer = await from?.response();
    if (answer) return `HTTP ${answer.status()}`;
    return this.#lastRequest ? 'the page itself' : 'nothing';
  }

  /** @throws EnvironmentFault when the page was closed or has crashed, so that it cannot be judged */
  requirePage(): void {
    const { page } = this.#tools;
    if (this.#hasCrashed) throw new EnvironmentFault('the browser lost the payment page, which crashed');
    if (page.isClosed()) throw new EnvironmentFault('the browser lost the payment page, which was closed');
  }

  async #acting<T>(act: (page: CheckoutPage) => Promise<T>): Promise<T> {
    try {
      return await this.#hold.unlessStopped(act(this.#onPage()));
    } catch (error) {
      this.#hold.excuse();
      this.requirePage();
      throw error;
    }
  }

  #onPage(): CheckoutPage {
    if (this.opened) return this.#checkout;
    throw new PageFault('a payment page', `the answer HTTP ${this.answered}, which leads to none`);
  }

  async #returned(outcome: Outcome, act: (page: CheckoutPage) => Promise<void>): Promise<Arrival | undefined> {
    const startedAt = Date.now();
    await this.#acting(act);
    const arrival = await this.#arrival(outcome);
    if (this.#returns[outcome]) this.#tools.returning?.note(outcome, arrival && Date.now() - startedAt);
    return arrival;
  }

  #returnMs(outcome: Outcome): number {
    return this.#tools.returning?.waitMs(outcome) ?? this.#tools.patienceMs;
  }

  /** Without a return address no arrival is expected, but one may still occur by mistake. */
  async #arrival(outcome: Outcome, withinMs = this.#returnMs(outcome)): Promise<Arrival | undefined> {
    const { merchant, settleMs } = this.#tools;
    const leftMs = this.#returns[outcome] ? withinMs - (this.#checkout.waitedMs ?? 0) : 0;
    const coming = merchant.arrival(Math.max(settleMs, leftMs), this.#before);
    const arrival = await this.#hold.unlessStopped(coming);
    if (arrival) return arrival;
    // After a blocked request, the missing arrival proves nothing.
    this.#hold.excuse();
    this.requirePage();
    return undefined;
  }

  get #hold(): Hold {
    return Hold.of(this.#tools.page.context());
  }

  /** A negative result counts only if nothing was blocked. */
  async #unlessStopped(shown: Promise<boolean>): Promise<boolean> {
    const shows = await this.#hold.unlessStopped(shown);
    if (!shows) this.#hold.excuse();
    return shows;
  }

  #excuseGuess(): void {
    const { guessed } = this.#checkout;
    if (!guessed) return;
    throw new NotTested(
      `the payment did not end as intended, but the customer had to guess ${guessed}; ` +
        'write a module for CHECKOUT_PAGE that knows it',
    );
  }
}
