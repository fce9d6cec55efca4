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
import { refuseStrayPayment } from '../settings/safety/payment-limits.ts';
import { decimalsOf } from '../money/readings.ts';
import type { Settings } from '../settings/settings.ts';
import type { CheckoutPage, Situation } from './checkout-page.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import type { Merchant } from './merchant/merchant.ts';
import { openAddress, openFrame, openMerchantPage, submitForm } from './open-address.ts';
import type { PageFault } from './page-fault.ts';
import { Payment } from './payment.ts';
import { newRecord } from './payment-record.ts';

/** How a payment differs from the usual one. */
export interface PaymentOptions {
  /** The merchant's own path, query and fragment behind its address; null omits the address. */
  success_url?: string | null;
  failure_url?: string | null;
  /** What follows a new reference; null lets the service generate one. */
  transaction_reference?: string | null;
  /** In the subunit; null leaves the amount to the customer. */
  amount?: number | null;
  currency?: string;
  /** How the customer means to end it; by default in a success. */
  end?: End | 'cancel';
  /** On a screen of 375 pixels. */
  onPhone?: boolean;
  /** In another tab of the browser of this payment. */
  beside?: Payment;
  /** False under a condition that the interface does not mention. */
  isJudged?: boolean;
  /** Its fields are such that a service may refuse it. */
  isUnusual?: boolean;
  /** Prepares the window before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
}

/** Amounts of a main unit and a half, of one main unit, and of a thousand or more. */
type UnusualAmounts = Readonly<Record<'withFraction' | 'oneUnit' | 'thousands', number>>;

/** A window with a page of a browser that reaches only the listed hosts. */
export interface Window {
  page: Page;
  /** Why the traffic between browser and service cannot be judged. */
  networkFault: () => string | undefined;
  /** Marks the origin of an address as that of the service. */
  belongsToService: (address: string) => void;
}

interface CheckoutTools {
  api: Api;
  bodies: Bodies;
  settings: Settings;
  /** The address of the service, without a trailing slash. */
  baseAddress: string;
  openWindow: (options: { onPhone: boolean; beside: Page | undefined }) => Promise<Window>;
  newMerchant: () => Merchant;
  openPage: (where: Page | Frame, situation: Situation) => CheckoutPage;
  settleMs: number;
}

/** The merchant's own path and query behind the addresses of a usual payment. */
const usualAddress = '/orders/7?order=42&note=two%20words%20%26%20more&tag=a&page=%C3%A9';

/** Starts payments in the browser, in each channel of the interface (4.1, 4.2). */
export class Checkout {
  /** The payments of the test that are judged as a whole. */
  readonly payments: Payment[] = [];
  readonly #tools: CheckoutTools;

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
    if (!payment.record.isRefused) return payment;
    if (channel === 'form') {
      // The rule of the page is broken: nothing about this form may be refused.
      payment.record.isRefused = false;
      payment.record.broken = `the answer HTTP ${payment.answered}, which leads to no page`;
      return payment;
    }
    throw new NotTested(
      'the service refused to start the payment; set MERCHANT_ORIGIN if it refused the addresses of the merchant',
    );
  }

  /** The same with unusual fields, which a service may refuse: the first that it accepts, or undefined. */
  async startUnlessRefused(channel: Channel, ...attempts: PaymentOptions[]): Promise<Payment | undefined> {
    for (const options of attempts) {
      const payment = await this.#start(channel, { ...options, isUnusual: true });
      const { record } = payment;
      // The interface does not show how a form is refused: it may lead to a page that says so.
      const mayBeRefused = channel === 'form' && !record.isRefused && record.broken === undefined;
      if (mayBeRefused && !(await payment.offersPayment())) record.isRefused = true;
      if (!record.isRefused) return payment;
    }
    return undefined;
  }

  /** The same with an amount that a page may show wrongly, or with the usual one where the service refuses it. */
  async startWithAmount(channel: Channel, name: keyof UnusualAmounts, options: PaymentOptions = {}): Promise<Payment> {
    const amount = this.#unusualAmounts[name];
    return (await this.startUnlessRefused(channel, { ...options, amount })) ?? this.start(channel, options);
  }

  /** In the subunit; the usual amount where MAX_AMOUNT does not allow another one. */
  get #unusualAmounts(): UnusualAmounts {
    const { amount, maxAmount, currency } = this.#tools.settings;
    const unit = 10 ** decimalsOf(currency);
    const allowed = (one: number): number => (one <= maxAmount ? one : amount);
    return {
      withFraction: unit > 1 ? allowed(amount - (amount % unit) + unit / 2) : amount,
      oneUnit: allowed(unit),
      thousands: maxAmount < 1000 * unit ? amount : Math.min(maxAmount, 1234 * unit),
    };
  }

  /** What the answer to a form post leads to. The form was not sent by the browser, since it may contain a secret. */
  async outcomeOfForm(reply: Reply): Promise<string> {
    if (reply.status >= 500) return `HTTP ${reply.status}`;
    if (reply.status >= 400) return 'refused';
    const { settings, baseAddress } = this.#tools;
    const payment = await this.#open('form', {}, { isJudged: false, isUnusual: true });
    const { page } = payment;
    const endpoint = `${baseAddress}/v1/checkout`;
    const { location } = reply.headers;
    if (!location) await page.route(endpoint, (route) => route.fulfill({ contentType: 'text/html', body: reply.text }));
    const address = location && URL.canParse(location, endpoint) ? new URL(location, endpoint).href : location;
    await openAddress(page, address ?? endpoint, { what: 'Location', timeout: settings.redirectTimeoutMs });
    if (!(await payment.canBePaid())) return 'refused';
    await payment.describe();
    return `a page on which the customer can pay: ${payment.record.lastPage}`;
  }

  async #start(channel: Channel, options: PaymentOptions): Promise<Payment> {
    const { api, bodies, settings } = this.#tools;
    const merchant = this.#tools.newMerchant();
    const { success_url = usualAddress, failure_url = usualAddress, transaction_reference: reference = '' } = options;
    const fields: Body = {
      currency: options.currency ?? settings.currency,
      amount: options.amount === null ? undefined : (options.amount ?? settings.amount),
      transaction_reference: reference === null ? undefined : newReference() + reference,
      success_url: success_url === null ? undefined : merchant.address('success', success_url),
      failure_url: failure_url === null ? undefined : merchant.address('failure', failure_url),
    };
    if (channel === 'form') return this.#byForm(bodies.checkout(fields), merchant, options);
    const [reply, sent, field] =
      channel === 'redirect'
        ? [await api.initiate(bodies.hostedPage(fields)), bodies.hostedPage(fields), 'hosted_url']
        : [await api.checkout(bodies.checkout(fields)), bodies.checkout(fields), 'checkout_url'];
    const address = reply.field(field);
    const payment = await this.#open(
      channel,
      sent,
      options,
      merchant,
      reply,
      typeof address === 'string' ? address : '',
    );
    if (reply.status === 400) payment.record.isRefused = true;
    else if (payment.address === '') {
      throw new NotTested(`no payment page to open: ${reply.asked} was answered ${reply.status} without ${field}`);
    }
    return payment;
  }

  async #byForm(body: Body, merchant: Merchant, options: PaymentOptions, attempt = 1): Promise<Payment> {
    const { settings, baseAddress } = this.#tools;
    const given = Object.entries({ publishable_key: settings.publishableKey, ...body }).filter(
      ([, value]) => value !== undefined,
    );
    // A form has only texts, whatever the types of the body.
    const fields = Object.fromEntries(given.map(([name, value]) => [name, `${value as string | number}`]));
    refuseStrayPayment(fields, settings);
    const payment = await this.#open('form', body, options, merchant);
    await openMerchantPage(payment.page, merchant.formPage(`${baseAddress}/v1/checkout`, fields));
    const { answer, left } = await submitForm(payment.page, settings.redirectTimeoutMs);
    const status = answer.status();
    payment.answered = status;
    const failure = failureOfStatus(status, answer.headers());
    const waitMs = failure?.unprocessed && !options.beside ? waitBefore(failure, attempt) : undefined;
    // Refused without being processed: the form is sent again, in another window.
    if (waitMs !== undefined) {
      if (this.payments.includes(payment)) this.payments.splice(this.payments.indexOf(payment), 1);
      await pause(waitMs);
      return this.#byForm(body, merchant, options, attempt + 1);
    }
    if (status >= 400) payment.throwIfHindered();
    // The interface does not show how a form is refused, but a server error is no refusal.
    if (status >= 400 && status < 500) payment.record.isRefused = true;
    else if (status >= 500 || !left) payment.record.broken = `the answer HTTP ${status}, which leads to no page`;
    return payment;
  }

  /** Opens the page of an answer, or only a window for it. */
  async #open(
    channel: Channel,
    sent: Body,
    { onPhone = false, beside, prepare, end = 'success', isJudged = true, isUnusual = false }: PaymentOptions,
    merchant = this.#tools.newMerchant(),
    reply?: Reply,
    address = '',
  ): Promise<Payment> {
    const { settings, openWindow, openPage, settleMs } = this.#tools;
    const { page, networkFault, belongsToService } = await openWindow({ onPhone, beside: beside?.page });
    await prepare?.(page);
    if (beside) beside.record.isBesideAnother = true;
    const record = newRecord(channel, sent, reply && fieldsOf(reply));
    record.isBesideAnother = beside !== undefined;
    if (address !== '') belongsToService(address);
    const timeoutMs = settings.redirectTimeoutMs;
    // Only a payment started by a form can be refused on its page; others are refused by an answer.
    const mayBeRefused = channel === 'form' && isUnusual;
    const tools = { page, merchant, open: openPage, intention: end, mayBeRefused, settleMs, timeoutMs, networkFault };
    const isFramed = channel === 'iframe' && address !== '';
    const where = isFramed ? await openFrame(page, (framed) => merchant.framePage(framed), address) : page;
    const payment = new Payment(tools, where, record, address);
    if (isJudged) this.payments.push(payment);
    if (address === '' || isFramed) return payment;
    try {
      await openAddress(page, address, { what: 'hosted_url', timeout: timeoutMs });
    } catch (error) {
      if (failureKindOf(error) !== 'payment-page') throw error;
      record.broken = (error as PageFault).received;
    }
    return payment;
  }
}
