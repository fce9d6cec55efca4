import type { Settings } from '../settings/settings.ts';
import type { Body, Operator } from '../../interface/messages/requests.ts';
import { freshReference } from './references.ts';

/** The origin in tests and their titles; a target is given that of MERCHANT_EXAMPLE. */
const exampleOrigin = 'https://merchant.example';
/** Addresses that lead nowhere, for tests that never follow them. */
const nowhere = { success_url: `${exampleOrigin}/paid`, failure_url: `${exampleOrigin}/unpaid` };

/**
 * Request bodies made from the settings: the smallest valid ones, with one change each.
 * A field that is changed to undefined is left out.
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

  /** The smallest body for a mobile money prompt (2.1); only operator A must be told the outcome (2.4). */
  mobileMoney(operator: Operator, change: Body = {}): Body {
    return {
      ...this.hostedPage(),
      payment_method_type: 'mobile_money',
      payment_method_code: this.#settings.operators[operator],
      mobile_money_number: this.#settings.mobileMoneyNumber,
      ...(operator === 'A' ? { requested_response: 'success' } : {}),
      ...change,
    };
  }

  /** The phone number of the settings; whatever number a test sends is made from it. */
  get number(): string {
    return this.#settings.mobileMoneyNumber;
  }

  /** The amount of the settings, in the subunit. */
  get amount(): number {
    return this.#settings.amount;
  }

  /** The currency beside the first; undefined where the settings name none. */
  get secondCurrency(): string | undefined {
    return this.#settings.secondCurrency;
  }

  /** The smallest body for a hosted checkout (2.5); the client adds the key. */
  checkout(change: Body = {}): Body {
    return { currency: this.#settings.currency, ...change };
  }

  /** The same fields, with addresses of `https://merchant.example` moved to the origin of MERCHANT_EXAMPLE. */
  placed<T extends object>(fields: T): T {
    return placedAt(this.#settings.merchantExample, fields);
  }

  /** A reference that nobody has used and addresses, which every kind of initiation may carry. */
  optional(change: Body = {}): Body {
    return { transaction_reference: freshReference, ...this.placed(nowhere), ...change };
  }
}

/** The same fields, with addresses of `https://merchant.example` moved to another place, without a slash at its end. */
export const placedAt = <T extends object>(place: string, fields: T): T => {
  const moved = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(`${exampleOrigin}/`)
      ? place + value.slice(exampleOrigin.length)
      : value;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, moved(value)])) as T;
};

/** What stands beside the fields that a test is about: nothing, or everything that may. */
export const surroundings: readonly [string, (bodies: Bodies) => Body][] = [
  ['smallest body', () => ({})],
  ['every optional field', (bodies) => bodies.optional()],
];
