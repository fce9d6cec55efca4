import type { Frame, Page } from '@playwright/test';
import type { End } from '../../interface/rules/channels.ts';
import type { JudgedRule } from '../evidence/test-results.ts';
import type { CheckoutPage, Entry, Situation } from './checkout-page.ts';
import type { Merchant } from './merchant/merchant.ts';
import type { LoadedPages } from './page/loaded-pages.ts';
import type { Payment } from './payment.ts';

/** How a customer means to end a payment; `success or failure` is a success with what may not be accepted. */
export type Intention = End | 'cancel' | 'success or failure';

export interface PaymentTools {
  /** The address of the service. */
  service: string;
  /** The window of the payment. */
  page: Page;
  /** The merchant, with addresses of this payment alone. */
  merchant: Merchant;
  /** Creates the page object of the payment page. */
  open: (where: Page | Frame, situation: Situation) => CheckoutPage;
  /** How the customer means to end the payment; a choice on the first page may decide it. */
  intention: Intention;
  /** How long to watch for a return that is not expected, in milliseconds. */
  settleMs: number;
  /** How long the browser may take to return, or a page to show the end of the payment, in milliseconds. */
  timeoutMs: number;
  /** What the network between browser and service did, if it cannot be judged. */
  networkFault: () => string | undefined;
  /** What it shows about the rules of the interface. */
  judgementsOf: (payment: Payment) => Promise<JudgedRule[]>;
  /** The documents that its window has loaded. */
  loaded: LoadedPages;
  /** What the customer enters, one after the other while the page does not take it. */
  entries: readonly Entry[];
  /** Whether the first entry is a mistake. A page need not go on after it, and nothing is judged where it does not. */
  isMistaken: boolean;
  /** Whether each later step of the page is loaded again, once, where it is mistaken. */
  loadsSteps: boolean;
  /** Whether a customer who cancels does so only after all that was entered. */
  cancelsLate: boolean;
}
