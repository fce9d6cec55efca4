import type { Flow } from '../../interface/answers/target-facts.ts';
import type { Body, Operator } from '../../interface/messages/requests.ts';
import type { Settings } from '../settings/settings.ts';
import { placeOf, Rotation } from '../values/rotation.ts';

/** The origin in tests and their titles; requests contain that of MERCHANT_ORIGIN where it is not on this machine. */
const exampleOrigin = 'https://merchant.example';

/**
 * Builds valid request bodies, with the given change. Whatever a test does not change itself has another value in each
 * body, of the forms that the target accepts: amount, currency, e-mail, reference and addresses. A field that is changed to
 * undefined is omitted.
 */
export class Bodies {
  readonly #settings: Settings;
  readonly #rotation: Rotation;

  /** @param rotation by default the values of the settings in every body */
  constructor(settings: Settings, rotation = new Rotation(settings)) {
    this.#settings = settings;
    this.#rotation = rotation;
  }

  /** The smallest body for a hosted payment page (2.1). */
  hostedPage(change: Body = {}): Body {
    return this.#required('hosted page', change);
  }

  /** The smallest body for a mobile money prompt (2.1); only operator A requires the requested outcome (2.4). */
  mobileMoney(operator: Operator, change: Body = {}): Body {
    return this.#required(`operator ${operator}`, {
      payment_method_type: 'mobile_money',
      payment_method_code: this.#settings.operators[operator],
      mobile_money_number: this.numberOf(operator),
      ...(operator === 'A' ? { requested_response: 'success' } : {}),
      ...change,
    });
  }

  /** The phone number of the settings, from which tests derive all other numbers. */
  get number(): string {
    return this.#settings.mobileMoneyNumber;
  }

  /** The phone number for payments with an operator. */
  numberOf(operator: Operator): string {
    return this.#settings.operatorNumbers[operator];
  }

  /** An amount that the checkout accepts, in the subunit: another one each time. */
  get amount(): number {
    return this.#rotation.amount('checkout');
  }

  /** A second currency; undefined where the settings name none. */
  get secondCurrency(): string | undefined {
    return this.#settings.secondCurrency;
  }

  /** The smallest body for a hosted checkout (2.5); the client adds the key. */
  checkout(change: Body = {}): Body {
    const currency = 'currency' in change ? undefined : this.#rotation.currency('checkout', placeOf(change));
    return { currency, ...change };
  }

  /** The same fields, with addresses of `https://merchant.example` moved to the origin of the merchant. */
  withMerchantOrigin<T extends object>(fields: T): T {
    return withMerchantOrigin(this.#settings.merchantExample, fields);
  }

  /** The optional fields of every kind of initiation: an unused reference and two addresses. */
  optional(change: Body = {}): Body {
    const place = placeOf(change);
    const transaction_reference = this.#rotation.reference('each', place);
    return { transaction_reference, ...this.#rotation.addresses('each', place), ...change };
  }

  /** The same, where both addresses have a plain query. */
  withQueries(change: Body = {}): Body {
    const own = { success_url: `${exampleOrigin}/paid?order=42`, failure_url: `${exampleOrigin}/unpaid?order=42` };
    return this.optional({ ...this.withMerchantOrigin(own), ...change });
  }

  /** An unused reference, which may be replaced. */
  reference(): string {
    return this.#rotation.reference('each');
  }

  #required(flow: Flow, change: Body): Body {
    const place = placeOf(change);
    const email = 'email' in change ? undefined : this.#rotation.email(flow, place);
    const currency = 'currency' in change ? undefined : this.#rotation.currency(flow, place);
    const inCurrency = change['currency'] ?? currency;
    const amount =
      'amount' in change
        ? undefined
        : this.#rotation.amount(flow, place, typeof inCurrency === 'string' ? inCurrency : undefined);
    return { amount, email, currency, ...change };
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
