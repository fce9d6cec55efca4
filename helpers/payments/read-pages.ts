import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { readFacts } from './page/page-facts.ts';
import type { PaymentLog } from './payment-log.ts';
import { pagesOf } from './payment-record.ts';

/** How often a page is read on which the customer waits, in milliseconds. */
const betweenReadingsMs = 200;

const zeroAmount = /(?<![\d.,])0+(?:[.,]0+)?(?![\d.,])/g;

/**
 * Notes what follows the customer's last action, a page to wait on or a receipt, once it stays the same.
 *
 * @param coming the end of the wait
 * @param isStill whether the page is still one of the service
 */
export const readPagesUntil = async (
  coming: Promise<unknown>,
  where: Page | Frame,
  log: PaymentLog,
  isStill: () => boolean,
): Promise<void> => {
  const over = new AbortController();
  const waited = coming.catch(() => {}).then(() => over.abort());
  for (let before = ''; !over.signal.aborted && isStill();) {
    const { text } = await readFacts(where).catch(() => ({ text: '' }));
    // A receipt may say that nothing is left to pay.
    const shown = text.replace(zeroAmount, '');
    const isNew = ![text, shown].some((one) => pagesOf(log.record).includes(one));
    if (isNew && shown === before && isStill()) log.note({ event: 'page shown', text: shown });
    before = shown;
    await Promise.race([waited, pause(betweenReadingsMs)]);
  }
};

/** Whether a page has stopped to ask for the payment within some milliseconds. */
export const isOverWithin = async (asksAgain: () => Promise<boolean | undefined>, ms: number): Promise<boolean> => {
  for (const until = Date.now() + ms; await asksAgain();) {
    if (Date.now() > until) return false;
    await pause(100);
  }
  return true;
};
