import type { Frame, Page } from '@playwright/test';
import type { Settings } from '../settings/settings.ts';

/**
 * What a customer can do on a payment page. Its markup is not part of the interface, so one module contains all
 * knowledge about it; CHECKOUT_PAGE names a module that replaces the built-in one.
 * No method judges anything or waits for the arrival at the merchant.
 */
export interface CheckoutPage {
  /** Whether the page offers a means of payment; waits for a page that is still loading. */
  offersPayment(): Promise<boolean>;
  /** Whether its payment buttons stay disabled, whatever the customer fills in; by default whether they are disabled. */
  isHeldBack?(): Promise<boolean>;
  /** Enters an amount of the customer's choice; false when the page has no field for it. */
  setAmount(): Promise<boolean>;
  /** Makes the payment succeed, including the last action of the customer. */
  pay(): Promise<void>;
  /** Makes the payment fail. */
  decline(): Promise<void>;
  /** Cancels the payment; false when the page has no control for it. */
  cancel(): Promise<boolean>;
  /**
   * What the customer had to guess. After a guess, an unintended end of the payment is not a fault of the service.
   */
  readonly guessed?: string | undefined;
  /** Whether, after that guess, a payment meant to fail may have succeeded. */
  readonly mayHaveSucceeded?: boolean;
  /**
   * Whether the customer pressed a button that leads back to the merchant while the page may have gone there by itself,
   * so that the browser requests the same address twice.
   */
  readonly mayArriveTwice?: boolean;
  /** How long the last method had already waited without a change when it ended, in milliseconds; default 0. */
  readonly waitedMs?: number;
}

/** The payer, taken from the settings. */
export interface Customer {
  /** In the subunit; a page may ask for main units, and any amount above zero is acceptable. */
  amount: number;
  /** The most that may be paid, in the subunit. */
  maxAmount: number;
  currency: string;
  email: string;
  mobileMoneyNumber: string;
  /** Further numbers that may be used. */
  testNumbers: readonly string[];
  /** The known operator codes of the target. */
  operatorCodes: readonly string[];
  /** How long a page may remain unchanged, in milliseconds. */
  patienceMs: number;
  /** Whether the browser has already returned to the merchant. */
  hasArrived: () => boolean;
  /** Whether the merchant has given a return address for each outcome. */
  returns: Readonly<Record<'success' | 'failure', boolean>>;
  /** How long the browser may take to return, in milliseconds; default patienceMs. */
  returnMs?: (outcome: 'success' | 'failure') => number;
  /** Whether the payment has already ended, so that a page without payment is accepted without a long wait. */
  comesBack?: boolean;
  /** Whether the page may refuse the payment. */
  mayBeRefused?: boolean;
  /** Whether the payment is meant to fail, so that no step before the last one makes it succeed; default false. */
  isToFail?: () => boolean;
}

/** The circumstances of one payment. */
export type Situation = Pick<Customer, 'returns' | 'returnMs' | 'comesBack' | 'mayBeRefused' | 'isToFail'> &
  Partial<Pick<Customer, 'currency'>>;

/** The default export of a CHECKOUT_PAGE module: the payment page in a window, or in a frame of a merchant's page. */
export type OpenCheckoutPage = (where: Page | Frame, customer: Customer) => CheckoutPage;

/** The customer of the settings, without return addresses. */
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

/** The first line of an error message, which says what happened. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
