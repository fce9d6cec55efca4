import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page, Request } from '@playwright/test';
import { EnvironmentFault, NotTested } from '../errors/errors.ts';
import { Hold } from '../guard/hold.ts';
import type { CheckoutPage, Customer, Situation } from './checkout-page.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { isFinished, mayBeTriedAgain } from './any-page/ordinary-page.ts';
import { PageFault } from './page-fault.ts';
import type { ReturnTimes } from './merchant/return-times.ts';

/** The merchant as a payment needs it. */
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
  /** Milliseconds in which a browser comes back that should not. */
  settleMs: number;
  /** How long the browser is waited for, and took to come back; `patienceMs` where that is not known. */
  returning?: Pick<ReturnTimes, 'waitMs' | 'note'> | undefined;
  /** Milliseconds in which a page shows that a payment is over, and a cancelled one leads somewhere, if it does. */
  patienceMs: number;
}

interface Started {
  where: Page | Frame;
  /** The fields it was started with. */
  sent: Readonly<Record<string, unknown>>;
  /** The fields of the answer; a form post has none. */
  told?: Readonly<Record<string, unknown>>;
  /** Where its page is. */
  address?: string;
}

const ownParameters = ['checkout_id', 'transaction_id', 'transaction_reference'] as const;
/** The parameters of the redirect (2.3) that belong to one payment. */
export type OwnParameter = (typeof ownParameters)[number];

type Outcome = 'success' | 'failure';

/** A payment that has been started and waits for its customer. Nothing is judged here. */
export class Payment {
  readonly where: Page | Frame;
  readonly address: string;
  /** HTTP status of the answer to a form post. */
  answered = 0;
  /** Whether the browser shows something of the service at all. */
  opened = true;
  /** Whether the page has a way to give the payment up, once that was tried. */
  canBeCancelled = false;
  readonly #tools: PaymentTools;
  readonly #started: Started;
  readonly #returns: Customer['returns'];
  readonly #checkout: CheckoutPage;
  /** Arrivals of payments before this one. */
  readonly #before: number;
  #lastRequest: Request | undefined;
  /** Where the browser is shown to be at the merchant after a payment, its fragment included. */
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
      // A payment that was started by an answer was refused there, if at all.
      mayBeRefused: started.told === undefined,
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

  /** False when the customer is given no way to set the amount. */
  setAmount(): Promise<boolean> {
    return this.#unlessStopped(this.#acting((page) => page.setAmount()));
  }

  /** Pays, and returns the first arrival at the merchant; undefined when none came. */
  async pay(): Promise<Arrival | undefined> {
    const arrival = await this.#returned('success', (page) => page.pay());
    if (this.#returns.success && arrival?.kind !== 'success') this.#excuseGuess();
    return arrival;
  }

  /** Makes the payment fail, and returns the first arrival at the merchant; undefined when none came. */
  async decline(): Promise<Arrival | undefined> {
    const arrival = await this.#returned('failure', (page) => page.decline());
    const says = (status: string) => arrival?.parameters.some(([name, value]) => name === 'status' && value === status);
    const hasSucceeded = arrival?.kind === 'success' && says('success');
    if (!arrival && this.#returns.failure && (await mayBeTriedAgain(this.where))) {
      throw new NotTested('the declined payment may be tried again, so it has not ended: nobody has to come back yet');
    }
    if (says('cancelled') || (hasSucceeded && this.#checkout.mayHaveSucceeded)) this.#excuseGuess();
    return arrival;
  }

  /** Lets the payment end one way or the other. */
  end(outcome: Outcome | 'cancel'): Promise<Arrival | undefined> {
    if (outcome === 'cancel') return this.cancel();
    return outcome === 'success' ? this.pay() : this.decline();
  }

  /** Gives the payment up. A page without a way to do so is no fault, and nobody arrives. */
  async cancel(): Promise<Arrival | undefined> {
    this.canBeCancelled = await this.#acting((page) => page.cancel());
    // That nobody returns is no failure, so it is waited for in full each time.
    if (this.canBeCancelled) return this.#arrival('failure', this.#tools.patienceMs);
    this.#hold.excuse();
    return undefined;
  }

  /** The values that the merchant knows of what the redirect has to carry. */
  get known(): Partial<Record<OwnParameter, string>> {
    const { sent, told } = this.#started;
    const valueOf = (parameter: OwnParameter) => told?.[parameter] ?? sent[parameter] ?? '';
    const values = ownParameters.map((parameter) => [parameter, String(valueOf(parameter))] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== ''));
  }

  /** The reference that the merchant has sent, or else the transaction_id that it was told. */
  get knownBy(): string | undefined {
    const { sent, told } = this.#started;
    return [sent['transaction_reference'], told?.['transaction_id']].find((one) => typeof one === 'string');
  }

  /**
   * The fragment of the address at which the browser stands at the merchant, without the number sign; undefined where
   * the browser does not tell.
   */
  async fragment(): Promise<string | undefined> {
    const url = await Promise.race([this.#landing, pause(this.#tools.patienceMs, undefined, { ref: false })]);
    return url?.hash.slice(1);
  }

  /** Whether the customer is done with the page: it is no error, and it offers no payment any more. */
  async isOver(): Promise<boolean> {
    const until = Date.now() + this.#tools.patienceMs;
    while (!(await isFinished(this.where))) {
      if (Date.now() > until) return this.#unlessStopped(Promise.resolve(false));
      await pause(100);
    }
    return true;
  }

  /** Whether the customer may have come back by a button and by the page itself at the same time. */
  get mayArriveTwice(): boolean {
    return this.#checkout.mayArriveTwice ?? false;
  }

  /** Whether the payment stands in a frame that is still there. */
  get isFramed(): boolean {
    return 'isDetached' in this.where && !this.where.isDetached();
  }

  /** The window of the test. */
  get page(): Page {
    return this.#tools.page;
  }

  /** Another customer in the same window, who has not arrived anywhere. @param comesBack when the payment has ended */
  again(comesBack: boolean): CheckoutPage {
    return this.#tools.open(this.#tools.page, { returns: { success: false, failure: false }, comesBack });
  }

  /** How the browser was sent to the merchant, in words without data. */
  async journey(): Promise<string> {
    const from = this.#lastRequest?.redirectedFrom();
    const answer = await from?.response();
    if (answer) return `HTTP ${answer.status()}`;
    return this.#lastRequest ? 'the page itself' : 'nothing';
  }

  /** @throws EnvironmentFault when the browser has lost the page: what is not there any more says nothing */
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

  /** Where no address was given nobody is expected, but somebody may come by mistake. */
  async #arrival(outcome: Outcome, withinMs = this.#returnMs(outcome)): Promise<Arrival | undefined> {
    const { merchant, settleMs } = this.#tools;
    const leftMs = this.#returns[outcome] ? withinMs - (this.#checkout.waitedMs ?? 0) : 0;
    const coming = merchant.arrival(Math.max(settleMs, leftMs), this.#before);
    const arrival = await this.#hold.unlessStopped(coming);
    if (arrival) return arrival;
    // Nobody knows where the browser would have gone.
    this.#hold.excuse();
    this.requirePage();
    return undefined;
  }

  get #hold(): Hold {
    return Hold.of(this.#tools.page.context());
  }

  /** A page that shows less than it should counts only if nothing was stopped. */
  async #unlessStopped(shown: Promise<boolean>): Promise<boolean> {
    const shows = await this.#hold.unlessStopped(shown);
    if (!shows) this.#hold.excuse();
    return shows;
  }

  #excuseGuess(): void {
    const { guessed } = this.#checkout;
    if (!guessed) return;
    throw new NotTested(
      `the payment did not end as wanted, but on its page the customer had to guess ${guessed}; a module of CHECKOUT_PAGE can know it`,
    );
  }
}
