import type { Frame, Page } from '@playwright/test';
import type { Channel, End } from '../../interface/rules/channels.ts';
import type { LostLines } from './page/lost-lines.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * What a customer can do on a payment page, whose markup is not part of the interface. CHECKOUT_PAGE describes it in a few
 * lines, or names a module that implements this. No method judges anything or waits for the arrival at the merchant.
 */
export interface CheckoutPage {
  /** Whether the page offers a means of payment; waits for a page that is still loading. */
  ready(): Promise<boolean>;
  /** Enters an amount of the customer's choice; false when the page has no field for it. */
  setAmount(): Promise<boolean>;
  /** Makes the payment succeed, including the last action of the customer. */
  pay(): Promise<void>;
  /** Makes the payment fail. */
  decline(): Promise<void>;
  /** Cancels the payment; false when the page has no control for it. */
  cancel(): Promise<boolean>;
  /** Whether its payment button stays disabled, whatever the customer fills in. */
  isHeldBack?(): Promise<boolean>;
  /** Whether all was done to end the payment, and there was no field for the amount, neither before nor now. */
  hadNoAmountField?(): Promise<boolean>;
  /** Whether the page asks for the payment again after its end. */
  asksAgain?(): Promise<boolean>;
  /** What a customer could still do there, in words; undefined when the page leads no further. */
  furtherControl?(): Promise<string | undefined>;
  /** Whether the customer was asked for the amount. */
  readonly asksForAmount?: boolean;
  /** The amount that the customer typed in main units, in the subunit; undefined when none was typed. */
  readonly amountTyped?: number | undefined;
  /** Whether the last press was on a link to the merchant, which a page may open by itself meanwhile. */
  readonly mayReturnTwice?: boolean;
  /** What the customer did so far, without the values typed. */
  readonly steps?: readonly string[];
}

/** What a customer enters on the page in place of what the settings say. */
export interface Entry {
  /** An amount of the customer's choice, in the subunit. */
  amount?: number;
  /** An amount that the customer types first in the same field, and changes before it is sent. */
  amountBefore?: number;
  /** An empty number, which a page may refuse. */
  mobileMoneyNumber?: '';
}

/** The circumstances of one payment. */
export interface Situation {
  channel: Channel;
  /** How the payment is meant to end. */
  intention: End | 'cancel';
  currency: string;
  /** Whether the merchant has set the amount, so that no field for it will be drawn. */
  isAmountSet?: boolean;
  /** Whether a customer who cancels does so only after all that was entered, where the page still offers it. */
  cancelsLate?: boolean;
  /** Whether the browser has already returned to the merchant. */
  hasArrived: () => boolean;
  /** Called with the text of the page before each press, as soon as the page is ready for it. */
  onStep: (text: string) => void | Promise<void>;
  /** Whether the payment may end on the page: the merchant gave no address for its end, or the customer cancels. */
  endsHere: boolean;
  /** Whether the page may show no payment, because it has ended or may be refused. */
  mayHaveEnded: boolean;
  entry?: Entry;
  /** The page object of another entry, which was made on this page before. */
  before?: CheckoutPage | undefined;
  /** Loads a later step of the page again; false where that would send something once more. */
  loadAgain?: (() => Promise<boolean>) | undefined;
  /** Whether the page may refuse what is entered, so that a line that is lost says nothing about the description. */
  isTrial?: boolean;
}

/** The payer, taken from the settings. */
export interface Customer extends Situation {
  /** In the subunit; a page may ask for main units, and any amount above zero is acceptable. */
  amount: number;
  /** The most that may be paid, in the subunit. */
  maxAmount: number;
  email: string;
  mobileMoneyNumber: string;
  /** Further numbers that may be used. */
  testNumbers: readonly string[];
  amountBefore?: number;
  /** The known operator codes of the target. */
  operatorCodes: readonly string[];
  /** How long a page may remain unchanged, in milliseconds. */
  patienceMs: number;
  /** What the run knows of the lines of the description. */
  lostLines?: LostLines | undefined;
}

/** The default export of a CHECKOUT_PAGE module: the payment page in a window, or in a frame of a merchant's page. */
export type OpenCheckoutPage = (where: Page | Frame, customer: Customer) => CheckoutPage;

/** The customer of the settings in the circumstances of one payment. */
export const customerOf = (settings: Settings, situation: Situation): Customer => ({
  amount: settings.amount,
  maxAmount: settings.maxAmount,
  email: settings.customerEmail,
  mobileMoneyNumber: settings.mobileMoneyNumber,
  testNumbers: settings.testNumbers,
  operatorCodes: Object.values(settings.operators).filter((code) => code !== ''),
  patienceMs: settings.redirectTimeoutMs,
  ...situation,
  ...situation.entry,
});
