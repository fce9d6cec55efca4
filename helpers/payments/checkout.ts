import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import type { Channel, End } from '../../interface/rules/channels.ts';
import { fieldsOf, type Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import type { Bodies } from '../client/bodies.ts';
import { newReference } from '../client/references.ts';
import { failureOfStatus, waitBefore } from '../client/transport-failure.ts';
import { NotTested } from '../errors/errors.ts';
import type { JudgedRule } from '../evidence/test-results.ts';
import { refuseForbiddenPayment } from '../settings/safety/payment-limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { CheckoutPage, Situation } from './checkout-page.ts';
import { placeOf, type Rotation } from '../values/rotation.ts';
import type { Merchant } from './merchant/merchant.ts';
import { openAddress, openFrame } from './open-address.ts';
import { Payment } from './payment.ts';
import type { LoadedPages } from './page/loaded-pages.ts';
import { leftAs, recurring } from './payment-record.ts';
import type { Intention } from './payment-tools.ts';
import { mistakenFirst, typedFirst, unusualAmount, type UnusualAmount } from './unusual-amounts.ts';

/**
 * An address of the merchant. `usual` ends as those of other requests do in turn, `bare` has neither path nor query of the
 * merchant's own, `host alone` has no path at all (for one payment at a time), and `none` is not sent.
 */
export type MerchantAddress = 'usual' | 'bare' | 'host alone' | 'none' | { with: string };

/** How a payment differs from the usual one. */
export interface PaymentOptions {
  success_url?: MerchantAddress;
  failure_url?: MerchantAddress;
  /** `new` by default; a new one with something behind it; or left out, so that the service generates one. */
  transaction_reference?: 'new' | 'generated' | { with: string };
  /** In the subunit, or set by the customer on the page. */
  amount?: number | 'by customer';
  currency?: string;
  /**
   * How the customer means to end it; by default in a success. With `success or failure` the customer tries to make it
   * succeed, with a means of payment that may not be accepted.
   */
  end?: Intention;
  /** Its place among the payments of its channel, which carry the forms of references and addresses in turn. */
  turn?: number;
  /** A customer who cancels does so only after all that was entered. */
  cancelsLate?: boolean;
  /** On a screen of 375 pixels. */
  onPhone?: boolean;
  /** In another tab of the browser of this payment. */
  beside?: Payment;
  /** In the window of this payment, which has been judged. */
  after?: Payment;
  /** False under a condition that the interface does not mention. */
  isJudged?: boolean;
  /** Its fields are such that a service may refuse it. */
  isUnusual?: boolean;
  /** An amount for the customer to type first, where the merchant sets none. */
  typed?: UnusualAmount | undefined;
  /** The customer first leaves the number empty, and types another amount. */
  isMistaken?: boolean;
  /** Loads each later step of the page again, where it is mistaken. */
  loadsSteps?: boolean;
  /** Prepares the window before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
}

/** A window with a page of a browser that reaches only the listed hosts. */
export interface Window {
  page: Page;
  /** Why the traffic between browser and service cannot be judged. */
  networkFault: () => string | undefined;
  /** Marks the origin of an address as that of the service. */
  belongsToService: (address: string) => void;
  /** Its documents, without those of the merchant. */
  loaded: LoadedPages;
}

interface CheckoutTools {
  api: Api;
  bodies: Bodies;
  /** The values of payments that set none themselves. */
  rotation: Rotation;
  settings: Settings;
  /** The address of the service, without a trailing slash. */
  baseAddress: string;
  openWindow: (options: { onPhone: boolean; beside: Page | undefined; again: Page | undefined }) => Promise<Window>;
  newMerchant: () => Merchant;
  openPage: (where: Page | Frame, situation: Situation) => CheckoutPage;
  /** Throws when a payment of this kind is known not to get to its end. */
  beforeStart: (planned: { channel: Channel; end: Intention; currency: string; setsAmount: boolean }) => void;
  settleMs: number;
  /** What a payment shows about the rules of the interface. */
  judgementsOf: (payment: Payment) => Promise<JudgedRule[]>;
}

/** Starts payments in the browser, in each channel of the interface (4.1, 4.2). */
export class Checkout {
  /** The payments of the test that are judged as a whole. */
  readonly payments: Payment[] = [];
  readonly #tools: CheckoutTools;
  readonly #merchants = new WeakMap<Payment, Merchant>();

  constructor(tools: CheckoutTools) {
    this.#tools = tools;
  }

  /**
   * Starts a payment with a new reference, an amount and both addresses of the merchant, and opens its page.
   *
   * @throws NotTested when the service refuses it
   */
  async start(channel: Channel, options: PaymentOptions = {}): Promise<Payment> {
    const payment = await this.#start(channel, options);
    if (!payment.wasRefused) return payment;
    throw new NotTested(
      'the service refused to start the payment; set MERCHANT_ORIGIN if it refused the addresses of the merchant',
    );
  }

  /** The same with unusual fields, which a service may refuse; what a refused payment is asked to do, it leaves out. */
  startUnlessRefused(channel: Channel, options: PaymentOptions): Promise<Payment> {
    return this.#start(channel, { ...options, isUnusual: true });
  }

  /**
   * The same with an amount that a page may show wrongly. Where MAX_AMOUNT forbids it or the service refuses it, the usual
   * amount is paid, and `paid` says so.
   */
  async startWithAmount(
    channel: Channel,
    name: UnusualAmount,
    options: PaymentOptions = {},
  ): Promise<{ payment: Payment; paid: string }> {
    const amount = unusualAmount(this.#tools.settings, name);
    const payment = amount === undefined ? undefined : await this.startUnlessRefused(channel, { ...options, amount });
    if (payment && !payment.wasRefused) return { payment, paid: name };
    const why = payment ? 'refused' : 'not allowed by the settings';
    return { payment: await this.start(channel, options), paid: `the usual amount, ${name} is ${why}` };
  }

  /** Where a payment has come back, what arrives at its addresses from now on is of another payment. */
  isOver(payment: Payment): void {
    if (payment.arrivalsSoFar() > 0) this.#merchants.get(payment)?.end();
  }

  /** What the answer to a form post leads to. The form was not sent by the browser, since it may contain a secret. */
  async outcomeOfForm(reply: Reply): Promise<string> {
    if (reply.status >= 500) return `HTTP ${reply.status}`;
    if (reply.status >= 400) return 'refused';
    const { settings, baseAddress } = this.#tools;
    const payment = await this.#open('form', {}, { isUnusual: true });
    const { page } = payment;
    const endpoint = `${baseAddress}/v1/checkout`;
    const { location } = reply.headers;
    if (!location) await page.route(endpoint, (route) => route.fulfill({ contentType: 'text/html', body: reply.text }));
    const address = location && URL.canParse(location, endpoint) ? new URL(location, endpoint).href : location;
    await openAddress(page, address ?? endpoint, { what: 'Location', timeout: settings.redirectTimeoutMs });
    if (!(await payment.canBePaid())) return 'refused';
    await payment.describe();
    return `a page on which the customer can pay: ${leftAs(payment.record)?.lastPage}`;
  }

  async #start(channel: Channel, options: PaymentOptions): Promise<Payment> {
    const { api, bodies, settings, rotation } = this.#tools;
    const { currency = settings.currency, end = 'success' } = options;
    this.#tools.beforeStart({ channel, end, currency, setsAmount: options.amount === 'by customer' });
    const merchant = this.#tools.newMerchant();
    const flow = flows[channel];
    const { beside: _beside, after, prepare: _prepare, loadsSteps: _loads, ...said } = options;
    if (after) this.isOver(after);
    const place = `${channel} ${placeOf(said)}`;
    const { reference, addresses: own } = rotation.ofPayment(flow, place, options.turn);
    const ownOf = (address: string) => address.slice(settings.merchantExample.length).replace(/^:\d+/, '');
    const amount = options.amount ?? rotation.paidAmount(flow, place, currency);
    const fields: Body = {
      currency,
      amount: amount === 'by customer' ? undefined : amount,
      transaction_reference: referenceFor(options, reference),
      success_url: addressOf(merchant, 'success', ownOf(own.success_url), options.success_url),
      failure_url: addressOf(merchant, 'failure', ownOf(own.failure_url), options.failure_url),
    };
    if (channel === 'form') return this.#byForm(bodies.checkout(fields), merchant, options);
    const isInitiation = channel === 'redirect';
    const { customerEmail: email } = settings;
    const sent = isInitiation ? bodies.hostedPage({ email, ...fields }) : bodies.checkout(fields);
    const reply = isInitiation ? await api.initiate(sent) : await api.checkout(sent);
    const name = isInitiation ? 'hosted_url' : 'checkout_url';
    const found = reply.field(name);
    const address = typeof found === 'string' ? found : '';
    const payment = await this.#open(channel, sent, options, { merchant, answer: fieldsOf(reply), address });
    const wasRefused = reply.status === 400;
    if (!wasRefused && address === '')
      throw new NotTested(`no payment page to open: ${reply.asked} was answered ${reply.status} without ${name}`);
    this.#keep(payment, options);
    await payment.open(wasRefused);
    return payment;
  }

  async #byForm(body: Body, merchant: Merchant, options: PaymentOptions, attempt = 1): Promise<Payment> {
    const { settings, baseAddress } = this.#tools;
    const given = Object.entries({ publishable_key: settings.publishableKey, ...body }).filter(
      ([, value]) => value !== undefined,
    );
    // A form has only texts, whatever the types of the body, and its fields stand in any order.
    const inOrder = (options.turn ?? 0) % 2 === 0 ? given : given.toReversed();
    const fields = Object.fromEntries(inOrder.map(([name, value]) => [name, `${value as string | number}`]));
    refuseForbiddenPayment(fields, settings);
    const payment = await this.#open('form', body, options, { merchant });
    const { answer, left } = await payment.sendForm(merchant.formPage(`${baseAddress}/v1/checkout`, fields));
    const failure = failureOfStatus(answer.status(), answer.headers());
    const waitMs = failure?.unprocessed && !options.beside ? waitBefore(failure, attempt) : undefined;
    // Refused without being processed: the form is sent again, in another window.
    if (waitMs !== undefined) {
      await pause(waitMs);
      return this.#byForm(body, merchant, options, attempt + 1);
    }
    this.#keep(payment, options);
    payment.formAnswered(answer.status(), left);
    // The interface does not show how a form is refused: it may lead to a page that says so.
    if (options.isUnusual && !payment.wasRefused) await payment.offersPayment();
    return payment;
  }

  #keep(payment: Payment, { isJudged = true }: PaymentOptions): void {
    if (isJudged) this.payments.push(payment);
  }

  /** Opens a window for a payment, and the frame for the page of a checkout. */
  async #open(
    channel: Channel,
    sent: Body,
    options: PaymentOptions,
    { merchant = this.#tools.newMerchant(), answer = {}, address = '' }: Beginning = {},
  ): Promise<Payment> {
    const { onPhone = false, beside, after, prepare, end = 'success', isUnusual = false, isMistaken = false } = options;
    const { settings, openWindow, openPage, settleMs, judgementsOf, baseAddress: service } = this.#tools;
    const window = await openWindow({ onPhone, beside: beside?.page, again: after?.page });
    const { page, networkFault, belongsToService, loaded } = window;
    await prepare?.(page);
    if (address !== '') belongsToService(address);
    const timeoutMs = settings.redirectTimeoutMs;
    const tools = {
      service,
      page,
      merchant,
      open: openPage,
      intention: end,
      settleMs,
      timeoutMs,
      networkFault,
      judgementsOf,
      loaded,
      entries: isMistaken
        ? mistakenFirst(settings, options.amount === 'by customer')
        : typedFirst(settings, options.typed),
      isMistaken,
      loadsSteps: options.loadsSteps ?? false,
      cancelsLate: options.cancelsLate ?? false,
    };
    const isFramed = channel === 'iframe' && address !== '';
    const where = isFramed ? await openFrame(page, (framed) => merchant.framePage(framed), address) : page;
    const start = { channel, sent, mayBeRefused: isUnusual, answer: recurring(channel, answer) };
    const payment = new Payment(tools, where, start, address);
    this.#merchants.set(payment, merchant);
    if (beside) payment.isBeside(beside);
    return payment;
  }
}

/** Whose addresses a payment has, and the answer that began it with the address of its page. */
interface Beginning {
  merchant?: Merchant;
  answer?: Readonly<Record<string, unknown>>;
  address?: string;
}

/** The flow whose values a channel takes. */
const flows = { redirect: 'hosted page', iframe: 'checkout', form: 'form post' } as const;

const referenceFor = (
  { transaction_reference: reference = 'new' }: PaymentOptions,
  another: string,
): string | undefined => {
  if (reference === 'generated') return undefined;
  return reference === 'new' ? another : newReference() + reference.with;
};

/** @param own the path and query of a usual address */
const addressOf = (
  merchant: Merchant,
  kind: End,
  own: string,
  address: MerchantAddress = 'usual',
): string | undefined => {
  if (address === 'none') return undefined;
  if (address === 'host alone') return merchant.hostAddress(kind);
  if (address === 'usual') return merchant.address(kind, own);
  return merchant.address(kind, address === 'bare' ? '' : address.with);
};
