import type { Settings } from '../settings/settings.ts';
import type { Body, Operator } from '../../interface/messages/requests.ts';
import { replaceableReference } from './references.ts';

/** The origin in tests and their titles; requests contain that of MERCHANT_ORIGIN where it is not on this machine. */
const exampleOrigin = 'https://merchant.example';
/** Addresses without a server, for tests that never open them. */
const deadAddresses = { success_url: `${exampleOrigin}/paid`, failure_url: `${exampleOrigin}/unpaid` };

/**
 * Builds request bodies from the settings: the smallest valid ones, with the given change.
 * A field that is changed to undefined is omitted.
 */
export class Bodies {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The smallest body for a hosted payment page (2.1). */
  hostedPage(change: Body = {}): Body {
    const { amount, customerEmail, currency } = this.#settings;
    return { amount, email: customerEmail, currency, ...change };
  }

  /** The smallest body for a mobile money prompt (2.1); only operator A requires the requested outcome (2.4). */
  mobileMoney(operator: Operator, change: Body = {}): Body {
    return {
      ...this.hostedPage(),
      payment_method_type: 'mobile_money',
      payment_method_code: this.#settings.operators[operator],
      mobile_money_number: this.numberOf(operator),
      ...(operator === 'A' ? { requested_response: 'success' } : {}),
      ...change,
    };
  }

  /** The phone number of the settings, from which tests derive all other numbers. */
  get number(): string {
    return this.#settings.mobileMoneyNumber;
  }

  /** The phone number for payments with an operator. */
  numberOf(operator: Operator): string {
    return this.#settings.operatorNumbers[operator];
  }

  /** The amount of the settings, in the subunit. */
  get amount(): number {
    return this.#settings.amount;
  }

  /** A second currency; undefined where the settings name none. */
  get secondCurrency(): string | undefined {
    return this.#settings.secondCurrency;
  }

  /** The smallest body for a hosted checkout (2.5); the client adds the key. */
  checkout(change: Body = {}): Body {
    return { currency: this.#settings.currency, ...change };
  }

  /** The same fields, with addresses of `https://merchant.example` moved to the origin of the merchant. */
  withMerchantOrigin<T extends object>(fields: T): T {
    return withMerchantOrigin(this.#settings.merchantExample, fields);
  }

  /** The optional fields of every kind of initiation: an unused reference and two addresses. */
  optional(change: Body = {}): Body {
    return { transaction_reference: replaceableReference(), ...this.withMerchantOrigin(deadAddresses), ...change };
  }

  /** The same, where both addresses have a plain query. */
  withQueries(change: Body = {}): Body {
    const { success_url, failure_url } = this.withMerchantOrigin(deadAddresses);
    return this.optional({ success_url: `${success_url}?order=42`, failure_url: `${failure_url}?order=42`, ...change });
  }
}

/** The same fields, with addresses of `https://merchant.example` moved to `origin`. */
export const withMerchantOrigin = <T extends object>(origin: string, fields: T): T => {
  const moved = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(`${exampleOrigin}/`)
      ? origin + value.slice(exampleOrigin.length)
      : value;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, moved(value)])) as T;
};
