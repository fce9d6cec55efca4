import type { Merchant } from './merchant/merchant.ts';
import { type Reply, fieldsOf } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import type { Bodies } from '../client/bodies.ts';
import { unknownKey } from '../client/credentials.ts';
import type { PageWatch } from '../client/network/page-watch.ts';
import { newReference } from '../client/references.ts';
import { noteFields } from '../evidence/ledger/ledger.ts';
import { NotTested } from '../errors/errors.ts';
import { refuseStrayPayment } from '../settings/safety/payment-limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { Way } from './journeys/plan.ts';
import { openMerchantPage, submitForm, openAddress, openFrame } from './open-address.ts';
import { type PaymentTools, Payment, type OwnParameter } from './payment.ts';

interface Parts extends PaymentTools {
  api: Api;
  bodies: Bodies;
  merchant: Merchant;
  settings: Settings;
  /** The address of the service, without a trailing slash. */
  baseAddress: string;
  watch: PageWatch | undefined;
}

/**
 * Starts payments in the browser in the three ways of the interface. Each is started with a reference and both return
 * addresses of the merchant; a change to undefined omits a field.
 */
export class Payments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Starts a payment on the hosted page of an initiation (4.1).
   *
   * @throws NotTested when the initiation is refused
   */
  async onHostedPage(change: Body = {}): Promise<Payment> {
    return this.#onPageOf(...(await this.#initiate(change)));
  }

  /** Starts a payment in one of the three ways. @throws NotTested when it is refused */
  start(way: Way, change: Body): Promise<Payment> {
    if (way === 'form') return this.byForm(change);
    return way === 'hosted' ? this.onHostedPage(change) : this.inFrame(change);
  }

  /** The same with a change that a service may refuse; undefined when it does. @param isToFail how it is meant to end */
  async startUnlessRefused(way: Way, change: Body, isToFail = false): Promise<Payment | undefined> {
    if (way !== 'form') {
      const [reply, body] = await (way === 'hosted' ? this.#initiate(change) : this.#checkout(change));
      if (reply.status === 400) return undefined;
      return way === 'hosted' ? this.#onPageOf(reply, body) : this.#inFrameOf(reply, body);
    }
    const payment = await this.byForm(change);
    payment.isToFail = isToFail;
    // The interface does not show how a form is refused, but a server error is not a refusal.
    if (payment.answered >= 500) return payment;
    return payment.answered < 400 && (await payment.offersPayment()) ? payment : undefined;
  }

  /** Starts a payment from a form on the merchant's page (4.2). The key is one that the page may show. */
  async byForm(change: Body = {}, key: 'publishable' | 'unknown' | 'none' = 'publishable'): Promise<Payment> {
    const { merchant, page, settings, baseAddress } = this.#parts;
    const body: Body = { ...this.#parts.bodies.checkout(this.#commonFields()), ...change };
    const keys = { publishable: settings.publishableKey, unknown: unknownKey, none: undefined };
    const fields = formFields({ publishable_key: keys[key], ...body });
    refuseStrayPayment(fields, settings);
    noteFields('form', fields);
    const form = merchant.formPage(`${baseAddress}/v1/checkout`, fields);
    await openMerchantPage(page, form);
    const payment = new Payment(this.#parts, { where: page, sent: body });
    const { status, left } = await submitForm(page, settings.redirectTimeoutMs);
    payment.answered = status;
    payment.opened = left;
    return payment;
  }

  /** Opens the answer to a form that was not sent by the browser, since it contained a secret. */
  async afterForm(reply: Reply, sent: Body = {}): Promise<Payment> {
    const { page, settings, baseAddress } = this.#parts;
    const payment = new Payment(this.#parts, { where: page, sent });
    const endpoint = `${baseAddress}/v1/checkout`;
    payment.answered = reply.status;
    payment.opened = reply.status < 400;
    if (!payment.opened) return payment;
    const { location } = reply.headers;
    if (!location) await page.route(endpoint, (route) => route.fulfill({ contentType: 'text/html', body: reply.text }));
    const address = location && URL.canParse(location, endpoint) ? new URL(location, endpoint).href : location;
    await openAddress(page, address ?? endpoint, { what: 'Location', timeout: settings.redirectTimeoutMs });
    return payment;
  }

  /**
   * Starts a payment in a frame on the merchant's page, with the checkout_url of a JSON checkout (2.5).
   *
   * @throws NotTested when the checkout is refused
   */
  async inFrame(change: Body = {}): Promise<Payment> {
    return this.#inFrameOf(...(await this.#checkout(change)));
  }

  async #initiate(change: Body): Promise<[Reply, Body]> {
    const body = this.#parts.bodies.hostedPage({ ...this.#commonFields(), ...change });
    return [await this.#parts.api.initiate(body), body];
  }

  async #checkout(change: Body): Promise<[Reply, Body]> {
    const body = this.#parts.bodies.checkout({ ...this.#commonFields(), ...change });
    return [await this.#parts.api.checkout(body), body];
  }

  async #inFrameOf(reply: Reply, sent: Body): Promise<Payment> {
    const { merchant, page } = this.#parts;
    const address = addressOf(reply, 'checkout_url');
    this.#parts.watch?.belongsToService(address);
    const where = await openFrame(page, (framed) => merchant.framePage(framed), address);
    return new Payment(this.#parts, { where, sent, answer: statedFields(reply, 'transaction_id'), address });
  }

  async #onPageOf(reply: Reply, sent: Body): Promise<Payment> {
    const { page, settings } = this.#parts;
    const address = addressOf(reply, 'hosted_url');
    this.#parts.watch?.belongsToService(address);
    const known = statedFields(reply, 'transaction_id', 'transaction_reference');
    const payment = new Payment(this.#parts, { where: page, sent, answer: known, address });
    await openAddress(page, address, { what: 'hosted_url', timeout: settings.redirectTimeoutMs });
    return payment;
  }

  #commonFields(): Body {
    const { merchant } = this.#parts;
    return {
      transaction_reference: newReference(),
      success_url: merchant.successUrl(),
      failure_url: merchant.failureUrl(),
    };
  }
}

/** The fields that the interface states for an answer; only these must recur in the redirect. */
const statedFields = (reply: Reply, ...stated: OwnParameter[]): Partial<Record<OwnParameter, unknown>> => {
  const fields = fieldsOf(reply);
  return Object.fromEntries(stated.map((name) => [name, fields?.[name]]));
};

/** @throws NotTested when an answer has no address to open; other rules judge that */
const addressOf = (reply: Reply, field: string): string => {
  const address = reply.field(field);
  if (typeof address === 'string' && address !== '') return address;
  throw new NotTested(
    `no payment page to open: ${reply.asked} was answered ${reply.status} without ${field}; ` +
      'set MERCHANT_ORIGIN if the addresses of the merchant were refused',
  );
};

const formFields = (body: Body): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
