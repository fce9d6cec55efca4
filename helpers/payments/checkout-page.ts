import type { Frame, Page } from '@playwright/test';
import type { Settings } from '../settings/settings.ts';

/**
 * What a customer can do on a payment page. Its markup is no part of the interface, so whatever is known about it
 * stands in one module; CHECKOUT_PAGE names the module to use in place of the built-in one.
 * No method judges anything, and none of them waits for the arrival at the merchant.
 */
export interface CheckoutPage {
  /** Whether there is something on the page to pay with; waits for a page that is still loading. */
  offersPayment(): Promise<boolean>;
  /** Enters an amount of the customer's choice; false when the page has no place for one. */
  setAmount(): Promise<boolean>;
  /** Does what makes the payment succeed, up to the last thing a customer has to do. */
  pay(): Promise<void>;
  /** Does what makes the payment fail. */
  decline(): Promise<void>;
  /** Gives the payment up; false when the page has no way to do so. */
  cancel(): Promise<boolean>;
  /**
   * What the customer had to guess on the way. A payment that ends otherwise than wanted after a guess says nothing
   * about the service.
   */
  readonly guessed?: string | undefined;
  /** Whether, after that guess, even a payment that was meant to fail may have succeeded. */
  readonly mayHaveSucceeded?: boolean;
  /**
   * Whether the customer has pressed a button that leads back to the merchant while the page may have gone there by
   * itself, so that the browser asks for the same address twice.
   */
  readonly mayArriveTwice?: boolean;
  /** Milliseconds for which the browser was waited for in vain when the last method ended; 0 when left out. */
  readonly waitedMs?: number;
}

/** Who pays, taken from the settings. */
export interface Customer {
  /** In the subunit; a page may ask for main units, and any amount above zero will do. */
  amount: number;
  /** The most that may be paid, in the subunit. */
  maxAmount: number;
  currency: string;
  email: string;
  mobileMoneyNumber: string;
  /** Numbers beside it that may be used. */
  testNumbers: readonly string[];
  /** The operator codes the target is known to have. */
  operatorCodes: readonly string[];
  /** How long a page may take to move on, in milliseconds. */
  patienceMs: number;
  /** Whether the browser has already come back to the merchant. */
  hasArrived: () => boolean;
  /** Whether the merchant has given an address to come back to. */
  returns: Readonly<Record<'success' | 'failure', boolean>>;
  /** How long the browser may take to come back, in milliseconds; patienceMs when left out. */
  returnMs?: (outcome: 'success' | 'failure') => number;
  /** Whether the payment has ended before, so that a page without one need not be waited for. */
  comesBack?: boolean;
  /** Whether the page may be one that refuses the payment. */
  mayBeRefused?: boolean;
}

/** What the customer of one payment is up to. */
export type Situation = Pick<Customer, 'returns' | 'returnMs' | 'comesBack' | 'mayBeRefused'> &
  Partial<Pick<Customer, 'currency'>>;

/** The default export of a CHECKOUT_PAGE module: the payment page in a window, or in a frame of a merchant's page. */
export type OpenCheckoutPage = (where: Page | Frame, customer: Customer) => CheckoutPage;

/** The customer of the settings, who has not come back to a merchant and need not. */
export const customerOf = (settings: Settings): Customer => ({
  amount: settings.amount,
  maxAmount: settings.maxAmount,
  currency: settings.currency,
  email: settings.customerEmail,
  mobileMoneyNumber: settings.mobileMoneyNumber,
  testNumbers: settings.testNumbers,
  operatorCodes: Object.values(settings.operators).filter((code) => code !== ''),
  patienceMs: settings.redirectTimeoutMs,
  hasArrived: () => false,
  returns: { success: false, failure: false },
});

/** The first line of an error's message, which is the one that says what happened. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
